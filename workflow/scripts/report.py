"""Build the page of an experiment."""

from pathlib import Path

from witness.base.files import read_text, write_text
from witness.base.machine import MACHINE
from witness.base.schemas import read_fitting
from witness.pipeline.report.experiment import read_records
from witness.pipeline.report.job import logged, read_job_times
from witness.pipeline.report.page import Provenance, page

with logged(snakemake.log[0]):
    source, output, params = snakemake.input, snakemake.output, snakemake.params
    records = read_records(dict(source.items()), **snakemake.params.scale)
    configuration = read_text(source.config)
    provenance = Provenance(
        params.config["name"],
        params.config,
        source.config,
        configuration,
        read_fitting(source.machine, MACHINE, "a description of a machine"),
        read_job_times(params.logs),
        params.docs,
    )
    figures = {Path(path).stem: read_text(path) for path in source.figures}
    write_text(output.page, page(source.template, records, figures, provenance))
