"""Python for literals that need no definition: primitives, built-ins and comparisons."""

from __future__ import annotations

from witness.logic.compiler.scope import (
    Call,
    Scope,
    arithmetic,
    checked,
    expression,
    unbound,
    unsupported,
)
from witness.logic.compiler.unify import conditions
from witness.logic.language.builtins import (
    ARITHMETIC_COMPARISONS,
    BUILTINS,
    TERM_COMPARISONS,
    mode_for,
    mode_text,
)
from witness.logic.language.primitives import Primitive
from witness.logic.language.terms import ListTerm, Literal, Variable


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
    if name in TERM_COMPARISONS or (name == "=" and literal.negated):
        for side in (left, right):
            if not scope.knows(side):
                raise unbound(literal, side, scope)
        a, b = (expression(side, scope, line) for side in (left, right))
        return Call("test", f"{a} {TERM_COMPARISONS.get(name, '==')} {b}")
    if name == "=":
        side = right if scope.knows(right) else left
        other = left if side is right else right
        return Call(
            "det", expression(side, scope, line), (other,), sorts=scope.sort(side), total=True
        )
    return None
