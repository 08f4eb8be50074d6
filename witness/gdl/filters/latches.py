"""Latches: fluents that stay true once true, or false once false, and what that means for a win.

A fluent is latched if Kleene's logic, knowing nothing else of a state, says that every legal move
preserves it. A goal is latched away by what contradicts it and can never change.

*Proves*: a state is lost if its latched fluents alone make the win impossible. *Applies* to every
game; finds nothing where every move can be undone. Draper and Rose: *Sancho GGP player: goal
latches*, 2014.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from witness.gdl.analyses.abstraction import Abstraction, Known
from witness.gdl.filters.analysis import Analysis, GoalLatch, LiteralSet
from witness.gdl.filters.base import Filter, listed, relations
from witness.gdl.network.kleene import FALSE, TRUE, Evaluation
from witness.gdl.network.network import Network


def latches(abstraction: Abstraction) -> LiteralSet:
    """Return the literals of fluents that stay true once they are."""
    found = []
    for literal in range(2 * len(abstraction.network.fluents)):
        known = abstraction.with_literals([literal])
        after = None if known is None else abstraction.step(known)
        if after is None or after[literal >> 1] == (FALSE if literal & 1 else TRUE):
            found.append(literal)
    return LiteralSet.of(found)


def known_latches(abstraction: Abstraction, found: LiteralSet, state: int) -> Known:
    """Return what the latched fluents of a state say of all states that follow it."""
    known = abstraction.nothing()
    for fluent in range(len(known)):
        if state >> fluent & 1:
            if found.true >> fluent & 1:
                known[fluent] = TRUE
        elif found.false >> fluent & 1:
            known[fluent] = FALSE
    return known


def goal_latches(
    abstraction: Abstraction, found: LiteralSet, win: int, goal: int
) -> list[GoalLatch]:
    """Return the propositions that decide the win once and for all.

    These are those that contradict `win` (to end with enough points), and those that make `goal`
    (to have enough, whenever the game ends) certain. One that only brings about another is left
    out.
    """
    network = abstraction.network
    up, down = _latched_nodes(network, found)
    evaluation = Evaluation(network)
    result: list[GoalLatch] = []
    for node in sorted(network.below([win]), reverse=True):
        fluent = node < len(network.fluents)
        if not fluent and (node not in network.names or node == win >> 1):
            continue
        for literal, latched in ((2 * node, up), (2 * node + 1, down)):
            if node not in latched:
                continue
            value: Callable[[int], int]
            if fluent:
                known = abstraction.with_literals([literal])
                if known is None:
                    continue
                value = partial(abstraction.value, known)
            else:
                fixed = {node: FALSE if literal & 1 else TRUE}
                value = partial(evaluation.value, fixed=fixed)
            decided = value(win) == FALSE
            if decided or value(goal) == TRUE:
                implied = any(value(g.literal) == TRUE for g in result if g.wins is not decided)
                if not implied:
                    result.append(GoalLatch(literal, wins=not decided))
    return result[::-1]


def stays(network: Network, found: LiteralSet, literal: int) -> bool:
    """Return whether a literal of a gate stays true once it is, as latched fluents make it so.

    The latched fluents of a state then say by themselves that it is true.
    """
    return not literal & 1 and literal >> 1 in _latched_nodes(network, found)[0]


def _latched_nodes(network: Network, found: LiteralSet) -> tuple[set[int], set[int]]:
    """Return the nodes that stay true once true, and those that stay false once false.

    A gate of literals that can only become true can only become true.
    """
    up = {f for f in range(len(network.fluents)) if found.true >> f & 1}
    down = {f for f in range(len(network.fluents)) if found.false >> f & 1}
    for first, last, _ in network.components:
        nodes = set(range(network.first_gate + first, network.first_gate + last))
        outside = {
            literal
            for gate in network.gates[first:last]
            for body in gate
            for literal in body
            if literal >> 1 not in nodes
        }
        if all((x >> 1) in (down if x & 1 else up) for x in outside):
            up |= nodes
        if all((x >> 1) in (up if x & 1 else down) for x in outside):
            down |= nodes
    return up, down


class LatchFilter(Filter):
    """A state whose latched fluents contradict the win is lost; they may also make it certain."""

    name = "latches"

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
        return bool(analysis.latches)

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield what is latched, and what decides the win."""
        network, score, latches = analysis.network, analysis.score, analysis.latches
        if latches.true:
            yield f"Latches: stays true once true: {relations(network, latches.true)}."
        if latches.false:
            yield f"Latches: stays false once false: {relations(network, latches.false)}."
        if not latches:
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

    def lost(self, state: int) -> bool:
        """Return whether latched fluents contradict the win."""
        abstraction, win = self.analysis.abstraction, self.analysis.win
        return (
            abstraction.value(known_latches(abstraction, self.analysis.latches, state), win)
            == FALSE
        )


FILTER = LatchFilter
