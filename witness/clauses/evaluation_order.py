"""The evaluation order of a body: the first test that is ready comes next, else the first call.

The order of literals means nothing in logic. In Python every call needs its inputs, and a test that
comes early saves the calls after it.
"""

from __future__ import annotations

from collections import Counter

from witness.base.errors import InputError
from witness.clauses.compiler.compiler import Compiler
from witness.clauses.compiler.scope import Scope, unbound
from witness.clauses.language.bias import Bias
from witness.clauses.language.builtins import takes_first
from witness.clauses.language.order import scheduled
from witness.clauses.language.terms import (
    Clause,
    ListTerm,
    Literal,
    Variable,
    literal_variables,
    variables,
)


def emit_in_order(clause: Clause, compiler: Compiler, bias: Bias, scope: Scope) -> list[Literal]:
    """Emit the literals of a body one by one; return them in evaluation order.

    Its predicates are known. Raises `InputError` if no order gives every literal its inputs.
    """

    def rank(literal: Literal) -> int | None:
        if not _ready(literal, compiler, bias, scope):
            return None
        return 0 if all(map(scope.knows, literal.args)) else 1

    def take(literal: Literal) -> list[Variable]:
        new = [v for v in literal_variables(literal) if not scope.knows(v)]
        compiler.literal(literal, scope, _mode(literal, bias, scope))
        return list(filter(scope.knows, new))

    def stuck(literal: Literal) -> InputError:
        try:
            compiler.call(literal, scope, _mode(literal, bias, scope))
        except InputError as error:
            return error
        return unbound(literal, ListTerm(literal.args), scope)

    ordered = scheduled(clause.body, rank, take, stuck)
    scope.succeed()
    return ordered


def _mode(literal: Literal, bias: Bias, scope: Scope) -> str | None:
    signature = bias.signature(literal.key) if bias.directed else None
    if signature is None or literal.negated:
        return None
    if all(scope.knows(a) for a in literal.args) and signature.mode.count("o") > 1:
        return None
    return signature.mode


def _ready(literal: Literal, compiler: Compiler, bias: Bias, scope: Scope) -> bool:
    signature = bias.signature(literal.key) if bias.directed else None
    if signature is not None and not literal.negated:
        flags = zip(literal.args, signature.inputs, strict=True)
        return all(scope.knows(argument) for argument, given in flags if given)
    if literal.name == "=" and len(literal.args) == 2:
        return any(scope.knows(argument) for argument in literal.args)
    if takes_first(literal.key) and not compiler.program.defines(literal.key):
        own = Counter(v.name for argument in literal.args for v in variables(argument))
        if any(n not in scope.bound and scope.occurrences[n] > own[n] for n in own):
            return False
    try:
        compiler.call(literal, scope)
    except InputError:
        return False
    return True
