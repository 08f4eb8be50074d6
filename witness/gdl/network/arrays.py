"""A network as arrays, for the compiled loops of `witness.gdl.network.kernel`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from witness.base.limits import current
from witness.gdl.network.network import Network

#: The bytes that an item of a set or a list takes, roughly.
SET_BYTES, LIST_BYTES = 70, 8

Ints = NDArray[np.int32]
Values = NDArray[np.uint8]
Words = NDArray[np.uint64]


class Gates(NamedTuple):
    """All gates: where the parts of each gate, body and component begin, and their literals."""

    #: The node of the first gate.
    first: int
    #: The first body of each gate.
    bodies: Ints
    #: The first literal of each body.
    starts: Ints
    #: The first gate of each component.
    components: Ints
    literals: Ints
    #: Whether the gates of a component depend on one another.
    cyclic: Ints


class Rows(NamedTuple):
    """Lists of different lengths one after another: where each begins, and all items."""

    starts: Ints
    items: Ints


class Transitions(NamedTuple):
    """What it takes to evaluate a state, and the state that follows it."""

    gates: Gates
    #: Components that no move matters to, of those that legal, terminal, goals, `following` need.
    state_order: Ints
    #: All components that `following` asks for beyond those.
    move_order: Ints
    following: Ints
    legal: Ints


class Moves(NamedTuple):
    """What it takes to look at the moves of a role one by one."""

    #: Components that no move matters to, of those that legal and `following` need.
    step_order: Ints
    #: For each move the components of `move_order` that it matters to.
    downstream: Rows
    #: For each move the fluents whose following literal it matters to.
    touched: Rows
    #: The moves of the role.
    own: Ints


class Game(NamedTuple):
    """All that the search needs of a network."""

    transitions: Transitions
    moves: Moves
    #: For each fluent the components of a step that it matters to.
    above: Rows


class Scratch(NamedTuple):
    """Room for the abstract steps: values of fluents, counts of moves, values of nodes."""

    known: Values
    gone: Values
    counts: Ints
    values: Values
    saved: Values


@dataclass(frozen=True)
class Layout:
    """A network in arrays."""

    network: Network
    transitions: Transitions
    moves: Moves

    @cached_property
    def game(self) -> Game:
        """All arrays together; those of `above` take a while in a large network."""
        return Game(self.transitions, self.moves, self._above())

    def _above(self) -> Rows:
        network = self.network
        wanted = {*self.moves.step_order.tolist(), *self.transitions.move_order.tolist()}
        users: dict[int, list[int]] = defaultdict(list)
        for component in current().each(wanted):
            first, last, _ = network.components[component]
            for gate in network.gates[first:last]:
                for body in gate:
                    for literal in body:
                        users[literal // 2].append(component)
        above = []
        budget, number = current(), 0
        for fluent in range(len(network.fluents)):
            budget.check()
            budget.fits(LIST_BYTES * number)
            found: set[int] = set()
            todo = [fluent]
            for node in todo:
                for component in users.get(node, ()):
                    if component not in found:
                        found.add(component)
                        first, last, _ = network.components[component]
                        todo += range(network.first_gate + first, network.first_gate + last)
            above.append(sorted(found))
            number += len(found)
        return rows(above)

    def scratch(self) -> Scratch:
        """Return new room for abstract steps."""
        fluents, size = len(self.network.fluents), self.network.size
        return Scratch(
            known=np.zeros(fluents, np.uint8),
            gone=np.zeros(fluents, np.uint8),
            counts=np.zeros(fluents, np.int32),
            values=np.zeros(size, np.uint8),
            saved=np.zeros(size, np.uint8),
        )


def ints(values: Sequence[int] | NDArray[Any]) -> Ints:
    """Return numbers as an array."""
    return np.ascontiguousarray(values, dtype=np.int32)


def rows(lists: Sequence[Sequence[int]]) -> Rows:
    """Lay lists out."""
    starts = ints(np.cumsum([0, *map(len, lists)]))
    return Rows(starts, ints([item for one in lists for item in one]))


def width(network: Network) -> int:
    """Return the number of 64-bit words that a state takes."""
    return max(1, -(-len(network.fluents) // 64))


def words(state: int, width: int) -> Words:
    """Return a state, or any other bit set of fluents, as `width` 64-bit words."""
    return np.frombuffer(bytearray(state.to_bytes(8 * width, "little")), np.uint64)


def layout(network: Network) -> Layout:
    """Lay a network out, with the moves of the first role to be looked at one by one.

    Raises `LimitReachedError`.
    """
    bodies = [body for gate in network.gates for body in gate]
    gates = Gates(
        first=network.first_gate,
        bodies=ints(np.cumsum([0, *map(len, network.gates)])),
        starts=ints(np.cumsum([0, *map(len, bodies)])),
        components=ints([*(c[0] for c in network.components), len(network.gates)]),
        literals=ints([literal for body in bodies for literal in body]),
        cyclic=ints([c[2] for c in network.components]),
    )
    mattering = _mattering(network)
    now = network.order([*network.legal, network.terminal, *(g.literal for g in network.goals)])
    later = network.order(network.following)
    resting = [c for c in later if not mattering[c]]
    move_order = [c for c in later if mattering[c]]
    downstream: list[list[int]] = [[] for _ in network.moves]
    for component in current().each(move_order):
        for move in mattering[component]:
            downstream[move].append(component)
    touched: list[list[int]] = [[] for _ in network.moves]
    for fluent, literal in enumerate(current().each(network.following)):
        node = literal // 2
        if len(network.fluents) <= node < network.first_gate:
            touched[node - len(network.fluents)].append(fluent)
        elif node >= network.first_gate:
            for move in mattering[network.component_of[node]]:
                touched[move].append(fluent)
    return Layout(
        network=network,
        transitions=Transitions(
            gates=gates,
            state_order=ints(sorted({*now, *resting})),
            move_order=ints(move_order),
            following=ints(network.following),
            legal=ints(network.legal),
        ),
        moves=Moves(
            step_order=ints(sorted({*network.order(network.legal), *resting})),
            downstream=rows(downstream),
            touched=rows(touched),
            own=ints(network.moves_of(0)),
        ),
    )


def _mattering(network: Network) -> list[set[int]]:
    """Return for each component the moves that matter to it."""
    budget, number = current(), 0
    component_of, fluents = network.component_of, len(network.fluents)
    found: list[set[int]] = []
    for first, last, _ in network.components:
        budget.check()
        budget.fits(SET_BYTES * number)
        moves: set[int] = set()
        for gate in network.gates[first:last]:
            for body in gate:
                for literal in body:
                    node = literal // 2
                    if fluents <= node < network.first_gate:
                        moves.add(node - fluents)
                    elif node >= network.first_gate and component_of[node] < len(found):
                        moves |= found[component_of[node]]
        found.append(moves)
        number += len(moves)
    return found
