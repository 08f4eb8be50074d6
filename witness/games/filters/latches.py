"""The filter `latches`: a state whose latched fluents contradict the win is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from witness.games.analyses.abstraction import Known
from witness.games.analyses.analysis import Analysis
from witness.games.analyses.latches import (
    goal_latches,
    known_latches,
    latches,
    lost_by_latches,
    stays,
)
from witness.games.filters.base import Filter
from witness.games.filters.wording import listed, relations
from witness.games.network.kleene import TRUE


class LatchFilter(Filter):
    """A state whose latched fluents contradict the win is lost; they may also make it certain."""

    name = "latches"
    compiled = True
    rank = 1
    listed = 1

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find the latched fluents, and what decides the win."""
        abstraction, win, goal = analysis.abstraction, analysis.win, analysis.goal
        analysis.latches = found = latches(abstraction)
        timeless = analysis.score > 0 and analysis.control.fixed and analysis.control.free
        if timeless and stays(analysis.network, found, goal):
            analysis.control = replace(analysis.control, exact=True)
        analysis.goal_latches = tuple(goal_latches(abstraction, found, win, goal))

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether any fluent is latched."""
        return bool(analysis.latches.true or analysis.latches.false)

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield what is latched, and what decides the win."""
        network, score, latches = analysis.network, analysis.score, analysis.latches
        if latches.true:
            yield f"Latches: stays true once true: {relations(network, latches.true)}."
        if latches.false:
            yield f"Latches: stays false once false: {relations(network, latches.false)}."
        if not (latches.true or latches.false):
            yield "Latches: none; every fluent may be undone."
        for wins, meaning in (
            (False, f"{score} points are out of reach"),
            (True, f"{score} points are certain when the game ends"),
        ):
            named = sorted(
                network.describe_literal(g.literal) for g in analysis.goal_latches if g.wins is wins
            )
            if named:
                yield f"Goal latches: once one of these holds, {meaning}: {listed(named)}."

    def _known(self, state: int) -> Known:
        return known_latches(self.analysis.abstraction, self.analysis.latches, state)

    def lost(self, state: int) -> bool:
        """Return whether latched fluents contradict the win."""
        analysis = self.analysis
        return lost_by_latches(analysis.abstraction, analysis.latches, analysis.win, state)

    def sealed(self, state: int) -> bool:
        """Return whether latched fluents make enough points certain, whenever the game ends."""
        analysis = self.analysis
        return analysis.abstraction.value(self._known(state), analysis.goal) == TRUE

    def most_points(self, state: int) -> int:
        """Return the most points that the latched fluents leave."""
        return self.most_points_known(self._known(state))


FILTER = LatchFilter
