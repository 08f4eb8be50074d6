"""Write the tables for other programs: one row an observation."""

from witness.base.files import write_text
from witness.pipeline.report.experiment import read_records
from witness.pipeline.report.job import logged
from witness.pipeline.report.render import csv_rows
from witness.pipeline.report.tidy import TIDY

with logged(snakemake.log[0]):
    records = read_records(dict(snakemake.input.items()), **snakemake.params.scale)
    for name, path in snakemake.output.items():
        write_text(path, csv_rows(TIDY[name].rows(records), TIDY[name].columns))
