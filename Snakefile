# From training puzzles to a proved predicate and its measurements. See docs/architecture.md.
from snakemake.exceptions import WorkflowError
from snakemake.logging import logger
from snakemake.utils import min_version, validate

from witness.base.config import checked
from witness.base.errors import InputError
from witness.learn.popper import learner as popper
from witness.logic.background import definitions_for, read_background
from witness.prolog.swi import janus

min_version("9.0")


configfile: "config.yaml"


CONFIG_SCHEMA = "workflow/schemas/config.schema.yaml"
try:
    config.update(checked(config, workflow.source_path(CONFIG_SCHEMA)))
except InputError as error:
    raise WorkflowError(str(error))
validate(config, CONFIG_SCHEMA)  # fills in the defaults

for set_name, plan in config["puzzle_sets"].items():
    if plan["min_size"] > plan["max_size"]:
        raise WorkflowError(
            f"puzzle_sets: {set_name}: min_size {plan['min_size']} is above "
            f"max_size {plan['max_size']}"
        )

growing = [config["puzzle_sets"][f"filter_{stage}"]["count"] for stage in (1, 2, 3)]
shrinking = [
    config["puzzle_sets"]["train"]["count"],
    *(config["triage"][f"keep_{stage}"] for stage in (1, 2)),
]
if growing != sorted(set(growing)) or shrinking[::-1] != sorted(set(shrinking)):
    logger.warning(
        "triage: Algorithm 2 asserts that filter sets grow (here they have "
        f"{', '.join(map(str, growing))} puzzles) and that fewer are kept from stage to stage "
        f"(of {shrinking[0]}: {shrinking[1]}, {shrinking[2]})"
    )

if config["learner"] == "popper" or config["compare_learners"]:
    try:
        popper.find(config["popper"]["command"])
    except InputError as error:
        raise WorkflowError(f"learner: popper: {error}")

if config["referee"]:
    try:
        janus()
    except InputError as error:
        raise WorkflowError(f"referee: {error}")


include: "workflow/rules/common.smk"


try:
    read_background(BK, config["bias"])
except InputError as error:
    raise WorkflowError(str(error))


include: "workflow/rules/puzzles.smk"
include: "workflow/rules/learning.smk"
include: "workflow/rules/comparison.smk"
include: "workflow/rules/triage.smk"
include: "workflow/rules/evaluation.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/studies.smk"


rule all:
    default_target: True
    input:
        rules.tables.output,
        rules.figures.output,
        rules.winner_picture.output,
        rules.report.output,
        rules.referee_table.output if config["referee"] else [],
        rules.learners_table.output if config["compare_learners"] else [],


rule learned:
    input:
        rules.configuration.output,
        expand(rules.candidates.output, variant=VARIANTS),
