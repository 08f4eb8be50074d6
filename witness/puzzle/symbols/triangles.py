"""Triangles: a square with n of them needs n edges on the path."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

from witness.puzzle.places import Path
from witness.puzzle.symbols.panel import P
from witness.puzzle.symbols.placing import number, used_edges, with_symbols
from witness.puzzle.symbols.rule import OnPath
from witness.puzzle.symbols.shapes import Paint, Point, Shape
from witness.puzzle.symbols.symbol import InSquare

_COLOUR = "#ffa31a"
_SIDE, _SPACE = 20.0, 4.5


def _side_by_side(count: int) -> Shape:
    """Return triangles in a row; a stroke rounds their corners."""
    low, high = (sign * _SIDE * math.sqrt(3) / 4 for sign in (1, -1))

    def triangle(tip: float) -> tuple[Point, ...]:
        return ((tip, high), (tip - _SIDE / 2, low), (tip + _SIDE / 2, low))

    tips = [(number - (count - 1) / 2) * (_SIDE + _SPACE) for number in range(count)]
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
    values = (1, 2, 3)
    rule = OnPath(
        "edges",
        None,
        "the square {place} has {wanted:triangle} but {found:edge} on the path",
    )
    asks = "a square with triangles has exactly as many of its edges on the path"
    primitives = (("square", 3),)
    shapes = (_side_by_side(1), _side_by_side(2), _side_by_side(3))
    windmill = 11
    witnesspuzzles = "triangle"
    generated = True

    def text(self, entry: Any, codes: Mapping[str, str]) -> str:
        """Return the triangles."""
        return {1: "▲", 2: "▲ ▲", 3: "▲▲▲"}[entry[2]]

    def anywhere(self, panel: P, rng: random.Random) -> P:
        """Place 1 to 3 triangles in each of 1..⌊n/2⌋ squares (paper, Algorithm 3)."""
        board = panel.grid
        squares = rng.sample(board.squares, number(rng, 1, len(board.squares) // 2))
        return with_symbols(panel, triangles={square: rng.randrange(1, 4) for square in squares})

    def around(self, panel: P, path: Path, rng: random.Random) -> P:
        """Place as many triangles as edges on the path in 1 to all squares that have some.

        This is the paper's Algorithm 4.
        """
        used = used_edges(panel, path)
        squares = rng.sample(list(used), number(rng, 1, len(used)))
        return with_symbols(panel, triangles={square: used[square] for square in squares})


SYMBOL = Triangles()
