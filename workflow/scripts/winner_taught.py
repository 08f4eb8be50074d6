"""Choose the clauses of the taught predicate with which A* is fastest."""

from witness.base.files import write_json, write_text
from witness.clauses.background import read_background
from witness.clauses.language.reader import read_hypothesis
from witness.pipeline.report.job import logged
from witness.pipeline.taught import fastest
from witness.puzzle.files import read_puzzles
from witness.searches import Limits, engine

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    found = fastest(
        read_hypothesis(source.hypothesis),
        read_background(source.bk, source.bias),
        read_puzzles(source.puzzles),
        engine(params.engine),
        Limits(max_expansions=params.max_expansions, memory_limit=params.memory_limit),
        rank_by=params.rank_by,
        rounds=params.rounds,
        margin=params.margin,
    )
    write_text(snakemake.output.winner, "".join(f"{clause}\n" for clause in found["program"]))
    write_json(snakemake.output.record, found)
