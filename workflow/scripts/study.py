"""Measure for a study: rule STUDY_NAME runs the function NAME of witness.report.studies.STUDY."""

from importlib import import_module

from study_common import command

from witness.report.job import logged
from witness.report.studies.records import write_measured

with logged(snakemake.log[0]):
    study, _, name = snakemake.rule.partition("_")
    measure = getattr(import_module(f"witness.report.studies.{study}.study"), name)
    settings = dict(snakemake.params.items())
    rows = measure(dict(snakemake.input.items()), **dict(snakemake.wildcards.items()), **settings)
    write_measured(snakemake.output[0], rows, command(snakemake), settings)
