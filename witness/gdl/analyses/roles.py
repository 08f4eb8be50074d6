"""Roles that do not matter: a game of several players that is a puzzle for one of them.

What matters to a role is what its goals, its legal moves and the end of the game depend on, what
that depends on a step earlier, and so on. A role none of whose moves matter is irrelevant.

*Proves*: whatever the irrelevant roles do, the role's legal moves, its score and the end of the
game are those of the game without them. *Applies* when all other roles are irrelevant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from witness.gdl.network.network import Goal, Network


def relevant(network: Network, role: int) -> set[int]:
    """Return the fluents and moves, as nodes, that matter to a role."""
    roots = [network.terminal]
    roots += [network.legal[move] for move in network.moves_of(role)]
    roots += [goal.literal for goal in network.goals if goal.role == role]
    return {node for node in network.below(roots, earlier=True) if node < network.first_gate}


def puzzle_of(network: Network, role: int) -> Network | None:
    """Return the game of one role without the others and their fluents, None if they matter.

    Raises `LimitReachedError`.
    """
    matters = relevant(network, role)
    moves = enumerate(network.moves)
    if any(move.role != role and network.move_node(n) in matters for n, move in moves):
        return None
    if len(network.roles) == 1 and all(f in matters for f in range(len(network.fluents))):
        return network
    fluents = [f for f in range(len(network.fluents)) if f in matters]
    goals = [goal for goal in network.goals if goal.role == role]
    return restricted(network, role, fluents, network.moves_of(role), goals, network.terminal)


def restricted(
    network: Network,
    role: int,
    fluents: Sequence[int],
    moves: Sequence[int],
    goals: Sequence[Goal],
    terminal: int,
) -> Network:
    """Return the game of a role with some fluents and moves only, numbered anew in their order.

    Moves that are left out are never made. What is kept may depend on no fluent that is not.
    """
    # A literal of a gate moves with the gate; gates that nothing asks for are left out.
    literals = [network.following[f] for f in fluents] + [network.legal[m] for m in moves]
    literals += [goal.literal for goal in goals] + [terminal]
    needed = set(network.order(literals)) | {0}
    number = {f: n for n, f in enumerate(fluents)}
    number.update({network.move_node(m): n for n, m in enumerate(moves, len(fluents))})
    never = 2 * (len(fluents) + len(moves)) + 1  # The first gate is always true.
    components = []
    kept: list[int] = []
    for component, (first, last, cyclic) in enumerate(network.components):
        if component in needed:
            components.append((len(kept), len(kept) + last - first, cyclic))
            for gate in range(first, last):
                number[network.first_gate + gate] = len(fluents) + len(moves) + len(kept)
                kept.append(gate)

    def moved(literal: int) -> int:
        node = literal >> 1
        if node not in number and len(network.fluents) <= node < network.first_gate:
            return never ^ (literal & 1)
        return 2 * number[node] + (literal & 1)

    return replace(
        network,
        roles=(network.roles[role],),
        fluents=tuple(network.fluents[f] for f in fluents),
        moves=tuple(replace(network.moves[m], role=0) for m in moves),
        gates=tuple(
            tuple(tuple(map(moved, body)) for body in network.gates[gate]) for gate in kept
        ),
        components=tuple(components),
        following=tuple(moved(network.following[f]) for f in fluents),
        legal=tuple(moved(network.legal[m]) for m in moves),
        goals=tuple(Goal(0, goal.score, moved(goal.literal)) for goal in goals),
        terminal=moved(terminal),
        names={number[node]: term for node, term in network.names.items() if node in number},
        initial=sum(1 << n for n, f in enumerate(fluents) if network.initial >> f & 1),
    )
