# From training puzzles to a proved predicate and its measurements. See docs/architecture.md.
from snakemake.exceptions import WorkflowError
from snakemake.logging import logger
from snakemake.utils import min_version, validate

from witness.base.config import check_file, checked
from witness.base.errors import InputError
from witness.base.experiment_folder import check_format, lock, write_format
from witness.experiment.plan import (
    check_bias_fits,
    check_plan,
    compared,
    learner_settings,
    remark,
    train_batch,
)
from witness.learn.registry import check_bias, why_not
from witness.learn.run import Settings
from witness.logic.background import definitions_for, read_background
from witness.prolog.swi import janus

min_version("9.0")

CONFIG_SCHEMA = "workflow/schemas/config.schema.yaml"
try:
    check_file("config.yaml")  # before Snakemake walks through it
except InputError as error:
    raise WorkflowError(str(error))


configfile: "config.yaml"


try:
    config.update(checked(config, workflow.source_path(CONFIG_SCHEMA)))
except InputError as error:
    raise WorkflowError(str(error))
validate(config, CONFIG_SCHEMA)  # fills in the defaults
try:
    check_plan(config)
except InputError as error:
    raise WorkflowError(str(error))
if remark(config):
    logger.warning(remark(config))

# What learners get besides their tasks: the fields of witness.learn.run.Settings.
LEARNER_SETTINGS = learner_settings(config, config["learner"])
missing = why_not(config["learner"], Settings(**LEARNER_SETTINGS))
if missing:
    raise WorkflowError(f"learner: {config['learner']}: {missing}")
try:
    COMPARED = compared(config)
except InputError as error:
    raise WorkflowError(str(error))

if config["referee"]:
    try:
        janus()
    except InputError as error:
        raise WorkflowError(f"referee: {error}")


include: "workflow/rules/common.smk"


try:
    BACKGROUND = read_background(BK, config["bias"])
    check_bias_fits(config, BACKGROUND)
    check_bias(config["learner"], BACKGROUND)
    if workflow.is_main_process:
        check_format(RESULTS)
        for what, line in BACKGROUND.bias.idle:
            logger.warning(f"{config['bias']}: line {line}: {what}")
except InputError as error:
    raise WorkflowError(str(error))


include: "workflow/rules/configuration.smk"
include: "workflow/rules/puzzles.smk"
include: "workflow/rules/learning.smk"
include: "workflow/rules/comparison.smk"
include: "workflow/rules/triage.smk"
include: "workflow/rules/evaluation.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/explore.smk"
include: "workflow/rules/studies.smk"


rule all:
    default_target: True
    input:
        rules.tables.output,
        rules.tidy.output,
        rules.figures.output,
        rules.winner_picture.output,
        rules.report.output,
        rules.referee_table.output if config["referee"] else [],
        rules.learners_table.output if config["compare_learners"] else [],


rule learned:
    input:
        rules.configuration.output,
        expand(rules.candidates.output, variant=VARIANTS),


rule triaged:
    input:
        rules.configuration.output,
        expand(rules.winners.output.record, variant=VARIANTS),


LOCKS = []  # to the end of the process


# Neither is for dry runs or for the processes that Snakemake starts for jobs. The format is written
# here, as Snakemake removes what a rule has written before it makes that anew.
onstart:
    written = [file for job in workflow.dag.needrun_jobs() for file in job.output]
    if any(file.startswith(f"{RESULTS}/") for file in written):
        try:
            LOCKS.append(lock(RESULTS))
            write_format(RESULTS)
        except InputError as error:
            raise WorkflowError(str(error))


onsuccess:
    if any(job.rule.name == "report" for job in workflow.dag.jobs):
        logger.info(f"The report is {RESULTS}/report.html")
