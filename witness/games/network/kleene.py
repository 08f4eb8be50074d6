"""Three-valued logic over a network, in plain Python: the definition of what a network says.

Values are FALSE < UNKNOWN < TRUE (Kleene's strong logic): a body has the least value of its
literals, a gate the greatest of its bodies, a negation turns the order round. What comes out TRUE
or FALSE is so for every way to make the unknown inputs true or false. Without unknown inputs it is
ordinary logic. Gates that depend on one another begin FALSE and rise as far as they must.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from witness.base.limits import current
from witness.games.network.network import Gate, Network

FALSE, UNKNOWN, TRUE = range(3)


def evaluate(network: Network, inputs: Mapping[int, int], default: int) -> list[int]:
    """Return the values of all nodes. Fluents and moves that are not given are `default`.

    Raises `LimitReachedError`.
    """
    values = [inputs.get(node, default) for node in range(network.first_gate)]
    values += [FALSE] * len(network.gates)
    for first, last, cyclic in current().each(network.components):
        while True:
            if cyclic:
                current().check()
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
