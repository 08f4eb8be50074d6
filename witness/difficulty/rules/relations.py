"""Which inference rule is implied by which: compared on all local configurations of a square.

A rule about triangles is what it refuses: in a configuration of one square, the moves that are
legal and that the rule, alone, does not leave. Rules about other symbols, and those that look at
more than one square, are compared with none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from witness.difficulty.inference import Rule, allowed
from witness.difficulty.rules.predicate import PredicateRule
from witness.difficulty.rules.written import SquareRule
from witness.difficulty.state import Panel, State
from witness.logic.configurations import ON_PATH, UNVISITED, LocalConfiguration, configurations
from witness.logic.locality import Dependence
from witness.logic.translate import translate
from witness.predicates.clauses import FilePredicate
from witness.predicates.interface import Predicate
from witness.puzzle.model import Puzzle

#: The square that is looked at, with room for a path around it.
_SQUARE = (2, 2)
_SIDE = 5

#: A move in a configuration: its triangles, edges, corners, and the place of the square's corners
#: (-1: none of them) to which the move leads.
Refusal = tuple[int, frozenset[int], tuple[str, ...], int]

#: How one rule is to another.
EQUAL, IMPLIED, STRONGER, APART, OVERLAPPING = "=", "⊂", "⊃", "∅", "∩"


@dataclass(frozen=True)
class Refusals:
    """What a rule refuses, in all configurations and in those alone that can be completed."""

    rule: Rule
    everywhere: frozenset[Refusal]
    completable: frozenset[Refusal]


def comparable(rule: Rule) -> bool:
    """Whether a rule looks at one square with triangles, and at nothing else."""
    if isinstance(rule, PredicateRule):
        predicate = rule.predicate
        if isinstance(predicate, FilePredicate):
            return predicate.dependence is Dependence.LOCAL
        return predicate.tabulation(None) is not None
    return isinstance(rule, SquareRule)


def by_clause(rules: Sequence[Rule]) -> list[Rule]:
    """Give the same rules, those that were read from a file clause by clause."""
    found: list[Rule] = []
    for rule in rules:
        predicate = rule.predicate if isinstance(rule, PredicateRule) else None
        if isinstance(predicate, FilePredicate) and len(predicate.translation.clauses) > 1:
            found += _clause_rules(predicate)
        else:
            found.append(rule)
    return found


def _clause_rules(predicate: FilePredicate) -> Iterator[Rule]:
    background = predicate.background
    for number, translated in enumerate(predicate.translation.clauses, start=1):
        name = f"{predicate.name}:{number}"
        clause = translated.clause
        alone: Predicate = FilePredicate(name, translate([clause], background, name), background)
        yield PredicateRule(alone)


def refusals(rule: Rule) -> Refusals:
    """Give what a rule refuses; the rule must be `comparable`."""
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
    """Say how one rule is to another: equal, implied by it, stronger, or neither.

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
    """Give what each rule that can be compared refuses."""
    return [refusals(rule) for rule in rules if comparable(rule)]


def implied_pairs(found: Sequence[Refusals]) -> list[tuple[str, str, str, str]]:
    """Give (rule, rule, relation everywhere, relation where completable) for each two rules."""
    return [
        (
            one.rule.name,
            other.rule.name,
            relation(one.everywhere, other.everywhere),
            relation(one.completable, other.completable),
        )
        for one, other in combinations(found, 2)
    ]
