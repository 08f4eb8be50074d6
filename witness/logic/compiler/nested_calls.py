"""Python for calls around a call: negation and findall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from witness.logic.compiler.scope import Call, Scope, expression, negation, unbound
from witness.logic.compiler.unify import conditions, targets_of
from witness.logic.language.terms import Literal, Variable, goal_of, variables


def negated_call(literal: Literal, call: Call, scope: Scope) -> Call:
    """Return the test that a call has no answer, or none that fits what is known of its outputs."""
    own = Counter(v for argument in literal.args for v in variables(argument))
    for variable in (v for output in call.outputs for v in variables(output)):
        if variable.name not in scope.bound and scope.occurrences[variable.name] > own[variable]:
            raise unbound(literal, variable, scope)
    if call.kind != "nondet" and len(call.outputs) == 1 and scope.knows(call.outputs[0]):
        value = expression(call.outputs[0], scope, literal.line)
        return Call("test", f"{call.expression} != {value}")
    local = scope.inner()
    targets: list[str] = []
    tests: list[str] = []
    for output in call.outputs:
        anything = isinstance(output, Variable) and not scope.knows(output) and own[output] == 1
        targets.append("_" if anything else scope.temporary())
        if not anything:
            tests += conditions(output, targets[-1], local, literal.line)
    if tests:
        answers = {
            "nondet": call.expression,
            "semidet": f"[t for t in ({call.expression},) if t is not None]",
        }.get(call.kind, f"(({call.expression}),)")
        return Call("test", f"not any({' and '.join(tests)} for {', '.join(targets)} in {answers})")
    if call.kind == "test":
        return Call("test", negation(call.expression))
    if call.kind == "semidet":
        return Call("test", f"{call.expression} is None")
    if call.kind == "nondet":
        return Call("test", f"not any(True for _ in {call.expression})")
    # An error that the call raises counts, its answer does not.
    return Call("test", "False" if call.total else f"not ({call.expression},)")


def findall_call(literal: Literal, scope: Scope, call_of: Callable[[Literal, Scope], Call]) -> Call:
    """Return the list of all answers to the goal of a findall; `call_of` compiles the goal."""
    template, _, result = literal.args
    inner = goal_of(literal)
    if inner is None:
        raise scope.error("the goal of findall must be one predicate", literal.line)
    # Only the template may use the outputs of the goal, so they count as used there.
    local = scope.inner()
    call = call_of(inner, local)
    targets, checks = targets_of(call.outputs, local)
    unsupported = "this findall is not supported: its goal"
    tests = [test for check in checks for test in conditions(*check, local, literal.line)]
    local.learn(call.outputs, call.sorts)
    if not local.knows(template):
        raise scope.error(f"{unsupported} must bind the template", literal.line)
    if not call.counted:
        reason = f"{unsupported} may hold in several ways with the same answer"
        raise scope.error(reason, literal.line)
    value = expression(template, local, literal.line)
    target = ", ".join(targets)
    fits = f" if {' and '.join(tests)}" if tests else ""
    if call.kind == "nondet":
        text = f"tuple({value} for {target} in {call.expression}{fits})"
    elif call.kind == "test":
        text = f"(({value},) if {call.expression} else ())"
    elif call.kind == "det":
        text = f"tuple({value} for {target} in (({call.expression}),){fits})"
    else:
        one = f"({target})"
        found = f"[t for t in ({call.expression},) if t is not None]"
        text = f"tuple({value} for {one} in {found}{fits})"
    return Call("det", text, (result,), sorts="l")
