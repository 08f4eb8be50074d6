"""Predicates and heuristics side by side on the same puzzles: expansions and time, in prune mode.

    python benchmarks/predicates.py PREDICATE… [--heuristics manhattan needs] [--bias FILE]
        [--puzzles FILE… | --kind triangles --algorithm 4 --sizes 5 6 7 --count 200 --seed 1]

A predicate is a name (`none`, `baseline`, `paper`), a .pl file, or several with commas between; it
runs with each heuristic. Ratios are those of the first way to the others. The puzzles are those of
files, or of Algorithm 3 or 4. A predicate that is not proved is refused: it may lose solutions. A
search that does not end within the limit, by default 20 million expansions, counts with those.
Every search with an answer is timed in three rounds: the least time counts, and the ratios of the
rounds stand beside; a ratio that is too short to time, or above that of expansions, is noise.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import ANSWERED
from witness.pipeline.evaluate import ROUNDS, Run, evaluate
from witness.pipeline.report.speedups import Comparison, time_speedup
from witness.puzzle.files import read_puzzles
from witness.puzzle.generate.algorithms import path_set, random_set
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.model import Puzzle
from witness.searches import Limits, engine
from witness.searches.heuristics import HEURISTICS
from witness.searches.predicates.registry import predicate

Record = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("predicates", nargs="+", metavar="PREDICATE")
    parser.add_argument("--heuristics", nargs="+", choices=HEURISTICS, default=["manhattan"])
    parser.add_argument("--puzzles", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--bias")
    parser.add_argument("--kind", choices=tuple(KINDS), default="triangles")
    parser.add_argument("--algorithm", type=int, choices=(3, 4), default=4)
    parser.add_argument("--sizes", nargs="+", type=int, default=[5, 6, 7])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gaps", type=float, default=0.0)
    parser.add_argument("--max-expansions", type=int, default=20_000_000)
    options = parser.parse_args()
    runs = [
        Run(f"{name[-40:]} {heuristic}", predicate(name, bias=options.bias), "prune", heuristic)
        for name in options.predicates
        for heuristic in options.heuristics
    ]
    for run in runs:
        if not run.predicate.sound:
            raise InputError(f"{run.name} is not proved")
    for title, puzzles in puzzle_sets(options):
        print(title)
        compare(puzzles, runs, Limits(options.max_expansions))


def puzzle_sets(options: argparse.Namespace) -> Iterator[tuple[str, list[Puzzle]]]:
    """Yield titles and puzzles."""
    for path in options.puzzles or ():
        yield path.stem, read_puzzles(path)
    for size in () if options.puzzles else options.sizes:
        rng, how = random.Random(options.seed), {"kind": options.kind, "gaps": options.gaps}
        puzzles = (
            path_set(size, size, options.count, rng, **how)
            if options.algorithm == 4
            else random_set(options.count, size, size, rng, **how)
        )
        yield f"{options.count} panels of {size}×{size}, {options.kind}", puzzles


def compare(puzzles: Sequence[Puzzle], runs: Sequence[Run], limits: Limits) -> None:
    """Search all puzzles in all ways, and print a line for each."""
    named = [replace(puzzle, id=str(number)) for number, puzzle in enumerate(puzzles)]
    records = list(evaluate(named, runs, engine("compiled"), limits, rounds=ROUNDS))
    lengths: dict[str, set[int]] = {}
    for record in records:
        assert record["status"] != "failed", record["reason"]
        if record["length"] is not None:
            lengths.setdefault(record["id"], set()).add(record["length"])
    assert all(len(found) == 1 for found in lengths.values()), "solutions differ in length"
    ways = {run.name: [timed(r) for r in records if r["run"] == run.name] for run in runs}
    first = ways[runs[0].name]
    width = max(map(len, ways))
    for name, own in ways.items():
        fewer = sum(r["expansions"] for r in first) / sum(r["expansions"] for r in own)
        speedup = time_speedup([Comparison(0, a, b) for a, b in zip(first, own, strict=True)])
        faster: object = 1 if own is first else speedup
        if own is not first and speedup is not None and not isinstance(speedup, str):
            faster = f"{speedup.total:.3g} ({speedup.range})"
        expansions, seconds = (sum(r[key] for r in own) for key in ("expansions", "seconds"))
        print(
            f"  {name:{width}} {expansions:13,} expansions {fewer:10.4g} times fewer"
            f"  {seconds:9.4f} s, times faster: {faster}"
            f"  {1e6 * seconds / expansions:.3f} µs each"
            f"  {sum(r['status'] not in ANSWERED for r in own)} at the limit",
            flush=True,
        )


def timed(record: Record) -> Record:
    """Return a record with a time for each round; a search that met a limit was timed once."""
    times = record["times"]
    return {**record, "times": times if len(times) == ROUNDS else times[:1] * ROUNDS}


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"predicates.py: {error}")
