"""Calling a predicate that is compiled."""

from __future__ import annotations

from witness.clauses.compiler.compiler import Compiler
from witness.clauses.compiler.load import Relation, load_relations
from witness.clauses.language.bias import Signature
from witness.clauses.language.reader import Program, parse_program
from witness.clauses.language.terms import Ground, Key


def relation(program: Program, key: Key, mode: str) -> Relation:
    inputs = tuple(letter == "i" for letter in mode)
    signature = Signature(key[0], ("any",) * key[1], inputs, line=1)
    return load_relations(Compiler(program, {}), [signature])[0]


def compiled(text: str, name: str, mode: str, *inputs: Ground) -> list[tuple[Ground, ...]]:
    """Compile one predicate in one mode, call it and return its answers in their order."""
    found = relation(parse_program(text, "bk.pl"), (name, len(mode)), mode)
    return list(found.answers(found.function(*inputs)))
