"""Nothing forged is confirmed: every situation is ranged over, or the proof is refused."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest
from support.certificates import (
    BIASES,
    background,
    called_proved,
    certificate_of,
    decided,
    disguises,
    forged,
    mutants,
    verdict_of,
)
from support.sizes import rounds, some

from witness.base.shipped import shipped_file
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program

#: Clauses that fire only in few situations.
FEW = [
    ("dots", "f(A,B) :- path(A,C), length(C,5), at(B,_)."),
    ("dots", "f(A,B) :- vertices(A,C), length(C,7), on(B,_)."),
    ("squares", "f(A,B) :- region(A,B,C), length(C,12), colour(B,black)."),
    ("squares", "f(A,B) :- possible_other(A,B,9)."),
    ("squares", "f(A,B) :- sure_same(A,B,C), possible_same(A,B,D), D - C >= 6."),
    ("squares", "f(A,B) :- colour(B,black)."),
    ("blocks", "f(A,B) :- block(B,3)."),
    ("blocks", "f(A,B) :- block(B,N), region_area(A,B,N)."),
    ("paper", "f(A,B) :- path(A,C), \\+ member(3,C)."),
    ("paper", "f(A,B) :- path(A,_), \\+ [C] == [3]."),
    ("stars", "f(A,B) :- possible_other(A,B,7)."),
    ("stars", "f(A,B) :- goal(A,V), possible_same(A,B,2)."),
    ("colours", "f(A,B) :- next_to(B,D,E), next_to(E,F,G), gone(A,D)."),
    ("mixed", "f(A,B) :- is_star(B), possible_other(A,B,8)."),
    ("paper", "f(A,B) :- path(A,C), len(C,14)."),
    ("live", "f(A,B) :- live(A,C), length(C,31)."),
]


@pytest.mark.parametrize(("name", "text"), FEW)
def test_what_fires_in_few_situations(name: str, text: str) -> None:
    clauses = parse_clauses(text)
    said = verdict_of(called_proved(clauses), clauses, background(name))
    assert "looks beyond the s" in said or "can still" in said or "no value" in said


#: What gives V a value, a value that it has on some completable path, and another number.
VALUES = [
    ("blocks", "block(B,V)", "3"),
    ("blocks", "region(A,B,R), member(S,R), block(S,V)", "2"),
    ("blocks", "region(A,B,R), findall(W, size_in(R,W), Ws), member(V,Ws)", "3"),
    ("blocks", "region_area(A,B,V)", "6"),
    ("blocks", "possible_size(A,B,V)", "4"),
    ("squares", "colour(B,V)", "black"),
    ("squares", "region(A,B,R), member(S,R), colour(S,V)", "white"),
    ("squares", "possible_same(A,B,V)", "3"),
    ("squares", "region(A,B,R), length(R,V)", "4"),
    ("stars", "colour(B,V), star(B)", "red"),
    ("dots", "path(A,L), length(L,V), at(B,_)", "3"),
    ("dots", "dot_vertex(B,V)", "v0_0"),
    ("paper", "square(B,V,_)", "2"),
    ("paper", "path(A,L), length(L,V)", "3"),
    ("paper", "head_vertex(A,V)", "v0_0"),
    ("paper", "vertices(A,L), member(V,L)", "v0_0"),
    ("live", "live(A,L), length(L,V)", "4"),
]

#: How a clause asks for a value. Those with 0 are about numbers.
ASKING = [
    "{known}", "{gives}, V == {c}", "{gives}, V = {c}", "{gives}, {c} = V", "V = {c}, {gives}",
    "{c} = V, {gives}", "{gives}, [V] = [{c}]", "{gives}, [V,1] == [{c},1]",
    "{gives}, member(V,[{c},off])", "{gives}, memberchk({c},[off,V])", "{gives}, \\+ V \\= {c}",
    "{gives}, \\+ V \\== {c}", "findall(V,{gives},F), F = [{c}|_]", "W = {c}, {gives}, W == V",
    "{gives}, intersection([V],[{c}],[_])", "{gives}, intersection([{c}],[off,V],K), length(K,1)",
    "V is {c} + 0, {gives}", "V is 9 - (9 - {c}), {gives}", "{gives}, V =:= {c}, 0 = 0",
    "{gives}, V >= {c}, V =< {c}, 0 = 0", "{gives}, W is V + 1, W > {c}, V =< {c}",
    "{gives}, \\+ V =\\= {c}, 0 = 0", "{gives}, sum_list([V,0],{c})", "{gives}, V - {c} =:= 0",
]  # fmt: skip


def asking(gives: str, c: str) -> list[str]:
    """Return clauses that fire where a value is a constant."""
    forms = [form for form in ASKING if c.isdigit() or "0" not in form]
    forms = [form for form in forms if "), " not in gives or "findall" not in form]
    bodies = [form.format(gives=gives, c=c, known=gives.replace("V", c)) for form in forms]
    return [f"f(A,B) :- {body}." for body in bodies]


@pytest.mark.slow
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "gives", "c"), VALUES)
def test_constants(name: str, gives: str, c: str, every: int) -> None:
    """Each fires on some completable path; a value that is not known may be any constant.

    Each value is asked for in every other way, or in all.
    """
    own = background(name)
    for text in asking(gives, c)[len(gives) % every :: every]:
        clauses = parse_clauses(text)
        assert verdict_of(called_proved(clauses), clauses, own) != "confirmed", text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("stars", "f(A,B) :- possible_same(A,B,1), start(A,V)."),
        ("dots", "f(A,B) :- at(B,C), unvisited(A,C), unreached(A,C)."),
        ("mixed", "f(A,B) :- is_star(B), possible_same(A,B,C), gte(1,C)."),
        ("mixed", "f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D)."),
    ],
)
def test_true_certificates(name: str, text: str) -> None:
    own = background(name)
    assert verdict_of(certificate_of(text, own), parse_clauses(text), own) == "confirmed"


@pytest.mark.long
def test_colours() -> None:
    """The rule of the thesis on difficulty, which has 400 cases: of the widest clauses."""
    own = background("colours")
    text = ("f(A,B) :- colour_of(B,C), next_to(B,D,E), colour_of(E,F), gone(A,D), "
            "different(C,F).")  # fmt: skip
    assert verdict_of(certificate_of(text, own), parse_clauses(text), own) == "confirmed"


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("paper", "f(A,B) :- corner(B,V), \\+ head_vertex(A,V).",
                  "f(A,B) :- \\+ head_vertex(A,V)."),
        ("paper", "f(A,B) :- corner(B,V), \\+ head_vertex(A,V), path(A,_).",
                  "f(A,B) :- \\+ head_vertex(A,V), path(A,_)."),
        ("squares", "f(A,B) :- goal(A,V), \\+ head_vertex(A,V), \\+ end(A,V).",
                    "f(A,B) :- \\+ head_vertex(A,V), \\+ end(A,V)."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("key", ["kept", "symbols_kept"])
def test_what_is_kept_holds_wherever_the_clause_does(
    name: str, text: str, kept: str, key: str
) -> None:
    """Without `corner`, V has no value, and the negated literal asks whether there is no head."""
    own = background(name)
    claim = {"clause": str(parse_clauses(text)[0]), "status": "proved", "reason": "", "kept": text,
             "cases": [], "counterexample": None} | {key: kept}  # fmt: skip
    found = verdict_of({"status": "proved", "clauses": [claim]}, parse_clauses(text), own)
    assert "clause leaves out what gives a variable its value" in found


WEAKENED = "f(A,B) :- gap(B,_), cut_off(A)."


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("f(A,B) :- cut_off(A).", "confirmed"),
        ("f(A,B) :- gap(B,_).", "beyond the symbol"),
        ("f(A,B) :- gap(B,C), cut_off(A).", "not made of literals"),
        ("f(A,B) :- cut_off(A), star(B).", "not made of literals"),
        ("f(A,B) :- cut_off(B).", "not made of literals"),
        ("f(B,A) :- cut_off(A).", "not made of literals"),
        ("f(A,B).", "can still be satisfied"),
        ("rubbish((", "cannot be read"),
        ("", "one symbols kept clause is expected"),
    ],
)
def test_what_is_kept_of_symbols(kept: str, said: str) -> None:
    own = background("squares")
    certificate = certificate_of(WEAKENED, own)
    certificate["clauses"][0]["symbols_kept"] = kept
    assert said in verdict_of(certificate, parse_clauses(WEAKENED), own)


@pytest.mark.slow
@pytest.mark.parametrize(
    "literals",
    [
        "findall(E, q(P,E), M), length(M,N), N > 3.",
        "findall(E, q(P,V,E), M), length(M,N), N > 2.",
    ],
)
def test_edges_that_stand_for_several(literals: str) -> None:
    """A path has more than three live edges: what counts them is proved by nobody."""
    added = (
        f"d(P,S) :- dot_vertex(S,V), {literals}\n"
        "q(P,E) :- live(P,L), member(E,L).\n"
        "q(P,V,E) :- live(P,L), member(E,L), ends(E,V,_).\n"
    )
    dots = background("dots")
    own = Background(parse_program(shipped_file("bk/dots.pl").read_text() + added), dots.bias)
    text = "f(A,B) :- d(A,B)."
    certificate = certificate_of(text, own)
    assert certificate["status"] != "proved"
    made = forged(certificate, None)
    assert "beyond the symbol" in verdict_of(made, parse_clauses(text), own)


def check_forgeries(name: str, number: int, rare: bool) -> None:
    own = background(name)
    (_, like), *_ = decided(name, "like", "proved", 1)
    for clause, certificate in decided(name, "forged", "refuted", number, rare):
        for what, made in disguises(certificate, like).items():
            assert verdict_of(made, [clause], own) != "confirmed", (what, clause)


@pytest.mark.slow
@rounds(1, 40)
@pytest.mark.parametrize("name", some(-2, sorted(BIASES, key=("colours", "extended").__contains__)))
def test_forgeries_of_each_bias(name: str, rounds: int) -> None:
    """Refuted clauses that are called proved, or are refuted by what refutes nothing."""
    check_forgeries(name, rounds, rare=False)
    if rounds > 1:
        check_forgeries(name, rounds, rare=True)


@pytest.mark.slow
@rounds(1, 60)
@pytest.mark.parametrize("name", BIASES)
def test_true_certificates_of_random_clauses(name: str, rounds: int) -> None:
    own = background(name)
    for clause, certificate in decided(name, "true", "proved", rounds):
        assert verdict_of(certificate, [clause], own) == "confirmed", clause


MUTATED = [
    ("dots", "f(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C)."),
    ("squares", "f(A,B) :- sure_other(A,B,C), gte(C,1)."),
    ("stars", "f(A,B) :- possible_same(A,B,1)."),
    ("stars", "f(A,B) :- goal(A,_), possible_same(A,B,1), gap(B,_)."),
    ("paper", "f(A,B) :- square(B,T,S), path(A,P), count(P,S,N), greaterThan(N,T)."),
]


def check_mutations(name: str, text: str, most: int) -> None:
    own = background(name)
    clauses = parse_clauses(text)
    certificate = certificate_of(text, own)
    (claim,) = certificate["clauses"]
    made = [{**certificate, "clauses": [one]} for one in mutants(claim)]
    made += [{**certificate, "clauses": certificate["clauses"] * 2}, {**certificate, "clauses": []}]
    made += [{**certificate, "status": one} for one in ("checked", "unknown", "refuted", "", 0)]
    if "lemmas" in certificate:
        lemmas = mutants(certificate["lemmas"])
        made += [{**certificate, "lemmas": one} for one in islice(lemmas, 0, None, 97)]
    rng = random.Random(f"mutations {name}")
    for one in rng.sample(made, min(most, len(made))):
        if still_true(one, certificate):
            continue
        assert verdict_of(one, clauses, own) != "confirmed", one


def still_true(mutated: dict, certificate: dict) -> bool:
    """Whether a mutated certificate differs in prose only, or has an instance of a lemma twice."""
    if len(mutated["clauses"]) != 1:
        return False
    (claim,) = mutated["clauses"]
    (own,) = certificate["clauses"]
    return {**claim, "reason": ""} == {**own, "reason": ""} and {
        **once(mutated), "clauses": []} == {**once(certificate), "clauses": []}  # fmt: skip


def once(value: Any) -> Any:
    """Return a document without what its lists have twice."""
    if isinstance(value, list):
        return [*{json.dumps(one): once(one) for one in value}.values()]
    return {key: once(one) for key, one in value.items()} if isinstance(value, dict) else value


@pytest.mark.slow
@rounds(8, 10**6)
@pytest.mark.parametrize(("name", "text"), MUTATED)
def test_mutations(name: str, text: str, rounds: int) -> None:
    check_mutations(name, text, rounds)
