"""Which letters begin a name, and which a variable, is as in SWI-Prolog."""

from __future__ import annotations

import random

import pytest
from support.prolog import query_or_error

from witness.base.errors import InputError
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Atom, Compound, Term

LETTERS = [
    *(chr(number) for number in range(0xA1, 0x250) if chr(number) != "·"),
    *(chr(random.Random(seed).randrange(0x250, 0xD800)) for seed in range(300)),
]


def kind(read: Term | str) -> str:
    return "name" if isinstance(read, Atom) else read if isinstance(read, str) else "variable"


def ours(text: str) -> str:
    try:
        (clause,) = parse_clauses(f"p({text}).")
    except InputError:
        return "error"
    assert not isinstance(clause.args[0], Compound)
    return kind(clause.args[0])


def theirs(text: str) -> str:
    goal = "term_to_atom(_T, Text), (var(_T) -> K = variable ; atom(_T) -> K = name)"
    found = query_or_error(goal, {"Text": text})
    return found if isinstance(found, str) else str(found[0]["K"])


@pytest.mark.usefixtures("swi_prolog")
def test_letters_are_those_of_prolog() -> None:
    """(A symbol such as ¬ is a name by itself there; here it needs quotes, as + does. A dot
    in the middle of a name, as in Catalan, is no letter there.)
    """
    for letter in LETTERS:
        assert ours(f"x{letter}") == theirs(f"x{letter}"), letter
        if ours(f"{letter}x") != "error" or theirs(f"{letter}x") != "error":
            assert ours(f"{letter}x") == theirs(f"{letter}x"), letter
    found = {ours(f"{letter}x") for letter in LETTERS}
    assert found == {"name", "variable", "error"}
