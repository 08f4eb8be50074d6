"""Which filters a search uses, and how they are put around a state machine."""

from __future__ import annotations

from collections.abc import Collection

from witness.games.analyses.analysis import Analysis
from witness.games.filters.registry import FILTERS, filter_class
from witness.games.network.state_machine import Machine, StateMachine


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


def stack(analysis: Analysis, names: Collection[str]) -> Machine:
    """Return the game's state machine with filters around it."""
    machine: Machine = StateMachine(analysis.network)
    for name in FILTERS:
        if name in names:
            machine = filter_class(name)(machine, analysis)
    return machine
