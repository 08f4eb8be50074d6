"""What is known of a game's states when only some fluents are: Kleene's logic, step by step.

What is known is an array with a value for each fluent (FALSE, UNKNOWN, TRUE). It stands for all
states that agree with it, reachable or not; so what follows from it holds in each of them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from witness.base.limits import current
from witness.gdl.analyses.one_step import Invariants
from witness.gdl.network.arrays import Ints, Values, ints, layout
from witness.gdl.network.kleene import FALSE, TRUE, UNKNOWN
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import compiled_kernel

#: A value for each fluent.
Known = Values


class Abstraction:
    """Three-valued evaluation of a network, with the moves of the first role one by one.

    Each question looks at the clock and raises `LimitReachedError`.
    """

    def __init__(self, network: Network, invariants: Invariants | None = None) -> None:
        self.network = network
        self.layout = layout(network)
        self.invariants = invariants or Invariants()
        loops = compiled_kernel()
        self._step = loops.step
        self._lasting = loops.lasting
        self._three_valued = loops.three_valued
        self._scratch = self.layout.scratch()
        self._orders: dict[int, Ints] = {}
        self._groups_of: dict[int, list[tuple[tuple[int, ...], bool]]] = {}
        for groups, exact in (
            (self.invariants.exactly_one, True),
            (self.invariants.at_most_one, False),
        ):
            for group in groups:
                for fluent in group:
                    self._groups_of.setdefault(fluent, []).append((group, exact))

    def nothing(self) -> Known:
        """Return what is known of any state: nothing."""
        current().check()
        return np.full(len(self.network.fluents), UNKNOWN, np.uint8)

    def all_of(self, state: int) -> Known:
        """Return what is known of one state: all of it."""
        number = len(self.network.fluents)
        raw = np.frombuffer(state.to_bytes(number // 8 + 1, "little"), np.uint8)
        bits = np.unpackbits(raw, bitorder="little")[:number]
        return (bits * TRUE).astype(np.uint8)

    def with_literals(self, literals: Iterable[int]) -> Known | None:
        """Return what is known where some literals of fluents are true, by the invariants too.

        None where the invariants exclude it.
        """
        known = self.nothing()
        todo = list(literals)
        for literal in todo:
            fluent, wanted = literal >> 1, FALSE if literal & 1 else TRUE
            if known[fluent] == wanted:
                continue
            if known[fluent] != UNKNOWN:
                return None
            known[fluent] = wanted
            for group, exact in self._groups_of.get(fluent, ()):
                if wanted == TRUE:
                    todo += [2 * other + 1 for other in group if other != fluent]
                elif exact:
                    left = [other for other in group if known[other] != FALSE]
                    if not left:
                        return None
                    if len(left) == 1:
                        todo.append(2 * left[0])
        return known

    def value(self, known: Known, literal: int) -> int:
        """Return the value of a literal that does not depend on moves, or on any moves."""
        current().check()
        node = literal >> 1
        if node < len(known):
            found = int(known[node])
        else:
            order = self._orders.get(node)
            if order is None:
                order = self._orders[node] = ints(self.network.order([literal]))
            values = self._scratch.values
            self._three_valued(known, values, self.layout.transitions.gates, order)
            found = int(values[node])
        return TRUE - found if literal & 1 else found

    def step(self, known: Known) -> Known | None:
        """Return what is known of all states that can follow, None when no move can be legal."""
        current().check()
        result, layout = np.empty_like(known), self.layout
        possible = self._step(known, result, layout.transitions, layout.moves, self._scratch)
        return result if possible else None

    def lasting(self, known: Known) -> Known:
        """Return the largest part of what is known that no play can ever change."""
        current().check()
        kept = known.copy()
        self._lasting(kept, self.layout.game, self._scratch)
        return kept
