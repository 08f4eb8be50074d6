"""Compiled relations and the interpreter agree on random programs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import assume, given, settings
from support.asked import Interpreter
from support.compiling import relation
from support.emitted_source import assert_harmless
from support.random_programs import VALUES, Declared, programs

from witness.base.errors import InputError
from witness.clauses.compiler.compiler import Compiler
from witness.clauses.language.reader import Program, parse_program
from witness.clauses.language.terms import (
    Clause,
    clause_text,
)


def compare(program: Program, declared: Sequence[Declared]) -> None:
    """Compare all predicates in all modes that compile, for all inputs."""
    interpreter = Interpreter(program)
    for predicate in declared:
        key = (predicate.name, len(predicate.types))
        for mode in map("".join, product("io", repeat=key[1])):
            try:
                function = relation(program, key, mode)
            except InputError as error:
                # The program is made so that this mode works; others need not.
                if mode == predicate.design:
                    assume("in several ways" not in str(error))
                    raise
                continue
            tables = [VALUES[t] for t, m in zip(predicate.types, mode, strict=True) if m == "i"]
            given_ = list(product(*tables))
            asked = interpreter.calls.answers(key, mode, given_)
            for inputs, expected in zip(given_, asked, strict=True):
                answers = list(function.answers(function.function(*inputs)))
                # Prolog may repeat answers; their order is the same.
                assert list(dict.fromkeys(answers)) == list(dict.fromkeys(expected)), (key, inputs)


@pytest.mark.slow
@given(programs())
@settings(max_examples=10)
def test_compiled_relations_agree_with_the_interpreter(
    drawn: tuple[list[Clause], list[Declared]],
) -> None:
    clauses, declared = drawn
    text = "\n".join(map(clause_text, clauses))
    program = parse_program(text, "bk.pl")
    compare(program, declared)
    compiler = Compiler(program, {})
    for predicate in declared:
        compiler.function((predicate.name, len(predicate.types)), predicate.design)
    assert_harmless(compiler)
