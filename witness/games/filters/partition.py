"""The filter `partition`: only the moves of one part that is still to be played."""

from __future__ import annotations

from collections.abc import Iterator

from witness.games.analyses.analysis import Analysis
from witness.games.analyses.partition import partition
from witness.games.filters.base import Filter
from witness.games.filters.wording import listed


class PartitionFilter(Filter):
    """Only the moves of the smallest part that is still to be played."""

    name = "partition"
    needs_invariants = True
    narrow = True
    compiled = True
    rank = 7
    listed = 4

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find the parts."""
        analysis.parts, analysis.no_parts = partition(analysis.abstraction, analysis.win)

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether there are parts."""
        return bool(analysis.parts)

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield the parts, or why there are none."""
        if not analysis.parts:
            yield f"Partition: none; {analysis.no_parts}."
            return
        sizes = sorted(len(part.moves) for part in analysis.parts)
        named = listed(analysis.network.describe_literal(part.literal) for part in analysis.parts)
        yield (
            f"Partition: {len(sizes)} parts of {sizes[0]}–{sizes[-1]} moves must each be played, "
            f"and their order does not matter: {named}."
        )

    def legal(self, state: int, role: int = 0) -> list[int]:
        """Return the legal moves of the part with the fewest; of equal ones the first."""
        moves = self.inner.legal(state, role)
        legal = set(moves)
        best: list[int] | None = None
        for part in self.analysis.parts:
            if state >> (part.literal >> 1) & 1 == part.literal & 1:
                own = [move for move in part.moves if move in legal]
                if best is None or len(own) < len(best):
                    best = own
        return moves if best is None else best


FILTER = PartitionFilter
