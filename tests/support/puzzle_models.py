"""What a model of a puzzle is, and boards of cells."""

from __future__ import annotations

from itertools import product
from typing import Any

State = Any


Cell = tuple[int, int]


BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))


KNIGHT = tuple((a, b) for a, b in product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b))


def board(rows: int, columns: int) -> list[Cell]:
    return list(product(range(1, rows + 1), range(1, columns + 1)))


class Puzzle:
    """A puzzle for one; moves and fluents are named as in the sheet, nothing else comes from it."""

    start: State

    def moves(self, state: State) -> dict[str, State]:
        """Return what can be done, and where it leads."""
        raise NotImplementedError

    def facts(self, state: State) -> set[str]:
        raise NotImplementedError

    def solved(self, state: State) -> bool:
        raise NotImplementedError

    def over(self, state: State) -> bool:
        return self.solved(state)

    def score(self, state: State) -> int:
        return 100 if self.solved(state) else 0
