"""Triangles: a square with n of them needs n edges on the path.

Entries are (row, column, number), or (row, column, number, colour) of triangles that others count.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

from witness.puzzle import normal_form
from witness.puzzle.grid import Path
from witness.puzzle.symbols.panel import P
from witness.puzzle.symbols.placing import number, used_edges, with_symbols
from witness.puzzle.symbols.rule import OnPath
from witness.puzzle.symbols.shapes import Paint, Point, Shape
from witness.puzzle.symbols.symbol import InSquare

_COLOUR = "#ffa31a"
_SIDE, _SPACE = 20.0, 4.5
_WIDEST = 3 * _SIDE + 2 * _SPACE


def _side_by_side(count: int) -> Shape:
    """Return triangles in a row, of which three fill a square; a stroke rounds their corners."""
    side = min(_SIDE, (_WIDEST + _SPACE) / count - _SPACE)
    low, high = (sign * side * math.sqrt(3) / 4 for sign in (1, -1))

    def triangle(tip: float) -> tuple[Point, ...]:
        return ((tip, high), (tip - side / 2, low), (tip + side / 2, low))

    tips = [(number - (count - 1) / 2) * (side + _SPACE) for number in range(count)]
    rim: Paint = {"stroke": _COLOUR, "stroke-width": 2, "stroke-linejoin": "round"}
    return Shape({"fill": _COLOUR, **rim}, tuple(map(triangle, tips)))


class Triangles(InSquare):
    """Triangles."""

    name = "triangles"
    one = "triangle"
    words = "triangles"
    subject = "square with triangles"
    tool = "Triangles"
    violation = "triangles"
    values = (1, 2, 3, 4)
    normal = staticmethod(normal_form.each(normal_form.counted))
    rule = OnPath(
        "edges",
        None,
        "the square {place} has {wanted:triangle} but {found:edge} on the path",
    )
    asks = "a square with triangles has exactly as many of its edges on the path"
    shapes = (_side_by_side(1), _side_by_side(2), _side_by_side(3), _side_by_side(4))
    windmill = 11
    witnesspuzzles = "triangle"
    generated = True

    def text(self, entry: Any, codes: Mapping[Any, str]) -> str:
        """Return the triangles."""
        signs = {1: "▲", 2: "▲ ▲", 3: "▲▲▲", 4: "▲▲▲▲"}[entry[2]]
        own = self.colour(entry)
        if own is None:
            return signs
        return f"{codes[own]:<2}▲" if entry[2] == 1 else f"{codes[own]:<2}{entry[2]}▲"

    def colour(self, entry: Any) -> str | None:
        """Return the colour of triangles that have one."""
        return entry[3] if len(entry) > 3 else None

    def anywhere(self, panel: P, rng: random.Random) -> P:
        """Place 1 to 3 triangles in each of 1..⌊n/2⌋ squares (paper, Algorithm 3)."""
        board = panel.grid
        squares = rng.sample(board.squares, number(rng, 1, len(board.squares) // 2))
        return with_symbols(panel, triangles={square: rng.randrange(1, 4) for square in squares})

    def around(self, panel: P, path: Path, rng: random.Random) -> P | None:
        """Place as many triangles as edges on the path in 1 to all squares that have some.

        This is the paper's Algorithm 4. None if there are no such squares.
        """
        used = used_edges(panel, path)
        if not used:
            return None
        squares = rng.sample(list(used), number(rng, 1, len(used)))
        return with_symbols(panel, triangles={square: used[square] for square in squares})


SYMBOL = Triangles()
