"""Measure for a study: rule STUDY_NAME runs the function NAME of studies.STUDY.study."""

from importlib import import_module

from study_common import command, settings

from studies.records import write_measured
from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    study, _, name = snakemake.rule.partition("_")
    measure = getattr(import_module(f"studies.{study}.study"), name)
    chosen = settings(snakemake)
    rows = measure(dict(snakemake.input.items()), **dict(snakemake.wildcards.items()), **chosen)
    write_measured(snakemake.output[0], rows, command(snakemake), chosen)
