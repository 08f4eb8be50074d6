# What is measured beside the experiments, and the pages about it. A rule STUDY_NAME writes a record:
# JSON lines, the first of which says by which command, with which settings, where and when. The rule
# STUDY_page writes a page from records, without measuring. A measurement whose times count has the
# machine for itself; it is made anew when its settings or the code that is measured change.
STUDIES = config["studies"]
PAGES = STUDIES["pages"]
KEPT = "results/studies"


wildcard_constraints:
    experiment=r"[A-Za-z0-9][A-Za-z0-9_.-]*",
    rows=r"\d+",
    cols=r"\d+",
    side=r"\d+",


include: "studies/common.smk"
include: "studies/games.smk"
include: "studies/difficulty.smk"
include: "studies/solvers.smk"
include: "studies/reproduction.smk"
include: "studies/learners.smk"
include: "studies/live.smk"
include: "studies/triage.smk"
