"""Clauses with guards: what is proved of them holds on panels with elimination marks, too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from support.consumers import beginnings, partial_lines, shipped, shortest, wrong
from support.neighbours import neighbours
from support.panels import drawn_panel

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, checked_background, is_guarded, read_background
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program, read_hypothesis
from witness.clauses.language.terms import Clause, clause_text
from witness.proof.certificate import check_certificate
from witness.proof.prover import ClauseVerdict, verify
from witness.proof.verdict_text import verdict_text
from witness.puzzle.constraints import constraints
from witness.puzzle.grid import grid
from witness.puzzle.model import TWO_LINES, Puzzle
from witness.puzzle.paths import path_masks
from witness.puzzle.rules import is_solution
from witness.puzzle.views.board import board_view, path_view
from witness.puzzle.views.translate import translate
from witness.searches import engine
from witness.searches.predicates.clauses import predicate_of
from witness.searches.predicates.written import NONE

FILE = shipped_file("examples/guarded.pl")
BACKGROUND = read_background(None, shipped_file("bias/guarded.pl"))
CLAUSES = read_hypothesis(FILE)

#: What the panels have.
KNOWN = {"triangles", "gaps", "dots", "squares", "stars", "eliminations", "pass-goals"}

TOO = ", on panels with elimination marks, too"


def bare(clause: Clause) -> Clause:
    """Return a clause without its guard."""
    body = tuple(one for one in clause.body if one.name not in ("unmarked", "cut_off"))
    return Clause(clause.name, clause.args, body)


def of_one(text: str, background: Background = BACKGROUND) -> ClauseVerdict:
    (found,) = verify(parse_clauses(text), background).clauses
    return found


def test_the_shipped_clauses_are_proved() -> None:
    verdict = verify(CLAUSES, BACKGROUND)
    assert [found.status for found in verdict.clauses] == ["proved"] * len(CLAUSES)
    assert verdict_text(verdict, ()).startswith(f"proved: {len(CLAUSES)} clauses{TOO}\n")
    certificate: dict[str, Any] = verdict.to_json()
    assert all(claim["marks"] for claim in certificate["clauses"])
    assert check_certificate(certificate, CLAUSES, BACKGROUND) == []
    # Else a panel with marks could refute what is proved for all others.
    for claim in certificate["clauses"]:
        del claim["marks"]
    problems = check_certificate(certificate, CLAUSES, BACKGROUND)
    said = "it has a guard, and nothing is said of elimination marks"
    assert problems == [f"{clause_text(clause)}: {said}" for clause in CLAUSES]


@pytest.mark.parametrize(
    "text",
    [
        "f(A,B) :- triangles(B,C), used(A,B,D), greaterThan(D,C), \\+ unmarked(A,B).",
        "f(A,B) :- beside(E,C), unmarked(A,C), on(B,E), gone(A,E).",
        "f(A,B) :- on(B,E), gone(A,E), \\+ cut_off(A).",
        "f(A,B) :- on(B,E), gone(A,E), A = C, unmarked(C,B).",
    ],
)
def test_what_is_no_guard(text: str) -> None:
    (clause,) = parse_clauses(text)
    assert not is_guarded(clause, BACKGROUND)


@pytest.mark.parametrize("name", ["unmarked", "cut_off"])
def test_a_guard_is_the_primitive(name: str) -> None:
    """A background may define the name otherwise; the checker sees that, too."""
    args = "P,S" if name == "unmarked" else "P"
    rule = f"{name}({args}) :- path(P,_){', square(S,_,_)' * (name == 'unmarked')}.\n"
    text = shipped_file("bk/guarded.pl").read_text().replace(f"%~ {name}", "%")
    program = parse_program(text + rule)
    own = checked_background(program, parse_bias(shipped_file("bias/guarded.pl").read_text()))
    kept = "f(A,B) :- triangles(B,C), used(A,B,D), greaterThan(D,C)"
    clauses = parse_clauses(f"{kept}, {name}({'A' if name == 'cut_off' else 'A,B'}).")
    assert is_guarded(clauses[0], BACKGROUND)
    assert not is_guarded(clauses[0], own)
    assert not verify(clauses, own).clauses[0].marks
    certificate: dict[str, Any] = verify(parse_clauses(f"{kept}."), own).to_json()
    certificate["clauses"][0] |= {
        "clause": clause_text(clauses[0]), "kept": f"{kept}.", "symbols_kept": f"{kept}.",
    }  # fmt: skip
    assert "it has no guard" not in str(check_certificate(certificate, clauses, own))
    certificate["clauses"][0]["marks"] = True
    assert "it has no guard" in str(check_certificate(certificate, clauses, own))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        # A square with too many edges of which there is another one near, and two that share one.
        "f(A,B) :- neighbour(B,Z), overfull(A,Z), {}.",
        "f(A,B) :- neighbour(B,Z), triangles(B,1), triangles(Z,1), used(A,Z,2), {}.",
    ],
)
def test_a_guard_is_for_its_own_symbol(text: str) -> None:
    """Lost for another square, which a mark may take away: a board with marks refutes it."""
    own = neighbours()
    guarded = text.format("unmarked(A,B)")
    found = of_one(guarded, own)
    assert found.status == "refuted"
    example = found.counterexample
    assert example is not None
    assert example.puzzle.eliminations
    assert is_solution(example.puzzle, example.solution)
    certificate: dict[str, Any] = verify(parse_clauses(guarded), own).to_json()
    assert check_certificate(certificate, parse_clauses(guarded), own) == []
    # No goal in reach is no matter of marks, whatever else the clause says.
    assert of_one(text.format("cut_off(A)"), own).status == "proved"


def test_panels_with_marks_are_refused_by_all_others() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), triangles=((0, 0, 1),), eliminations=((1, 1),))
    guarded = predicate_of(CLAUSES, BACKGROUND, "guarded")
    assert guarded.sound
    guarded.bind(puzzle)
    for place, clause in enumerate(CLAUSES[1:], start=1):
        clauses = [*CLAUSES[:place], bare(clause), *CLAUSES[place + 1 :]]
        with pytest.raises(
            InputError, match="has elimination marks; the predicate is not for that"
        ):
            predicate_of(clauses, BACKGROUND, "mixed").bind(puzzle)


def small() -> Iterator[Puzzle]:
    """Every 2×2 panel with marks and some symbols, from corner to corner and from side to side."""
    symbols: list[Any] = [
        None, ("eliminations", ()), ("triangles", (1,)), ("triangles", (2,)),
        ("squares", ("black",)), ("squares", ("white",)), ("stars", ("black",)),
    ]  # fmt: skip
    dots: tuple[tuple[Any, ...], ...] = ((), ((1, 1),), (((1, 1), (1, 2)),))
    for number, chosen in enumerate(product(symbols, repeat=4)):
        fields: dict[str, list[Any]] = {}
        for square, symbol in zip(grid(2, 2).squares, chosen, strict=True):
            if symbol is not None:
                fields.setdefault(symbol[0], []).append((*square, *symbol[1]))
        if "eliminations" in fields:
            goal = ((2, 2), (0, 2))[number % 2]
            yield Puzzle(2, 2, ((0, 0),), (goal,), dots=dots[number % 3], **fields)  # type: ignore[arg-type]


@pytest.mark.long
def test_all_small_panels_with_marks() -> None:
    """Guarded clauses never fire on a completable path, and on many others."""
    judge = wrong(lambda: shipped("guarded"))
    panels = list(small())
    assert len(panels) == 7**4 - 6**4
    fired = 0
    predicate = shipped("guarded")
    for puzzle in panels:
        assert judge(puzzle) == set(), puzzle
        fired += fires_on(predicate, puzzle)
    assert fired > 1000


def fires_on(predicate: Any, puzzle: Puzzle) -> int:
    """Return on how many partial paths a predicate fires."""
    fires = predicate.bind(puzzle)
    found = 0
    for line in partial_lines(puzzle):
        edges, vertices = path_masks(puzzle, line)
        found += fires(puzzle.grid.vertex_number(line[-1]), vertices, edges)  # type: ignore[arg-type]
    return found


@pytest.mark.filterwarnings("ignore:.*the reference engine is used:RuntimeWarning")
@pytest.mark.parametrize("more", [frozenset[str](), TWO_LINES])
def test_random_panels_with_marks(more: frozenset[str]) -> None:
    rng = random.Random("guards")
    predicate, judge = shipped("guarded"), wrong(lambda: shipped("guarded"))
    fired = lost = 0
    for _ in range(60):
        puzzle = drawn_panel(rng, KNOWN | more)
        if puzzle.eliminations:
            assert judge(puzzle) == set(), puzzle
            fired += fires_on(predicate, puzzle)
            lost += len(partial_lines(puzzle)) - len(beginnings(puzzle))
            if not puzzle.pass_goals:
                for name in ("reference", "compiled"):
                    assert engine(name)(puzzle, predicate).length == shortest(puzzle)
                plain, pruned = (engine("reference")(puzzle, p) for p in (NONE, predicate))
                assert pruned.expansions <= plain.expansions
    assert 40 < fired < lost


def test_each_clause_needs_its_guard() -> None:
    """On some panel with marks each fires on a completable path if its guard is left out."""
    rng = random.Random("no guards")
    left = {place for place, clause in enumerate(CLAUSES) if len(bare(clause).body)}
    assert len(left) == len(CLAUSES) - 1
    conditions = {place: translate([bare(CLAUSES[place])], BACKGROUND).fires for place in left}
    for _ in range(3000):
        if not left:
            break
        puzzle = drawn_panel(rng, KNOWN)
        if not puzzle.eliminations:
            continue
        views = [board_view(puzzle).symbol(one.place, one.kind)
                 for one in constraints(puzzle, BACKGROUND.kinds)]  # fmt: skip
        for line in beginnings(puzzle):
            path = path_view(puzzle, line)  # type: ignore[arg-type]
            left -= {
                place for place in left if any(conditions[place](path, view) for view in views)
            }
    assert not left
