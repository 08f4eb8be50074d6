"""A network as arrays, for the compiled loops of `witness.games.network.kernel`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from witness.games.network.network import Network

Ints = NDArray[np.int32]


#: Gates and their components, as six arrays: the node of the first gate; where the bodies of each
#: gate begin, the literals of each body, and the gates of each component; the literals; whether the
#: gates of each component depend on one another.
Gates = tuple[Ints, Ints, Ints, Ints, Ints, Ints]


#: Lists of different lengths one after another: where each begins, and all items.
Lists = tuple[Ints, Ints]


def lists(rows: Sequence[Sequence[int]]) -> Lists:
    """Lay lists out."""
    return _ints(np.cumsum([0, *map(len, rows)])), _ints([item for row in rows for item in row])


@dataclass(frozen=True)
class Layout:
    """What the loops need of a network."""

    network: Network
    gates: Gates
    #: Components that no move matters to, of those that legal, terminal, goals, `following` need.
    state_order: Ints
    #: Those of them that legal and `following` need.
    step_order: Ints
    #: All components that `following` asks for beyond those.
    move_order: Ints
    #: For each move the components that it matters to, of those.
    downstream: Lists
    #: For each move the fluents whose following literal it matters to.
    touched: Lists
    following: Ints
    legal: Ints

    @cached_property
    def above(self) -> Lists:
        """For each fluent the components of a step that it matters to."""
        network = self.network
        wanted = {*self.step_order.tolist(), *self.move_order.tolist()}
        users: dict[int, list[int]] = defaultdict(list)
        for component in wanted:
            first, last, _ = network.components[component]
            for gate in network.gates[first:last]:
                for body in gate:
                    for literal in body:
                        users[literal // 2].append(component)
        rows = []
        for fluent in range(len(network.fluents)):
            found: set[int] = set()
            todo = [fluent]
            for node in todo:
                for component in users.get(node, ()):
                    if component not in found:
                        found.add(component)
                        first, last, _ = network.components[component]
                        todo += range(network.first_gate + first, network.first_gate + last)
            rows.append(sorted(found))
        return lists(rows)


def _ints(values: object) -> Ints:
    return np.ascontiguousarray(values, dtype=np.int32)


def layout(network: Network) -> Layout:
    """Lay a network out."""
    component_of = network.component_of
    n_fluents = len(network.fluents)
    bodies = [body for gate in network.gates for body in gate]
    gates = (
        _ints([network.first_gate]),
        _ints(np.cumsum([0, *map(len, network.gates)])),
        _ints(np.cumsum([0, *map(len, bodies)])),
        _ints([*(c[0] for c in network.components), len(network.gates)]),
        _ints([literal for body in bodies for literal in body]),
        _ints([c[2] for c in network.components]),
    )
    # Which moves matter to a component.
    above: list[set[int]] = []
    for first, last, _ in network.components:
        moves: set[int] = set()
        for gate in network.gates[first:last]:
            for body in gate:
                for literal in body:
                    node = literal // 2
                    if n_fluents <= node < network.first_gate:
                        moves.add(node - n_fluents)
                    elif node >= network.first_gate and component_of[node] < len(above):
                        moves |= above[component_of[node]]
        above.append(moves)
    now = network.order([*network.legal, network.terminal, *(g.literal for g in network.goals)])
    later = network.order(network.following)
    resting = [c for c in later if not above[c]]
    state_order = sorted({*now, *resting})
    step_order = sorted({*network.order(network.legal), *resting})
    move_order = [c for c in later if above[c]]
    downstream: list[list[int]] = [[] for _ in network.moves]
    for component in move_order:
        for move in above[component]:
            downstream[move].append(component)
    touched: list[list[int]] = [[] for _ in network.moves]
    for fluent, literal in enumerate(network.following):
        node = literal // 2
        if n_fluents <= node < network.first_gate:
            touched[node - n_fluents].append(fluent)
        elif node >= network.first_gate:
            for move in above[component_of[node]]:
                touched[move].append(fluent)
    return Layout(
        network=network,
        gates=gates,
        state_order=_ints(state_order),
        step_order=_ints(step_order),
        move_order=_ints(move_order),
        downstream=lists(downstream),
        touched=lists(touched),
        following=_ints(network.following),
        legal=_ints(network.legal),
    )
