"""The table in which web editors keep a panel, and what is found in it.

The table has vertices, edges and squares in one grid of 2·rows + 1 rows and 2·cols + 1 columns; a
cylinder has one column less. An even row and an even column hold a vertex, an odd row and an odd
column a square, everything else an edge. Rows count from the bottom here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, cast

from witness.base.errors import quoted
from witness.puzzle.formats.dialects import with_own_colours
from witness.puzzle.formats.skipping import (
    MALFORMED,
    MANY_TRIANGLES,
    NO_GOAL,
    NO_START,
    SkippedError,
)
from witness.puzzle.grid import Grid, Square, Vertex, edge_between, grid
from witness.puzzle.model import Place, Puzzle, is_edge

#: A row and a column of the table.
Cell = tuple[int, int]


def width_of(board: Grid) -> int:
    """Return the number of columns of the table."""
    return board.cols + board.width


def place_at(board: Grid, cell: Cell) -> Place:
    """Return the vertex, the edge or the square in a cell of the table."""
    row, column = cell
    first = (row // 2, column // 2)
    if row % 2 == column % 2:
        return first
    return edge_between(first, ((row + 1) // 2, (column + 1) // 2 % board.width))


def cell_of(board: Grid, place: Place) -> Cell:
    """Return the cell of a vertex or an edge."""
    if not is_edge(place):
        row, column = cast(Vertex, place)
        return (2 * row, 2 * column)
    (r, c), (r2, c2) = place
    return (r + r2, width_of(board) - 1 if abs(c - c2) > 1 else c + c2)


def cell_of_square(square: Square) -> Cell:
    """Return the cell of a square."""
    return (2 * square[0] + 1, 2 * square[1] + 1)


#: The most triangles of a square: it has no more edges.
_TRIANGLES = 4


class Reading:
    """The starts, goals and symbols found on a board, and the reasons against importing it.

    `reasons` are all reasons that the importer knows, the most important first: if a board gives
    several, the first of them counts. `fields` are other fields of the puzzle.
    """

    def __init__(
        self, rows: int, cols: int, reasons: Sequence[str], *, wraps: bool = False, **fields: Any
    ) -> None:
        self.board = grid(rows, cols, wraps)
        self.fields = fields
        #: What is found, by the field of the puzzle.
        self.entries: defaultdict[str, list[Any]] = defaultdict(list)
        self._reasons = reasons
        self._against: dict[str, str] = {}

    def refuse(self, reason: str, detail: str = "") -> None:
        """Record a reason against the puzzle; the first detail of each reason is kept."""
        self._against.setdefault(reason, detail)

    def add(self, name: str, entry: Any) -> None:
        """Add an entry to a field. If the name is a reason, refuse the puzzle for it."""
        if name in self._reasons:
            self.refuse(name)
        else:
            self.entries[name].append(entry)

    def add_triangles(self, square: Square, count: Any, colour: str | None) -> None:
        """Add the triangles of a square."""
        if type(count) is not int or not 1 <= count <= _TRIANGLES:
            many = type(count) is int and count > _TRIANGLES
            self.refuse(
                MANY_TRIANGLES if many else MALFORMED,
                f"a square has {quoted(count)} triangles; 1 to {_TRIANGLES} are expected",
            )
        self.add("triangles", (*square, count, *filter(None, (colour,))))

    def puzzle(self, identifier: str) -> Puzzle:
        """Return the puzzle. Raises `SkippedError` with the first reason against it."""
        for name, reason in (("starts", NO_START), ("goals", NO_GOAL)):
            if not self.entries[name]:
                self.refuse(reason)
        if self._against:
            first = min(self._against, key=self._reasons.index)
            raise SkippedError(first, self._against[first])
        entries: dict[str, Any] = {name: tuple(found) for name, found in self.entries.items()}
        puzzle = Puzzle(
            rows=self.board.rows,
            cols=self.board.cols,
            wraps=self.board.wraps,
            **entries,
            **self.fields,
            # A line may run past a nub. It has no reason to pass the only one, as it could not come
            # back: the solutions are the same without `pass_goals`.
            pass_goals=len(self.entries["goals"]) > 1,
            id=identifier,
        )
        return puzzle.changed(**with_own_colours(puzzle))
