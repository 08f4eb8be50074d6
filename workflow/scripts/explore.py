"""Write the page to play with."""

from witness.base.files import write_text
from witness.report.experiment import read_records
from witness.report.explore.page import Explored, page
from witness.report.job import logged

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    records = read_records(dict(source.items()), **params.scale)
    write_text(snakemake.output.page, page([Explored(params.name, records, params.planned)]))
