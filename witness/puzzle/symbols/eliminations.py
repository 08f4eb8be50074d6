"""Elimination marks: each takes a symbol of its region away, and all that is left is right.

Entries are (row, column), or (row, column, colour); `puzzle/elimination_marks.py` has the rule.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from witness.base.errors import InputError, quoted
from witness.puzzle import normal_form
from witness.puzzle.symbols.panel import Panel
from witness.puzzle.symbols.rule import Removes
from witness.puzzle.symbols.shapes import Point, Shape
from witness.puzzle.symbols.symbol import InSquare

_ARM, _HALF = 22.0, 4.5


def _mark(name: str, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise InputError(f"{name} has {quoted(value)}; [row, column, colour] is expected")
    at = normal_form.square(name, value[:2])
    return (*at, *(normal_form.colour(name, one) for one in value[2:]))


def _arm(angle: float) -> tuple[Point, ...]:
    """Return an arm of the mark, which leads from its middle in a direction."""
    x, y = math.cos(angle), math.sin(angle)
    sides = ((0, 1), (_ARM, 1), (_ARM, -1), (0, -1))
    return tuple((a * x - b * _HALF * y, a * y + b * _HALF * x) for a, b in sides)


class Eliminations(InSquare):
    """Elimination marks."""

    name = "eliminations"
    one = "elimination"
    words = "elimination marks"
    subject = "elimination mark"
    tool = "Elimination mark"
    violation = "eliminations"
    normal = staticmethod(normal_form.each(_mark))
    rule = Removes(
        "the region of the elimination mark at {place} has {found:elimination mark}, but {wanted}"
    )
    asks = "each elimination mark takes one symbol of its region away, so that the rest is right"
    shapes = (
        Shape(
            {"fill": "#fafafa"},
            tuple(_arm(angle) for angle in (-math.pi / 2, math.pi / 6, 5 * math.pi / 6)),
        ),
    )
    windmill = 10
    witnesspuzzles = "nega"

    def colour(self, entry: Any) -> str | None:
        """Return the colour of a mark that has one."""
        return entry[2] if len(entry) > 2 else None

    def text(self, entry: Any, codes: Mapping[Any, str]) -> str:
        """Return the mark after the code of its colour, if it has one."""
        own = self.colour(entry)
        return "⅄" if own is None else f"{codes[own]:<2}⅄"

    def facts(self, puzzle: Panel, colours: Mapping[str, int]) -> Iterator[str]:
        """Yield for each mark its square."""
        for entry in getattr(puzzle, self.name):
            yield f"mark({puzzle.grid.square_number(entry[:2])})."


SYMBOL = Eliminations()
