"""Latches: fluents that stay true once true, or false once false, and what that means for a win.

A fluent is latched if Kleene's logic, knowing nothing else of a state, says that every legal move
preserves it. A goal is latched away by what contradicts it and can never change.

*Proves*: a state is lost if its latched fluents alone make the win impossible. *Applies* to every
game; finds nothing where every move can be undone. Draper and Rose: *Sancho GGP player: goal
latches*, 2014.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from witness.games.analyses.abstraction import Abstraction, Known
from witness.games.network.kleene import FALSE, TRUE, Evaluation
from witness.games.network.network import Network


@dataclass(frozen=True)
class Latches:
    """Bit sets of the fluents that stay true once true, and of those that stay false once false."""

    true: int
    false: int


def latches(abstraction: Abstraction) -> Latches:
    """Return the latched fluents."""
    bits = {TRUE: 0, FALSE: 0}
    for fluent in range(len(abstraction.network.fluents)):
        for wanted, literal in ((TRUE, 2 * fluent), (FALSE, 2 * fluent + 1)):
            known = abstraction.with_literals([literal])
            after = None if known is None else abstraction.step(known)
            if after is None or after[fluent] == wanted:
                bits[wanted] |= 1 << fluent
    return Latches(bits[TRUE], bits[FALSE])


def known_latches(abstraction: Abstraction, found: Latches, state: int) -> Known:
    """Return what the latched fluents of a state say of all states that follow it."""
    known = abstraction.nothing()
    for fluent in range(len(known)):
        if state >> fluent & 1:
            if found.true >> fluent & 1:
                known[fluent] = TRUE
        elif found.false >> fluent & 1:
            known[fluent] = FALSE
    return known


def lost_by_latches(abstraction: Abstraction, found: Latches, win: int, state: int) -> bool:
    """Return whether the latched fluents of a state contradict the win."""
    return abstraction.value(known_latches(abstraction, found, state), win) == FALSE


@dataclass(frozen=True)
class GoalLatch:
    """A proposition that keeps a value once it has it, and makes the win certain or impossible."""

    literal: int
    wins: bool


def goal_latches(abstraction: Abstraction, found: Latches, win: int, goal: int) -> list[GoalLatch]:
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


def stays(network: Network, found: Latches, literal: int) -> bool:
    """Return whether a literal of a gate stays true once it is, as latched fluents make it so.

    The latched fluents of a state then say by themselves that it is true.
    """
    return not literal & 1 and literal >> 1 in _latched_nodes(network, found)[0]


def _latched_nodes(network: Network, found: Latches) -> tuple[set[int], set[int]]:
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
