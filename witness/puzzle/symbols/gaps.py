"""Gaps: the path may not cross an edge with a gap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from witness.puzzle import normal_form
from witness.puzzle.symbols.panel import Panel
from witness.puzzle.symbols.rule import OnPath
from witness.puzzle.symbols.shapes import PANEL_COLOUR, Shape
from witness.puzzle.symbols.symbol import OnLine


class Gaps(OnLine):
    """Gaps. The graph of a panel's paths lacks these edges, so solvers need no facts of them."""

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

    def facts(self, puzzle: Panel, colours: Mapping[str, int]) -> Iterator[str]:
        """Yield nothing: there is no link across a gap."""
        return iter(())

    def program(self) -> str:
        """Return nothing."""
        return ""


SYMBOL = Gaps()
