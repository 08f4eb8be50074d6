"""Dots: the path visits every dot, at a vertex or in the middle of an edge."""

from __future__ import annotations

import random
from collections.abc import Set
from typing import Any

from witness.puzzle.grid import Path, Place
from witness.puzzle.symbols.panel import P
from witness.puzzle.symbols.placing import dot_places, number, places_on, with_symbols
from witness.puzzle.symbols.rule import OnPath
from witness.puzzle.symbols.shapes import Shape, corners
from witness.puzzle.symbols.symbol import OnLine

#: The distance of the corners of a dot from its middle.
RADIUS = 11


class Dots(OnLine):
    """Dots."""

    name = "dots"
    one = "dot"
    words = "dots"
    subject = "dot"
    tool = "Dot"
    violation = "dot"
    rule = OnPath("place", (1,), "the path misses the dot on the {at} {place}")
    asks = "a dot is on the path"
    shapes = (Shape({"fill": "#07090c"}, (corners((RADIUS,) * 6),)),)
    windmill = 6
    witnesspuzzles = "dot"
    generated = True

    def sign(self, entry: Any, *, lines: Set[int], barred: bool) -> str:
        """Return a dot, which differs on the path, and where no path may come."""
        return "○" if barred else "◆" if lines else "•"

    def anywhere(self, panel: P, rng: random.Random) -> P:
        """Place 1..⌊vertices/3⌋ dots on vertices other than start and goal, and on edges."""
        return self._at(panel, dot_places(panel), rng)

    def around(self, panel: P, path: Path, rng: random.Random) -> P | None:
        """Place 1..⌊vertices/3⌋ dots on inner vertices and edges of the path, if it has enough.

        None if it has no edge.
        """
        places = places_on(path)
        return self._at(panel, places, rng) if places else None

    def _at(self, panel: P, places: list[Place], rng: random.Random) -> P:
        most = min(len(places), len(panel.grid.vertices) // 3)
        return with_symbols(panel, dots=rng.sample(places, min(len(places), number(rng, 1, most))))


SYMBOL = Dots()
