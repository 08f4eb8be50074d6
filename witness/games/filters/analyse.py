"""All analyses of a puzzle, for one aim: to end with enough points."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import TypeVar

from witness.base.limits import UNLIMITED, Budget
from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.analysis import Analysis
from witness.games.analyses.control import control
from witness.games.analyses.factors import factors
from witness.games.analyses.invariants import invariants
from witness.games.filters.registry import FILTERS, filter_class
from witness.games.network.network import Network

T = TypeVar("T")


def analyse(
    network: Network, score: int, without: Collection[str] = (), budget: Budget = UNLIMITED
) -> Analysis:
    """Return the analysis of a game of one role, for the aim of `score` points or more.

    The analyses of the filters in `without` are left out. Raises `LimitReachedError`.
    """
    with budget.during("laying out the network"):
        analysis = _begun(network, score, budget)
    wider = analysis.network

    def timed(name: str, work: Callable[[], T]) -> T:
        begun = time.perf_counter()
        with budget.during(f"looking for {name}"):
            result = work()
        analysis.seconds[name] = time.perf_counter() - begun
        return result

    if analysis.impossible:
        return analysis
    if "factors" not in without:
        analysis.factors = timed("factors", lambda: factors(network, score, budget))
    layers = [filter_class(name) for name in FILTERS if name not in without]
    if any(layer.needs_invariants for layer in layers):
        analysis.invariants = timed("invariants", lambda: invariants(wider, budget))
        analysis.abstraction = Abstraction(wider, 0, analysis.invariants, budget)
    analysis.control = timed(
        "control propositions", lambda: control(wider, analysis.win, analysis.goal, budget)
    )
    for layer in layers:
        timed(layer.name, lambda layer=layer: layer.analyse(analysis))  # type: ignore[misc]
    return analysis


def _begun(network: Network, score: int, budget: Budget) -> Analysis:
    """Return an analysis in which nothing has been found yet."""
    wider, win = network.with_win(0, score)
    enough = tuple((g.literal,) for g in wider.goals if g.role == 0 and g.score >= score)
    wider, goal = wider.with_gate(enough if score > 0 else ((),))
    return Analysis(wider, score, win, goal, Abstraction(wider, budget=budget), budget=budget)
