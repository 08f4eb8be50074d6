"""Emitting the unification of terms with Python values."""

from __future__ import annotations

from witness.clauses.compiler.scope import Scope, expression, unbound, unsupported
from witness.clauses.language.terms import ListTerm, Literal, Term, Variable

#: The most loops that Python allows inside each other.
MAX_LOOPS = 20


def take(
    outputs: tuple[Term, ...], value: str, scope: Scope, line: int, *, total: bool = True
) -> None:
    """Assign the value of a call to its outputs; compare it with those that are known already.

    If nobody needs any of them, a `total` call is left out; another may raise an error.
    """
    if len(outputs) == 1 and (total or not is_unused(outputs[0], scope)):
        unify(outputs[0], value, scope, line)
        return
    targets, checks = targets_of(outputs, scope)
    if set(targets) != {"_"} or not total:
        scope.emit(f"{', '.join(targets)} = {value}")
    for term, name in checks:
        unify(term, name, scope, line)


def is_unused(term: Term, scope: Scope) -> bool:
    """Whether a term is a variable that occurs nowhere else."""
    return isinstance(term, Variable) and (
        term.name not in scope.bound and scope.occurrences[term.name] == 1
    )


def loop(outputs: tuple[Term, ...], answers: str, scope: Scope, line: int) -> None:
    """Begin a loop over the answers of a call, which assigns each answer to the outputs."""
    scope.many = True
    if scope.indent == MAX_LOOPS:
        raise scope.error(
            f"more than {MAX_LOOPS - 1} calls with several answers in one clause", line
        )
    scope.temporary()  # Skips a number, so that translations keep the names that they had.
    targets, checks = targets_of(outputs, scope)
    scope.emit(f"for {', '.join(targets)} in {answers}:")
    scope.indent += 1
    scope.looping = True
    for term, name in checks:
        unify(term, name, scope, line)


def targets_of(outputs: tuple[Term, ...], scope: Scope) -> tuple[list[str], list[tuple[Term, str]]]:
    """Return a target name for each output, and the (term, name) pairs left to unify."""
    targets: list[str] = []
    checks: list[tuple[Term, str]] = []
    for output in outputs:
        if isinstance(output, Variable) and output.name not in scope.bound:
            targets.append("_" if is_unused(output, scope) else scope.bind(output))
        else:
            targets.append(scope.temporary())
            checks.append((output, targets[-1]))
    return targets, checks


def conditions(term: Term, value: str, scope: Scope, line: int) -> list[str]:
    """Return the tests that a term unifies with the value of an expression.

    In the scope, the new variables of the term then stand for parts of that expression.
    """
    if isinstance(term, Variable) and term.name not in scope.bound:
        scope.bound[term.name] = value
        return []
    if scope.knows(term):
        return [f"{value} == {expression(term, scope, line)}"]
    if not isinstance(term, ListTerm):
        raise unsupported(term, scope, line)
    tests = [_is_list(term, value)]
    for position, item in enumerate(term.items):
        tests += conditions(item, f"{value}[{position}]", scope, line)
    if term.tail is not None:
        tests += conditions(term.tail, f"{value}[{len(term.items)}:]", scope, line)
    return tests


def _is_list(term: ListTerm, name: str) -> str:
    """Return the test that a value is a list with as many items as a pattern needs."""
    relation = "==" if term.tail is None else ">="
    return f"isinstance({name}, tuple) and len({name}) {relation} {len(term.items)}"


def unification(literal: Literal, scope: Scope) -> None:
    """Emit `X = Y`, one side of which has a value."""
    left, right = literal.args
    if not scope.knows(right):
        left, right = right, left
    if not scope.knows(right):
        raise unbound(literal, right, scope)
    unify(left, expression(right, scope, literal.line), scope, literal.line)
    scope.learn([left], scope.sort(right))


def unify(term: Term, value: str, scope: Scope, line: int) -> None:
    """Emit the unification of a term with the value of a Python expression."""
    if isinstance(term, Variable) and term.name not in scope.bound:
        if not is_unused(term, scope):
            scope.emit(f"{scope.bind(term)} = {value}")
    elif scope.knows(term):
        scope.fail_unless(f"{value} == {expression(term, scope, line)}")
    elif isinstance(term, ListTerm):
        name = scope.temporary()
        scope.emit(f"{name} = {value}")
        scope.fail_unless(_is_list(term, name))
        for position, item in enumerate(term.items):
            unify(item, f"{name}[{position}]", scope, line)
        if term.tail is not None:
            unify(term.tail, f"{name}[{len(term.items)}:]", scope, line)
            scope.learn([term.tail], "l")
    else:
        raise unsupported(term, scope, line)
