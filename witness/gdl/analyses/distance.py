"""The distance to a target: how many of its literals are missing, and how many a move can mend.

If no move lowers the number of missing literals by more than c, a state with d of them missing is
at least d/c moves away. The same holds for any part of the target; where no move makes two literals
of a part true, each missing literal counts one move. And it holds for the number of true fluents of
a relation, if the target says how many there are: as for the pegs of peg solitaire, of which each
move takes one.

Transition distance: fluents of which exactly one is true say where a thing is, such as a tile. In
one move it can go from some places to some others; the least number of such moves to the place in
the target is its distance. Distances of several things add up where no move changes two of them. So
the sliding tiles get their Manhattan distance, from the rules alone. This is the distance in domain
transition graphs (Helmert: *The Fast Downward planning system*, 2006), made additive as in Felner,
Korf, Hanan: *Additive pattern database heuristics*, 2004.

*Proves*: the heuristic never overestimates (it is admissible), and no move lowers it by more than
one (consistent). *Applies* to games with target states; where clingo cannot bound c in time, the
number of missing literals itself is used, and plans are not proved shortest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from witness.base.limits import current
from witness.gdl.analyses.abstraction import Abstraction
from witness.gdl.analyses.one_step import Group, Invariants, OneStep, best_choice
from witness.gdl.network.kleene import FALSE
from witness.gdl.network.network import Network

#: The largest number of literals that a move may mend at once, to be looked for.
MAX_CHANGE = 40

#: The largest target whose literals are looked at in pairs.
MAX_PAIRS = 45

#: With more things than this no transition distance is looked for.
MAX_GROUPS = 40


@dataclass(frozen=True)
class Measure:
    """Literals, of which a move makes at most `change` more true, and `spared` may stay false."""

    literals: tuple[int, ...]
    change: int
    spared: int = 0

    def distance(self, state: int) -> int:
        """Return a lower bound of the number of moves to the target."""
        missing = sum((state >> (x >> 1) & 1) == (x & 1) for x in self.literals)
        return max(0, -(-(missing - self.spared) // self.change))


@dataclass(frozen=True)
class Aim:
    """A target, as lower bounds of the number of moves to it."""

    measures: tuple[Measure, ...]
    #: Fluents, and how far the thing that each speaks of is from where it must be.
    weights: tuple[tuple[int, int], ...] = ()

    def travel(self, state: int) -> int:
        """Return how far the things are from where they must be, together."""
        return sum(weight for fluent, weight in self.weights if state >> fluent & 1)

    def distance(self, state: int) -> int:
        """Return the greatest of the lower bounds."""
        return max(self.travel(state), *(measure.distance(state) for measure in self.measures))


@dataclass(frozen=True)
class Heuristic:
    """A lower bound of the number of moves to the nearest target."""

    aims: tuple[Aim, ...] = ()
    admissible: bool = True

    def __call__(self, state: int) -> int:
        """Return the bound."""
        return min((aim.distance(state) for aim in self.aims), default=0)


def heuristic(
    abstraction: Abstraction, step: OneStep, targets: Sequence[frozenset[int]]
) -> Heuristic:
    """Return the heuristic of some targets, which are sets of literals."""
    aims: list[Aim] = []
    admissible = True
    places = Places(abstraction, step, _with_aims(abstraction.invariants, targets))
    counted: dict[tuple[int, ...], int | None] = {}
    for literals in targets:
        ordered = tuple(sorted(literals))
        change = most_change(step, ordered)
        if change is None:
            admissible = False
            aims.append(Aim((Measure(ordered, 1),)))
            continue
        own = [Measure(ordered, max(1, change))]
        if change > 1 and len(ordered) <= MAX_PAIRS:
            apart = one_at_a_time(step, ordered)
            if apart is not None and len(apart) * change > len(ordered):
                own.append(Measure(apart, 1))
        for fluents in _settled(step.network, literals):
            for negated in (0, 1):
                counts = tuple(2 * fluent + negated for fluent in fluents)
                if counts not in counted:
                    counted[counts] = most_change(step, counts)
                most = counted[counts]
                if most is not None and set(counts) != literals:
                    measure = Measure(counts, max(1, most), len(set(counts) - literals))
                    if measure.distance(step.network.initial) > 0:
                        own.append(measure)
        aim = Aim(tuple(own), places.to_target(literals, step.network.initial))
        if aim.distance(step.network.initial) == Aim(aim.measures).distance(step.network.initial):
            aim = Aim(aim.measures)  # It would only cost time.
        aims.append(aim)
    return Heuristic(tuple(aims), admissible)


def _with_aims(invariants: Invariants, targets: Sequence[frozenset[int]]) -> tuple[Group, ...]:
    """Return the invariant sets (exactly one is true) that some target says something about."""
    wanted = {x >> 1 for literals in targets for x in literals if not x & 1}
    return tuple(group for group in invariants.exactly_one if wanted & set(group))


def _settled(network: Network, literals: frozenset[int]) -> list[tuple[int, ...]]:
    """Return the relations, as their fluents, all of whose fluents a target settles."""
    settled = {x >> 1 for x in literals}
    return [r for r in network.relations.values() if len(r) > 1 and settled.issuperset(r)]


def _made(step: OneStep, literal: int) -> tuple[int, int]:
    """Return the program's literals for being false now, and true after the step."""
    return step.literal(literal ^ 1), step.after(literal)


def most_change(step: OneStep, literals: tuple[int, ...]) -> int | None:
    """Return the most by which a move lowers the number of missing literals, None if unknown."""
    weights = []
    with step.control.backend() as backend:
        for literal in current().each(literals):
            made, broken = backend.add_atom(), backend.add_atom()
            backend.add_rule([made], list(_made(step, literal)))
            backend.add_rule([broken], [step.literal(literal), -step.after(literal)])
            weights += [(made, 1), (broken, -1)]
    return step.greatest_sum(weights, min(MAX_CHANGE, len(literals)))


def one_at_a_time(step: OneStep, literals: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the largest set of literals of which no move makes two true, None if unknown."""
    pairs = list(combinations(literals, 2))
    together = step.possible([(*_made(step, a), *_made(step, b)) for a, b in pairs])
    if together is None:
        return None
    # The largest set without such a pair; of several the one with the first literals.
    program = [f"{{in({x})}}. :~ not in({x}). [1@2,{x}]" for x in literals]
    program += [f":- in({pairs[n][0]}), in({pairs[n][1]})." for n in sorted(together)]
    program += [f":~ in({x}). [{n}@1,{x}]" for n, x in enumerate(literals)]
    return tuple(best_choice(program))


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

    def to_target(self, literals: frozenset[int], initial: int) -> tuple[tuple[int, int], ...]:
        """Return weights of fluents: how far each thing that counts is from where it must be.

        Those things count that no move changes together, with the greatest sum at the start. There
        are none if the target says of no thing where it must be.
        """
        distances = {}
        for number, group in enumerate(self.groups):
            aims = [fluent for fluent in group if 2 * fluent in literals]
            if len(aims) == 1:
                distances[number] = self.distances(group, aims[0])
        if not distances:
            return ()
        at_first = {
            number: sum(d for fluent, d in found.items() if initial >> fluent & 1)
            for number, found in distances.items()
        }
        longest = {number: max(found.values()) for number, found in distances.items()}
        chosen = _choose(at_first, longest, self.together)
        weights = (item for number in chosen for item in distances[number].items())
        return tuple(sorted((fluent, weight) for fluent, weight in weights if weight))


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
