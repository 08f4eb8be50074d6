"""Gaps: the path may not cross an edge with a gap."""

from __future__ import annotations

from witness.puzzle import normal_form
from witness.puzzle.symbols.rule import OnPath
from witness.puzzle.symbols.shapes import PANEL_COLOUR, Shape
from witness.puzzle.symbols.symbol import OnLine


class Gaps(OnLine):
    """Gaps."""

    name = "gaps"
    one = "gap"
    words = "gaps"
    subject = "gap"
    tool = "Gap"
    violation = "gap"
    where = "edge"
    bars = True
    normal = staticmethod(normal_form.each(normal_form.edge))
    rule = OnPath("place", (0,), "the path crosses the gap {place}")
    asks = "no gap is crossed"
    # A gap paints the panel over the line, which leaves the flat ends that the game has.
    shapes = (
        Shape({"fill": PANEL_COLOUR}, box=(30, 26)),
        Shape({"fill": PANEL_COLOUR}, box=(26, 30)),
    )
    windmill = 5
    witnesspuzzles = "gap"


SYMBOL = Gaps()
