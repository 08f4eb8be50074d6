"""Which filters a search uses, and the state machine with these around it."""

from __future__ import annotations

from collections.abc import Collection

from witness.games.filters.analysis import Analysis
from witness.games.filters.registry import FILTERS, filter_class
from witness.games.network.state_machine import StateMachine


def applies(analysis: Analysis, name: str) -> bool:
    """Return whether a filter can make any difference."""
    return name not in analysis.left_out and filter_class(name).applies(analysis)


def chosen(
    analysis: Analysis, without: Collection[str] = (), approximate: bool = False
) -> list[str]:
    """Return the names of the filters to be used, the innermost first.

    A filter that may miss a plan is used only if `approximate` says so. A distance that may be
    overestimated is used in any case: then plans are not proved shortest.
    """
    return [
        name
        for name in FILTERS
        if name not in without
        and applies(analysis, name)
        and (approximate or filter_class(name).safe(analysis))
    ]


def seals(analysis: Analysis, names: Collection[str], order: str) -> bool:
    """Return whether a search with some filters may end where the points are certain.

    Not where a plan must be shortest: another way may come to an end sooner.
    """
    any_plan = order != "shortest" or analysis.control.fixed
    return "latches" in names and analysis.score > 0 and any_plan


class Filtered:
    """The state machine of a game of one role, with filters around it: what a search asks."""

    def __init__(self, analysis: Analysis, names: Collection[str]) -> None:
        self.game = StateMachine(analysis.network)
        self.filters = [filter_class(name)(analysis) for name in FILTERS if name in names]

    def legal(self, state: int) -> list[int]:
        """Return the legal moves that the filters leave."""
        moves = self.game.legal(state)
        for layer in self.filters:
            moves = layer.moves(state, moves)
        return moves

    def key(self, state: int) -> int:
        """Return what distinguishes the state from others."""
        for layer in self.filters:
            state = layer.key(state)
        return state

    def distance(self, state: int) -> int:
        """Return a lower bound of the number of moves to the aim."""
        return max((layer.distance(state) for layer in self.filters), default=0)

    def sealed(self, state: int) -> bool:
        """Return whether enough points are certain from here on, whenever the game ends."""
        return any(layer.sealed(state) for layer in self.filters)

    def bound(self, state: int) -> int | None:
        """Return the most points that a state can still have if it is lost, None if it is not.

        The innermost filter counts that says so.
        """
        lost = (layer.most_points(state) for layer in self.filters if layer.lost(state))
        return next(lost, None)
