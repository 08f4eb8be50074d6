"""The symmetries of a board: turns and mirrors that keep its starts and its goals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

from witness.puzzle.grid import Square, Vertex, edge_between
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.polyominoes import Rows, rows_of, squares_of
from witness.puzzle.symbol_changes import Entry
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.blocks import Block


@dataclass(frozen=True)
class Symmetry:
    """Whether rows, and whether columns, are counted from the other end; then both may swap."""

    puzzle: Puzzle
    rows: bool
    columns: bool
    swapped: bool

    def of(self, place: Place) -> Place:
        """Return the image of a vertex or an edge."""
        if is_edge(place):
            return edge_between(*(cast(Vertex, self.of(end)) for end in place))
        return self._moved(cast(Vertex, place), self.puzzle.rows, self.puzzle.cols)

    def of_square(self, square: Square) -> Square:
        """Return the image of a square."""
        return self._moved(square, self.puzzle.rows - 1, self.puzzle.cols - 1)

    def of_entry(self, entry: Entry) -> Entry:
        """Return the image of a symbol; blocks are turned as well."""
        symbol, value = SYMBOLS[entry.symbol], entry.value
        image: Any
        if isinstance(value, Block):
            image = (*self.of_square(value[:2]), self._of_shape(value.shape), *value[3:])
        elif symbol.where == "square":
            image = (*self.of_square(value[:2]), *value[2:])
        elif value == entry.place:
            image = self.of(value)
        else:  # a place, and what stands there
            image = (self.of(entry.place), *value[1:])
        return Entry(entry.symbol, symbol.normal(entry.symbol, [image])[0])

    def _of_shape(self, shape: Rows) -> Rows:
        return rows_of(self._moved(square, 0, 0) for square in squares_of(shape))

    def _moved(self, at: tuple[int, int], last_row: int, last_column: int) -> tuple[int, int]:
        row = last_row - at[0] if self.rows else at[0]
        column = last_column - at[1] if self.columns else at[1]
        return (column, row) if self.swapped else (row, column)


def symmetries(puzzle: Puzzle) -> list[Symmetry]:
    """Return the symmetries of the board of a panel without a second line, that of nothing first.

    They keep its starts, its goals and its missing squares, and know nothing of its symbols. On a
    cylinder there is only that of nothing.
    """
    swaps = (False, True) if puzzle.rows == puzzle.cols else (False,)
    ways = product(swaps, (False, True), (False, True)) if not puzzle.wraps else [(False,) * 3]
    found = [Symmetry(puzzle, rows, columns, swapped) for swapped, rows, columns in ways]
    return [one for one in found if _keeps(one, puzzle)]


def _keeps(one: Symmetry, puzzle: Puzzle) -> bool:
    def same(places: Iterable[Place]) -> bool:
        return {one.of(place) for place in places} == {*places}

    missing = {one.of_square(square) for square in puzzle.missing}
    return same(puzzle.starts) and same(puzzle.goals) and missing == {*puzzle.missing}
