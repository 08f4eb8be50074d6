"""What each part of the outlook and of the heuristic *needs* brings, in expansions.

    python benchmarks/parts.py [--size 5] [--puzzles 100] [--seed 1]

Puzzles are those of Algorithm 4, searches those of the reference engine in prune mode. The parts of
the outlook are left out one after the other, with the Manhattan distance; then, with all of the
outlook, the parts of *needs* are tried alone, and the passages that are learned from 20 small
puzzles and proved, in its place and beside it. Ratios are those of `extended` to the row.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import Any
from unittest.mock import patch

from witness.base.shipped import shipped_file
from witness.boards.generate.algorithms import path_set, random_set
from witness.proof.passages import Table
from witness.proof.teaching.passages import teach_passages
from witness.puzzle.model import Puzzle
from witness.puzzle.outlook import Outlooks
from witness.searches.heuristics import Needs
from witness.searches.passages import Passages
from witness.searches.predicates.clauses import read_predicate
from witness.searches.predicates.written import NONE
from witness.searches.reference import solve


def without_full(*_: Any) -> int:
    """Return no square: as if none were full."""
    return 0


def with_dead_ends(_: Any, vertices: int, right: int, up: int, ends: int) -> tuple[int, int]:
    """Return the edges as they are."""
    return right, up


def needs(ways: bool, sums: bool, parity: bool) -> type[Needs]:
    """Return the heuristic with some of its parts."""

    class Parts(Needs):
        def __init__(self, puzzle: Puzzle) -> None:
            super().__init__(puzzle)
            self._parity = self._parity and parity

        def _ways(self, head: int) -> list[int]:
            return super()._ways(head) if ways else [0] * len(self._squares)

        def of(self, head: int, edges: int) -> int:
            if sums:
                return super().of(head, edges)
            distance = found = self._distances[head]
            for (mask, triangles, _), way in zip(self._squares, self._ways(head), strict=True):
                if (edges & mask).bit_count() < triangles:
                    found = max(found, way)
            return found + (self._parity and (found - distance) % 2)

    return Parts


class Both(Needs):
    """The larger one of *needs* and of what passages say."""

    def __init__(self, puzzle: Puzzle, table: Table) -> None:
        super().__init__(puzzle)
        self._passages = Passages(puzzle, table)

    def of(self, head: int, edges: int) -> int:
        """Return the bound for a partial path."""
        return max(super().of(head, edges), self._passages.of(head, edges))


def heuristic(parts: Callable[[Puzzle], Any]) -> AbstractContextManager[Any]:
    """Let *needs* be made of some parts."""
    return patch("witness.searches.heuristics.Needs", parts)


def main() -> None:
    """Print a row for each combination of parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    extended, live = (
        read_predicate(shipped_file(f"examples/{name}.pl"), bias=shipped_file(f"bias/{name}.pl"))
        for name in ("extended", "live")
    )
    table = teach_passages(random_set(20, 2, 3, random.Random(options.seed))).table
    full = patch.object(Outlooks, "_full", without_full)
    dead_ends = patch.object(Outlooks, "_without_dead_ends", with_dead_ends)
    rows: list[tuple[str, Any, str, list[AbstractContextManager[Any]]]] = [
        ("extended", extended, "manhattan", []),
        ("live edges: what the head reaches", live, "manhattan", [full, dead_ends]),
        ("… without edges beside full squares", live, "manhattan", [dead_ends]),
        ("… and without dead ends: live", live, "manhattan", []),
        ("live, ways over squares", live, "needs", [heuristic(needs(True, False, False))]),
        ("live, sums over colours", live, "needs", [heuristic(needs(False, True, False))]),
        ("live, both", live, "needs", [heuristic(needs(True, True, False))]),
        ("live, both and parity: needs", live, "needs", []),
        ("no predicate, passages", NONE, "needs", [heuristic(partial(Passages, table=table))]),
        ("live, passages", live, "needs", [heuristic(partial(Passages, table=table))]),
        ("live, passages and needs", live, "needs", [heuristic(partial(Both, table=table))]),
    ]
    puzzles = path_set(options.size, options.size, options.puzzles, random.Random(options.seed))
    first = 0
    lengths: set[tuple[int | None, ...]] = set()
    for title, predicate, name, changes in rows:
        with ExitStack() as changed:
            for change in changes:
                changed.enter_context(change)
            found = [solve(puzzle, predicate, heuristic=name) for puzzle in puzzles]
        lengths.add(tuple(result.length for result in found))
        expansions = sum(result.expansions for result in found)
        first = first or expansions
        print(f"{title:38} {expansions:10,} expansions {first / expansions:7.2f}", flush=True)
    assert len(lengths) == 1


if __name__ == "__main__":
    main()
