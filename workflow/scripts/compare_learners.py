"""Run several learners on one learning task."""

from pathlib import Path

from witness.base.files import write_text
from witness.clauses.learners.settings import Settings
from witness.pipeline.compare_learners import runs, table_of, table_text
from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    table = Path(snakemake.output[0])
    settings = {name: Settings(**given) for name, given in snakemake.params.learners.items()}
    write_text(table, table_text(table_of(runs([table.parent], settings)), "csv"))
