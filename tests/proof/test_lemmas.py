"""Lemmas about completions, proved by Z3 and checked without it; false ones are not."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from support.consumers import solutions
from support.examples import ROOT, random_puzzle

from witness.base.errors import InputError
from witness.cli import main
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import Program, parse_program
from witness.logic.language.terms import Atom, Compound, Literal, Variable, variables
from witness.logic.language.views import board_view
from witness.proof.contradictions import contradicts
from witness.proof.definitions import axioms
from witness.proof.lemma_checker import check_lemmas
from witness.proof.lemmas import prove_lemmas
from witness.puzzle.model import Puzzle

DEFINITIONS = (ROOT / "bk/outlook.pl").read_text(encoding="utf-8")
SHIPPED = json.loads((ROOT / "bk/outlook.lemmas.json").read_text(encoding="utf-8"))

needs_z3 = pytest.mark.usefixtures("z3")


@pytest.fixture
def z3() -> None:
    pytest.importorskip("z3", reason="Z3 is not installed (the extra z3)")


def program(text: str = DEFINITIONS) -> Program:
    return parse_program(text, "outlook.pl")


def proved(text: str, lemma: str) -> bool:
    """Whether a lemma is proved, with the help of those before it."""
    before, found, _ = text.partition(f"%: {lemma}\n")
    (proof,) = (p for p in prove_lemmas(program(before + found)) if p.lemma.text == lemma)
    return proof.proved


def test_the_shipped_proofs_hold() -> None:
    assert check_lemmas(SHIPPED, program()) == []
    assert len(SHIPPED) == 9


@needs_z3
def test_the_lemmas_are_proved() -> None:
    found = prove_lemmas(program())
    assert all(proof.proved for proof in found)
    assert check_lemmas([proof.to_json() for proof in found], program()) == []


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
    "only what is joined may share a region": (
        "may_share(P,S,U) :- may_share(P,S,T), beside(E,T), beside(E,U), \\+ on_path(P,E).",
        "may_share(P,S,U) :- may_share(P,S,T), beside(E,T), beside(E,U), gone(P,E).",
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
    "full is less than the triangles": ("N >= T.", "N < T.", "shut(P,E) => \\+ takes(P,E)"),
    "squares without triangles are full": (
        "square(S,T,Es), T > 0,", "square(S,T,Es),", "shut(P,E) => \\+ takes(P,E)",
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
        "live_edge(P,E) :- comes_to(P,V),", "live_edge(P,E) :- head_vertex(P,V),",
        "takes(P,E) => live_edge(P,E)",
    ),
    "a start ahead": (
        "goal_ahead(P) :- comes_to(P,V), goal(P,V).", "goal_ahead(P) :- comes_to(P,V), start(P,V).",
        "cut_off(P) => fail",
    ),
}  # fmt: skip


@needs_z3
@pytest.mark.parametrize("name", MUTANTS)
def test_false_definitions_have_no_proof(name: str) -> None:
    old, new, lemma = MUTANTS[name]
    assert old in DEFINITIONS
    mutant = DEFINITIONS.replace(old, new)
    assert not proved(mutant, lemma)
    assert check_lemmas(SHIPPED, program(mutant))


@needs_z3
@pytest.mark.parametrize(
    "lemma",
    [
        "takes(P,E) => shut(P,E)",
        "reaches(P,V) => visits(P,V)",
        "blocked(P,V,D) => \\+ visits(P,V)",
        "comes_to(P,V) => \\+ goal(P,V)",
        "goal_ahead(P) => fail",
        "shares(P,S,T) => joins(P,S,T)",
        "may_share(P,S,T) => shares(P,S,T)",
    ],
)
def test_false_lemmas_have_no_proof(lemma: str) -> None:
    assert not proved(f"{DEFINITIONS}%: {lemma}\n", lemma)


def test_a_lemma_that_follows_from_others_is_proved() -> None:
    pytest.importorskip("z3")
    lemma = "dead_end(P,V), visits(P,V) => fail"
    assert proved(f"{DEFINITIONS}%: {lemma}\n", lemma)


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


@needs_z3
@pytest.mark.parametrize("name", FALSE)
def test_what_is_easily_taken_for_true(name: str) -> None:
    text = "\n".join(line.strip() for line in FALSE[name].split("\n"))
    found = prove_lemmas(program(text))
    assert not any(proof.proved for proof in found)
    assert check_lemmas([proof.to_json() for proof in found], program(text))


@needs_z3
def test_lists_are_equal_if_their_items_are() -> None:
    text = "pair(V,L) :- start(_,V), L = [V].\n%: pair(V,L), pair(W,M), V = W => L = M\n"
    (proof,) = prove_lemmas(program(text))
    assert proof.proved
    assert check_lemmas([proof.to_json()], program(text)) == []


@needs_z3
def test_names_that_smt_lib_has_not() -> None:
    """Bars and backslashes in names stay apart."""
    text = "p(V) :- q(V).\nq(V) :- start('a|b', V).\n%: p(V) => start('a|b',V)\n"
    (proof,) = prove_lemmas(program(text))
    assert proof.proved
    assert check_lemmas([proof.to_json()], program(text)) == []
    assert not proved(
        text.replace("=> start('a|b'", r"=> start('a\\b'"), r"p(V) => start('a\\b',V)"
    )


def tampered() -> list[tuple[str, Any]]:
    found = []
    for place, proof in enumerate(SHIPPED):
        for at, case in enumerate(proof["cases"]):
            changed = copy.deepcopy(SHIPPED)
            del changed[place]["cases"][at]
            found.append((f"{proof['lemma']}, {case['case']} left out", changed))
            for number in range(0, len(case["instances"]), 3):
                changed = copy.deepcopy(SHIPPED)
                del changed[place]["cases"][at]["instances"][number]
                found.append((f"{proof['lemma']}, {case['case']}, without {number}", changed))
    return found


def test_every_instance_is_needed() -> None:
    """The prover lists no more than is needed, and the checker takes no less."""
    for name, changed in tampered():
        assert check_lemmas(changed, program()), name


def test_a_proof_by_itself_is_none() -> None:
    """A lemma, or one proved only later, cannot be used for its own proof."""
    changed = copy.deepcopy(SHIPPED)
    changed[0]["cases"][1]["instances"] = [
        {"of": "lemma visits(P,V) => reaches(P,V)", "with": {"P": "the_P", "V": "the_V"}},
        *changed[0]["cases"][1]["instances"][:3],
    ]
    assert "there is no lemma" in check_lemmas(changed, program())[0]
    changed = copy.deepcopy(SHIPPED)
    instance = next(one for one in changed[0]["cases"][1]["instances"] if one["with"])
    instance["with"] = dict.fromkeys(instance["with"], "X")
    assert "has variables without a value" in check_lemmas(changed, program())[0]


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({}, r"\$"),
        ([1], r"\$\[0\]"),
        ([{"lemma": 1, "cases": []}], r"\$\[0\]\.lemma"),
        ([{"lemma": "x", "cases": "none"}], r"\$\[0\]\.cases"),
        ([{"lemma": "x", "cases": [{"case": "y", "instances": [{"of": ["z"], "with": {}}]}]}],
         r"\$\[0\]\.cases\[0\]\.instances\[0\]\.of"),
    ],
)  # fmt: skip
def test_what_is_no_list_of_proofs(document: Any, place: str) -> None:
    with pytest.raises(InputError, match=rf"not a list of proofs .*: at {place}: "):
        check_lemmas(document, program())


@pytest.mark.parametrize("value", ["foo(", "f(" * 5000 + "a" + ")" * 5000, ""])
def test_a_value_that_is_no_term(value: str) -> None:
    changed = copy.deepcopy(SHIPPED)
    instance = next(one for one in changed[0]["cases"][1]["instances"] if one["with"])
    instance["with"] = dict.fromkeys(instance["with"], value)
    assert "has a value that is no term" in check_lemmas(changed, program())[0]


def test_a_check_has_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    shipped = str(ROOT / "bk/outlook.lemmas.json")
    check = ["lemmas", str(ROOT / "bk/outlook.pl"), "--check", shipped, "--time-limit", "1e-6"]
    assert main(check) == 2
    assert "not checked within the time limit" in capsys.readouterr().err


def test_other_lemmas() -> None:
    assert check_lemmas(SHIPPED[1:], program()) == ["the certificate is about other lemmas"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("p(V) :- \\+ p(V).\n%: p(V) => fail\n", "a recursion through a negation"),
        ("%: shut(P,E) -> takes(P,E)\n", "expected conditions => conclusions"),
        ("%: unheard_of(P) => fail\n", "unknown predicate unheard_of/1"),
        ("%: => takes(P,E)\n", "a lemma has conditions"),
        ("visits(P,V) :- goal(P,V).\n%: visits(P,V) => goal(P,V)\n", "is given, and cannot be"),
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


def test_contradictions() -> None:
    def contradict(*texts: str) -> bool:
        def read(part: str) -> Literal:
            return parse_clauses(f"x :- {part}.")[0].body[0]

        return contradicts([tuple(map(read, text.split(";"))) for text in texts])

    assert contradict("p(a)", "\\+ p(a)")
    assert contradict("a = b", "p(f(a))", "\\+ p(f(b))")
    assert contradict("a = b; a = c", "\\+ f(a) = f(b)", "\\+ f(a) = f(c)")
    assert contradict("f(f(f(a))) = a", "f(f(f(f(f(a))))) = a", "\\+ f(a) = a")
    assert contradict("p; q", "\\+ p; q", "p; \\+ q", "\\+ p; \\+ q")
    assert not contradict("p; q", "\\+ p; q", "p; \\+ q")
    assert not contradict("f(a) = f(b)", "\\+ a = b")
    assert not contradict("p(a)", "\\+ p(b)")
    assert not contradict("p(a)", "\\+ a = p(a)", "q(1)")
    assert not contradict("p; q", "a = b", "\\+ p; \\+ f(a) = f(c)")
    assert not contradict("1 = true", "\\+ p(1)", "p(2)")


def test_the_axioms_hold_of_real_completions() -> None:
    """Of every beginning of every solution of random puzzles, with gaps and goals to be passed."""
    rng = random.Random("axioms")
    checked = dict.fromkeys(axioms(), 0)
    for _ in range(40):
        puzzle = replace(random_puzzle(rng, 2), pass_goals=rng.random() < 0.3)
        for solution in sorted(solutions(puzzle))[:6]:
            for length in range(1, len(solution)):
                model = Completion(puzzle, solution, length)
                for name, axiom in axioms().items():
                    for values in model.where([li for li in axiom if li.negated]):
                        rest = [li for li in axiom if not li.negated]
                        assert any(model.holds(li, values) for li in rest), (name, values)
                        checked[name] += 1
    # Two of them say that their conditions never hold.
    assert {name for name, number in checked.items() if number < 50} == {"axiom 7", "axiom 14"}


class Completion:
    """A partial path and a solution that extends it, as a model of the axioms."""

    def __init__(self, puzzle: Puzzle, solution: Any, length: int) -> None:
        board = board_view(puzzle)
        grid = puzzle.grid
        names = [board.vertices[grid.vertex_number(vertex)] for vertex in solution]
        joining = {(v, w): (d, e) for v in board.vertices for d, e, w in v.steps}
        edges = [joining[pair][1] for pair in pairwise(names)]
        before, after = tuple(names[:length]), names[length - 1 :]
        taken, left = tuple(edges[: length - 1]), edges[length - 1 :]
        squares = {view: f"c{n}" for n, view in enumerate(board.squares.values())}
        self.facts: dict[str, set[tuple[Any, ...]]] = {
            "head_vertex": {("p", before[-1])},
            "visits": {("p", vertex) for vertex in after},
            "takes": {("p", edge) for edge in left},
            "goal": {("p", goal) for goal in board.goals},
            "end": {("p", end) for end in board.ends},
            "vertices": {("p", before)},
            "path": {("p", taken)},
            "member": {(vertex, before) for vertex in before},
            "step": {(v, *step) for v in board.vertices for step in v.steps},
            "ends": {(edge, *edge.ends) for edge in board.edges},
            "beside": {(edge, squares[view]) for edge in board.edges for view in edge.squares},
            "square": {(name, view.triangles, view.edges) for view, name in squares.items()},
        }
        ways = dict(zip(left, pairwise(after), strict=True))
        earlier = dict(zip(after[1:], zip(after, left, strict=False), strict=True))
        later = dict(zip(after, zip(after[1:], left, strict=True), strict=False))
        self.functions: dict[str, Any] = {
            "head": lambda p: before[-1],
            "last": lambda p: names[-1],
            "before": lambda p, v: earlier[v][0],
            "into": lambda p, v: earlier[v][1],
            "back": lambda p, v: joining[v, earlier[v][0]][0],
            "forth": lambda p, v: joining[earlier[v][0], v][0],
            "after": lambda p, v: later[v][0],
            "out": lambda p, v: later[v][1],
            "onward": lambda p, v: joining[v, later[v][0]][0],
            "tail": lambda p, e: ways[e][0],
            "tip": lambda p, e: ways[e][1],
            "way": lambda p, e: joining[ways[e]][0],
            "edge": lambda v, d: next((e for way, e, _ in v.steps if way == d), None),
            "common": lambda a, b: len({*a} & {*b}),
        }

    def value(self, term: Any, values: dict[str, Any]) -> Any:
        if isinstance(term, Variable):
            return values.get(term.name, "p" if term.name == "P" else None)
        if isinstance(term, Compound):
            try:
                given = [self.value(argument, values) for argument in term.args]
                return self.functions[term.functor](*given)
            except KeyError:
                return ("no value", term.functor)
        return term.name if isinstance(term, Atom) else term

    def holds(self, literal: Any, values: dict[str, Any]) -> bool:
        found = tuple(self.value(argument, values) for argument in literal.args)
        if literal.name == "=":
            return bool(found[0] == found[1])
        if literal.name == "<":
            return bool(found[0] < found[1])
        return found in self.facts[literal.name]

    def where(self, conditions: list[Any]) -> list[dict[str, Any]]:
        """The values of variables for which conditions hold."""
        found: list[dict[str, Any]] = [{}]
        for literal in conditions:
            more = []
            for values in found:
                bound = all(
                    v.name in values or v.name == "P" for a in literal.args for v in variables(a)
                )
                if bound or literal.name in ("=", "<"):
                    more += [values] if self.holds(literal, values) else []
                    continue
                for row in self.facts[literal.name]:
                    new = dict(values)
                    fits = all(
                        new.setdefault(argument.name, item) == item
                        if isinstance(argument, Variable)
                        else self.value(argument, new) == item
                        for argument, item in zip(literal.args, row, strict=True)
                    )
                    more += [new] if fits else []
            found = more
        return found


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    pytest.importorskip("z3")
    file, proofs = str(ROOT / "bk/outlook.pl"), str(tmp_path / "proofs.json")
    assert main(["lemmas", file, "--proofs", proofs]) == 0
    assert capsys.readouterr().out.count("proved: ") == 9
    assert main(["lemmas", file, "--check", proofs]) == 0
    assert capsys.readouterr().out == "confirmed\n"
    (tmp_path / "proofs.json").write_text(json.dumps(tampered()[0][1]))
    assert main(["lemmas", file, "--check", proofs]) == 2
    assert "the proofs do not hold" in capsys.readouterr().err
    assert main(["lemmas", str(ROOT / "bk/live.pl")]) == 2
    assert main(["lemmas", file, "--time-limit", "0.01"]) == 2
    assert "within the time limit" in capsys.readouterr().err
