"""Write the tables for other programs: one row an observation."""

from witness.base.files import write_text
from witness.report.job import logged
from witness.report.learned import Learned
from witness.report.records import read_records
from witness.report.rows_text import csv_rows
from witness.report.tidy import TIDY

with logged(snakemake.log[0]):
    source = snakemake.input
    learned = Learned(
        read_records(dict(source.items()), bk=source.bk, bias=source.bias, **snakemake.params.scale)
    )
    for name, path in snakemake.output.items():
        columns, rows = TIDY[name]
        write_text(path, csv_rows(rows(learned), columns))
