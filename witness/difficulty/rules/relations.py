"""Which inference rule implies which, by comparing them on all local configurations of a square.

What counts is what a rule about triangles refuses: in a configuration of one square, the moves that
are legal and that the rule, alone, does not leave. Rules about other symbols, and those that look
at more than one square, are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from witness.difficulty.inference import Rule, allowed
from witness.difficulty.rules.predicate import PredicateRule, predicate_of
from witness.difficulty.rules.written import SquareRule
from witness.difficulty.state import Panel, State
from witness.logic.configurations import ON_PATH, UNVISITED, LocalConfiguration, configurations
from witness.puzzle.model import Puzzle

#: The square that is looked at, with room for a path around it.
_SQUARE = (2, 2)
_SIDE = 5

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
    everywhere, completable = set(), set()
    for configuration in configurations():
        panel = _panel(configuration.triangles)
        if not rule.applies(panel):
            continue
        for state in _states(panel, configuration):
            kept = allowed([rule], state)
            for move in state.moves:
                if move not in kept:
                    corners = panel.square_corners[_SQUARE]
                    to = corners.index(move.place) if move.place in corners else -1
                    refusal = (configuration.triangles, configuration.edges,
                               configuration.corners, to)  # fmt: skip
                    everywhere.add(refusal)
                    if configuration.completable:
                        completable.add(refusal)
    return Refusals(rule, frozenset(everywhere), frozenset(completable))


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


_panels: dict[int, Panel] = {}


def _panel(triangles: int) -> Panel:
    if triangles not in _panels:
        puzzle = Puzzle(
            _SIDE, _SIDE, ((0, 0),), ((_SIDE, _SIDE),), triangles=((*_SQUARE, triangles),)
        )
        _panels[triangles] = Panel(puzzle)
    return _panels[triangles]


def _states(panel: Panel, configuration: LocalConfiguration) -> Iterator[State]:
    """Yield states that look like a configuration around the square: enough for all moves.

    They say what is on the path, and where its head is; the rest of the path lies elsewhere.
    """
    corners = panel.square_corners[_SQUARE]
    sides = panel.square_edges[_SQUARE]
    edges = tuple(sides[at] for at in sorted(configuration.edges))
    at = dict(zip(corners, configuration.corners, strict=True))
    visited = tuple(place for place, state in at.items() if state == ON_PATH)
    heads = [place for place, state in at.items() if state not in (ON_PATH, UNVISITED)]
    if heads:
        yield State(panel, (*visited, heads[0]), edges)
        return
    for place in [place for place, state in at.items() if state == UNVISITED] or corners[:1]:
        # A head outside, next to this corner.
        outside = [near for near, edge in panel.graph.steps[place] if near not in corners]
        yield State(panel, (*visited, outside[0]), edges)


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
