"""Traps: fluents that doom a state although they may change, as on the way into a dead end.

A set of literals is a trap if none of its literals can be true where the game is won, and if from a
state in which one of them is true every legal move leads to a state in which one of them is. Then a
state with any of them is lost. The largest trap is found by dropping what can escape until nothing
can. A latched literal that contradicts the win is a trap by itself; on a one-way street to it, each
place is fatal as well, though only after some forced turns.

*Proves*: a state in which a literal of the trap is true is lost. *Applies* to every game whose
steps clingo can answer about; finds nothing where every literal can escape.
"""

from __future__ import annotations

from dataclasses import dataclass

from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.one_step import OneStep
from witness.games.network.kleene import FALSE


@dataclass(frozen=True)
class Trap:
    """Bit sets of the fluents that are fatal when true, and of those that are when false."""

    true: int = 0
    false: int = 0

    def catches(self, state: int) -> bool:
        """Return whether a state is lost."""
        return bool(state & self.true or ~state & self.false)


def trap(abstraction: Abstraction, step: OneStep, win: int) -> Trap:
    """Return the largest trap."""
    caught = []
    for literal in range(2 * len(abstraction.network.fluents)):
        known = abstraction.with_literals([literal])
        if known is not None and abstraction.value(known, win) == FALSE:
            caught.append(literal)
    if not caught:
        return Trap()
    with step.control.backend() as backend:
        escape = backend.add_atom()
        switches = {}
        for literal in caught:
            # Switched on: the literal is in the trap, and is not true after the step.
            switches[literal] = backend.add_atom()
            backend.add_rule([switches[literal]], [], choice=True)
            backend.add_rule([], [switches[literal], step.after(literal)])
            backend.add_rule([escape], [switches[literal], step.literal(literal)])
    broken = {step.literal(literal): {literal} for literal in caught}
    inside = step.unbroken(escape, switches, broken) or ()
    return Trap(
        sum(1 << (literal >> 1) for literal in inside if not literal & 1),
        sum(1 << (literal >> 1) for literal in inside if literal & 1),
    )
