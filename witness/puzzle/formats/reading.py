"""What is found on a panel of a web editor, and why it is not imported: what importers share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from witness.base.errors import quoted
from witness.puzzle.formats.skipping import (
    COUNTED_TRIANGLES,
    MALFORMED,
    MANY_TRIANGLES,
    NO_GOAL,
    NO_START,
    SkippedError,
)
from witness.puzzle.grid import Square, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import COUNTING


class Reading:
    """The starts, goals and symbols found on a board, and the reasons against importing it.

    `reasons` are all that the importer knows; of those that are found, the first of these counts.
    """

    def __init__(self, rows: int, cols: int, reasons: Sequence[str]) -> None:
        self.board = grid(rows, cols)
        #: What is found, by the field of the puzzle.
        self.entries: defaultdict[str, list[Any]] = defaultdict(list)
        self._triangle_colours: set[str | None] = set()
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
        """Add the triangles of a square. Symbols of their colour, if they have one, count them."""
        if type(count) is not int or not 1 <= count <= 3:
            many = type(count) is int and count > 3
            self.refuse(
                MANY_TRIANGLES if many else MALFORMED,
                f"a square has {quoted(count)} triangles; 1, 2 or 3 are expected",
            )
        self.entries["triangles"].append((*square, count))
        self._triangle_colours.add(colour)

    def puzzle(self, identifier: str) -> Puzzle:
        """Return the puzzle. Raises `SkippedError` with the first reason against it."""
        counted = {colour for name in COUNTING for *_, colour in self.entries[name]}
        if self._triangle_colours & counted:
            # In the editors, triangles have a colour and count; in the model they do not.
            self.refuse(COUNTED_TRIANGLES)
        for name, reason in (("starts", NO_START), ("goals", NO_GOAL)):
            if not self.entries[name]:
                self.refuse(reason)
        if self._against:
            first = min(self._against, key=self._reasons.index)
            raise SkippedError(first, self._against[first])
        entries: dict[str, Any] = {name: tuple(found) for name, found in self.entries.items()}
        return Puzzle(
            rows=self.board.rows,
            cols=self.board.cols,
            **entries,
            # A line may run past a nub. It has no reason to pass the only one, as it could not come
            # back: the solutions are the same without `pass_goals`.
            pass_goals=len(self.entries["goals"]) > 1,
            id=identifier,
        )
