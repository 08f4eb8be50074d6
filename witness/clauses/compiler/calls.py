"""Python for primitives, built-ins and comparisons, and for negation and findall around a call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from witness.clauses.compiler.scope import (
    Call,
    Scope,
    arithmetic,
    checked,
    expression,
    negation,
    unbound,
    unsupported,
)
from witness.clauses.compiler.unify import conditions, targets_of
from witness.clauses.language.builtins import (
    ARITHMETIC_COMPARISONS,
    BUILTINS,
    ORDER_COMPARISONS,
    TERM_COMPARISONS,
    mode_for,
    mode_text,
)
from witness.clauses.language.primitives import Primitive
from witness.clauses.language.terms import ListTerm, Literal, Variable, goal_of, variables


def inputs_of(literal: Literal, mode: str, scope: Scope) -> list[str]:
    """Return the Python expressions of the arguments that are inputs in a mode."""
    return [
        expression(argument, scope, literal.line)
        for argument, m in zip(literal.args, mode, strict=True)
        if m != "o"
    ]


def primitive_call(primitive: Primitive, literal: Literal, known: str, scope: Scope) -> Call:
    """Return the call of a primitive, which reads attributes of its subject."""
    inputs, outputs = literal.args[: primitive.inputs], literal.args[primitive.inputs :]
    subjects = []
    for place, argument in enumerate(inputs):
        if known[place] != "i":
            raise unbound(literal, argument, scope)
        if not isinstance(argument, Variable):
            raise unsupported(argument, scope, literal.line)
        subjects.append(scope.bound[argument.name])
    expressions = [e.format(*subjects) for e in primitive.expressions]
    if primitive.kind == "test":
        return Call("test", expressions[0])
    if primitive.kind == "nondet":
        if primitive.outputs == 1 and known[-1] == "i":
            value = expression(outputs[0], scope, literal.line)
            return Call("test", f"{value} in {expressions[0]}")
        return Call("nondet", expressions[0], outputs)
    # Attributes that no literal uses are left out.
    words = [sort.split()[0] for sort in primitive.sorts[primitive.inputs :]]
    sorts = [{"number": "n", "list": "l"}.get(word, "?") for word in words]
    wanted = [
        (e, o, s)
        for e, o, s in zip(expressions, outputs, sorts, strict=True)
        if not (isinstance(o, Variable) and scope.occurrences[o.name] == 1)
    ] or [(expressions[0], outputs[0], sorts[0])]
    values, terms, known_sorts = zip(*wanted, strict=True)
    return Call("det", ", ".join(values), terms, sorts="".join(known_sorts), total=True)


def builtin_call(literal: Literal, known: str, scope: Scope) -> Call:
    """Return the call of a built-in in the mode that fits the known arguments."""
    modes = BUILTINS[literal.key]
    mode = mode_for(literal.key, known)
    if mode is None:
        # Name the arguments without a value, if possible those that are inputs in every mode.
        unknown = [i for i, k in enumerate(known) if k == "o"]
        needed = [i for i in unknown if all(mode[i] == "i" for mode in modes)]
        terms = ListTerm(tuple(literal.args[i] for i in needed or unknown))
        forms = ", ".join(mode_text(literal.name, mode) for mode in modes)
        raise unbound(literal, terms, scope, f"; it can be called as {forms}")
    builtin = modes[mode]
    arguments = [
        expression(argument, scope, literal.line) if m == "i" else ""
        for argument, m in zip(literal.args, mode, strict=True)
    ]
    outputs = tuple(a for a, m in zip(literal.args, mode, strict=True) if m == "o")
    named = {
        f"{sort}{place}": checked(literal.args[place], sort, scope, literal.line)
        for sort in "nlm"
        for place, m in enumerate(mode)
        if m == "i"
    }
    text = builtin.template.format(*arguments, **named)
    sorts = "".join(scope.sort(a) for a, m in zip(literal.args, mode, strict=True) if m == "i")
    total = bool(builtin.total) and all(
        needed in ("?", sort) for needed, sort in zip(builtin.total, sorts, strict=True)
    )
    if builtin.kind == "first":
        tests = " and ".join(conditions(outputs[0], "t", scope.inner(), literal.line))
        first = f"next((t for t in {text}{' if ' * bool(tests)}{tests}), None)"
        return Call("semidet", first, outputs, sorts=builtin.sorts)
    # A list may contain the element more than once.
    counted = (literal.name, mode) != ("member", "ii")
    kind = "nondet" if builtin.kind == "multi" else builtin.kind
    return Call(kind, text, outputs, counted, builtin.copies, builtin.sorts, total)


def comparison(literal: Literal, scope: Scope) -> Call | None:
    """Return the call of a comparison or `is`; None for any other literal."""
    name, (left, right) = literal.name, literal.args
    line = literal.line
    if name in ARITHMETIC_COMPARISONS:
        sides = (arithmetic(left, scope, line), arithmetic(right, scope, line))
        return Call("test", f"{sides[0]} {ARITHMETIC_COMPARISONS[name]} {sides[1]}")
    if name == "is":
        return Call("det", arithmetic(right, scope, line), (left,), sorts="n")
    if name in ORDER_COMPARISONS or name in TERM_COMPARISONS or (name == "=" and literal.negated):
        for side in (left, right):
            if not scope.knows(side):
                raise unbound(literal, side, scope)
        a, b = (expression(side, scope, line) for side in (left, right))
        if name in ORDER_COMPARISONS:
            return Call("test", f"order({a}, {b}) {ORDER_COMPARISONS[name]} 0")
        return Call("test", f"{a} {TERM_COMPARISONS.get(name, '==')} {b}")
    if name == "=":
        side = right if scope.knows(right) else left
        other = left if side is right else right
        return Call(
            "det", expression(side, scope, line), (other,), sorts=scope.sort(side), total=True
        )
    return None


# ---- calls around a call ------------------------------------------------------------------------


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
        loop = f"for {', '.join(targets)} in {_answers(call)}"
        return Call("test", f"not any({' and '.join(tests)} {loop})")
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
    fits = f" if {' and '.join(tests)}" if tests else ""
    text = f"tuple({value} for {', '.join(targets)} in {_answers(call)}{fits})"
    if call.kind == "test":
        text = f"(({value},) if {call.expression} else ())"
    return Call("det", text, (result,), sorts="l")


def _answers(call: Call) -> str:
    """Return the Python expression of the answers of a call, whatever its kind."""
    if call.kind == "nondet":
        return call.expression
    if call.kind == "semidet":
        return f"[t for t in ({call.expression},) if t is not None]"
    return f"(({call.expression}),)"
