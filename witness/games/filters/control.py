"""The filter `control`: states that differ in control propositions only are one."""

from __future__ import annotations

from collections.abc import Iterator

from witness.games.analyses.analysis import Analysis
from witness.games.filters.base import Filter
from witness.games.filters.wording import relations


class ControlFilter(Filter):
    """States that differ in control propositions only are one; the first met stands for all.

    The analysis (`witness.games.analyses.control`) is made for every game, as it says whether all
    plays have equally many moves.
    """

    name = "control"
    narrow = True
    compiled = True
    rank = 3
    listed = 0

    @property
    def exact(self) -> bool:  # type: ignore[override]
        """Whether the analysis proves that nothing is lost."""
        return self.analysis.control.exact

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether there are control propositions."""
        return bool(analysis.control.fluents)

    @staticmethod
    def safe(analysis: Analysis) -> bool:
        """Return whether the analysis proves that nothing is lost."""
        return analysis.control.exact

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield the control propositions, and what they are good for."""
        control = analysis.control
        if not control.fluents:
            return
        named = relations(analysis.network, control.fluents)
        text = f"Control propositions: {named}; they change by themselves"
        if control.deadline is not None:
            text += f", and end the game after {control.deadline} turns"
        if control.exact:
            text += "; they matter to nothing else"
        if control.fixed:
            text += "; nothing else ends it, so that any plan is as short as any other"
        yield text + "."

    def key(self, state: int) -> int:
        """Return the state without control propositions."""
        return self.inner.key(state) & ~self.analysis.control.fluents


FILTER = ControlFilter
