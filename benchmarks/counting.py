"""All solutions of many panels: the frontier beside solvers that list them one by one.

    python benchmarks/counting.py PUZZLES [--solvers frontier clingo] [--limit 1]
    python benchmarks/counting.py --boards 3 3 [--sample 1000] [--seed 1]

The first counts the solutions of each panel in a file, such as the panels of a dump of the Windmill
(`witness import windmill`), up to a limit of seconds for each. Panels with coloured squares or
stars have rows of their own. A row says how many panels were counted, how many seconds of the
processor all took, and how many of these went to panels that every solver counted. Where two
numbers differ, it says so and ends with status 1.

The second asks which boards with black and white squares, at least one of each, have exactly one
solution (1,056 of 3×3, 16,636 of 3×4): all at once by `studies.difficulty.two_colours`, and board
by board by both engines of the frontier and by clingo, for which a sample is enough. Rows have
milliseconds a board.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from studies.difficulty.two_colours import unique_boards
from witness.base.limits import Budget, Limits
from witness.boards import solvers
from witness.boards.frontier.compiled import Compiled
from witness.boards.frontier.plain import Plain
from witness.boards.frontier.plan import plan
from witness.puzzle.files import read_puzzles
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", nargs="?")
    parser.add_argument("--solvers", nargs="+", default=["frontier", "clingo"])
    parser.add_argument("--limit", type=float, default=1)
    parser.add_argument("--boards", nargs=2, type=int, metavar=("ROWS", "COLS"))
    parser.add_argument("--sample", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.boards:
        rows, cols = options.boards
        compare_boards(rows, cols, options.sample, random.Random(options.seed))
        return 0
    if not options.puzzles:
        parser.error("PUZZLES or --boards is needed")
    return compare(read_puzzles(options.puzzles), options.solvers, options.limit)


def compare(puzzles: list[Puzzle], names: list[str], limit: float) -> int:
    """Count each panel with each solver, print the rows, and return the status."""
    wrong = 0
    print(f"{'panels':<22}{'solver':<10}{'counted':>9}{'seconds':>9}{'common':>9}")
    for what, coloured in (("without regions", False), ("squares or stars", True)):
        chosen = [p for p in puzzles if bool(p.squares or p.stars) == coloured]
        found = {name: [counted(puzzle, name, limit) for puzzle in chosen] for name in names}
        common = [
            place
            for place in range(len(chosen))
            if all(found[name][place][0] is not None for name in names)
        ]
        for name, answers in found.items():
            exact = sum(number is not None for number, _ in answers)
            total = sum(seconds for _, seconds in answers)
            shared = sum(answers[place][1] for place in common)
            title = f"{len(chosen)} {what}"
            print(f"{title:<22}{name:<10}{exact:>9}{total:>9.1f}{shared:>9.1f}", flush=True)
        for place in common:
            numbers = {name: found[name][place][0] for name in names}
            if len(set(numbers.values())) > 1:
                wrong += 1
                print(f"{chosen[place].id}: {numbers}")
    return 1 if wrong else 0


def counted(puzzle: Puzzle, name: str, limit: float) -> tuple[int | None, float]:
    """Return the number of solutions, None at the limit, and the processor's seconds."""
    begun = time.process_time()
    number, status = solvers.count(puzzle, name, limits=Limits(time_limit=limit))
    return number if status == "exact" else None, time.process_time() - begun


def compare_boards(rows: int, cols: int, sample: int, rng: random.Random) -> None:
    """Print the time a board for each way to tell which boards have one solution."""
    boards = list(two_coloured(rows, cols))
    chosen = rng.sample(boards, min(sample, len(boards)))
    unique, seconds = timed(lambda: len(unique_boards(rows, cols)))
    print(f"{len(boards):,} boards of {rows}×{cols}, {unique:,} with one solution")
    print(f"{'all at once':<14}{1e3 * seconds / len(boards):>9.4f} ms")
    ways: dict[str, Callable[[Puzzle], bool]] = {
        "frontier": lambda puzzle: Compiled(plan(puzzle), Budget()).count() == 1,
        "plain frontier": lambda puzzle: Plain(plan(puzzle), Budget()).count() == 1,
        "clingo": lambda puzzle: solvers.is_unique(puzzle, "clingo"),
    }
    for name, way in ways.items():
        way(chosen[0])
        found, seconds = timed(lambda one=way: sum(map(one, chosen)))
        print(f"{name:<14}{1e3 * seconds / len(chosen):>9.4f} ms   {found} of {len(chosen)}")


def timed(run: Callable[[], int]) -> tuple[int, float]:
    """Return what a function returns, and the processor's seconds."""
    begun = time.process_time()
    return run(), time.process_time() - begun


def two_coloured(rows: int, cols: int) -> Iterator[Puzzle]:
    """Yield all boards with black and white squares, at least one of each."""
    board: Any = grid(rows, cols)
    for colours in product((None, "black", "white"), repeat=rows * cols):
        if {"black", "white"} <= set(colours):
            placed = zip(board.squares, colours, strict=True)
            squares = tuple((r, c, colour) for (r, c), colour in placed if colour)
            yield Puzzle(rows, cols, ((0, 0),), ((rows, cols),), squares=squares)


if __name__ == "__main__":
    sys.exit(main())
