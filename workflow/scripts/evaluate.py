"""Solve a batch of puzzles in several ways."""

from witness.base.files import write_jsonl
from witness.pipeline.evaluate import ROUNDS, Run, budget, evaluate
from witness.pipeline.report.job import logged
from witness.puzzle.files import read_puzzles
from witness.searches import Limits, compiled, engine  # noqa: F401 - loaded once for all jobs
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE

with logged(snakemake.log[0]):
    source, params = snakemake.input, snakemake.params
    # Each run reads its predicate anew, so that none profits from what another remembers.
    files = {
        "winner_proved": (source.winner_proved, "prune"),
        "winner_sort": (source.winner, "sort"),
        # Unsound as it may be: this run shows what pruning with it loses.
        "winner_prune": (source.winner, "prune"),
    }
    if "winner_taught" in params.runs:
        files["winner_taught"] = (source.winner_taught, "prune")
    known = {"baseline": Run("baseline", BASELINE, "prune")}
    for name, (path, mode) in files.items():
        read = predicate(path, bk=source.bk, bias=source.bias)
        known[name] = Run(name, read, mode)
    guided = predicate(source.winner_proved, bk=source.bk, bias=source.bias)
    known["winner_guided"] = Run("winner_guided", guided, "prune", params.heuristic)
    minutes = params.get("minutes")
    if minutes:
        limits = budget(minutes, params.clock, params.memory_limit)
    else:
        limits = Limits(params.max_expansions, memory_limit=params.memory_limit)
    first = int(snakemake.wildcards.batch) * params.batch
    records = evaluate(
        read_puzzles(source.puzzles, first, params.batch),
        [known[name] for name in params.runs],
        engine(params.engine),
        limits,
        # A large puzzle takes minutes, and what it solves is counted within budgets.
        rounds=1 if minutes else ROUNDS,
        imply=bool(params.get("implied")),
    )
    write_jsonl(snakemake.output[0], records)
