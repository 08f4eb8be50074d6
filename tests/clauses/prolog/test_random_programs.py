"""Random programs of definitions give the same answers in SWI-Prolog as in the interpreter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count, product
from typing import Any

import pytest
from hypothesis import given, settings
from support.asked import Interpreter
from support.compiling import interpreted
from support.prolog import once, query_or_error
from support.random_programs import VALUES, Declared, programs

from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import (
    Clause,
    Compound,
    Ground,
    Key,
    Literal,
    Term,
    clause_text,
    term_of,
    term_text,
)

pytestmark = pytest.mark.usefixtures("swi_prolog")

MODULES = count()


def called(name: str, args: Sequence[Term], names: Mapping[Key, str]) -> str:
    return names.get((name, len(args)), name)


def renamed(literal: Literal, names: Mapping[Key, str]) -> Literal:
    """Return a call of a definition by its name in SWI-Prolog, which has a print/1 of its own."""
    args = literal.args
    if literal.key == ("findall", 3) and isinstance(args[1], Compound):
        goal = args[1]
        args = (args[0], Compound(called(goal.functor, goal.args, names), goal.args), args[2])
    return replace(literal, name=called(literal.name, args, names), args=args)


def load(clauses: Sequence[Clause], names: Mapping[Key, str]) -> str:
    """Add clauses to a new module of SWI-Prolog; return its name."""
    module = f"random_program_{next(MODULES)}"
    for clause in clauses:
        body = tuple(renamed(literal, names) for literal in clause.body)
        text = clause_text(Clause(names[clause.key], clause.args, body)).removesuffix(".")
        given_ = {"Text": text, "Module": module}
        once("term_to_atom(_Clause, Text), assertz(Module:_Clause)", given_)
    return module


def theirs(module: str, name: str, mode: str, inputs: Sequence[Ground]) -> list[Any] | None:
    """Return the answers of SWI-Prolog; None if it raises an error."""
    given_ = iter(inputs)
    args = [term_text(term_of(next(given_))) if m == "i" else f"V{i}" for i, m in enumerate(mode)]
    outputs = [arg for arg, m in zip(args, mode, strict=True) if m == "o"]
    goal = f"{module}:{name}({', '.join(args)})" if args else f"{module}:{name}"
    found = query_or_error(goal)
    if isinstance(found, str):
        return None
    return [tuple(plain(answer[output]) for output in outputs) for answer in found]


def plain(given_: Any) -> Ground:
    return tuple(map(plain, given_)) if isinstance(given_, list) else given_


@given(programs())
@settings(max_examples=100, deadline=None)
def test_prolog_agrees(drawn: tuple[list[Clause], list[Declared]]) -> None:
    """Where SWI-Prolog raises an error, as for a negative position, a call may fail here."""
    clauses, declared = drawn
    names = {(d.name, len(d.types)): f"definition_{number}" for number, d in enumerate(declared)}
    module = load(clauses, names)
    interpreter = Interpreter(parse_program("\n".join(map(clause_text, clauses)), "bk.pl"))
    for predicate in declared:
        key, mode = (predicate.name, len(predicate.types)), predicate.design
        tables = [VALUES[t] for t, m in zip(predicate.types, mode, strict=True) if m == "i"]
        for inputs in product(*tables):
            expected = theirs(module, names[key], mode, inputs)
            if expected is not None:
                found = interpreted(interpreter, key, mode, inputs)
                assert {*found} == {*expected}, (key, mode, inputs)
