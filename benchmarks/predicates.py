"""Predicates side by side on the same puzzles: expansions and time, in prune mode.

    python benchmarks/predicates.py PREDICATE… [--puzzles FILE…] [--bias FILE] [--engine compiled]

A predicate is a name (`baseline`, `paper`) or a .pl file; others are compared with the first. The
puzzles are those of FILE, or without one 200 of Algorithm 4 for each of the sizes 5×5, 6×6 and 7×7
(seed 1). A predicate that is not proved is refused: it may lose solutions. The bias is that of the
.pl files. The searches of one puzzle follow one another, so that their times can be compared; what
is not solved within 20 million expansions counts with those, and is counted. Times are processor
time; a ratio that is too short to time, or above that of expansions, is noise.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from witness.base.errors import InputError
from witness.boards.generate.algorithms import path_set
from witness.experiments.evaluate import ROUNDS, Run, evaluate
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.report.speedups import time_ratio
from witness.searches import Limits, engine
from witness.searches.predicates.registry import predicate


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("predicates", nargs="+", metavar="PREDICATE")
    parser.add_argument("--puzzles", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--bias")
    parser.add_argument("--engine", default="compiled")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-expansions", type=int, default=20_000_000)
    options = parser.parse_args()
    runs = [Run(name, predicate(name, bias=options.bias), "prune") for name in options.predicates]
    for run in runs:
        if not run.predicate.sound:
            raise InputError(f"{run.name} is not proved")
    print(f"{'puzzles':<18}{'predicate':<36}{'expansions':>14}{'ratio':>8}{'median':>8}", end="")
    print(f"{'seconds':>10}{'ratio':>8}{'limit':>7}")
    for title, puzzles in puzzle_files(options):
        limits = Limits(options.max_expansions)
        chosen = engine(options.engine)
        records = pd.DataFrame(evaluate(puzzles, runs, chosen, limits, rounds=ROUNDS))
        first = records[records["run"] == runs[0].name].set_index("id")
        for run in runs:
            own = records[records["run"] == run.name].set_index("id")
            expansions, seconds = own["expansions"].sum(), own["seconds"].sum()
            fewer = first["expansions"].sum() / expansions
            faster = time_ratio(first["seconds"].sum(), seconds, fewer)
            shown = f"{faster:.2f}" if isinstance(faster, float) else "noise"
            print(
                f"{title:<18}{run.name[-35:]:<36}{expansions:>14,}"
                f"{fewer:>8.2f}"
                f"{(first['expansions'] / own['expansions']).median():>8.2f}"
                f"{seconds:>10.2f}{shown if run is not runs[0] else 1:>8}"
                f"{(own['status'] == 'expansion-limit').sum():>7}",
                flush=True,
            )


def puzzle_files(options: argparse.Namespace) -> Iterator[tuple[str, list[Puzzle]]]:
    """Yield titles and puzzles."""
    for path in options.puzzles or ():
        yield f"{path.stem}", read_puzzles(path)
    if not options.puzzles:
        for size in (5, 6, 7):
            rng = random.Random(options.seed)
            yield f"{size}×{size}", path_set(size, size, options.count, rng)


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"predicates.py: {error}")
