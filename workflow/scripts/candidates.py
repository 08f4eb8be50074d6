"""Group the learned hypotheses and their proved cores by behaviour."""

from witness.base.files import write_json
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.candidates import TruthTables, gather_all
from witness.pipeline.report.job import logged
from witness.pipeline.training import read_runs

with logged(snakemake.log[0]):
    source = snakemake.input
    runs = [run for path in source.trained for run in read_runs(path)]
    hypotheses = {
        "all": {run.puzzle: parse_clauses("\n".join(run.clauses)) for run in runs},
        "proved": {run.puzzle: parse_clauses("\n".join(run.core)) for run in runs},
    }
    longest = (snakemake.params.max_size + 1) ** 2 - 1
    tables = TruthTables(snakemake.wildcards.variant, longest)
    found = gather_all(hypotheses, read_background(source.bk, source.bias), tables)
    write_json(snakemake.output.candidates, [candidate.to_json() for candidate in found])
    write_json(snakemake.output.tables, tables.by_length())
