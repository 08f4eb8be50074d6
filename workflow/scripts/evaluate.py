"""Solve a batch of puzzles in several ways."""

from common import logged

from witness.evaluate import Run, evaluate, paper_minutes
from witness.file_predicate import read_predicate
from witness.files import write_jsonl
from witness.predicates import BASELINE
from witness.puzzle import read_puzzles
from witness.search import Limits, engine

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    winner = read_predicate(source.winner, bk=source.bk, bias=source.bias)
    proved = read_predicate(source.winner_proved, bk=source.bk, bias=source.bias)
    known = {
        "baseline": Run("baseline", BASELINE, "prune"),
        "winner_proved": Run("winner_proved", proved, "prune"),
        "winner_sort": Run("winner_sort", winner, "sort"),
        # Unsound as it may be: this run shows what pruning with it loses.
        "winner_prune": Run("winner_prune", winner, "prune"),
    }
    minutes = params.get("paper_minutes")
    expansions = paper_minutes(minutes) if minutes else params.max_expansions
    first = int(snakemake.wildcards.batch) * params.batch
    records = evaluate(
        read_puzzles(source.puzzles)[first : first + params.batch],
        [known[name] for name in params.runs],
        engine(params.engine),
        Limits(max_expansions=expansions, memory_limit=params.memory_limit),
    )
    write_jsonl(snakemake.output[0], records)
