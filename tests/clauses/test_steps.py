"""Evaluations end: the steps of emitted Python are counted."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from support.asked import Interpreter
from support.hypotheses import facts
from support.sizes import rounds, some

from witness.clauses.background import Background, checked_background
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.language.steps import MOST_STEPS, TooManyStepsError
from witness.clauses.language.terms import Clause, clause_text
from witness.clauses.learners.coverage import compiled
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import translate

BIAS = """\
head_pred(f,2).
body_pred(path,2).
type(f,(path,square)).
direction(f,(in,in)).
type(path,(path,edges)).
direction(path,(in,out)).
"""

#: Definitions that call each other twice: 2^40 calls without a single loop.
TREE = "t0(1).\n" + "".join(f"t{n}(X) :- t{n - 1}(X), t{n - 1}(X).\n" for n in range(1, 41))

DOUBLED = ", ".join(f"append(L{n},L{n},L{n + 1})" for n in range(50))
LONG = ", ".join(f"append(L{n},L{n},L{n + 1})" for n in range(13))
NESTED = ", ".join(f"{v}{n + 1} = [{v}{n},{v}{n}]" for n in range(60) for v in "LM")
SQUARED = ", ".join(f"X{n + 1} is X{n} * X{n}" for n in range(60))
NAMES = ",".join(f"V{n}" for n in range(19))
CORNERS = ", ".join(f"corner(B,V{n})" for n in range(19))

ENDLESS = [
    "between(1,100000000000,X), X < 0",
    "between(1,1000000,X), between(1,1000000,Y), X + Y < 0",
    "findall(X, between(1,100000000000,X), L), length(L,0)",
    "between(1,100000000000,X), \\+ between(1,3,X), X < 0",
    "findall(X, endless(X), L), length(L,0)",
    "\\+ never",
    f"{CORNERS}, [{NAMES}] == [1]",
    f"L0 = [a,b], {DOUBLED}, length(L50,0)",
    f"L0 = 1, M0 = 1, {NESTED}, L60 == M60",
    f"L0 = 1, {NESTED.replace('M', 'L')}, list_to_set(L60,[])",
    f"X0 = 3, {SQUARED}, X60 < 0",
    "t40(1), fail",
    f"L0 = [a,b], {LONG}, append(X,_,L13), X == [b]",
    f"L0 = [a,b], {LONG}, \\+ append(_,[c|_],L13)",
    f"L0 = [a,b], {LONG}, findall(X, append(_,X,L13), M), length(M,0)",
    f"L0 = [a,b], {LONG}, select(_,L13,X), X == [b]",
    f"L0 = [a,b], {LONG}, select(c,X,L13), X == [b]",
    f"L0 = [a,b], {LONG}, nth0(_,L13,X), nth1(_,L13,Y), X == [Y]",
    f"L0 = [a,b], {LONG}, nextto(X,Y,L13), nextto(Y,X,L13), X == c",
]

BK = f"""\
endless(X) :- between(1,100000000000,X).
never :- between(1,100000000000,X), X < 0.
{TREE}"""


@pytest.fixture(scope="module")
def background() -> Background:
    return checked_background(parse_program(BK, "bk.pl"), parse_bias(BIAS))


def clause_of(body: str) -> Clause:
    (clause,) = parse_clauses(f"f(A,B) :- {body}.")
    return clause


@pytest.mark.slow
@pytest.mark.parametrize("body", some(3, ENDLESS))
def test_evaluations_end(body: str, background: Background) -> None:
    clause = clause_of(body)
    path, square = configurations()[0].views()
    translation = translate([clause], background, "mine.pl")
    with pytest.raises(TooManyStepsError, match=r"steps to evaluate|4,000 digits") as found:
        translation.fires(path, square)
    assert (found.value.file, found.value.line) == ("mine.pl", None)
    assert found.value.reason.startswith(clause_text(clause)[:50])
    assert len(str(found.value)) < 300


@pytest.mark.slow
@pytest.mark.parametrize("body", [b for b in ENDLESS if "corner" not in b])
def test_coverage_ends(body: str, background: Background) -> None:
    holds = compiled([clause_of(body)], background.program, background.bias, "mine.pl").function
    with pytest.raises(TooManyStepsError, match=r"^bk.pl: f\(A,B\) :- "):
        holds("p", "c")


@pytest.mark.slow
@rounds(10, 60)
def test_the_evaluators_agree_below_the_bound(rounds: int, background: Background) -> None:
    """Random clauses with loops of random sizes; some are over the bound in one or in both."""
    rng = random.Random(5)
    over = held = 0
    for _ in range(rounds):
        clause = clause_of(_random_body(rng))
        path, square = rng.choice(configurations()).views()
        fires = translate([clause], background).fires
        interpreter = Interpreter(background.program, facts(path, square))
        answers: list[bool | None] = []
        for answer in (lambda: fires(path, square), lambda: interpreter.holds(clause, ("p", "c"))):  # noqa: B023
            try:
                answers.append(answer())
            except TooManyStepsError:
                answers.append(None)
        if None in answers:
            over += 1
        else:
            held += answers[0] is True
            assert answers[0] == answers[1], clause_text(clause)
    assert over > rounds // 12
    assert held > rounds // 12


def _random_body(rng: random.Random) -> str:
    numbers = rng.randint(1, 3)
    literals = []
    for n in range(numbers):
        low = rng.randint(-3, 3)
        high = low + rng.choice((-1, 0, 2, 10, 60, 1000, 10**12))
        if rng.random() < 0.3 and high - low < 10**6:
            literals.append(f"findall(Y{n}, between({low},{high},Y{n}), L{n}), length(L{n},X{n})")
        else:
            literals.append(f"between({low},{high},X{n})")
    terms = rng.choice(("X0", f"X0 + X{numbers - 1}", f"X0 * X{numbers - 1}", "X0 mod 7"))
    literals.append(f"{terms} {rng.choice(('<', '>', '=:='))} {rng.choice((-20, -2, 0, 5, 40))}")
    return ", ".join(literals)


def test_all_cases_together(background: Background) -> None:
    """No evaluation is over the bound, but all together are."""
    translation = translate([clause_of("between(1,500000,X), X < 0")], background)
    fires = translation.together(translation.fires)
    views = configurations()[0].views()
    with patch("witness.puzzle.views.translate.MOST_IN_ALL", 2 * MOST_STEPS):
        assert not any(fires(*views) for _ in range(4))
        with pytest.raises(TooManyStepsError, match="all cases together take more than"):
            fires(*views)
    small = translate(parse_clauses("f(A,B) :- path(A,E), length(E,1)."), background)
    assert small.together(small.fires) is small.fires
