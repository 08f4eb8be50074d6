"""An order for the body of a clause, in which an interpreter can call one literal after another.

This is for the interpreter only. The translator has its own order, by what it can emit; tests
compare the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from witness.base.errors import InputError
from witness.logic.language.bias import Bias, Signature
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
    users: dict[Variable, list[int]] = {}
    for place, literal in enumerate(clause.body):
        for variable in literal_variables(literal):
            users.setdefault(variable, []).append(place)
    shared = bound | {variable for variable, places in users.items() if len(places) > 1}
    waiting = dict(enumerate(clause.body))
    undeclared = [place for place, literal in waiting.items() if _undeclared(literal, bias)]
    # Whether a literal is ready depends on its own variables alone, and it stays so.
    queue = [place for place, literal in waiting.items() if _ready(literal, shared, bias, bound)]
    ordered: list[Literal] = []
    while waiting:
        chosen = _next(queue, waiting)
        if chosen is None:
            chosen = _next(undeclared, waiting)
        if chosen is None:
            first = next(iter(waiting.values()))
            text = f"{literal_text(first)}: nothing gives its inputs a value"
            raise InputError(text, line=first.line or None)
        literal = waiting.pop(chosen)
        ordered.append(literal)
        new = [v for v in literal_variables(literal) if v not in bound]
        bound.update(new)
        for user in {user for variable in new for user in users[variable]} & waiting.keys():
            if _ready(waiting[user], shared, bias, bound):
                heappush(queue, user)
    return tuple(ordered)


def _next(queue: list[int], waiting: Mapping[int, Literal]) -> int | None:
    """Return the least place of a queue that is still waiting."""
    while queue:
        place = heappop(queue)
        if place in waiting:
            return place
    return None


def _ready(literal: Literal, shared: set[Variable], bias: Bias, bound: set[Variable]) -> bool:
    """Whether a literal of a clause has its inputs.

    `shared` are the variables of the clause that occur in its head, or in more than one literal.
    The inputs of a declared predicate are those of its declaration; of a built-in, those of one of
    its modes; of a primitive, its first argument; of `=`, either side; of `findall`, the variables
    of its template and goal that occur elsewhere; of anything else, all variables. The inputs of a
    negated literal are its variables that occur elsewhere.
    """
    if literal.negated:
        return shared.intersection(literal_variables(literal)) <= bound
    signature = _declared(literal, bias)
    if literal.key == ("findall", 3):
        inner = {v for argument in literal.args[:2] for v in variables(argument)}
        return inner & shared <= bound
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
    known = _declared(literal, bias) or literal.key in BUILTINS or literal.key in PRIMITIVES
    return not (known or literal.negated or literal.key in COMPARISONS)


def _declared(literal: Literal, bias: Bias) -> Signature | None:
    """Return the signature of a literal's predicate; None if its inputs are not declared."""
    return bias.signature(literal.key) if bias.directed else None
