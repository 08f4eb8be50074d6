"""Networks and state machines of games in plain Python: the definition of the compiled ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from witness.games.network.kleene import FALSE, TRUE, UNKNOWN
from witness.games.network.network import Gate, Network


def evaluate(network: Network, inputs: Mapping[int, int], default: int) -> list[int]:
    """Return the values of all nodes. Fluents and moves that are not given are `default`."""
    values = [inputs.get(node, default) for node in range(network.first_gate)]
    values += [FALSE] * len(network.gates)
    for first, last, cyclic in network.components:
        while True:
            changed = False
            for number in range(first, last):
                node = network.first_gate + number
                now = gate_value(values, network.gates[number])
                changed |= now != values[node]
                values[node] = now
            if not (cyclic and changed):
                break
    return values


def gate_value(values: list[int], gate: Gate) -> int:
    """Return the value of a gate."""
    return max(
        (min((value(values, literal) for literal in body), default=TRUE) for body in gate),
        default=FALSE,
    )


def value(values: list[int], literal: int) -> int:
    """Return the value of a literal."""
    found = values[literal // 2]
    return TRUE - found if literal & 1 else found


def join(values: Iterable[int]) -> int:
    """Return what is known when one of several values is right: it, if all are the same."""
    found = set(values)
    return found.pop() if len(found) == 1 else UNKNOWN


class PlainMachine:
    """A state machine in plain Python."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.initial = network.initial

    def _values(self, state: int, joint: Sequence[int] = ()) -> list[int]:
        network = self.network
        inputs = {fluent: TRUE for fluent in range(len(network.fluents)) if state >> fluent & 1}
        inputs.update((network.move_node(move), TRUE) for move in joint)
        return evaluate(network, inputs, FALSE)

    def legal(self, state: int, role: int = 0) -> list[int]:
        """Return the legal moves of a role."""
        values = self._values(state)
        return [
            move
            for move in self.network.moves_of(role)
            if value(values, self.network.legal[move]) == TRUE
        ]

    def next(self, state: int, joint: Sequence[int]) -> int:
        """Return the state after each role has made a move."""
        values = self._values(state, joint)
        return sum(
            1 << fluent
            for fluent, literal in enumerate(self.network.following)
            if value(values, literal) == TRUE
        )

    def terminal(self, state: int) -> bool:
        """Return whether the game has ended."""
        return value(self._values(state), self.network.terminal) == TRUE

    def goal(self, state: int, role: int = 0) -> int:
        """Return the score of a role."""
        values = self._values(state)
        return max(
            (
                goal.score
                for goal in self.network.goals
                if goal.role == role and value(values, goal.literal) == TRUE
            ),
            default=0,
        )
