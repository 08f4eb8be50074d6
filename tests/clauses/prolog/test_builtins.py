"""The built-in predicates of the subset against SWI-Prolog's, on random arguments."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from support.compiling import relation
from support.prolog import query_or_error
from support.sizes import rounds

from witness.base.errors import InputError
from witness.clauses.language.builtins import (
    ARITHMETIC_COMPARISONS,
    BUILTINS,
    ORDER_COMPARISONS,
    TERM_COMPARISONS,
)
from witness.clauses.language.parser import parse_all
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import (
    Ground,
    ListTerm,
    Term,
    Variable,
    literal_variables,
    term_of,
    term_text,
)

pytestmark = pytest.mark.usefixtures("swi_prolog")

#: For each argument of a built-in: l a list, m a list of lists, n a list of numbers, c a count, i
#: an integer, e anything.
SHAPES = {
    ("length", 2): "lc",
    ("member", 2): "el",
    ("memberchk", 2): "el",
    ("append", 3): "lll",
    ("append", 2): "ml",
    ("select", 3): "ell",
    ("nextto", 3): "eel",
    ("nth0", 3): "cle",
    ("nth1", 3): "cle",
    ("last", 2): "le",
    ("reverse", 2): "ll",
    ("msort", 2): "ll",
    ("sort", 2): "ll",
    ("delete", 3): "lel",
    ("intersection", 3): "lll",
    ("subtract", 3): "lll",
    ("union", 3): "lll",
    ("subset", 2): "ll",
    ("is_set", 1): "l",
    ("list_to_set", 2): "ll",
    ("sum_list", 2): "ni",
    ("sumlist", 2): "ni",
    ("max_list", 2): "ni",
    ("min_list", 2): "ni",
    ("max_member", 2): "el",
    ("min_member", 2): "el",
    ("between", 3): "iii",
    ("succ", 2): "cc",
    ("plus", 3): "iii",
    **{key: "e" for key in BUILTINS if key[1] == 1 and key != ("is_set", 1)},
    ("true", 0): "",
    ("fail", 0): "",
    ("false", 0): "",
}

MODES = [(key, mode) for key, modes in BUILTINS.items() for mode in modes]

Answers = list[dict[str, Any]] | str


def value(shape: str, rng: random.Random) -> Ground:
    """Draw an argument of a shape."""
    if shape == "c":
        return rng.randint(0, 4)
    if shape == "i":
        return rng.randint(-2, 4)
    inner = {"n": "i", "m": "l", "l": "e"}.get(shape)
    if inner is not None:
        return tuple(value(inner, rng) for _ in range(rng.randint(0, 4)))
    return rng.choice((0, 1, 2, "a", "a", "b", "B", "", "[]", (), (1, "a"), ("a", ("a",))))


def pattern(given: Ground, rng: random.Random) -> Term:
    """Replace some parts of a value by variables; those that begin with _ are not asked for."""
    if rng.random() < 0.3:
        return Variable(rng.choice(("X", "Y", "Z", f"X{rng.randrange(100)}", "_X")))
    if not isinstance(given, tuple):
        return term_of(given)
    kept = rng.randint(0, len(given)) if rng.random() < 0.4 else len(given)
    items = tuple(pattern(item, rng) for item in given[:kept])
    whole = kept == len(given) and (not given or rng.random() < 0.8)
    return ListTerm(items, None if whole or not items else Variable("T"))


def goal(name: str, shapes: str, mode: str, rng: random.Random, *, patterns: bool = True) -> str:
    """Draw a call in a mode: outputs are variables, or also patterns and values."""
    arguments: list[str] = []
    for position, (shape, letter) in enumerate(zip(shapes, mode, strict=True)):
        drawn: Term = term_of(value(shape, rng))
        if letter == "o" and (not patterns or rng.random() < 0.4):
            drawn = Variable(f"V{position}")
        elif letter == "o":
            drawn = pattern(value(shape, rng), rng)
        arguments.append(term_text(drawn))
    return f"{name}({', '.join(arguments)})" if arguments else name


def without_outputs(text: str) -> str:
    """Return a goal with outputs that nobody uses."""
    return re.sub(r"\bV\d+", "_", text)


def asked(text: str) -> list[str]:
    """Return the variables of a goal that its answers show."""
    (clause,) = parse_all(f"goal :- {text}.").clauses
    found = dict.fromkeys(v.name for literal in clause.body for v in literal_variables(literal))
    return [name for name in found if not name.startswith("_")]


def compiled(text: str) -> Answers:
    """Return the answers of a goal that is the body of a definition; one at most for a test."""
    names = asked(text)
    head = f"goal({', '.join(names)})" if names else "goal"
    program = parse_program(f"{head} :- {text}.", "bk.pl")
    found = relation(program, ("goal", len(names)), "o" * len(names))
    try:
        answers = list(found.answers(found.function()))
    except InputError:
        return "error"
    return [dict(zip(names, answer, strict=True)) for answer in answers]


def theirs(text: str) -> Answers:
    found = query_or_error(text)
    if isinstance(found, str):
        return found
    return [{name: plain(value) for name, value in answer.items()} for answer in found]


def plain(given: Any) -> Ground:
    return tuple(map(plain, given)) if isinstance(given, list) else given


def as_compiled(answers: Answers, text: str) -> Answers:
    """Return answers as a compiled definition has them: a test has at most one."""
    return answers if asked(text) or isinstance(answers, str) else answers[:1]


def test_every_builtin_has_a_shape() -> None:
    assert SHAPES.keys() == BUILTINS.keys()


def title(given: object) -> str:
    return re.sub(r"\W+", "_", str(given)).strip("_")


@pytest.mark.parametrize(("key", "mode"), MODES, ids=title)
@rounds(30, 100)
def test_a_builtin(key: tuple[str, int], mode: str, rounds: int) -> None:
    """The answers, their order, and how often each occurs."""
    rng = random.Random(f"{key} {mode}")
    some = 0
    for _ in range(rounds if key[1] else 1):
        text = goal(key[0], SHAPES[key], mode, rng)
        known = theirs(text)
        some += bool(known)
        assert known != "error", text
        assert compiled(text) == as_compiled(known, text), text
    assert some > 3 * rounds // 100 or not key[1] or key == ("var", 1)


@pytest.mark.parametrize(("key", "mode"), MODES, ids=title)
@rounds(12, 40)
def test_a_builtin_in_negation_and_findall(key: tuple[str, int], mode: str, rounds: int) -> None:
    """(A variable without a value has to begin with _, so that it is left out.)"""
    rng = random.Random(f"{key} {mode} nested")
    for _ in range(rounds if key[1] else 1):
        shown = goal(key[0], SHAPES[key], mode, rng)
        inner = re.sub(r"(?<!['\w])([A-Z]\w*)", r"_\1", shown)
        template = ", ".join(f"_{name}" for name in asked(shown)) or "yes"
        for text in (f"\\+ {inner}", f"findall([{template}], {inner}, Found)"):
            known = theirs(text)
            assert known != "error", text
            # findall does not count how often a value is in a list.
            if text.startswith("\\+") or key[0] != "member" or "_" in inner:
                assert compiled(text) == known, text


@pytest.mark.parametrize(("key", "mode"), [m for m in MODES if m[1]], ids=title)
@rounds(20, 70)
def test_a_builtin_that_is_given_anything(key: tuple[str, int], mode: str, rounds: int) -> None:
    """One of the two may raise an error where the other does not look; they never answer
    differently.
    """
    rng = random.Random(f"{key} {mode}")
    for _ in range(rounds):
        shapes = "".join(rng.choice("lnie") for _ in SHAPES[key])
        text = goal(key[0], shapes, mode, rng, patterns=False)
        for shown in (text, without_outputs(text)):
            known, found = theirs(shown), compiled(shown)
            assert found == as_compiled(known, shown) or "error" in (found, known), shown


def expression(rng: random.Random, depth: int = 3) -> str:
    if depth == 0 or rng.random() < 0.3:
        return str(rng.randint(-9, 9))
    left, right = expression(rng, depth - 1), expression(rng, depth - 1)
    kind = rng.choice(("+", "-", "*", "//", "mod", "rem", "abs", "min", "max", "u"))
    if kind == "u":
        return f"{rng.choice(('-', '- ', '+ '))}({left})"
    if kind == "abs":
        return f"abs({left})"
    if kind in ("min", "max"):
        return f"{kind}({left}, {right})"
    return f"({left}) {kind} ({right})"


def test_arithmetic() -> None:
    rng = random.Random(1)
    for _ in range(600):
        text = f"X is {expression(rng)}"
        assert compiled(text) == theirs(text), text


@pytest.mark.parametrize("operator", ARITHMETIC_COMPARISONS)
def test_comparisons_of_numbers(operator: str) -> None:
    rng = random.Random(operator)
    for _ in range(70):
        text = f"{expression(rng, 1)} {operator} {expression(rng, 1)}"
        assert compiled(text) == as_compiled(theirs(text), text), text


@pytest.mark.parametrize("operator", ["=", *TERM_COMPARISONS, *ORDER_COMPARISONS])
def test_comparisons_of_terms(operator: str) -> None:
    rng = random.Random(operator)
    for _ in range(70):
        left, right = (term_text(term_of(value("e", rng))) for _ in range(2))
        text = f"{left} {operator} {right}"
        assert compiled(text) == as_compiled(theirs(text), text), text


def test_findall_and_negation() -> None:
    rng = random.Random(2)
    for _ in range(70):
        items = term_text(term_of(value("l", rng)))
        for text in (
            f"findall(_X, member(_X, {items}), L)",
            f"\\+ member(a, {items})",
            f"member(X, {items}), \\+ memberchk(X, [a, 1])",
            f"findall(_X, member(_X, {items}), L), length(L, N), N > 2",
        ):
            assert compiled(text) == as_compiled(theirs(text), text) != "error", text
