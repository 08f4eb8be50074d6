"""The built-in predicates of the subset against SWI-Prolog's, on random arguments.

The interpreter of this package defines what compiled definitions do; here it is held to Prolog.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from witness.base.errors import InputError
from witness.logic.interpreter import Interpreter
from witness.logic.language.builtins import ARITHMETIC_COMPARISONS, BUILTINS, TERM_COMPARISONS
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import parse_program
from witness.logic.language.terms import Ground, term_of, term_text

pytestmark = pytest.mark.usefixtures("swi_prolog")

#: For each argument of a built-in: l a list, n a list of numbers, c a count, i an integer, e
#: anything.
SHAPES = {
    ("length", 2): "lc",
    ("member", 2): "el",
    ("memberchk", 2): "el",
    ("intersection", 3): "lll",
    ("subtract", 3): "lll",
    ("union", 3): "lll",
    ("append", 3): "lll",
    ("reverse", 2): "ll",
    ("list_to_set", 2): "ll",
    ("nth0", 3): "cle",
    ("nth1", 3): "cle",
    ("last", 2): "le",
    ("sum_list", 2): "ni",
    ("sumlist", 2): "ni",
    ("max_list", 2): "ni",
    ("min_list", 2): "ni",
    ("between", 3): "iii",
    ("true", 0): "",
    ("fail", 0): "",
    ("false", 0): "",
}

Answers = list[dict[str, Any]] | str


def value(shape: str, rng: random.Random) -> Ground:
    """Draw an argument of a shape."""
    if shape == "c":
        return rng.randint(0, 4)
    if shape == "i":
        return rng.randint(-2, 4)
    if shape == "n":
        return tuple(rng.randint(-3, 5) for _ in range(rng.randint(0, 4)))
    if shape == "l":
        return tuple(value("e", rng) for _ in range(rng.randint(0, 4)))
    return rng.choice((0, 1, 2, "a", "b", (), (1, "a")))


def goal(name: str, shapes: str, mode: str, rng: random.Random) -> str:
    arguments = [
        term_text(term_of(value(shape, rng))) if letter == "i" else f"X{position}"
        for position, (shape, letter) in enumerate(zip(shapes, mode, strict=True))
    ]
    return f"{name}({', '.join(arguments)})" if arguments else name


def ours(text: str) -> Answers:
    (clause,) = parse_clauses(f"goal :- {text}.")
    try:
        return [dict(answer) for answer in Interpreter(parse_program("")).solve(clause.body)]
    except InputError:
        return "error"


def theirs(text: str) -> Answers:
    from witness.prolog.swi import janus

    prolog = janus()
    found: list[dict[str, Any]] = []
    try:
        with prolog.query(text, {}) as answers:
            found.extend(
                {name: plain(v) for name, v in answer.items() if name != "truth"}
                for answer in answers
            )
    except prolog.PrologError:
        return "error"
    return found


def plain(given: Any) -> Ground:
    return tuple(map(plain, given)) if isinstance(given, list) else given


def test_every_builtin_has_a_shape() -> None:
    assert SHAPES.keys() == BUILTINS.keys()


@pytest.mark.parametrize("key", SHAPES, ids=lambda key: f"{key[0]}_{key[1]}")
def test_a_builtin(key: tuple[str, int]) -> None:
    rng = random.Random(f"{key}")
    for mode in BUILTINS[key]:
        for _ in range(300 if key[1] else 1):
            text = goal(key[0], SHAPES[key], mode, rng)
            assert ours(text) == theirs(text) != "error", text


@pytest.mark.parametrize("key", [k for k in SHAPES if k[1]], ids=lambda key: f"{key[0]}_{key[1]}")
def test_a_builtin_that_is_given_anything(key: tuple[str, int]) -> None:
    """One of the two may raise an error where the other does not look; they never answer
    differently.
    """
    rng = random.Random(f"{key}")
    for mode in BUILTINS[key]:
        for _ in range(200):
            shapes = "".join(rng.choice("lnie") for _ in SHAPES[key])
            text = goal(key[0], shapes, mode, rng)
            found, known = ours(text), theirs(text)
            # A call that fails does not say what it would have thought of its arguments.
            assert found == known or "error" in (found, known), text


def expression(rng: random.Random, depth: int = 3) -> str:
    if depth == 0 or rng.random() < 0.3:
        return str(rng.randint(-9, 9))
    left, right = expression(rng, depth - 1), expression(rng, depth - 1)
    kind = rng.choice(("+", "-", "*", "//", "mod", "abs", "min", "max"))
    if kind == "abs":
        return f"abs({left})"
    if kind in ("min", "max"):
        return f"{kind}({left}, {right})"
    return f"({left}) {kind} ({right})"


def test_arithmetic() -> None:
    rng = random.Random(1)
    for _ in range(1500):
        text = f"X is {expression(rng)}"
        assert ours(text) == theirs(text), text


@pytest.mark.parametrize("operator", ARITHMETIC_COMPARISONS)
def test_comparisons_of_numbers(operator: str) -> None:
    rng = random.Random(operator)
    for _ in range(200):
        text = f"{expression(rng, 1)} {operator} {expression(rng, 1)}"
        assert ours(text) == theirs(text), text


@pytest.mark.parametrize("operator", ["=", *TERM_COMPARISONS])
def test_comparisons_of_terms(operator: str) -> None:
    rng = random.Random(operator)
    for _ in range(200):
        left, right = (term_text(term_of(value("e", rng))) for _ in range(2))
        text = f"{left} {operator} {right}"
        assert ours(text) == theirs(text), text


def test_findall_and_negation() -> None:
    """(janus leaves out the values of variables that begin with _.)"""
    rng = random.Random(2)
    for _ in range(200):
        items = term_text(term_of(value("l", rng)))
        for text in (
            f"findall(_X, member(_X, {items}), L)",
            f"\\+ member(a, {items})",
            f"member(X, {items}), \\+ memberchk(X, [a, 1])",
            f"findall(_X, member(_X, {items}), L), length(L, N), N > 2",
        ):
            found = ours(text)
            assert not isinstance(found, str)
            shown = [{n: v for n, v in answer.items() if n != "_X"} for answer in found]
            assert shown == theirs(text), text
