"""An order for the body of a clause, in which an interpreter can call one literal after another.

This is for the interpreter only. The translator has its own order, by what it can emit; tests
compare the two.
"""

from __future__ import annotations

from witness.base.errors import InputError
from witness.logic.language.bias import Bias
from witness.logic.language.builtins import ARITHMETIC_COMPARISONS, BUILTINS, TERM_COMPARISONS
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.terms import (
    Clause,
    Literal,
    Variable,
    literal_text,
    literal_variables,
    variables,
)

COMPARISONS = {(name, 2) for name in ("=", "is", *ARITHMETIC_COMPARISONS, *TERM_COMPARISONS)}


def in_order(clause: Clause, bias: Bias) -> tuple[Literal, ...]:
    """Return the body of a clause in an order in which every literal has its inputs.

    The first literal that is ready comes next (`_ready`). If none is, the first that calls a
    definition without a declaration does. Raises `InputError` if there is no such literal either.
    """
    bound = {v for argument in clause.args for v in variables(argument)}
    waiting = list(clause.body)
    ordered: list[Literal] = []
    while waiting:
        ready = next((li for li in waiting if _ready(li, clause, bias, bound)), None)
        if ready is None:
            ready = next((li for li in waiting if _undeclared(li, bias)), None)
        if ready is None:
            text = f"{literal_text(waiting[0])}: nothing gives its inputs a value"
            raise InputError(text, line=waiting[0].line or None)
        waiting.remove(ready)
        ordered.append(ready)
        bound.update(literal_variables(ready))
    return tuple(ordered)


def _ready(literal: Literal, clause: Clause, bias: Bias, bound: set[Variable]) -> bool:
    """Whether a literal of a clause has its inputs.

    The inputs of a declared predicate are those of its declaration; of a built-in, those of one of
    its modes; of a primitive, its first argument; of `=`, either side; of `findall`, the variables
    of its template and goal that occur elsewhere; of anything else, all variables. The inputs of a
    negated literal are its variables that occur elsewhere.
    """
    elsewhere = {v for argument in clause.args for v in variables(argument)}
    elsewhere |= {v for b in clause.body if b is not literal for v in literal_variables(b)}
    if literal.negated:
        return elsewhere.intersection(literal_variables(literal)) <= bound
    signature = bias.signature(literal.key)
    if literal.key == ("findall", 3):
        inner = {v for argument in literal.args[:2] for v in variables(argument)}
        return inner & elsewhere <= bound
    if signature is not None:
        modes = [signature.mode]
    elif literal.key in BUILTINS:
        modes = list(BUILTINS[literal.key])
    elif literal.key in PRIMITIVES:
        modes = ["i" + "o" * (len(literal.args) - 1)]
    else:
        modes = {"=": ["io", "oi"], "is": ["oi"]}.get(literal.name, ["i" * len(literal.args)])
    return any(
        {v for a, m in zip(literal.args, mode, strict=True) if m == "i" for v in variables(a)}
        <= bound
        for mode in modes
    )


def _undeclared(literal: Literal, bias: Bias) -> bool:
    """Whether a literal calls a definition whose inputs are not declared."""
    known = bias.signature(literal.key) or literal.key in BUILTINS or literal.key in PRIMITIVES
    return not (known or literal.negated or literal.key in COMPARISONS)
