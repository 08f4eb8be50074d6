"""The filter `traps`: a state in the trap is lost."""

from __future__ import annotations

from collections.abc import Iterator

from witness.games.analyses.analysis import Analysis
from witness.games.analyses.traps import trap
from witness.games.filters.base import Filter
from witness.games.filters.wording import relations


class TrapFilter(Filter):
    """A state in the trap is lost."""

    name = "traps"
    needs_invariants = True
    compiled = True
    rank = 2
    listed = 2

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find the largest trap."""
        analysis.trap = trap(analysis.abstraction, analysis.step, analysis.win)

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether there is a trap."""
        return bool(analysis.trap.true or analysis.trap.false)

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield what is fatal, and whether at once."""
        network, trap, latched = analysis.network, analysis.trap, analysis.latches
        for fatal, at_once, kind in (
            (trap.true, latched.true, "true"),
            (trap.false, latched.false, "false"),
        ):
            for bits, when in (
                (fatal & at_once, "and stays so"),
                (
                    fatal & ~at_once,
                    "though it may change: every way on leads to another of the trap",
                ),
            ):
                if bits:
                    yield f"Trap: fatal when {kind}, {when}: {relations(network, bits)}."
        if not (trap.true or trap.false):
            yield "Traps: none; from every fluent that contradicts the win there may be a way out."

    def lost(self, state: int) -> bool:
        """Return whether a fluent of the trap is met."""
        return self.analysis.trap.catches(state)


FILTER = TrapFilter
