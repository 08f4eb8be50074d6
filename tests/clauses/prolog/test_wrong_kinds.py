"""Arithmetic and comparison with names and lists: an error wherever SWI-Prolog raises one."""

from __future__ import annotations

from itertools import product

import pytest
from support.compiling import compiled
from support.prolog import consult, query_or_error

from witness.base.errors import InputError
from witness.clauses.language.builtins import ARITHMETIC_COMPARISONS
from witness.clauses.language.terms import Ground, term_of, term_text

#: Numbers, names (two look like formats), and lists. None has one item: Prolog takes [5] for 5.
VALUES: tuple[Ground, ...] = (3, 0, -2, "a", "b", "%d", "{0}", "", "[]", (), ("a", "b"), (1, 2))

FUNCTIONS = ("A + B", "A - B", "A * B", "A // B", "A mod B", "max(A,B)", "min(A,B)")
BODIES = (
    *(f"C is {function}" for function in FUNCTIONS),
    "C is abs(A) + abs(B)",
    "C is (A + 1) * B",
    *(f"A {operator} B, C = yes" for operator in ARITHMETIC_COMPARISONS),
    *(f"\\+ A {operator} B, C = yes" for operator in ARITHMETIC_COMPARISONS),
    # Where the value is in a list, or nobody uses the result.
    "L = [A,B], L = [X|_], append(_,[Y],L), C is X + Y",
    "D is A + B, C = yes",
    "D is A mod B, C = yes",
    "\\+ D is A + B, C = yes",
    "findall(D, plus(A,B,D), C)",
    "add(A,B,_), C = yes",
    "add(A,B,C)",
    "\\+ add(A,B,_), C = yes",
)
ADD = "add(A,B,C) :- C is A + B.\n"

Answers = list[Ground] | str


def ours(text: str, given: tuple[Ground, Ground]) -> Answers:
    try:
        rows = compiled(text, "p", "iio", *given)
    except InputError as error:
        pythons = any(word in str(error) for word in ("'str'", "'int'", "'tuple'", "format"))
        return str(error) if pythons else "error"
    return [row[0] for row in rows]


def theirs(body: str, given: tuple[Ground, Ground]) -> Answers:
    a, b = (term_text(term_of(value)) for value in given)
    consult("wrong_kinds", ADD)
    program = f"p_(A,B,C) :- {body.replace('add(', 'wrong_kinds:add(')}"
    goal = f"term_to_atom(_R, Text), _R = (p_(A,B,C) :- _Body), A = {a}, B = {b}, call(_Body)"
    found = query_or_error(goal, {"Text": program})
    return found if isinstance(found, str) else [plain(answer["C"]) for answer in found]


def plain(given: object) -> Ground:
    return tuple(map(plain, given)) if isinstance(given, list) else given  # type: ignore[return-value]


@pytest.mark.slow
@pytest.mark.usefixtures("swi_prolog")
@pytest.mark.parametrize("body", BODIES)
def test_compiled_and_prolog_agree(body: str) -> None:
    text = f"p(A,B,C) :- {body}.\n{ADD}"
    errors = 0
    for given in product(VALUES, repeat=2):
        expected = theirs(body, given)
        assert ours(text, given) == expected, given
        errors += expected == "error"
    assert 100 < errors < len(VALUES) ** 2
