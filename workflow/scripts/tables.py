"""Write every table as CSV."""

from witness.base.files import write_text
from witness.report.cells import csv_text
from witness.report.job import logged
from witness.report.records import read_records
from witness.report.tables import all_tables

with logged(snakemake.log[0]):
    source = snakemake.input
    records = read_records(
        dict(source.items()), bk=source.bk, bias=source.bias, **snakemake.params.scale
    )
    tables = all_tables(records)
    for name, path in snakemake.output.items():
        write_text(path, csv_text(tables[name]))
