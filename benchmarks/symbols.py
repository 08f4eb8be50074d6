"""What predicates about coloured squares, stars and dots save: expansions and time against none.

    python benchmarks/symbols.py FILE.pl --kind squares [--sizes 5 6 7] [--puzzles 100]
        [--algorithm 3] [--heuristic needs] [--solvers frontier clingo] [--derived 20]

The panels are those of Algorithm 4 (`witness generate path --kind`), or of 3 (`random`). A search
that does not end within the limit, by default 20 million expansions, counts with what it took.
Exact solvers look for some solution of the same panels, each within a minute, once; their times are
with set-up. All times are processor time. With `--derived N`, the expansions on the first N panels
with the predicate `derived` stand beside, which only the reference engine can run.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from runs import compared

from witness.base import clock
from witness.boards import solvers
from witness.boards.generate.algorithms import path_set, random_set
from witness.boards.generate.kinds import KINDS
from witness.experiments.evaluate import Run
from witness.puzzle.model import Puzzle
from witness.searches import Limits, engine
from witness.searches.heuristics import HEURISTICS
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import predicate


def main() -> None:
    """Print a block of lines for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file")
    parser.add_argument("--kind", choices=tuple(KINDS), required=True)
    parser.add_argument("--bias")
    parser.add_argument("--algorithm", type=int, choices=(3, 4), default=4)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5])
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gaps", type=float, default=0.0)
    parser.add_argument("--heuristic", choices=HEURISTICS, default="manhattan")
    parser.add_argument("--max-expansions", type=int, default=20_000_000)
    parser.add_argument("--solvers", nargs="+", default=[], choices=tuple(solvers.SOLVERS))
    parser.add_argument("--derived", type=int, default=0, metavar="N")
    options = parser.parse_args()
    own, limits = predicate(options.file, bias=options.bias), Limits(options.max_expansions)
    for size in options.sizes:
        rng = random.Random(options.seed)
        how = {"kind": options.kind, "gaps": options.gaps}
        panels = (
            path_set(size, size, options.puzzles, rng, **how)
            if options.algorithm == 4
            else random_set(options.puzzles, size, size, rng, **how)
        )
        print(f"{len(panels)} panels of {size}×{size}, {options.kind}")
        runs = [
            Run("none", predicate("none"), "prune"),
            Run(options.file, own, "prune", options.heuristic),
        ]
        compared(panels, runs, limits)
        for name in options.solvers:
            solved(name, panels)
        if options.derived:
            beside_derived(options.file, panels[: options.derived], own, limits)


def beside_derived(name: str, panels: Sequence[Puzzle], own: Predicate, limits: Limits) -> None:
    """Print a line about the expansions with a predicate, with `derived`, and with none."""
    compiled, reference = engine("compiled"), engine("reference")
    found = [
        sum(search(panel, one, limits=limits).expansions for panel in panels)
        for search, one in (
            (compiled, predicate("none")),
            (compiled, own),
            (reference, predicate("derived")),
        )
    ]
    print(
        f"  first {len(panels)}: none {found[0]:,}, {name} {found[1]:,}, derived {found[2]:,} "
        "expansions",
        flush=True,
    )


def solved(name: str, panels: Sequence[Puzzle]) -> None:
    """Solve all panels with an exact solver and print a line."""
    limits = Limits(time_limit=60)
    solvers.solve(panels[0], name, limits=limits)
    begun, left = clock.worked(), 0
    for panel in panels:
        left += solvers.solve(panel, name, limits=limits).status != "solved"
    seconds = clock.worked() - begun
    print(f"  {name:24} {seconds:34.4f} s, {left} at the limit", flush=True)


if __name__ == "__main__":
    main()
