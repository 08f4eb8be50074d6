"""Write the page to play with."""

from witness.base.files import write_text
from witness.pipeline.report.experiment import read_records
from witness.pipeline.report.job import logged
from witness.studio.explore.page import Explored, page

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    records = read_records(dict(source.items()), **params.scale)
    write_text(snakemake.output.page, page([Explored(params.name, records, params.planned)]))
