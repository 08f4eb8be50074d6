# From training puzzles to a proved predicate and its measurements. See docs/architecture.md, and
# docs/workflow.md for how other workflows use this one. What makes an experiment is in
# workflow/rules/experiment.smk.
import os

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger
from snakemake.utils import min_version, validate

from witness.base.config import check_file, checked, completed
from witness.base.errors import InputError
from witness.pipeline.plan import (
    check_lists,
    check_plan,
    compared,
    experiments,
    with_training_file,
)

min_version("9.0")

# Whether this is the workflow that Snakemake was started with, or a module of another one.
MAIN = workflow.modifier.namespace is None
MODULE = "" if MAIN else f"module {workflow.modifier.namespace}: "


include: "workflow/rules/paths.smk"


# With `--sdm apptainer`, jobs run in this image if it is in the working directory.
if os.path.exists("witness.sif"):

    container: "witness.sif"


# The configuration: that of the module, or without one that of the workflow which uses it, or else
# config.yaml in the working directory and the command line. What they leave out is as in the
# config.yaml beside this file.
if MAIN:
    try:
        for file in ("config.yaml", *workflow.configfiles):
            check_file(file)  # before Snakemake walks through config.yaml
    except InputError as error:
        raise WorkflowError(str(error))
if MAIN and os.path.exists("config.yaml"):

    configfile: "config.yaml"


if not MAIN and not workflow.modifier.skip_configfile:  # it has no config:
    config = workflow.modifier_stack[-2].globals["config"]
    if not config:
        raise WorkflowError(
            f"{MODULE}nothing is configured, and the defaults are the whole paper; give it a "
            'config:, or your workflow one, if only {"name": "paper"}'
        )

CONFIG_SCHEMA = shipped("workflow/schemas/config.schema.yaml")
try:
    check_lists(config)
    # Another object: a workflow that uses this one may go on with its own.
    config = checked(completed(config, shipped("config.yaml")), CONFIG_SCHEMA)
    config = checked(with_training_file(config), CONFIG_SCHEMA)
    validate(config, os.path.abspath(CONFIG_SCHEMA))  # fills in the defaults
    SEVERAL = experiments(config)
    if SEVERAL and not MAIN:
        raise InputError(
            "bias and seed: a module is one experiment; docs/workflow.md has a loop"
        )
    for one in SEVERAL.values() or [config]:
        check_plan(one)
        COMPARED = compared(one)
except InputError as error:
    raise WorkflowError(f"{MODULE}{error}")


# The first of all rules is the default, here and in a workflow that has no other before it.
rule all:
    input:
        lambda wildcards: everything(),


if SEVERAL:

    include: "workflow/rules/several.smk"

else:

    include: "workflow/rules/experiment.smk"
