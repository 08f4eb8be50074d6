"""Write every table as CSV."""

from witness.base.files import write_text
from witness.pipeline.report.experiment import read_records
from witness.pipeline.report.job import logged
from witness.pipeline.report.render import csv_text
from witness.pipeline.report.tables import TABLES

with logged(snakemake.log[0]):
    source = snakemake.input
    records = read_records(dict(source.items()), **snakemake.params.scale)
    for name, path in snakemake.output.items():
        write_text(path, csv_text(TABLES[name](records)))
