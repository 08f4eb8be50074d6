# What is measured beside the experiments, and the pages about it: each folder in studies/ that has a
# rules.smk is a study. A rule STUDY_NAME writes a record: JSON lines, the first of which says by
# which command, with which settings, where and when. The rule STUDY_page writes a page from records,
# without measuring. A measurement whose times count has the machine for itself; it is made anew when
# its settings or the code that is measured change.
import sys

import witness

# An installed package does not have the module `studies`.
sys.path.insert(0, os.path.abspath(shipped(".")))
from studies.settings import declared, filled, section_schema

try:
    STUDIES = checked(
        {"studies": config["studies"]},
        {"properties": {"studies": section_schema(CONFIG_SCHEMA)}},
    )["studies"]
except InputError as error:
    raise WorkflowError(f"{error}")
STUDIES = config["studies"] = filled(STUDIES, CONFIG_SCHEMA)
PAGES = STUDIES["pages"]
KEPT = "results/studies"


def sources(*parts):
    """Return the files of modules and packages of witness/: the code that a record depends on."""
    package = Path(witness.__file__).parent
    found = (file for part in parts for file in package.glob(part))
    return sorted({os.path.relpath(file) for file in found if file.is_file()})


def of_experiments(study, *files):
    """Return files of the experiments that a study is about, which must have been run before."""
    names = STUDIES[study]["experiments"]
    for name in names:
        try:
            check_format(f"results/{name}")
        except InputError as error:
            raise WorkflowError(str(error))
    found = [f"results/{name}/{file}" for name in names for file in files]
    own = f"results/{config['name']}/"
    missing = [
        file for file in found if not file.startswith(own) and not Path(file).exists()
    ]
    if missing:
        raise WorkflowError(
            f"studies.{study}.experiments: there is no {missing[0]}; run that experiment, or name "
            f'others: --config \'studies={{"{study}": {{"experiments": ["{config["name"]}"]}}}}\''
        )
    return found


for rules_of_study in sorted(Path(shipped("studies")).glob("*/rules.smk")):

    include: os.path.abspath(rules_of_study)


def moved(old, new):
    """Return the input of a page under its old name: an error with the new one."""

    def refused(wildcards):
        raise WorkflowError(f"{old} has another name now: {new}")

    return refused


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
