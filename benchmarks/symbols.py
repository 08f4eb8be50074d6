"""What predicates about coloured squares, stars and dots save: expansions and time against none.

    python benchmarks/symbols.py --kind squares --bias bias/squares.pl FILE.pl [--size 5]
        [--puzzles 100] [--heuristic needs]

The panels are those of Algorithm 4 (`witness generate path --kind`). Both searches are compiled;
times are without set-up. A search that does not end within the limit, by default 20 million
expansions, counts with what it took.
"""

from __future__ import annotations

import argparse
import random

from witness.generate.algorithms import path_set
from witness.generate.kinds import KINDS
from witness.predicates.registry import predicate
from witness.search import Limits, engine
from witness.search.heuristics import HEURISTICS
from witness.search.warm_up import warmed


def main() -> None:
    """Print a line of ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file")
    parser.add_argument("--kind", choices=tuple(KINDS), required=True)
    parser.add_argument("--bias", required=True)
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gaps", type=float, default=0.0)
    parser.add_argument("--heuristic", choices=HEURISTICS, default="manhattan")
    parser.add_argument("--max-expansions", type=int, default=20_000_000)
    options = parser.parse_args()
    size, limits = options.size, Limits(max_expansions=options.max_expansions)
    rng = random.Random(options.seed)
    panels = path_set(size, size, options.puzzles, rng, kind=options.kind, gaps=options.gaps)
    search = warmed(engine("compiled"))
    own = predicate(options.file, bias=options.bias)
    searches = {
        "none": (predicate("none"), "manhattan"),
        options.file: (own, options.heuristic),
    }
    totals = {}
    for name, (chosen, heuristic) in searches.items():
        search(panels[0], chosen, "prune", heuristic=heuristic, limits=limits)
        found = [
            min(
                (search(p, chosen, "prune", heuristic=heuristic, limits=limits) for _ in range(3)),
                key=lambda result: result.seconds,
            )
            for p in panels
        ]
        expansions = sum(result.expansions for result in found)
        seconds = sum(result.seconds for result in found)
        totals[name] = expansions, seconds
        print(
            f"{name:24} {expansions:13,} expansions {seconds:9.4f} s "
            f"{1e6 * seconds / expansions:7.3f} µs each, "
            f"{sum(result.status != 'solved' for result in found)} at the limit",
            flush=True,
        )
    (plain, slow), (fewer, fast) = totals.values()
    ratios = f"{plain / fewer:.1f} times fewer, {slow / fast:.1f} times faster"
    print(f"{options.kind} {size}×{size}: {ratios}")


if __name__ == "__main__":
    main()
