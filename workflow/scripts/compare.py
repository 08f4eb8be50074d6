"""Compare experiments: a page, and a table for other programs."""

from pathlib import Path

from witness.base.files import write_text
from witness.pipeline.report.compare import compared, page
from witness.pipeline.report.experiment import Experiment
from witness.pipeline.report.job import logged
from witness.pipeline.report.render import FORMATS

with logged(snakemake.log[0]):
    found = compared([Experiment(folder) for folder in snakemake.params.folders])
    write_text(snakemake.output.page, page(found, Path(snakemake.output.page).parent))
    write_text(snakemake.output.table, FORMATS["csv"](found.rows, found.columns))
