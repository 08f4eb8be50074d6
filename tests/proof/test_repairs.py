"""What would save a clause: known cases, and that every answer is proved and fires."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import islice, product
from pathlib import Path

import pytest
from support.examples import ROOT, TABLE_3
from support.hypotheses import random_clause

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, Literal, Variable, literal_text
from witness.proof.all_paths import levels, state_on
from witness.proof.certificate import check_certificate
from witness.proof.clause_cases import proved_cases
from witness.proof.prover import verify
from witness.proof.why import repairs
from witness.puzzle.model import Puzzle
from witness.puzzle.views.board import PathView, SquareView, path_view, square_view
from witness.puzzle.views.translate import translate

TEXT = "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), {}."


def additions(text: str, background: Background) -> dict[str, int]:
    """Return what saves a clause, and the number of cases of the proof."""
    (clause,) = parse_clauses(text)
    return {
        ", ".join(map(literal_text, repair.added)): len(repair.cases)
        for repair in repairs(clause, background)
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("condition", "known"),
    [
        # The first clause of π°: at least as many edges, and more of them.
        ("gte(F,C)", {"greaterThan(F,C)": 62}),
        # The other two: with two edges and three triangles, or one edge and three.
        ("gte(C,F), notAdjacent(A,B), two(F)", {"greaterThan(C,F)": 10}),
        ("gte(C,F), notAdjacent(A,B), one(F)", {"three(C)": 16}),
        ("greaterThan(C,F), notAdjacent(A,B), three(C)", {"one(F)": 16, "two(F)": 10}),
        # As many edges as triangles are no loss, whatever else holds.
        ("gte(C,F), gte(F,C)", {}),
    ],
)
def test_one_literal(condition: str, known: dict[str, int], background: Background) -> None:
    assert additions(TEXT.format(condition), background) == known


@pytest.mark.slow
def test_two_literals_with_a_new_variable(background: Background) -> None:
    text = "f(A,B) :- square(B,C,D), path(A,E), len(D,F), len(E,F), one(C)."
    found = additions(text, background)
    assert found["count(D,E,G), greaterThan(G,C)"] == 50
    assert set(found) == {
        "count(D,E,G), greaterThan(G,C)",
        "count(D,E,G), two(G)",
        "count(D,E,G), three(G)",
    }


@cache
def sample() -> list[tuple[PathView, SquareView]]:
    """Return paths on a board of 3×3 with squares: each local configuration at several lengths."""
    bare = Puzzle(3, 3, ((0, 0),), ((3, 3),))
    found = {}
    for level in islice(levels(bare.grid), 12):
        for path in level:
            for number, square in enumerate(bare.grid.squares):
                key = (state_on(bare.grid, path, number), len(path.trail))
                found.setdefault(key, (path.vertices(bare.grid), square))
    return [
        (path_view(bare, path), square_view(bare, square, triangles))
        for path, square in found.values()
        for triangles in (1, 2, 3)
    ]


def reachable(clause: Clause, background: Background) -> bool:
    """Whether a clause fires on one of the paths of the sample."""
    fires = translate([clause], background).fires
    return any(fires(*views) for views in sample())


def weakened(rng: random.Random, background: Background) -> Clause:
    """Return a clause that is not proved: one that is, without some of its literals."""
    known = PROVED[background.bias.file.rpartition("/")[2]]
    while True:
        clause = rng.choice(parse_clauses(known))
        more = random_clause(rng, background).body
        kept = [x for x in clause.body if rng.random() < 0.8]
        # Literals on the path and the square alone, whose variables mean the same everywhere.
        kept += [x for x in more if {str(a.name) for a in x.args} <= {"A", "B"}]
        weaker = Clause("f", clause.args, tuple(dict.fromkeys(kept)))
        try:
            if verify([weaker], background).status != "proved":
                return weaker
        except InputError:
            continue


PROVED = {
    "paper.pl": TABLE_3,
    "nolen.pl": TABLE_3,
    "extended.pl": (ROOT / "examples/extended.pl").read_text(),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["paper", pytest.param("extended", marks=pytest.mark.long), "nolen"]
)
def test_what_is_suggested_is_proved_and_fires(name: str) -> None:
    bk = "extended" if name == "extended" else "triangles"
    background = read_background(shipped_file(f"bk/{bk}.pl"), shipped_file(f"bias/{name}.pl"))
    rng = random.Random(f"repairs {name}")
    suggested = tried = 0
    while suggested < 12:
        clause = weakened(rng, background)
        tried += 1
        assert tried < 40
        for repair in repairs(clause, background):
            assert repair.clause.body == (*clause.body, *repair.added)
            verdict = verify([repair.clause], background)
            assert verdict.status == "proved"
            assert verdict.clauses[0].cases == repair.cases
            if suggested % 6 == 0:
                certificate = json.loads(json.dumps(verdict.to_json()))
                assert check_certificate(certificate, [repair.clause], background) == []
            assert reachable(repair.clause, background)
            suggested += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "condition", ["gte(C,F), notAdjacent(A,B), one(F)", "gte(F,C), one(C)", "gte(F,C), two(F)"]
)
def test_no_single_literal_is_missed(condition: str, background: Background) -> None:
    """All literals of the bias on the variables of a clause, written without a look at types."""
    (clause,) = parse_clauses(TEXT.format(condition))
    names = [Variable(name) for name in "ABCDEF"]
    proved = set()
    for signature in background.bias.body:
        for chosen in product(names, repeat=len(signature.types)):
            longer = Clause("f", clause.args, (*clause.body, Literal(signature.name, chosen)))
            try:
                translate([longer], background)
                cases = proved_cases(longer, background)
            except InputError:
                continue
            if cases:
                proved.add(cases)
    assert {repair.cases for repair in repairs(clause, background)} == proved


def test_what_saves_a_clause_does_so_for_all_symbols() -> None:
    """More edges than triangles: a coloured square has none, and is not lost."""
    mixed = read_background(shipped_file("bk/mixed.pl"), shipped_file("bias/mixed.pl"))
    body = "square(B,T,S), path(A,P), intersection(S,P,L), length(L,N), N > T"
    whole, of_triangles = parse_clauses(f"f(A,B) :- {body}. f(A,B) :- {body}, triangles(B,T).")
    assert proved_cases(whole, mixed) is None
    found = proved_cases(of_triangles, mixed)
    assert found is not None
    assert len(found) == 62
    assert verify([whole, of_triangles], mixed).core == (of_triangles,)


class TestOtherBiases:
    """A bias with a constant, and one that leaves types out."""

    @staticmethod
    def background(place: Path, old: str, new: str) -> Background:
        text = (ROOT / "bias/paper.pl").read_text()
        assert old in text
        (place / "mine.pl").write_text(text.replace(old, new))
        return read_background(ROOT / "bk/triangles.pl", place / "mine.pl")

    def test_constants(self, tmp_path: Path) -> None:
        old = "body_pred(one,1).\nbody_pred(two,1).\nbody_pred(three,1).\n"
        found = self.background(tmp_path, old, "constant(2,int).\nconstant(3,int).\n")
        text = TEXT.format("gte(F,C), greaterThan(3,C)")
        # More than two edges would do as well as three of them, which are tried before.
        assert additions(text, found) == {"greaterThan(F,C)": 62, "count(D,E,3)": 24}
