# One experiment: all rules from its puzzles to its report.
from witness.base.experiment_folder import check_format, lock
from witness.pipeline.plan import (
    check_bias_fits,
    check_same,
    check_training_file,
    large_batch,
    learner_settings,
    remark,
    train_batch,
)
from witness.clauses.learners.faults import faults_of_files
from witness.clauses.learners.recorded import recorded_files
from witness.clauses.learners.registry import LEARNERS, check_bias, why_not
from witness.clauses.learners.settings import Settings
from witness.clauses.background import definitions_for, read_background
from witness.clauses.prolog.process import why_missing


include: "studies_settings.smk"


if remark(config):
    logger.warning(f"{MODULE}{remark(config)}")

# What learners get besides their tasks: the fields of witness.clauses.learners.settings.Settings.
LEARNER_SETTINGS = learner_settings(config, config["learner"])
missing = why_not(config["learner"], Settings(**LEARNER_SETTINGS))
if missing:
    raise WorkflowError(f"{MODULE}learner: {config['learner']}: {missing}")

if config["referee"] and why_missing():
    raise WorkflowError(f"{MODULE}referee: {why_missing()}")


# One name for a file: another one would make everything anew.
for key in ("bias", "bk"):
    config[key] = full_name(config[key], key)


include: "common.smk"


try:
    BIAS = prolog_file(config["bias"], "bias")
    BK = local(str(definitions_for(BIAS)))
    if config["bk"]:
        BK = prolog_file(config["bk"], "bk")
    BACKGROUND = read_background(BK, BIAS)
    check_bias_fits(config, BACKGROUND)
    check_bias(config["learner"], BACKGROUND)
    if workflow.is_main_process:
        check_format(FOLDER)
        check_same(config, FOLDER)
        check_training_file(config, BACKGROUND, FOLDER)
        for line in faults_of_files(BACKGROUND):
            logger.warning(f"{MODULE}{line}")
except InputError as error:
    raise WorkflowError(f"{MODULE}{error}")


include: "configuration.smk"
include: "puzzles.smk"
include: "learning.smk"
include: "comparison.smk"
include: "triage.smk"


if config["teach"] in ("together", "best"):

    include: "teaching.smk"


include: "evaluation.smk"
include: "report.smk"


# The pages of this project are none of another workflow's.
if MAIN:

    include: "studies.smk"


rule learned:
    input:
        rules.configuration.output,
        rules.tidy.output,
    shell:
        "true"  # a job, so that the table is printed when all files are there, too


rule triaged:
    input:
        rules.configuration.output,
        expand(rules.winners.output.record, variant=VARIANTS),
        RECORDS["rankings"],


LOCKS = []  # to the end of the process


# Snakemake calls these for the workflow that it was started with, and neither for dry runs nor in
# the processes that it starts for jobs. A workflow that uses this one can call them.
onstart:
    written = [file for job in workflow.dag.needrun_jobs() for file in job.output]
    if any(file.startswith(f"{FOLDER}/") for file in written):
        try:
            # The name that Snakemake's plugin for Slurm gives the jobs of this run.
            slurm = getattr(workflow.scheduler._executor, "run_uuid", None)
            LOCKS.append(lock(FOLDER, slurm))
        except InputError as error:
            raise WorkflowError(f"{MODULE}{error}")
    # With any limit of jobs in a time, each round of the scheduler starts a timer for another one,
    # without end. Snakemake's own, 100 a second, is lifted; nothing public does that.
    limit = getattr(workflow.scheduling_settings, "max_jobs_per_timespan", None)
    jobs, seconds = (getattr(limit, name, 0) for name in ("max_jobs", "timespan"))
    if workflow.local_exec and (jobs, seconds) == (100, 1):
        workflow.scheduler.job_rate_limiter = None


onsuccess:
    if any(job.rule.name == "learned" for job in workflow.dag.jobs):
        from witness.pipeline.report.milestones import clause_table

        logger.info(clause_table(FOLDER))
    page = f"{FOLDER}/report.html"
    if any(page in job.output for job in workflow.dag.jobs):
        logger.info(f"The report is {from_here(page)}")
