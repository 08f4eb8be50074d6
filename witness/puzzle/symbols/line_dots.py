"""Dots of a line: where there are two lines, the first or the second one has to visit them.

Entries are (place, 1) or (place, 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, NoReturn

from witness.base.errors import InputError, quoted
from witness.puzzle import normal_form
from witness.puzzle.grid import Grid, Place, is_edge, place_order
from witness.puzzle.symbols.dots import RADIUS
from witness.puzzle.symbols.panel import Panel
from witness.puzzle.symbols.rule import OnLine as OnOneLine
from witness.puzzle.symbols.shapes import Shape, corners
from witness.puzzle.symbols.symbol import OnLine


def _numbered(name: str, value: Any) -> tuple[Place, int]:
    """Return a place and the number of a line."""
    if not isinstance(value, list | tuple) or len(value) != 2 or value[1] not in (1, 2):
        _no_dot(name, value)
    return (normal_form.place(name, value[0]), int(value[1]))


def _no_dot(name: str, value: Any) -> NoReturn:
    raise InputError(f"{name} has {quoted(value)}; [place, 1] or [place, 2] is expected")


class LineDots(OnLine):
    """Dots of a line."""

    name = "line_dots"
    one = "line_dot"
    words = "dots of one of two lines"
    subject = "dot of a line"
    tool = "Dot of a line"
    violation = "line dot"
    normal = staticmethod(normal_form.each(_numbered, lambda entry: place_order(entry[0])))
    rule = OnOneLine("line {line} misses its dot on the {at} {place}")
    asks = "a dot of a line is on that line"
    shapes = tuple(
        Shape({"fill": fill, "stroke": "#07090c", "stroke-width": 3}, (corners((RADIUS,) * 6),))
        for fill in ("#35a7e6", "#ffd92e")
    )
    witnesspuzzles = "dot"

    def problems(self, board: Grid, entries: Iterable[Any]) -> Iterator[str]:
        """Yield what is wrong with some entries."""
        return super().problems(board, [entry[0] for entry in entries])

    def place(self, entry: Any) -> Place:
        """Return the vertex or the edge of an entry."""
        found: Place = entry[0]
        return found

    def look(self, entry: Any) -> int:
        """Return which of the `shapes` an entry has: that of its line."""
        return int(entry[1]) - 1

    def title(self, entry: Any) -> str:
        """Return the line of a dot."""
        return f"dot of line {entry[1]}"

    def sign(self, entry: Any, *, lines: Set[int], barred: bool) -> str:
        """Return the number of the line, in a circle that is filled on it, in brackets on a gap."""
        return ("⑴⑵" if barred else "❶❷" if entry[1] in lines else "①②")[entry[1] - 1]

    def facts(self, puzzle: Panel, colours: Mapping[str, int]) -> Iterator[str]:
        """Yield a fact for each entry: its vertex or edge, and the number of its line."""
        board = puzzle.grid
        for place, line in getattr(puzzle, self.name):
            if is_edge(place):
                yield f"line_dot_edge({board.edge_number[place]},{line})."
            else:
                yield f"line_dot({board.vertex_number(place)},{line})."


SYMBOL = LineDots()
