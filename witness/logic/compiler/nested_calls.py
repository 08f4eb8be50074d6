"""Python for calls around a call: negation and findall."""

from __future__ import annotations

from collections.abc import Callable

from witness.base.errors import InputError
from witness.logic.compiler.scope import Call, Scope, expression, negation, unbound
from witness.logic.compiler.unify import targets_of
from witness.logic.language.terms import Atom, Compound, Literal, Variable


def negated_call(literal: Literal, call: Call, scope: Scope) -> Call:
    """Return the test that a call has no answer, or none with the outputs that are known."""
    known = [scope.knows(term) for term in call.outputs]
    for term, given in zip(call.outputs, known, strict=True):
        if not given and (not isinstance(term, Variable) or scope.occurrences[term.name] > 1):
            raise unbound(literal, term, scope)
    if any(known):
        return _none_equal(call, known, scope, literal.line)
    if call.kind == "test":
        return Call("test", negation(call.expression))
    if call.kind == "semidet":
        return Call("test", f"{call.expression} is None")
    if call.kind == "nondet":
        return Call("test", f"not any(True for _ in {call.expression})")
    return Call("test", "False")


def _none_equal(call: Call, known: list[bool], scope: Scope, line: int) -> Call:
    """Return the test that no answer of a call has the outputs that are known."""
    values = [
        expression(term, scope, line) if given else None
        for term, given in zip(call.outputs, known, strict=True)
    ]
    if call.kind != "nondet" and len(values) == 1:
        return Call("test", f"{call.expression} != {values[0]}")
    targets = [scope.temporary() if given else "_" for given in known]
    equal = [f"{t} == {v}" for t, v in zip(targets, values, strict=True) if v is not None]
    answers = {
        "nondet": call.expression,
        "semidet": f"[t for t in ({call.expression},) if t is not None]",
    }.get(call.kind, f"(({call.expression}),)")
    target = ", ".join(targets)
    return Call("test", f"not any({' and '.join(equal)} for {target} in {answers})")


def findall_call(literal: Literal, scope: Scope, call_of: Callable[[Literal, Scope], Call]) -> Call:
    """Return the list of all answers to the goal of a findall; `call_of` compiles the goal."""
    template, goal, result = literal.args
    if isinstance(goal, Atom):
        inner = Literal(goal.name, (), False, literal.line)
    elif isinstance(goal, Compound):
        inner = Literal(goal.functor, goal.args, False, literal.line)
    else:
        raise _error("the goal of findall must be one predicate", literal, scope)
    # Only the template may use the outputs of the goal, so they count as used there.
    local = scope.inner()
    call = call_of(inner, local)
    targets, checks = targets_of(call.outputs, local)
    unsupported = "this findall is not supported: its goal"
    if checks or not local.knows(template):
        reason = f"{unsupported} must bind the template and may repeat no variable"
        raise _error(reason, literal, scope)
    if not call.counted:
        raise _error(f"{unsupported} may hold in several ways with the same answer", literal, scope)
    value = expression(template, local, literal.line)
    target = ", ".join(targets)
    if call.kind == "nondet":
        text = f"tuple({value} for {target} in {call.expression})"
    elif call.kind == "test":
        text = f"(({value},) if {call.expression} else ())"
    elif call.kind == "det":
        text = f"tuple({value} for {target} in (({call.expression}),))"
    else:
        one = f"({target})"
        text = f"tuple({value} for {one} in [t for t in ({call.expression},) if t is not None])"
    return Call("det", text, (result,))


def _error(reason: str, literal: Literal, scope: Scope) -> InputError:
    return InputError(reason, file=scope.file, line=literal.line)
