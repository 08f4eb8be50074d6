"""What the heuristic *needs* brings on panels with dots alone: expansions and time.

    python benchmarks/dots.py [--sizes 5] [--puzzles 100] [--least 1] [--most 8] [--parts]

Each panel has from `--least` to `--most` dots, at random vertices and edges of a random path.
A* has no predicate. A search that does not end within the limit, by default 20 million expansions,
counts with what it took. With `--parts` the parts of the bound for dots are tried one by one, with
the reference engine.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from itertools import combinations
from unittest.mock import patch

from runs import compared

from witness.boards.generate.random_paths import backtracking
from witness.experiments.evaluate import Run
from witness.puzzle.grid import grid
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.rules import path_edges
from witness.searches import Limits
from witness.searches.dots import Dots, groups
from witness.searches.heuristics import HEURISTICS
from witness.searches.predicates.written import NONE
from witness.searches.reference import solve


def panel(size: int, least: int, most: int, rng: random.Random) -> Puzzle:
    """Draw a panel with dots on a path from a corner to the border."""
    board = grid(size, size)
    goal = rng.choice([vertex for vertex in board.peripheral_vertices if vertex != (0, 0)])
    path = backtracking(board, (0, 0), goal, rng)
    places = [*path, *path_edges(path)]
    dots = rng.sample(places, min(len(places), rng.randrange(least, most + 1)))
    return Puzzle(size, size, ((0, 0),), (goal,), dots=tuple(dots))


def parts(panels: list[Puzzle], limits: Limits) -> None:
    """Print the expansions with some parts of the bound for dots."""
    dealt: dict[str, Callable[[Puzzle], list[list[Place]]]] = {
        "nothing": lambda puzzle: [],
        "ways over single dots": lambda puzzle: [[dot] for dot in puzzle.dots],
        "tours over any two dots": lambda puzzle: [
            [*pair] for pair in combinations(puzzle.dots, min(2, len(puzzle.dots)))
        ],
        "tours over groups": groups,
    }
    first = 0
    for title, deal in dealt.items():
        for colours in (False, True):
            own = Dots._by_colours if colours else lambda *_: 0
            with (
                patch("witness.searches.dots.groups", deal),
                patch.object(Dots, "_by_colours", own),
            ):
                found = [solve(one, NONE, heuristic="needs", limits=limits) for one in panels]
            expansions = sum(result.expansions for result in found)
            first = first or expansions
            print(
                f"  {title + ', colours' * colours:34} {expansions:13,} expansions "
                f"{first / expansions:8.2f}  {sum(result.length is None for result in found)} "
                "at the limit",
                flush=True,
            )


def main() -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5])
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--max-expansions", type=int, default=20_000_000)
    options = parser.parse_args()
    limits = Limits(options.max_expansions)
    for size in options.sizes:
        rng = random.Random(options.seed)
        panels = [panel(size, options.least, options.most, rng) for _ in range(options.puzzles)]
        print(f"{len(panels)} panels of {size}×{size} with {options.least}–{options.most} dots")
        if options.parts:
            parts(panels, limits)
        else:
            compared(panels, [Run(name, NONE, "prune", name) for name in HEURISTICS], limits)


if __name__ == "__main__":
    main()
