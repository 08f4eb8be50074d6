"""Targets: what a winning state must look like, by walking back from the winning goal.

A target is a set of fluents that must be true, and of fluents that must be false; every winning
state agrees with one of the targets. Where there are too many, one target is left: what all winning
states have in common.

*Proves*: a state that agrees with no target is not won. *Applies* when the win needs any fluent at
all; control propositions are left out, as they come by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.base.limits import current
from witness.gdl.analyses.abstraction import Abstraction
from witness.gdl.analyses.distance import Measure, heuristic
from witness.gdl.filters.analysis import Analysis, Targets
from witness.gdl.filters.base import Filter, counted, listed
from witness.gdl.network.kleene import FALSE, TRUE, UNKNOWN
from witness.gdl.network.network import Network

#: With more targets than this, the nearest one would be near from anywhere.
MAX_TARGETS = 64

#: The number of alternatives looked at before giving up.
MAX_VISITS = 200_000


def targets(abstraction: Abstraction, win: int, control: int = 0) -> Targets:
    """Return the targets of the win, `control` being the bit set of the control propositions."""
    search = _Alternatives(abstraction.network)
    found = search.run([win])
    complete = found is not None
    if found is None:
        shared = necessary(abstraction, win)
        found = [shared] if shared is not None else []
    kept = {frozenset(x for x in literals if not control >> (x >> 1) & 1) for literals in found}
    if not kept or frozenset() in kept:
        return Targets()
    # A target that asks for more than another adds nothing.
    least = [t for t in kept if not any(other < t for other in kept)]
    return Targets(tuple(sorted(least, key=sorted)), complete)


def necessary(abstraction: Abstraction, literal: int) -> frozenset[int] | None:
    """Return the fluents that must be true, or false, for a literal; None if it cannot be."""
    network, known = abstraction.network, abstraction.nothing()
    if abstraction.value(known, literal) == FALSE:
        return None
    found = set()
    for fluent in sorted(node for node in network.below([literal]) if node < len(network.fluents)):
        for wanted, opposite in ((2 * fluent, FALSE), (2 * fluent + 1, TRUE)):
            known[fluent] = opposite
            if abstraction.value(known, literal) == FALSE:
                found.add(wanted)
        known[fluent] = UNKNOWN
    return frozenset(found)


#: One way to make something true: literals that must all become true.
_Alternative = tuple[int, ...]


class _Alternatives:
    """Walks back from literals to the fluents that can make them true."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.visits = 0
        self.found: dict[frozenset[int], None] = {}
        self.cyclic = {
            network.first_gate + gate
            for first, last, cyclic in network.components
            if cyclic
            for gate in range(first, last)
        }

    def run(self, wanted: list[int]) -> list[frozenset[int]] | None:
        """Return the sets of fluents' literals, None where there are too many."""
        return list(self.found) if self._visit(wanted, [], set()) else None

    def _visit(self, wanted: list[int], choices: list[list[_Alternative]], made: set[int]) -> bool:
        """Add all ways to make the wanted literals true, and one alternative of each choice.

        `made` has the literals that are true by then. Returns false when there are too many.
        """
        todo, choices, made = list(wanted), list(choices), set(made)
        while todo:
            current().check()
            while todo:
                literal = todo.pop()
                if literal ^ 1 in made:
                    return True
                if literal not in made:
                    made.add(literal)
                    choices += self._choices(literal)
            open_choices = []
            for choice in choices:
                self.visits += 1
                ways = [one for one in choice if not any(x ^ 1 in made for x in one)]
                if not ways:
                    return True
                if any(made.issuperset(one) for one in ways):
                    continue
                if len(ways) == 1:
                    todo += ways[0]
                else:
                    open_choices.append(ways)
            choices = open_choices
        if not choices:
            fluents = len(self.network.fluents)
            self.found[frozenset(x for x in made if x >> 1 < fluents)] = None
            return len(self.found) <= MAX_TARGETS
        if self.visits > MAX_VISITS:
            return False
        first = min(choices, key=len)
        rest = [choice for choice in choices if choice is not first]
        return all(self._visit(list(one), rest, made) for one in first)

    def _choices(self, literal: int) -> list[list[_Alternative]]:
        """Return the choices to be made, one alternative of each, for a literal to be true."""
        network, node = self.network, literal >> 1
        if node < len(network.fluents) or node in self.cyclic:
            # Nothing is asked of gates that depend on one another; the target is weaker for it.
            return []
        if node < network.first_gate:
            return [[]]  # No state makes a move.
        gate = network.gates[node - network.first_gate]
        if literal & 1:
            return [[(x ^ 1,) for x in body] for body in gate]
        return [list(gate)]


class TargetFilter(Filter):
    """The distance to the nearest target."""

    name = "targets"
    needs_invariants = True

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find the targets and the distance to them."""
        abstraction = analysis.abstraction
        analysis.targets = targets(abstraction, analysis.win, analysis.control.fluents)
        analysis.heuristic = heuristic(abstraction, analysis.step, analysis.targets.literals)

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether there are targets."""
        return bool(analysis.targets.literals)

    @staticmethod
    def exact(analysis: Analysis) -> bool:
        """Return whether the distance is never overestimated, so that plans are shortest."""
        return analysis.heuristic.admissible

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield the targets, and how far they are."""
        network, targets = analysis.network, analysis.targets
        if not targets.literals:
            yield "Targets: none; the win does not need any particular fluent."
            return
        kind = "what a win must look like" if targets.complete else "what all wins share"
        first = listed(network.describe_literal(x) for x in sorted(targets.literals[0]))
        more = "" if len(targets.literals) == 1 else "; the first"
        yield f"Targets: {counted(len(targets.literals), 'state')} ({kind}){more}: {first}."
        aim = analysis.heuristic.aims[0]
        text = "; ".join(_measure(network, measure) for measure in aim.measures)
        if aim.weights:
            far = counted(aim.travel(network.initial), "move")
            text += f"; what has to travel is {far} from where it must be"
        if analysis.heuristic.admissible:
            least = analysis.heuristic(network.initial)
            yield f"Distance: {text}; so at least {counted(least, 'move')} must be made."
        else:
            yield (
                "Distance: how much a move can mend is not known; plans are not proved shortest."
            )


def _measure(network: Network, measure: Measure) -> str:
    if not measure.spared:
        return f"a move mends {_at_most(measure.change)} of {len(measure.literals)} literals"
    name = network.fluents[measure.literals[0] >> 1].name
    side = "false" if measure.literals[0] & 1 else "true"
    return f"of all ({name} …) {_at_most(measure.change)} more is {side} after a move"


def _at_most(number: int) -> str:
    return "at most one" if number == 1 else f"at most {number}"


FILTER = TargetFilter
