"""Factors: parts of a role's own game that do not touch one another, to be solved one by one.

A win is a conjunction of conditions on fluents. Fluents belong to one part if a condition speaks of
both, if one depends on the other, or if one move may change both; a move belongs to the part that
it may change, and so do the fluents that it needs to be legal. What no condition depends on belongs
to no part and is left out: a game beside the game, or a clock.

*Proves*: a plan of the whole game holds a plan of every part, so a part that cannot be won excludes
the win, and the least numbers of moves of the parts add up to a lower bound for the whole game.
Playing their plans one after another shows whether they are a plan of the whole (they are not where
the game ends before): if so, and each is shortest, so is the whole. *Applies* when there are
several parts, or moves that matter to none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from witness.base.limits import current
from witness.gdl.analyses.roles import restricted
from witness.gdl.network.construction import strong_components
from witness.gdl.network.kleene import Evaluation
from witness.gdl.network.network import Goal, Network

#: Literals at least one of which must be true.
Clause = frozenset[int]

#: Pairs of a move and a fluent that are looked at before giving up.
MAX_PAIRS = 200_000


@dataclass(frozen=True)
class Factor:
    """A part of a game as a game of its own, which ends where the part is won.

    `fluents` and `moves` are their numbers in the whole game, in the order that they have here.
    """

    network: Network
    fluents: tuple[int, ...]
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Factors:
    """The parts of a game that a win needs, small ones first, and what a win does not need."""

    parts: tuple[Factor, ...] = ()
    #: Fluents and moves that belong to no part.
    spare_fluents: tuple[int, ...] = ()
    spare_moves: tuple[int, ...] = ()


def factors(network: Network, score: int) -> Factors | None:
    """Return the parts of a game of one role for the aim of `score` points or more.

    None where nothing comes apart: one part has all moves. Raises `LimitReachedError`.
    """
    wider, win = network.with_win(score)
    clauses = sorted(_without_implied(wider, conjuncts(wider, [win])), key=sorted)
    supports = [_inputs(wider, clause) for clause in current().each(clauses, 1)]
    if not supports or not all(supports):
        return None  # The win is certain, or excluded.
    changing = _changing(network)
    if changing is None:
        return None
    beside = _needed(network, supports, changing)
    groups = sorted(
        strong_components(beside, lambda node: sorted(beside[node])), key=lambda g: (len(g), g)
    )
    spare = tuple(m for m in range(len(network.moves)) if network.move_node(m) not in beside)
    if len(groups) < 2 and not spare:
        return None
    parts = []
    for group in groups:
        current().check()
        inside = set(group)
        own = [c for c, support in zip(clauses, supports, strict=True) if support <= inside]
        parts.append(_factor(network, wider, score, group, own))
    fluents = tuple(f for f in range(len(network.fluents)) if f not in beside)
    return Factors(tuple(parts), fluents, spare)


def conjuncts(network: Network, literals: Iterable[int]) -> set[Clause]:
    """Return clauses that are all true exactly where some literals are."""
    todo = list(literals)
    seen = set(todo)
    found: set[Clause] = set()
    for literal in todo:
        node = literal >> 1
        more: list[int] = []
        if node < network.first_gate or network.components[network.component_of[node]][2]:
            found.add(frozenset((literal,)))
            continue
        gate = network.gates[node - network.first_gate]
        if literal & 1:
            more = [body[0] ^ 1 for body in gate if len(body) == 1]
            found |= {frozenset(x ^ 1 for x in body) for body in gate if len(body) != 1}
        elif len(gate) == 1:
            more = list(gate[0])
        else:
            found.add(frozenset((literal,)))
        todo += [x for x in more if x not in seen]
        seen.update(more)
    return found


def _without_implied(network: Network, clauses: set[Clause]) -> set[Clause]:
    """Return the clauses without those that the others imply, such as ways for the game to end."""
    kept = set(clauses)
    for clause in current().each(sorted(clauses, key=sorted), 1):
        literal = min(clause, default=1)
        if len(clause) > 1 or literal & 1 or literal >> 1 < network.first_gate:
            continue
        gate = network.gates[(literal >> 1) - network.first_gate]
        if any(conjuncts(network, body) <= kept - {clause} for body in gate):
            kept.discard(clause)
    return kept


def _inputs(network: Network, literals: Iterable[int]) -> set[int]:
    """Return the fluents that literals depend on."""
    return {node for node in network.below(literals) if node < len(network.fluents)}


def _changing(network: Network) -> list[list[int]] | None:
    """Return for each fluent the moves that may change it, None where that takes too long.

    All others leave it as it is in every state: so says Kleene's logic.
    """
    evaluation = Evaluation(network)
    moves = range(len(network.moves))
    found, looked = [], 0
    for fluent, literal in enumerate(network.following):
        below = network.below([literal])
        own = [move for move in moves if network.move_node(move) in below]
        looked += len(own)
        if looked > MAX_PAIRS:
            return None
        if not evaluation.keeps(fluent):
            own = list(moves)  # Also those that it does not ask for.
        found.append([move for move in own if not evaluation.keeps(fluent, move)])
    return found


def _needed(
    network: Network, supports: list[set[int]], changing: list[list[int]]
) -> dict[int, set[int]]:
    """Return the nodes of fluents and moves that matter to the win, and what each belongs with."""
    beside: dict[int, set[int]] = {}
    for support in supports:
        for node in support:
            beside.setdefault(node, set()).add(min(support))
            beside.setdefault(min(support), set()).add(node)
    todo = sorted(beside)
    for node in current().each(todo, 1):
        if node < len(network.fluents):
            others = _inputs(network, [network.following[node]])
            others |= {network.move_node(move) for move in changing[node]}
        else:
            others = _inputs(network, [network.legal[node - len(network.fluents)]])
        for other in sorted(others):
            if other not in beside:
                beside[other] = set()
                todo.append(other)
            beside[other].add(node)
        beside[node] |= others
    return beside


def _factor(
    network: Network, wider: Network, score: int, group: list[int], clauses: list[Clause]
) -> Factor:
    """Return the game of a part, which is won where some clauses are true."""
    body: list[int] = []
    for clause in clauses:
        if len(clause) == 1:
            body += clause
        else:
            wider, literal = wider.with_gate(tuple((x,) for x in sorted(clause)))
            body.append(literal)
    wider, win = wider.with_gate((tuple(body),))
    fluents = [node for node in group if node < len(network.fluents)]
    moves = [node - len(network.fluents) for node in group if node >= len(network.fluents)]
    alone = restricted(wider, 0, fluents, moves, [Goal(0, score, win)], win)
    return Factor(alone, tuple(fluents), tuple(moves))
