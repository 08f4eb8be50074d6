"""Write the page of a study from its records: rule STUDY_page, module studies.STUDY.page."""

from importlib import import_module

from study_common import command, settings

from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    study = snakemake.rule.removesuffix("_page")
    page = import_module(f"studies.{study}.page")
    source, output = dict(snakemake.input.items()), dict(snakemake.output.items())
    page.write(source, output, command(snakemake), **settings(snakemake))
