"""Proofs speak of some panels: a path on another one refutes no clause."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.certificates import background, called_proved
from support.consumers import solutions
from support.panels import WITH, drawn_panel, mixed_panels

from witness.clauses.language.parser import parse_clauses
from witness.proof.certificate import check_certificate
from witness.proof.counterexamples import Counterexample
from witness.puzzle.constraints import constraints
from witness.puzzle.model import FEATURES, TWO_LINES, Puzzle
from witness.puzzle.proof_scope import MARKS, SUPPORTED, ClauseScope, beyond_proofs
from witness.puzzle.rules import Path as Line

SCOPES = [ClauseScope(marks, two) for marks in (False, True) for two in (False, True)]


@pytest.mark.parametrize("scope", SCOPES)
def test_features(scope: ClauseScope) -> None:
    more = (MARKS if scope.marks else set()) | (TWO_LINES if scope.two_lines else set())
    beyond = FEATURES.keys() - SUPPORTED - more
    for puzzle in mixed_panels("scope", 300):
        words = beyond_proofs(puzzle, scope)
        assert bool(words) == bool(puzzle.features & beyond)
        assert all((FEATURES[name].words in words) == (name in puzzle.features) for name in beyond)


#: Fires on every path for every symbol, with a guard and without.
EVERYWHERE = "f(A,B) :- head_vertex(A,C), vertices(A,D), member(C,D)."
GUARDED = EVERYWHERE.replace(").", "), unmarked(A,B).")


def example_with(feature: str) -> Counterexample:
    """Draw a panel with a feature, with a path to a solution, and a symbol of it."""
    rng = random.Random(f"proofs {feature}")
    while True:
        # Four triangles are satisfied nowhere; a mark takes them away.
        more = {"eliminations"} if feature == "four-triangles" else WITH.get(feature, set())
        puzzle = drawn_panel(rng, {feature, "triangles", *more})
        if feature in puzzle.features:
            for line, solution in beginnings_of(puzzle):
                one = constraints(puzzle, {"triangles"})[0]
                return Counterexample(puzzle, one.place, line, solution)


def beginnings_of(puzzle: Puzzle) -> Iterator[tuple[Line, Line]]:
    """Yield partial paths with a solution that extends each, of panels with triangles."""
    if constraints(puzzle, {"triangles"}):
        for solution in sorted(solutions(puzzle), key=len):
            yield from ((solution[:end], solution) for end in range(1, len(solution)))


def problems(example: Counterexample, text: str) -> list[str]:
    clauses = parse_clauses(text)
    claimed = called_proved(clauses)
    claimed["status"] = "refuted"
    claimed["clauses"][0] |= {"status": "refuted", "counterexample": example.to_json()}
    return check_certificate(claimed, clauses, background("guarded"))


@pytest.mark.parametrize("feature", FEATURES)
def test_counterexamples_of_panels_that_proofs_speak_of(feature: str) -> None:
    example = example_with(feature)
    words = beyond_proofs(example.puzzle, ClauseScope())
    assert bool(words) == (not example.puzzle.features <= SUPPORTED)
    expected = f"refutes nothing: its panel has {words}, of which proofs do not speak"
    said = problems(example, EVERYWHERE)
    assert [text.startswith(f"{EVERYWHERE}: the counterexample {expected}") for text in said] == (
        [True] if words else []
    )
    if not example.puzzle.features <= SUPPORTED | MARKS:
        assert f"the counterexample {expected[:7]}" in problems(example, GUARDED)[0]
