"""The filter `extension`: a state is lost if what can never change contradicts the win."""

from __future__ import annotations

from collections.abc import Iterator

from witness.games.analyses.analysis import Analysis
from witness.games.analyses.extension import lost_by_extension, sees_more
from witness.games.filters.base import Filter


class ExtensionFilter(Filter):
    """A state is lost if what can never change from it on contradicts the win."""

    name = "extension"
    compiled = True
    rank = 5
    listed = 3

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find out whether it sees more than latches and traps."""
        analysis.extension = sees_more(
            analysis.abstraction, analysis.win, analysis.latches, analysis.trap
        )

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether it sees more than latches and traps."""
        return analysis.extension

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield whether it sees more than latches and traps."""
        if analysis.extension:
            yield (
                "Extension: in states of random playouts, what no play can ever change excludes "
                f"{analysis.score} points where latches and traps do not."
            )
        else:
            yield "Extension: sees no more than latches and traps in states of random playouts."

    def lost(self, state: int) -> bool:
        """Return whether what is kept by every play contradicts the win."""
        return lost_by_extension(self.analysis.abstraction, self.analysis.win, state)

    def most_points(self, state: int) -> int:
        """Return the most points that what is kept leaves."""
        abstraction = self.analysis.abstraction
        return self.most_points_known(abstraction.lasting(abstraction.all_of(state)))


FILTER = ExtensionFilter
