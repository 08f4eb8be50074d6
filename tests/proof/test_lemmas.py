"""Lemmas about completions, proved by Z3 and checked without it; false ones are not."""

from __future__ import annotations

import json

import pytest
from support.examples import ROOT
from support.sizes import seeds, some

from witness.base.errors import InputError
from witness.base.limits import UNLIMITED
from witness.clauses.language.reader import Program, parse_program
from witness.proof.lemma_checker import check_lemmas
from witness.proof.lemmas import contradiction, prove_lemmas
from witness.proof.obligations import Theory

DEFINITIONS = (ROOT / "bk/outlook.pl").read_text(encoding="utf-8")
SHIPPED = json.loads((ROOT / "bk/outlook.lemmas.json").read_text(encoding="utf-8"))

needs_z3 = pytest.mark.usefixtures("z3")


@pytest.fixture
def z3() -> None:
    pytest.importorskip("z3", reason="Z3 is not installed (the extra z3)")


def program(text: str = DEFINITIONS) -> Program:
    return parse_program(text, "outlook.pl")


def proved(text: str, lemma: str) -> bool:
    """Whether a lemma is proved where all before it hold, whether or not these have a proof."""
    before, found, _ = text.partition(f"%: {lemma}\n")
    theory = Theory(program(before + found))
    (group,) = (g for g in theory.in_groups() if lemma in [one.text for one in g])
    (wanted,) = (one for one in group if one.text == lemma)
    others = {one.name: one.formula for one in theory.lemmas if one not in group}
    return all(
        contradiction({**assumed, **theory.known(), **others}, UNLIMITED) is not None
        for _, assumed in theory.cases(wanted, group)
    )


#: Definitions that shut too much, with the lemma that then has no proof.
MUTANTS = {
    "live edges join squares": (
        "beside(E,T), beside(E,U), gone(P,E).", "beside(E,T), beside(E,U).",
        "joins(P,S,T) => shares(P,S,T)",
    ),
    "edges of the path are gone": (
        "gone(P,E) :- ends(E,_,_), \\+ on_path(P,E), ", "gone(P,E) :- ends(E,_,_), ",
        "joins(P,S,T) => shares(P,S,T)",
    ),
    "only what is beside closed edges may share a region": (
        "may_share(P,S,T), square(T,_,Es), member(E,Es), beside(E,U), \\+ on_path(P,E).",
        "may_share(P,S,T), square(T,_,Es), member(E,Es), beside(E,U), closed(P,E).",
        "shares(P,S,T) => may_share(P,S,T)",
    ),
    "two ways are blocked": (
        "dead_end(P,V) :- inner(P,V), blocked(P,V,up), blocked(P,V,right), blocked(P,V,down).",
        "dead_end(P,V) :- inner(P,V), blocked(P,V,up), blocked(P,V,right).",
        "dead_end(P,V) => \\+ visits(P,V)",
    ),
    "goals are dead ends": (
        "\\+ head_vertex(P,V), \\+ goal(P,V).", "\\+ head_vertex(P,V).",
        "dead_end(P,V) => \\+ visits(P,V)",
    ),
    "the head is a dead end": (
        "inner(P,V) :- \\+ head_vertex(P,V), ", "inner(P,V) :- ",
        "dead_end(P,V) => \\+ visits(P,V)",
    ),
    "full is less than the triangles": ("N >= T,", "N < T,", "shut(P,E) => \\+ takes(P,E)"),
    "squares without triangles are full": (
        "square(S,T,Es), T > 0,", "square(S,T,Es),", "shut(P,E) => \\+ takes(P,E)",
    ),
    "marks take nothing away": (
        ",\n    \\+ may_have_mark(P,S).", ".", "shut(P,E) => \\+ takes(P,E)",
    ),
    "only the mark in the square itself": (
        "may_have_mark(P,S) :- may_share(P,S,T), elimination(T).",
        "may_have_mark(P,S) :- elimination(S), may_share(P,S,_).",
        "shut(P,E) => \\+ takes(P,E)",
    ),
    "only marks in the next square": (
        "may_have_mark(P,S) :- may_share(P,S,T), elimination(T).",
        "may_have_mark(P,S) :- beside(E,S), beside(E,T), \\+ on_path(P,E), elimination(T).",
        "unmarked(P,B), touches(B,S), shares(P,S,T) => \\+ elimination(T)",
    ),
    "a dot is in one region": (
        "marked(P,B) :- touches(B,S), ", "marked(P,B) :- dot_edge(B,E), beside(E,S), ",
        "unmarked(P,B), touches(B,S), shares(P,S,T) => \\+ elimination(T)",
    ),
    "the head is closed": (
        "member(V,L), \\+ head_vertex(P,V).", "member(V,L).", "shut(P,E) => \\+ takes(P,E)",
    ),
    "the head reaches nothing": (
        "reaches(P,V) :- head_vertex(P,V).", "reaches(P,V) :- goal(P,V).",
        "visits(P,V) => reaches(P,V)",
    ),
    "every second step": (
        "comes_to(P,W) :- comes_to(P,V), \\+ end(P,V),",
        "comes_to(P,W) :- comes_to(P,V), goal(P,V), \\+ end(P,V),",
        "visits(P,V) => comes_to(P,V)",
    ),
    "edges at the head alone": (
        "open_edge(P,E) :- comes_to(P,V),", "open_edge(P,E) :- head_vertex(P,V),",
        "takes(P,E) => open_edge(P,E)",
    ),
    "the second line takes nothing": (
        "live_edge(P,F) :- open_edge(P,E), twin_edge(E,F).\n", "",
        "gets(P,E) => live_edge(P,E)",
    ),
    "the second line comes nowhere": (
        "within_reach(P,W) :- reaches(P,V), twin_vertex(V,W).\n", "",
        "meets(P,V) => within_reach(P,V)",
    ),
    "the second line is beside no square": (
        "shut(P,E) :- twin_edge(E,F), beside(F,S), full(P,S).",
        "shut(P,E) :- twin_edge(E,F), beside(F,_).",
        "shut(P,E) => \\+ takes(P,E)",
    ),
    "a start ahead": (
        "goal_ahead(P) :- comes_to(P,V), goal(P,V).", "goal_ahead(P) :- comes_to(P,V), start(P,V).",
        "cut_off(P) => fail",
    ),
}  # fmt: skip


def mutant(name: str) -> tuple[str, str]:
    """Return a text that shuts too much, and the lemma that then has no proof."""
    old, new, lemma = MUTANTS[name]
    assert old in DEFINITIONS
    return DEFINITIONS.replace(old, new), lemma


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTANTS)
def test_proofs_do_not_hold_of_false_definitions(name: str) -> None:
    assert check_lemmas(SHIPPED, program(mutant(name)[0]))


@pytest.mark.slow
@needs_z3
@pytest.mark.parametrize("number", seeds(1, len(MUTANTS)))
def test_false_definitions_have_no_proof(number: int) -> None:
    assert not proved(*mutant(list(MUTANTS)[number]))


@pytest.mark.slow
@needs_z3
@pytest.mark.parametrize(
    "lemma",
    some(2, [
        "takes(P,E) => shut(P,E)",
        "reaches(P,V) => visits(P,V)",
        "blocked(P,V,D) => \\+ visits(P,V)",
        "comes_to(P,V) => \\+ goal(P,V)",
        "goal_ahead(P) => fail",
        "shares(P,S,T) => joins(P,S,T)",
        "may_share(P,S,T) => shares(P,S,T)",
        "unmarked(P,B) => elimination(B)",
        "shares(P,S,T) => \\+ elimination(T)",
        "touches(B,S), may_share(P,S,T) => \\+ elimination(T)",
    ]),
)  # fmt: skip
def test_false_lemmas_have_no_proof(lemma: str) -> None:
    assert not proved(f"{DEFINITIONS}%: {lemma}\n", lemma)


#: Backgrounds with a lemma that is false, where it is easy to take it for true.
FALSE = {
    "it rests on one that fails": """
        a(P,V) :- goal(P,V).
        a(P,V) :- b(P,V).
        b(P,V) :- start(P,V).
        b(P,V) :- a(P,V), b(P,V).
        %: a(P,V) => goal(P,V)
        %: b(P,V) => goal(P,V)
        """,
    "a fact beside the rules": """
        a(p,v).
        a(P,V) :- goal(P,V).
        %: a(P,V) => goal(P,V)
        """,
    "what is in common is said": """
        few(S,L) :- square(S,T,Es), path(_,Fs), intersection(Es,Fs,L), length(L,N), N < T.
        low(S,L) :- square(S,T,Es), path(L,Fs), intersection(Es,Fs,M), length(M,N), N < T.
        %: low(S,L) => few(S,L)
        """,
    "two lengths": """
        odd(S) :- square(S,T,E), path(_,F), intersection(E,F,L), length(L,N), length(L,T), N < T.
        few(S) :- square(S,T,Es), path(_,Fs), intersection(Es,Fs,L), length(L,N), N < T.
        %: few(S) => odd(S)
        """,
    "another length": """
        odd(S) :- square(S,T,Es), path(_,Fs), intersection(Es,Fs,L), \\+ length(L,T).
        few(S) :- square(S,T,Es), path(_,Fs), intersection(Es,Fs,L), length(L,T).
        %: few(S) => odd(S)
        """,
    "lists of different items": """
        pair(V,L) :- start(_,V), L = [V].
        same(V,W) :- pair(V,L), pair(W,M), \\+ L = M, goal(_,V).
        %: pair(V,L), pair(W,M) => L = M
        """,
}  # fmt: skip


@pytest.mark.slow
@needs_z3
@pytest.mark.parametrize("name", some(3, FALSE))
def test_what_is_easily_taken_for_true(name: str) -> None:
    text = "\n".join(line.strip() for line in FALSE[name].split("\n"))
    found = prove_lemmas(program(text))
    assert not any(proof.proved for proof in found)
    assert check_lemmas([proof.to_json() for proof in found], program(text))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("p(V) :- \\+ p(V).\n%: p(V) => fail\n", "a recursion through a negation"),
        ("%: shut(P,E) -> takes(P,E)\n", "expected conditions => conclusions"),
        ("%: unheard_of(P) => fail\n", "unknown predicate unheard_of/1"),
        ("%: => takes(P,E)\n", "a lemma has conditions"),
        ("visits(P,V) :- goal(P,V).\n%: visits(P,V) => goal(P,V)\n", "is given, and cannot be"),
        ("shares(P,S,T) :- fail.\n%: shares(P,S,T) => fail\n", "is given, and cannot be"),
        ("%: shares(P,S,T) :- fail.\n", "expected conditions => conclusions"),
        ("p(V) :- sort(V,V).\n%: p(V) => fail\n", "sort\\(V,V\\) cannot be expressed"),
        ("%: visits(P,V), goal(P,V) => start(P,V)\n", "has no other condition"),
        ("%: visits(P,P) => goal(P,P)\n", "has no other condition"),
        ("p(V,W) :- start(V,W).\n%: p(V,V) => fail\n", "has different variables"),
    ],
)
def test_what_cannot_be_a_lemma(text: str, reason: str) -> None:
    pytest.importorskip("z3")
    with pytest.raises(InputError, match=reason):
        prove_lemmas(program(text))
