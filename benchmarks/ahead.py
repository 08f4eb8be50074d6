"""What it brings to look beyond a square, and to count what is missing: expansions and time.

    python benchmarks/ahead.py [--sizes 5 6 7] [--puzzles 100] [--seed 1] [--max-expansions N]

Puzzles are those of Algorithm 4. The predicates learned with bias/extended.pl and bias/live.pl
prune with both heuristics, all on the same puzzles, in turn. Ratios are those to the first row. A
search that does not end within the limit, by default 50 million, counts with what it took.
"""

from __future__ import annotations

import argparse
import random
from itertools import product

from witness.base.shipped import shipped_file
from witness.generate.algorithms import path_set
from witness.predicates.clauses import read_predicate
from witness.search import Limits, engine
from witness.search.heuristics import HEURISTICS
from witness.search.warm_up import warmed


def main() -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5, 6, 7])
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-expansions", type=int, default=50_000_000)
    options = parser.parse_args()
    search = warmed(engine("compiled"))
    predicates = {
        name: read_predicate(
            shipped_file(f"examples/{name}.pl"), bias=shipped_file(f"bias/{name}.pl")
        )
        for name in ("extended", "live")
    }
    limits = Limits(options.max_expansions)
    for size in options.sizes:
        puzzles = path_set(size, size, options.puzzles, random.Random(options.seed))
        kinds = list(product(predicates, HEURISTICS))
        totals = {kind: [0, 0.0, 0] for kind in kinds}
        for puzzle in puzzles:
            lengths = set()
            for kind in kinds:
                name, heuristic = kind
                found = search(puzzle, predicates[name], heuristic=heuristic, limits=limits)
                totals[kind][0] += found.expansions
                totals[kind][1] += found.seconds
                totals[kind][2] += found.length is None
                lengths |= {found.length} - {None}
            assert len(lengths) < 2, puzzle
        print(f"{len(puzzles)} puzzles of {size}×{size}")
        first = totals[kinds[0]]
        for (name, heuristic), (expansions, seconds, left) in totals.items():
            print(
                f"  {name:8} {heuristic:9} {expansions:13,} expansions {first[0] / expansions:8.2f}"
                f"  {seconds:8.3f} s {first[1] / seconds:7.2f}"
                f"  {1e6 * seconds / expansions:.3f} µs each  {left} at the limit"
            )


if __name__ == "__main__":
    main()
