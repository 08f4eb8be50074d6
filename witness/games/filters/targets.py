"""The filter `targets`: the distance to the nearest target."""

from __future__ import annotations

from collections.abc import Iterator

from witness.games.analyses.analysis import Analysis
from witness.games.analyses.distance import Measure, heuristic
from witness.games.analyses.targets import targets
from witness.games.filters.base import Filter
from witness.games.filters.wording import counted, listed
from witness.games.network.network import Network


class TargetFilter(Filter):
    """The distance to the nearest target."""

    name = "targets"
    needs_invariants = True
    compiled = True
    rank = 6
    listed = 5

    @property
    def exact(self) -> bool:  # type: ignore[override]
        """Whether the distance is never overestimated, so that plans are shortest."""
        return self.analysis.heuristic.admissible

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find the targets and the distance to them."""
        abstraction = analysis.abstraction
        analysis.targets = targets(abstraction, analysis.win, analysis.control.fluents)
        analysis.heuristic = heuristic(abstraction, analysis.step, analysis.targets)

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether there are targets."""
        return bool(analysis.targets.literals)

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
        if aim.transitions is not None:
            far = aim.transitions.distance(network.initial)
            text += f"; what has to travel is {counted(far, 'move')} from where it must be"
        if analysis.heuristic.admissible:
            least = analysis.heuristic(network.initial)
            yield f"Distance: {text}; so at least {counted(least, 'move')} must be made."
        else:
            yield (
                "Distance: how much a move can mend is not known; plans are not proved shortest."
            )

    def distance(self, state: int) -> int:
        """Return a lower bound of the number of moves to the aim."""
        return max(self.inner.distance(state), self.analysis.heuristic(state))


def _measure(network: Network, measure: Measure) -> str:
    if not measure.spared:
        return f"a move mends {_at_most(measure.change)} of {len(measure.literals)} literals"
    name = network.fluents[measure.literals[0] >> 1].name
    side = "false" if measure.literals[0] & 1 else "true"
    return f"of all ({name} …) {_at_most(measure.change)} more is {side} after a move"


def _at_most(number: int) -> str:
    return "at most one" if number == 1 else f"at most {number}"


FILTER = TargetFilter
