"""How much of a clause it takes to call a predicate on some values.

A clause has a limited number of variables and of literals. Before it can call a predicate, others
have given the inputs their values. What that takes at least bounds the calls that clauses make.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from witness.clauses.language.bias import Bias


class Reach(NamedTuple):
    """What it takes at least until a variable of a clause has some value.

    `variables` counts those beside the variables of the head, and `literals` the calls. `new` says
    that the variable is none of the head's, and `called` that a literal gives it its value.
    """

    variables: int
    literals: int
    new: bool = True
    called: bool = True

    def beside(self, others: int, copies: int) -> Reach:
        """Return what it takes for a variable beside others with the same value.

        Up to some `copies` of the value need no call of their own.
        """
        return self if others < copies else Reach(max(1, self.variables), max(1, self.literals))

    def through(self, before: Reach) -> Reach:
        """Return what it takes if a call yields the value, and what its inputs take."""
        return self._replace(
            variables=min(self.variables, before.variables + self.new),
            literals=min(self.literals, before.literals + self.called),
        )


#: That of the inputs of the head, and of constants.
GIVEN = Reach(0, 0, new=False, called=False)

#: That of an output of the head to which no call is known to lead, and of another such value.
FAR = 1 << 30
OUTPUT, UNKNOWN = Reach(FAR, FAR, new=False), Reach(FAR, FAR)


class Limits(NamedTuple):
    """The limits of a clause: variables beside those of the head, literals, outputs of each."""

    variables: int
    literals: int
    outputs: int

    def before(self, inputs: Sequence[Reach]) -> Reach:
        """Return what it takes at least until all of some variables have values."""
        if len(inputs) == 1:
            return inputs[0]
        return Reach(
            _at_least(((one.variables, one.new) for one in inputs), 1),
            _at_least(((one.literals, one.called) for one in inputs), self.outputs),
        )

    def allow(self, inputs: Reach) -> bool:
        """Whether a clause can have a literal after what it takes to reach its inputs."""
        return inputs.variables <= self.variables and inputs.literals < self.literals


def limits_of(bias: Bias) -> Limits:
    """Return the limits of the clauses of a bias."""
    outputs = max((s.inputs.count(False) for s in bias.body), default=0)
    return Limits(bias.max_vars - len(bias.head.types), bias.max_body, max(outputs, 1))


def _at_least(costs: Iterable[tuple[int, bool]], together: int) -> int:
    """Return what some things take at least, of which each takes something.

    Of all that take as much as one of them or more, the first takes that much, and each further one
    makes a difference; but up to `together` of them come at once.
    """
    found = number = 0
    for cost, counts in sorted(costs, reverse=True):
        number += counts
        found = max(found, cost + max(0, -(-number // together) - 1))
    return found
