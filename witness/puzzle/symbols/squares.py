"""Coloured squares: those in one region have one colour."""

from __future__ import annotations

import random

from witness.puzzle.grid import Path
from witness.puzzle.symbols.panel import P
from witness.puzzle.symbols.placing import COLOURS, coloured_regions, number, with_symbols
from witness.puzzle.symbols.rule import InRegion
from witness.puzzle.symbols.shapes import Shape
from witness.puzzle.symbols.symbol import Coloured


class Squares(Coloured):
    """Coloured squares."""

    name = "squares"
    one = "square"
    words = "coloured squares"
    subject = "coloured square"
    tool = "Coloured square"
    violation = "squares"
    rule = InRegion("others", (0,), "one region holds squares of two colours: {places}", once=True)
    asks = "coloured squares of different colours are in different regions"
    glyph = "■"
    shapes = (Shape({"rx": 11}, box=(40, 40)),)
    windmill = 7
    witnesspuzzles = "square"
    generated = True

    def anywhere(self, panel: P, rng: random.Random) -> P:
        """Place 2..⌊n/2⌋ squares: one black, one white, the others either (n = 1: a black one)."""
        squares = panel.grid.squares
        chosen = rng.sample(squares, min(len(squares), number(rng, 2, len(squares) // 2)))
        others = [rng.choice(COLOURS) for _ in chosen[2:]]
        return with_symbols(panel, squares=dict(zip(chosen, [*COLOURS, *others], strict=False)))

    def around(self, panel: P, path: Path, rng: random.Random) -> P | None:
        """Place 2..n squares of the colours of their regions, which are both there (n = 1: one).

        None if the path leaves one region, where all squares would be alike.
        """
        squares = [square for square in panel.grid.squares if square not in panel.missing]
        coloured = coloured_regions(panel, path, rng)
        if not squares or len(coloured) == 1 < len(squares):
            return None
        chosen = [rng.choice(region) for region, _ in coloured[:2]]
        rest = [square for square in squares if square not in chosen]
        more = number(rng, 2, len(squares)) - len(chosen)
        chosen += rng.sample(rest, min(len(rest), more))
        colour_of = {square: colour for region, colour in coloured for square in region}
        return with_symbols(panel, squares={square: colour_of[square] for square in chosen})


SYMBOL = Squares()
