"""Stars: the region of a star holds exactly two symbols of its colour, itself included."""

from __future__ import annotations

import math
import random

from witness.puzzle.grid import Path
from witness.puzzle.symbols.panel import P
from witness.puzzle.symbols.placing import COLOURS, number, regions_of, with_symbols
from witness.puzzle.symbols.rule import InRegion
from witness.puzzle.symbols.shapes import Shape, corners
from witness.puzzle.symbols.symbol import Coloured

#: Two squares in one.
_CORNERS = corners((25, 25 * math.cos(math.pi / 4) / math.cos(math.pi / 8)) * 8)


class Stars(Coloured):
    """Stars."""

    name = "stars"
    one = "star"
    words = "stars"
    subject = "star"
    tool = "Star"
    violation = "stars"
    rule = InRegion(
        "colour",
        (2,),
        "the region of the {colour} star at {place} holds {found:{colour} symbol}; "
        "exactly 2 are needed",
    )
    asks = "a star has exactly one other symbol of its colour in its region"
    glyph = "★"
    shapes = (Shape(polygons=(_CORNERS,)),)
    windmill = 8
    witnesspuzzles = "star"
    generated = True
    least = 2

    def anywhere(self, panel: P, rng: random.Random) -> P:
        """Place 1..⌊n/3⌋ pairs of stars; each pair is black or white."""
        squares = panel.grid.squares
        pairs = number(rng, 1, len(squares) // 3)
        chosen = rng.sample(squares, 2 * pairs)
        colours = [rng.choice(COLOURS) for _ in range(pairs)]
        return with_symbols(panel, stars=dict(zip(chosen, colours + colours, strict=True)))

    def around(self, panel: P, path: Path, rng: random.Random) -> P | None:
        """Place 1 to all pairs of stars for which there is room, one of each colour in a region.

        None if no region has two squares.
        """
        pairs = []
        for region in regions_of(panel, path):
            rng.shuffle(region)
            colours = rng.sample(COLOURS, 2)
            pairs += [(region[:2], colours[0])] if len(region) >= 2 else []
            pairs += [(region[2:4], colours[1])] if len(region) >= 4 else []
        if not pairs:
            return None
        chosen = rng.sample(pairs, number(rng, 1, len(pairs)))
        return with_symbols(
            panel, stars={square: colour for pair, colour in chosen for square in pair}
        )


SYMBOL = Stars()
