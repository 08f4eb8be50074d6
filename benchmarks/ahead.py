"""What it brings to look beyond a square, and to count what is missing: expansions and time.

    python benchmarks/ahead.py [--sizes 5 6 7] [--puzzles 100] [--seed 1] [--max-expansions N]

Puzzles are those of Algorithm 4. The predicates learned with bias/extended.pl and bias/live.pl
prune with both heuristics. A search that does not end within the limit, by default 50 million
expansions, counts with what it took.
"""

from __future__ import annotations

import argparse
import random

from runs import compared

from witness.base.shipped import shipped_file
from witness.boards.generate.algorithms import path_set
from witness.experiments.evaluate import Run
from witness.searches import Limits
from witness.searches.heuristics import HEURISTICS
from witness.searches.predicates.clauses import read_predicate


def main() -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5, 6, 7])
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-expansions", type=int, default=50_000_000)
    options = parser.parse_args()
    predicates = {
        name: read_predicate(
            shipped_file(f"examples/{name}.pl"), bias=shipped_file(f"bias/{name}.pl")
        )
        for name in ("extended", "live")
    }
    runs = [
        Run(f"{name} {heuristic}", own, "prune", heuristic)
        for name, own in predicates.items()
        for heuristic in HEURISTICS
    ]
    for size in options.sizes:
        puzzles = path_set(size, size, options.puzzles, random.Random(options.seed))
        print(f"{len(puzzles)} puzzles of {size}×{size}")
        compared(puzzles, runs, Limits(options.max_expansions))


if __name__ == "__main__":
    main()
