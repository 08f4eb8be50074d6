"""What symbols look like, as data: SVG files and the explore page draw the same shapes.

A shape lies around the point (0, 0). Lengths are in hundredths of a square's side, and y goes down.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

Point = tuple[float, float]
Paint = Mapping[str, str | float]


class Shape(NamedTuple):
    """Polygons, or a `box` (width, height); and how they are painted (attributes of SVG)."""

    paint: Paint = MappingProxyType({})
    polygons: tuple[tuple[Point, ...], ...] = ()
    box: Point | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the shape as a JSON object."""
        return self._asdict() | {"paint": dict(self.paint)}


def corners(radii: Sequence[float]) -> tuple[Point, ...]:
    """Return a polygon around (0, 0).

    `radii` are the distances of its corners from there, beginning at the right.
    """
    turn = 2 * math.pi / len(radii)
    spokes = [(number * turn, radius) for number, radius in enumerate(radii)]
    return tuple((r * math.cos(a), r * math.sin(a)) for a, r in spokes)


#: The colours of the game's symbols; any other colour is drawn in the neutral one.
COLOURS = {
    "black": "#14161a",
    "white": "#fafafa",
    "red": "#d8262c",
    "orange": "#ff8c1a",
    "yellow": "#ffd92e",
    "green": "#1f9d3f",
    "cyan": "#35e0e6",
    "blue": "#1f4fd8",
    "purple": "#6f2bb5",
    "magenta": "#e83ad0",
    "pink": "#ffa8c8",
    "brown": "#7a4520",
    "gray": "#5f6164",
}
NEUTRAL_COLOUR = "#d9cfb8"

#: The colour of a panel.
PANEL_COLOUR = "#8799b0"
