"""Choose the clauses of the taught predicate with which A* is fastest."""

from witness.base.files import write_json, write_text
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import read_hypothesis
from witness.pipeline.report.job import logged
from witness.pipeline.taught import fastest
from witness.puzzle.files import read_puzzles
from witness.puzzle.views.plain_clauses import made_by, program_text, sentences
from witness.searches import Limits, engine

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    background = read_background(source.bk, source.bias)
    found = fastest(
        read_hypothesis(source.hypothesis),
        background,
        read_puzzles(source.puzzles),
        engine(params.engine),
        Limits(max_expansions=params.max_expansions, memory_limit=params.memory_limit),
        rank_by=params.rank_by,
        rounds=params.rounds,
        margin=params.margin,
    )
    clauses = parse_clauses("\n".join(found["program"]))
    about = [
        "Proved: the clauses of hypothesis.pl with which A* is fastest",
        made_by(params.command, params.seed),
    ]
    text = program_text(clauses, sentences(clauses, background), about)
    write_text(snakemake.output.winner, text)
    write_json(snakemake.output.record, found)
