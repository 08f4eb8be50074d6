"""Gather the comparisons of learners into one table and one page."""

import pandas as pd

from witness.base.files import write_text
from witness.pipeline.compare_learners import table_text
from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    parts = [pd.read_csv(path, keep_default_na=False) for path in snakemake.input]
    table = pd.concat(parts, ignore_index=True)
    write_text(snakemake.output.table, table_text(table, "csv"))
    write_text(snakemake.output.page, table_text(table, "markdown"))
