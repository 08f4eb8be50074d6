"""Which inference rule implies which, by comparing them on all local configurations of a square.

What counts is what a rule about triangles refuses: in a configuration of one square, the moves that
are legal and that the rule, alone, does not leave. Rules about other symbols, and those that look
at more than one square, are not compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from witness.difficulty.inference import STRENGTH, Rule, left
from witness.difficulty.rules.move_table import SHAPE, move_table
from witness.difficulty.rules.predicate import PredicateRule, predicate_of
from witness.difficulty.rules.written import SquareRule
from witness.puzzle.views.configurations import AWAY, CORNER_STEPS, configurations

#: A move in a configuration: its triangles, edges, corners, and the place of the square's corners
#: (-1: none of them) to which the move leads.
Refusal = tuple[int, frozenset[int], tuple[str, ...], int]

#: How one rule relates to another.
EQUAL, IMPLIED, STRONGER, APART, OVERLAPPING = "=", "⊂", "⊃", "∅", "∩"


@dataclass(frozen=True)
class Refusals:
    """What a rule refuses, in all configurations, and in those that can be completed."""

    rule: Rule
    everywhere: frozenset[Refusal]
    completable: frozenset[Refusal]


def comparable(rule: Rule) -> bool:
    """Whether a rule looks at one square with triangles, and at nothing else."""
    predicate = predicate_of(rule)
    if predicate is not None:
        return predicate.local
    return isinstance(rule, SquareRule)


def by_clause(rules: Sequence[Rule]) -> list[Rule]:
    """Return the same rules, those from a file split into one rule a clause."""
    found: list[Rule] = []
    for rule in rules:
        predicate = predicate_of(rule)
        found += [rule] if predicate is None else map(PredicateRule, predicate.by_clause())
    return found


def refusals(rule: Rule) -> Refusals:
    """Return what a rule refuses; the rule must be `comparable`."""
    assert isinstance(rule, SquareRule | PredicateRule)
    verdicts = move_table((rule,), 0, gaps=False).verdicts.reshape(SHAPE)
    everywhere, completable = set(), set()
    for configuration in configurations():
        edges, visited, head = configuration.state
        said = verdicts[configuration.triangles - 1, head + 1, :, visited << 4 | edges]
        for moves in _moves(visited, head):
            kept = left(moves, lambda to, said=said: [STRENGTH[said[to + 1]]])  # type: ignore[misc]
            for to in {*moves} - {*kept}:
                refusal = (configuration.triangles, configuration.edges, configuration.corners, to)
                everywhere.add(refusal)
                if configuration.completable:
                    completable.add(refusal)
    return Refusals(rule, frozenset(everywhere), frozenset(completable))


def _moves(visited: int, head: int) -> list[list[int]]:
    """Return where the moves lead in all states that look like a configuration.

    A head away from the square may be next to any of its corners; three moves lead elsewhere.
    """
    if head == AWAY:
        free = [corner for corner in range(4) if not visited >> corner & 1]
        return [[AWAY, AWAY, AWAY, corner] for corner in free] or [[AWAY]]
    corners = (corner for corner, _ in CORNER_STEPS[head])
    return [[to for to in corners if to == AWAY or not visited >> to & 1]]


def relation(one: frozenset[Refusal], other: frozenset[Refusal]) -> str:
    """Return how one rule relates to another: equal, implied by it, stronger, or neither.

    ⊂ says that the other refuses all that this one does, and more; ∩ that each refuses something
    that the other does not, and both something; ∅ that they have nothing in common.
    """
    if one == other:
        return EQUAL
    if one < other:
        return IMPLIED
    if one > other:
        return STRONGER
    return OVERLAPPING if one & other else APART


def table(rules: Sequence[Rule]) -> list[Refusals]:
    """Return what each rule that can be compared refuses."""
    return [refusals(rule) for rule in rules if comparable(rule)]


def implied_pairs(found: Sequence[Refusals]) -> list[tuple[str, str, str, str]]:
    """Return (rule, rule, relation everywhere, relation where completable) for every two rules."""
    return [
        (
            one.rule.name,
            other.rule.name,
            relation(one.everywhere, other.everywhere),
            relation(one.completable, other.completable),
        )
        for one, other in combinations(found, 2)
    ]
