"""What it costs that SWI-Prolog evaluates a hypothesis: beside plain clauses that say the same.

    python benchmarks/prolog_engine.py [--count 20] [--rounds 3]

π_baseline, recursive and plain, prunes searches of 3×3 and 4×4 puzzles of Algorithm 4 (seed 1). The
searches take turns, and of each the least time of all rounds counts. Times are processor time, with
that of Prolog's process.
"""

from __future__ import annotations

import argparse
import random
import warnings
from collections import defaultdict

from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.generate.algorithms import path_set
from witness.searches import engine
from witness.searches.predicates.clauses import predicate_of
from witness.searches.predicates.registry import beyond_plain

PLAIN = "f(A,B) :- path(A,C), square(B,D,E), count(C,E,F), greaterThan(F,D)."
RECURSIVE = """
f(A,B) :- path(A,C), square(B,D,E), more(C,E,D).
more([H|_],E,0) :- memberchk(H,E).
more([H|T],E,N) :- memberchk(H,E), N > 0, M is N - 1, more(T,E,M).
more([H|T],E,N) :- \\+ memberchk(H,E), more(T,E,N).
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    background = read_background()
    plain = predicate_of(parse_clauses(PLAIN), background, "plain")
    runs = {
        "compiled": (engine("compiled"), plain),
        "reference": (engine("reference"), plain),
        "prolog": (engine("reference"), beyond_plain("p", parse_clauses(RECURSIVE), background)),
    }
    print(f"{'size':<6}{'engine':<11}{'expansions':>12}{'seconds':>10}{'a second':>12}")
    for size in (3, 4):
        expansions: dict[str, int] = defaultdict(int)
        seconds: dict[str, float] = defaultdict(float)
        for puzzle in path_set(size, size, options.count, random.Random(1)):
            found = defaultdict(list)
            for _ in range(options.rounds):
                for name, (search, predicate) in runs.items():
                    found[name].append(search(puzzle, predicate, "prune"))
            for name, results in found.items():
                expansions[name] += results[0].expansions
                seconds[name] += min(result.seconds for result in results)
        for name in runs:
            rate = expansions[name] / seconds[name]
            print(
                f"{size}×{size:<4}{name:<11}{expansions[name]:>12,}{seconds[name]:>10.3f}", end=""
            )
            print(f"{rate:>12,.0f}")


if __name__ == "__main__":
    main()
