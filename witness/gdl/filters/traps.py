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

from collections.abc import Iterator

from witness.gdl.analyses.abstraction import Abstraction
from witness.gdl.analyses.one_step import OneStep
from witness.gdl.filters.analysis import Analysis, LiteralSet
from witness.gdl.filters.base import Filter, relations
from witness.gdl.network.kleene import FALSE


def trap(abstraction: Abstraction, step: OneStep, win: int) -> LiteralSet:
    """Return the largest trap."""
    caught = []
    for literal in range(2 * len(abstraction.network.fluents)):
        known = abstraction.with_literals([literal])
        if known is not None and abstraction.value(known, win) == FALSE:
            caught.append(literal)
    if not caught:
        return LiteralSet()
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
    return LiteralSet.of(inside)


class TrapFilter(Filter):
    """A state in the trap is lost."""

    name = "traps"
    needs_invariants = True
    rank = 2
    listed = 2

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find the largest trap."""
        analysis.trap = trap(analysis.abstraction, analysis.step, analysis.win)

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether there is a trap."""
        return bool(analysis.trap)

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield what is fatal, and whether at once."""
        network, trap, latched = analysis.network, analysis.trap, analysis.latches
        for fatal, at_once, kind in (
            (trap.true, latched.true, "true"),
            (trap.false, latched.false, "false"),
        ):
            for bits, when in (
                (fatal & at_once, "and stays so"),
                (
                    fatal & ~at_once,
                    "though it may change: every way on leads to another of the trap",
                ),
            ):
                if bits:
                    yield f"Trap: fatal when {kind}, {when}: {relations(network, bits)}."
        if not trap:
            yield "Traps: none; from every fluent that contradicts the win there may be a way out."

    def lost(self, state: int) -> bool:
        """Return whether a fluent of the trap is met."""
        return self.analysis.trap.meets(state)


FILTER = TrapFilter
