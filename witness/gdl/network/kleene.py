"""Three-valued logic over a network, in plain Python: the definition of what a network says.

Values are FALSE < UNKNOWN < TRUE (Kleene's strong logic): a body has the least value of its
literals, a gate the greatest of its bodies, a negation turns the order round. What comes out TRUE
or FALSE is so for every way to make the unknown inputs true or false. Without unknown inputs it is
ordinary logic. Gates that depend on one another begin FALSE and rise as far as they must.
"""

from __future__ import annotations

from collections.abc import Mapping

from witness.base.limits import current
from witness.gdl.network.network import Network

FALSE, UNKNOWN, TRUE = range(3)


class Evaluation:
    """Three-valued evaluation of single literals, looking only at what they depend on.

    Each looks at the clock and raises `LimitReachedError`.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.orders: dict[int, list[int]] = {}

    def value(self, literal: int, fixed: Mapping[int, int], moves: int = UNKNOWN) -> int:
        """Return the value of a literal, given those of some nodes.

        Moves that are not given have the value `moves`; all else is unknown.
        """
        current().check()
        network = self.network
        values: dict[int, int] = {}
        fluents, first_gate = len(network.fluents), network.first_gate

        def of(literal: int) -> int:
            node = literal >> 1
            found = fixed.get(node)
            if found is None:
                if node < fluents:
                    found = UNKNOWN
                elif node < first_gate:
                    found = moves
                else:
                    found = values.get(node, FALSE)
            return TRUE - found if literal & 1 else found

        node = literal >> 1
        if node >= first_gate and node not in self.orders:
            self.orders[node] = network.order([literal])
        for component in self.orders.get(node, ()):
            first, last, cyclic = network.components[component]
            changed = True
            while changed:
                changed = False
                for gate in range(first, last):
                    if first_gate + gate in fixed:
                        continue
                    now = max(
                        (min(map(of, body), default=TRUE) for body in network.gates[gate]),
                        default=FALSE,
                    )
                    changed |= cyclic and now != values.get(first_gate + gate, FALSE)
                    values[first_gate + gate] = now
        return of(literal)

    def keeps(self, fluent: int, *moves: int) -> bool:
        """Return whether a fluent stays as it is where these moves are made and no others."""
        literal, network = self.network.following[fluent], self.network
        made = {network.move_node(move): TRUE for move in moves}
        return all(
            self.value(literal, {**made, fluent: now}, FALSE) == now for now in (FALSE, TRUE)
        )
