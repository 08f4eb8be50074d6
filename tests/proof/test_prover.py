"""Proofs, counterexamples, and the check of both."""

from __future__ import annotations

import json
import random

import pytest
from support.examples import TABLE_3, UNSOUND, random_puzzle
from support.hypotheses import random_clause
from support.sizes import some

from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, clause_text
from witness.proof import lemmas, verdicts
from witness.proof.certificate import check_certificate
from witness.proof.prover import Verdict, verify
from witness.proof.verdicts import Verdicts, for_two_lines
from witness.puzzle.paths import path_masks, solutions
from witness.puzzle.rules import is_solution
from witness.puzzle.views.translate import translate
from witness.searches.predicates.clauses import FilePredicate


def test_table_3_is_proved(background: Background) -> None:
    verdict = verify(parse_clauses(TABLE_3), background)
    assert verdict.status == "proved"
    assert [len(clause.cases) > 0 for clause in verdict.clauses] == [True] * 3
    assert verdict.core == tuple(parse_clauses(TABLE_3))


def test_two_triangles_one_edge_is_refuted(background: Background) -> None:
    verdict = verify(parse_clauses(UNSOUND), background)
    assert verdict.status == "refuted"
    example = verdict.clauses[0].counterexample
    assert example is not None
    assert is_solution(example.puzzle, example.solution)
    assert example.solution[: len(example.partial_path)] == example.partial_path
    assert len(example.partial_path) < len(example.solution)
    predicate = FilePredicate("unsound", translate(parse_clauses(UNSOUND), background), background)
    edges, vertices = path_masks(example.puzzle, example.partial_path)
    head = example.puzzle.grid.vertex_number(example.partial_path[-1])
    assert predicate.bind(example.puzzle)(head, vertices, edges)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", "proved"),
        ("f(A,B) :- adjacent(A,B), notAdjacent(A,B).", "proved"),
        ("f(A,B).", "refuted"),
        ("f(A,B) :- path(A,C), len(C,D), three(D), notAdjacent(A,B).", "refuted"),
        # Proved even without its literals about the length.
        (
            "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C), len(E,G), "
            "gte(G,C).",
            "proved",
        ),
        # No small board has such a long path, but that is no proof for all boards.
        ("f(A,B) :- path(A,C), len(C,D), square(B,E,F), D > 100.", "checked"),
        (TABLE_3 + UNSOUND, "refuted"),
    ],
)
def test_status(text: str, status: str, background: Background) -> None:
    assert verify(parse_clauses(text), background).status == status


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    some(
        1,
        [("squares", "f(A,B) :- sure_other(A,B,C), gte(C,1)."), ("live", "f(A,B) :- cut_off(A).")],
    ),
)
def test_without_the_lemmas_nothing_that_rests_on_them_is_proved(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the stored proofs do not fit the definitions any more and there is no Z3."""
    monkeypatch.setattr(lemmas, "proofs", lambda: ((), "Z3 is not installed"))
    own = read_background(None, shipped_file(f"bias/{name}.pl"))
    (found,) = verify(parse_clauses(text), own).clauses
    assert found.status == "checked"
    reason = "the lemmas of bk/outlook.pl are not proved: Z3 is not installed"
    assert found.reason.startswith(reason)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper", "extended"])
def test_random_clauses_hold_what_the_verdict_says(name: str) -> None:
    """Proved clauses never fire on completable paths of random boards; examples do refute."""
    bk = "triangles" if name == "paper" else name
    background = read_background(shipped_file(f"bk/{bk}.pl"), shipped_file(f"bias/{name}.pl"))
    rng = random.Random(f"verify {name}")
    puzzles = [random_puzzle(rng, 3) for _ in range(12)]
    prefixes = []
    for puzzle in puzzles:
        for path in list(solutions(puzzle))[:20]:
            for length in range(1, len(path)):
                edges, vertices = path_masks(puzzle, path[:length])
                state = (puzzle.grid.vertex_number(path[length - 1]), vertices, edges)
                prefixes.append((puzzle, state))
    found = {"proved": 0, "checked": 0, "refuted": 0, "unknown": 0}
    for number in range(18):
        clause = random_clause(rng, background)
        verdict = verify([clause], background)
        found[verdict.status] += 1
        if number % 6 == 0:
            claims = json.loads(json.dumps(verdict.to_json()))
            assert check_certificate(claims, [clause], background) == []
        if verdict.status == "proved":
            predicate = FilePredicate("x", translate([clause], background), background)
            for puzzle, state in prefixes:
                assert not predicate.bind(puzzle)(*state), clause_text(clause)
    assert found["proved"] > 0
    assert found["refuted"] > 4


# ---- Verdicts on many hypotheses are those on each of them, and a clause is decided once.


def test_the_same_verdicts(background: Background) -> None:
    rng = random.Random(2)
    clauses = [*parse_clauses(TABLE_3), *parse_clauses(UNSOUND)]
    clauses += [random_clause(rng, background) for _ in range(6)]
    known = Verdicts(background)
    for _ in range(10):
        hypothesis = rng.sample(clauses, 3)
        alone = for_two_lines(verify(hypothesis, background), background)
        assert known.on(hypothesis).to_json() == alone.to_json()
    assert known.on([]).status == "proved"


def test_each_clause_is_decided_once(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided: list[Clause] = []

    def counted(clauses: list[Clause], background: Background) -> Verdict:
        decided.extend(clauses)
        return verify(clauses, background)

    monkeypatch.setattr(verdicts, "verify", counted)
    known = Verdicts(background)
    again = parse_clauses("\n" + TABLE_3)[::-1]
    for clauses in (parse_clauses(TABLE_3), again, again):
        known.on(clauses)
    assert decided == parse_clauses(TABLE_3)
