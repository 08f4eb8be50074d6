"""Clauses of literals whose variables are numbers, and examples, as terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from witness.logic.language.bias import Bias
from witness.logic.language.terms import Clause, Compound, Ground, Literal, Variable, term_of

#: A literal of a clause: the number of its predicate in the bias, and its variables.
Numbered = tuple[int, tuple[int, ...]]


def clause_of(bias: Bias, literals: Iterable[Numbered]) -> Clause:
    """Return a clause with variables A, B, C, … in order of occurrence.

    The variables of the head are 0, 1, …. Literals keep their order, except that each comes after
    those that give its inputs, so that the clause can be read and run from left to right. Raises
    ValueError if nothing gives an input.
    """
    arity = len(bias.head.types)
    names = {number: Variable(variable_name(number)) for number in range(arity)}
    body = []
    waiting = list(literals)
    while waiting:
        predicate, variables = next_ = _ready(bias, waiting, names)
        waiting.remove(next_)
        for variable in variables:
            names.setdefault(variable, Variable(variable_name(len(names))))
        body.append(Literal(bias.body[predicate].name, tuple(names[v] for v in variables)))
    return Clause(bias.head.name, tuple(names[v] for v in range(arity)), tuple(body))


def _ready(bias: Bias, waiting: list[Numbered], bound: dict[int, Variable]) -> Numbered:
    for literal in waiting:
        flags = zip(literal[1], bias.body[literal[0]].inputs, strict=True)
        if all(variable in bound for variable, given in flags if given):
            return literal
    raise ValueError("the inputs of a literal have no value")


def variable_name(number: int) -> str:
    """Return the name of a variable: A to Z, then V26, V27, …."""
    return chr(ord("A") + number) if number < 26 else f"V{number}"


def atom_of(name: str, example: Sequence[Ground]) -> Compound:
    """Return the atom that a predicate makes of an example."""
    return Compound(name, tuple(map(term_of, example)))
