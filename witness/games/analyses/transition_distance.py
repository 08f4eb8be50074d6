"""Transition distance: how far the things of a game are from where a target wants them.

Fluents of which exactly one is true say where a thing is, such as a tile. In one move it
can go from some places to some others; the least number of such moves to the place in the target is
its distance. Distances of several things add up where no move changes two of them. So the sliding
tiles get their Manhattan distance, from the rules alone.

This is the distance in domain transition graphs (Helmert: *The Fast Downward planning system*,
2006), made additive as in Felner, Korf, Hanan: *Additive pattern database heuristics*, 2004.

*Proves*: the sum never overestimates the moves to the target, and no move lowers it by more than
one. *Applies* to targets with fluents of such sets.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import combinations

from witness.base.limits import current
from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.one_step import Group, OneStep, best_choice
from witness.games.network.kleene import FALSE

#: With more things than this nothing is tried.
MAX_GROUPS = 40


@dataclass(frozen=True)
class TransitionDistance:
    """A weight for each fluent: how far its thing is from the target, if that thing counts."""

    weights: tuple[tuple[int, int], ...]

    def distance(self, state: int) -> int:
        """Return a lower bound of the number of moves to the target."""
        return sum(weight for fluent, weight in self.weights if state >> fluent & 1)


class Places:
    """The sets of which exactly one is true, and where things can go in a move."""

    def __init__(self, abstraction: Abstraction, step: OneStep, groups: tuple[Group, ...]) -> None:
        self.groups: tuple[Group, ...] = ()
        #: For each place those from which a thing may come there.
        self.before: dict[int, list[int]] = {}
        self.together: set[tuple[int, int]] = set()
        if not groups or len(groups) > MAX_GROUPS:
            return
        for group in groups:
            for place in group:
                known = abstraction.with_literals([2 * place])
                after = None if known is None else abstraction.step(known)
                if after is not None:
                    for other in group:
                        if other != place and after[other] != FALSE:
                            self.before.setdefault(other, []).append(place)
        changed = []
        with step.control.backend() as backend:
            for group in groups:
                changed.append(backend.add_atom())
                for a in group:
                    backend.add_rule([changed[-1]], [step.literal(2 * a), -step.after(2 * a)])
        couples = list(combinations(range(len(groups)), 2))
        both = step.possible([(changed[g], changed[h]) for g, h in couples])
        if both is None:
            return
        self.groups = groups
        self.together = {couples[number] for number in both}

    def distances(self, group: Group, aim: int) -> dict[int, int]:
        """Return the least number of moves from each place of a thing to a place.

        Where that cannot be reached it is one more than the longest.
        """
        found = {aim: 0}
        todo = deque([aim])
        while todo:
            current().check()
            place = todo.popleft()
            for before in self.before.get(place, ()):
                if before in group and before not in found:
                    found[before] = found[place] + 1
                    todo.append(before)
        far = max(found.values()) + 1
        return {fluent: found.get(fluent, far) for fluent in group}

    def to_target(self, literals: frozenset[int], initial: int) -> TransitionDistance | None:
        """Return the sum over things that no move changes together, the greatest at the start.

        None if the target says of no thing where it must be.
        """
        distances = {}
        for number, group in enumerate(self.groups):
            aims = [fluent for fluent in group if 2 * fluent in literals]
            if len(aims) == 1:
                distances[number] = self.distances(group, aims[0])
        if not distances:
            return None
        at_first = {
            number: sum(d for fluent, d in found.items() if initial >> fluent & 1)
            for number, found in distances.items()
        }
        longest = {number: max(found.values()) for number, found in distances.items()}
        chosen = _choose(at_first, longest, self.together)
        weights = sorted(
            (fluent, weight)
            for number in chosen
            for fluent, weight in distances[number].items()
            if weight
        )
        return TransitionDistance(tuple(weights)) if weights else None


def _choose(
    first: dict[int, int],
    longest: dict[int, int],
    together: set[tuple[int, int]],
) -> list[int]:
    """Return things that do not change together: the greatest sum at first, then of the longest."""
    program = [f"{{in({n})}}." for n in first]
    program += [f":- in({a}), in({b})." for a, b in sorted(together) if a in first and b in first]
    for n in first:
        program.append(f"#maximize{{ {first[n]}@3,{n}: in({n}) }}.")
        program.append(f"#maximize{{ {longest[n]}@2,{n}: in({n}) }}.")
        program.append(f"#minimize{{ {n}@1,{n}: in({n}) }}.")
    return best_choice(program)
