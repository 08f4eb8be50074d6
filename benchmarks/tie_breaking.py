"""What ties in A* are broken by, against the paper's Table 2.

    python benchmarks/tie_breaking.py results/paper/puzzles/test.jsonl [--count 1000] [--largest 4]

The paper orders the open list by π, f = g + h and h, and leaves what ties then to an arbitrary
fixed order (section 2.2; Algorithm 1, line 1). For each size, average expansions with π_baseline in
prune mode on the first puzzles of the test set, divided by the paper's, under several rules. The
first two are the paper's, with the older or the newer node first; the others show what its rule is
worth. The engines of the project use the first; its standard error tells what chance may do.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import statistics
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from witness.puzzle.files import read_puzzles
from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import Puzzle
from witness.report.paper import TABLE_2

#: What orders nodes of equal f, from h and the number of the node.
Rule = Callable[[int, int], tuple[int, ...]]

RULES: dict[str, Rule] = {
    "h, older": lambda h, number: (h, number),
    "h, newer": lambda h, number: (h, -number),
    "older": lambda h, number: (number,),
    "newer": lambda h, number: (-number,),
    "none in particular": lambda h, number: (zlib.crc32(number.to_bytes(8)),),
}
#: Orders of neighbours, as steps (rows, columns).
UP, RIGHT, DOWN, LEFT = (1, 0), (0, 1), (-1, 0), (0, -1)
ORDERS = {
    "up, right, down, left": (UP, RIGHT, DOWN, LEFT),
    "left, down, right, up": (LEFT, DOWN, RIGHT, UP),
}


def expansions(
    puzzle: Puzzle, rule: Callable[[int, int], tuple[int, ...]], order: Sequence[Vertex]
) -> int:
    """Count the expansions of A* with π_baseline, written for this comparison alone."""
    puzzle.require({"triangles"}, "this comparison is about triangle puzzles")
    (start,), (goal,) = puzzle.starts, puzzle.goals
    wanted = {(row, col): count for row, col, count in puzzle.triangles}
    numbers = itertools.count()

    def entry(path: tuple[Vertex, ...], used: dict[Square, int]) -> tuple[Any, ...]:
        h = abs(path[-1][0] - goal[0]) + abs(path[-1][1] - goal[1])
        return (len(path) + h, *rule(h, next(numbers)), path, used)

    queue = [entry((start,), dict.fromkeys(wanted, 0))]
    count = 0
    while queue:
        *_, path, used = heapq.heappop(queue)
        count += 1
        row, col = path[-1]
        for up, right in order:
            there = (row + up, col + right)
            if not (0 <= there[0] <= puzzle.rows and 0 <= there[1] <= puzzle.cols):
                continue
            if there in path:
                continue
            low_row, low_col = min(row, there[0]), min(col, there[1])
            other = (low_row - 1, low_col) if right else (low_row, low_col - 1)
            now = dict(used)
            for square in ((low_row, low_col), other):
                if square in now:
                    now[square] += 1
            if there == goal:
                if now == wanted:
                    return count
            elif all(now[square] <= wanted[square] for square in wanted):
                heapq.heappush(queue, entry((*path, there), now))
    raise AssertionError("the puzzle has no solution")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="puzzles of each size, at most")
    parser.add_argument("--largest", type=int, default=4, help="the longest side of a board")
    options = parser.parse_args()
    known = read_puzzles(options.puzzles)
    rows = []
    for size in [size for size in TABLE_2 if max(size) <= options.largest]:
        puzzles = [p for p in known if tuple(sorted((p.rows, p.cols))) == size][: options.count]
        name = f"{size[0]}×{size[1]}"
        row: dict[str, object] = {"size": name, "puzzles": len(puzzles), "paper": TABLE_2[size]}
        for (rule, key), (order, steps) in itertools.product(RULES.items(), ORDERS.items()):
            counts = [expansions(puzzle, key, steps) for puzzle in puzzles]
            row[f"{rule}; {order}"] = round(statistics.fmean(counts) / TABLE_2[size], 3)
            if "standard error" not in row:
                error = statistics.stdev(counts) / len(counts) ** 0.5 / TABLE_2[size]
                row["standard error"] = round(error, 3)
        rows.append(row)
    print(pd.DataFrame(rows).set_index("size").T.to_string())


if __name__ == "__main__":
    main()
