# What is measured beside the experiments, and the pages about it: each folder in studies/ that has a
# rules.smk is a study. A rule STUDY_NAME writes a record: JSON lines, the first of which says by
# which command, with which settings, where and when. The rule STUDY_page writes a page from records,
# without measuring. A measurement whose times count has the machine for itself; it is made anew when
# its settings or the code that is measured change.
PAGES = STUDIES["pages"]
KEPT = "results/studies"


include: "studies_common.smk"


for rules_of_study in sorted(Path(shipped("studies")).glob("*/rules.smk")):

    include: os.path.abspath(rules_of_study)


# The old names of pages.
if PAGES != "docs":
    for study, about in declared().items():
        if "formerly" in about:

            rule:
                name:
                    f"{study}_moved"
                input:
                    moved(about["formerly"], f"{PAGES}/{study}/results.md"),
                output:
                    about["formerly"],
