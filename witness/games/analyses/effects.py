"""Moves whose effect is the same in every state: what they make true, and what they make false."""

from __future__ import annotations

from dataclasses import dataclass

from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.targets import necessary
from witness.games.network.kleene import FALSE, TRUE, UNKNOWN, Evaluation
from witness.games.network.network import Network


@dataclass(frozen=True)
class Effect:
    """The fluents that a move makes true, and those that it makes false; others stay."""

    adds: frozenset[int]
    deletes: frozenset[int]


def effects(abstraction: Abstraction) -> dict[int, Effect] | None:
    """Return the effect of every move where it is legal, None if one depends on the state.

    Moves that the invariants never allow are left out.
    """
    network = abstraction.network
    evaluation = Evaluation(network)
    resting = []
    for fluent, literal in enumerate(network.following):
        # Without any move that matters to it a fluent must stay as it is.
        held = (evaluation.value(literal, {fluent: v}, FALSE) == v for v in (FALSE, TRUE))
        resting.append(all(held))
    found = {}
    starts, items = abstraction.layout.moves.touched
    for move, legal in enumerate(network.legal):
        fluents = items[starts[move] : starts[move + 1]].tolist()
        node = network.move_node(move)
        adds, deletes = set(), set()
        needed = necessary(abstraction, legal)
        before = None if needed is None else abstraction.with_literals(needed)
        if before is None:
            continue
        for fluent in fluents:
            literal = network.following[fluent]
            after = evaluation.value(literal, {node: TRUE}, moves=FALSE)
            if after != UNKNOWN and before[fluent] == after:
                continue
            if after == TRUE:
                adds.add(fluent)
            elif after == FALSE:
                deletes.add(fluent)
            elif any(
                evaluation.value(literal, {node: TRUE, fluent: now}, moves=FALSE) != now
                for now in (FALSE, TRUE)
            ):
                return None
        mattering = set(fluents)
        if any(not rests and f not in mattering for f, rests in enumerate(resting)):
            return None
        found[move] = Effect(frozenset(adds), frozenset(deletes))
    return found


def polarity(network: Network, literal: int) -> tuple[set[int], set[int]]:
    """Return the fluents that help a literal to be true by being true, and by being false.

    A fluent that occurs both ways is in both.
    """
    seen = {literal}
    todo = [literal]
    for x in todo:
        node = x >> 1
        if node >= network.first_gate:
            for body in network.gates[node - network.first_gate]:
                for y in body:
                    below = y ^ (x & 1)
                    if below not in seen:
                        seen.add(below)
                        todo.append(below)
    fluents = len(network.fluents)
    return (
        {x >> 1 for x in seen if x >> 1 < fluents and not x & 1},
        {x >> 1 for x in seen if x >> 1 < fluents and x & 1},
    )
