"""All analyses of a puzzle for one aim, to end with enough points; which filters a search uses.

clingo looks neither at the clock nor at Ctrl-C while it prepares a program, which takes seconds for
one of some size. So the analyses of a large game are made in a process of their own each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeVar

from witness.base import clock
from witness.base.limits import MOST_MEMORY, LimitReachedError, current
from witness.base.limits.child import CrashedError
from witness.base.limits.forked import call_limited
from witness.base.machine import memory
from witness.gdl.analyses.abstraction import Abstraction
from witness.gdl.analyses.factors import factors
from witness.gdl.analyses.invariants import invariants
from witness.gdl.analyses.one_step import Invariants
from witness.gdl.filters import FILTERS, filter_class
from witness.gdl.filters.analysis import Analysis, Control
from witness.gdl.filters.base import Filter
from witness.gdl.filters.control import control
from witness.gdl.network.network import Network

T = TypeVar("T")

#: With more literals or fluents than this a game is large.
LARGE_LITERALS, LARGE_FLUENTS = 5_000, 500

#: The part of the time of all analyses that is left, which one of them may take. So one that takes
#: too long leaves time for the others.
EACH = 2 / 3

#: The filters whose analyses come first, as they need no others and can save a search the most.
FIRST = ("partition", "targets")


def analyse(
    network: Network,
    score: int,
    without: Collection[str] = (),
    share: float = 1,
) -> Analysis:
    """Return the analysis of a game of one role, for the aim of `score` points or more.

    The analyses of the filters in `without` are left out. With a `share` below 1, all analyses have
    that part of the time, each of them at most `EACH` of what is left of it, and one that is not
    done by then is left out. Raises `LimitReachedError`.
    """
    with current().during("laying out the network"):
        wider, win = network.with_win(score)
        enough = tuple((g.literal,) for g in wider.goals if g.role == 0 and g.score >= score)
        wider, goal = wider.with_gate(enough if score > 0 else ((),))
        analysis = Analysis(wider, score, win, goal, Abstraction(wider))
    if not analysis.impossible:
        with current().part(share):
            _complete(analysis, network, without, share < 1)
    return analysis


def _complete(
    analysis: Analysis, network: Network, without: Collection[str], may_leave_out: bool
) -> None:
    """Make all analyses of a game that was looked at without any."""
    wider, share = analysis.network, EACH if may_leave_out else 1
    large = wider.literals > LARGE_LITERALS or len(wider.fluents) > LARGE_FLUENTS

    def found(name: str, work: Callable[[], T], otherwise: T, apart: bool = False) -> T:
        begun = clock.worked()
        try:
            own = partial(_apart, work) if apart and large else work
            return in_time(name, own, otherwise, share, analysis.left_out)
        finally:
            analysis.seconds[name] = clock.worked() - begun

    if "factors" not in without:
        score = analysis.score
        analysis.factors = found("factors", lambda: factors(network, score), None)
    names = sorted(FILTERS, key=lambda name: name not in FIRST)
    layers = [filter_class(name) for name in names if name not in without]
    if any(layer.needs_invariants for layer in layers):

        def known() -> tuple[Invariants, Abstraction]:
            work = partial(invariants, wider)
            invariant = _apart(work) if large else work()
            return invariant, Abstraction(wider, invariant)

        before = analysis.invariants, analysis.abstraction
        analysis.invariants, analysis.abstraction = found("invariants", known, before)
    analysis.control = found(
        "control propositions",
        lambda: control(wider, analysis.win, analysis.goal),
        Control(),
    )
    for layer in layers:
        work = partial(_found, layer, analysis)
        vars(analysis).update(found(layer.name, work, analysis.found(), apart=True))


def in_time(name: str, work: Callable[[], T], otherwise: T, share: float, left_out: list[str]) -> T:
    """Return what is looked for, if it is found in a share of the time that is left.

    Else add its name to what is left out, and return something else; with a share of 1 raise
    `LimitReachedError`.
    """
    try:
        with current().part(share), current().during(f"looking for {name}"):
            return work()
    except LimitReachedError as reached:
        if share == 1 or reached.status != "time-limit":
            raise
        left_out.append(name)
        return otherwise


def _found(layer: type[Filter], analysis: Analysis) -> dict[str, Any]:
    """Let a filter analyse, and return all that has been found by then."""
    layer.analyse(analysis)
    return analysis.found()


def _apart(work: Callable[[], T]) -> T:
    """Return the result of some work in a process of its own. Raises `LimitReachedError`."""
    most = MOST_MEMORY * memory() / 1e6
    try:
        return call_limited(work, budget=current(), memory_limit=most)
    except CrashedError:
        # Where memory is short the system ends a process before its limit is seen.
        raise current().reached("memory-limit", f"{most:,.0f} MB") from None


def applies(analysis: Analysis, name: str) -> bool:
    """Return whether a filter can make any difference."""
    return name not in analysis.left_out and filter_class(name).applies(analysis)


def chosen(analysis: Analysis, without: Collection[str] = ()) -> list[str]:
    """Return the names of the filters to be used, the innermost first: none that may miss a plan.

    A distance that may be overestimated is used: then plans are not proved shortest.
    """
    return [
        name
        for name in FILTERS
        if name not in without and applies(analysis, name) and filter_class(name).safe(analysis)
    ]


def seals(analysis: Analysis, names: Collection[str], order: str) -> bool:
    """Return whether a search with some filters may end where the points are certain.

    Not where a plan must be shortest: another way may come to an end sooner.
    """
    any_plan = order != "shortest" or analysis.control.fixed
    return "latches" in names and analysis.score > 0 and any_plan
