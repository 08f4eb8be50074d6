"""Expansions a second of an engine on 5×5 puzzles, for the named predicates.

    python benchmarks/search.py [--puzzles 20] [--seed 1] [--engine reference] [--mode prune]

The target for the reference engine with the baseline is 100,000 expansions a second.
"""

from __future__ import annotations

import argparse
import random

from witness.generate import random_set
from witness.predicates import predicate
from witness.search import Limits, engine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=20)
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="reference")
    parser.add_argument("--mode", choices=("prune", "sort"), default="prune")
    parser.add_argument("--max-expansions", type=int, default=200_000)
    parser.add_argument("predicates", nargs="*", default=["none", "baseline", "paper"])
    options = parser.parse_args()
    solve = engine(options.engine)
    rng = random.Random(options.seed)
    puzzles = random_set(options.puzzles, options.size, options.size, rng)
    limits = Limits(max_expansions=options.max_expansions)
    print(f"{'predicate':<24}{'expansions':>12}{'seconds':>10}{'per second':>12}{'solved':>8}")
    for name in options.predicates:
        chosen = predicate(name)
        results = [solve(puzzle, chosen, options.mode, limits=limits) for puzzle in puzzles]
        expansions = sum(result.expansions for result in results)
        seconds = sum(result.seconds for result in results)
        solved = sum(result.status == "solved" for result in results)
        rate = expansions / seconds
        print(f"{name:<24}{expansions:>12,}{seconds:>10.2f}{rate:>12,.0f}{solved:>8}")


if __name__ == "__main__":
    main()
