"""From background definitions to Python functions, one for each predicate and mode of use.

A mode says for each argument whether it is given (i) or to be found (o). A predicate becomes

- a *test* (returns bool) when nothing is to be found,
- *det* or *semidet* (returns the outputs, or None when it fails) when there is at most one answer,
- *nondet* (a generator of the outputs) otherwise.

The source is emitted from the syntax tree alone. Names are checked against the identifiers of
Python, constants are printed with `repr`, and clause text only ever stands in one-line comments,
so no text of a Prolog file can become code.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from witness.base.errors import InputError
from witness.logic.compiler.calls import builtin_call, comparison, inputs_of, primitive_call
from witness.logic.compiler.fact_tables import FactTables
from witness.logic.compiler.scope import Call, Scope, expression, negation, unbound
from witness.logic.compiler.unify import take, targets_of, unification, unify
from witness.logic.language.builtins import BUILTINS, HELPERS, Kind
from witness.logic.language.definitions import check_definitions
from witness.logic.language.primitives import Primitive
from witness.logic.language.reader import Program
from witness.logic.language.terms import (
    Atom,
    Clause,
    Compound,
    Key,
    Literal,
    Variable,
    clause_text,
    variables,
)

#: Names that emitted functions may not take.
_RESERVED = frozenset(
    {*keyword.kwlist, *HELPERS, "len", "any", "sum", "range", "tuple", "abs", "min", "max"}
    | {"frozenset", "isinstance", "path", "square"}
)

#: Python allows no more loops than this inside each other.
MAX_LOOPS = 20

#: Names that emitted functions give to parameters and temporary values.
_LOCAL = re.compile(r"[a-z]|[at]\d+")

_IDENTIFIER = re.compile(r"[a-z][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Function:
    """An emitted function: its Python name, what it returns, and whether that is every proof."""

    name: str
    kind: Kind
    counted: bool


class Compiler:
    """Emits the Python functions of the predicates that are asked for, and of those they need."""

    def __init__(self, program: Program, primitives: Mapping[Key, Primitive]) -> None:
        check_definitions(program, primitives)
        self.program = program
        self.primitives = primitives
        self.blocks: list[str] = []
        self._functions: dict[tuple[Key, str], Function] = {}
        self._names: set[str] = set(_RESERVED)
        self.facts = FactTables(program.facts, self.blocks, self.new_name)

    @property
    def tables(self) -> dict[str, object]:
        """The tables that the emitted source expects to find, by name."""
        return self.facts.large

    def new_name(self, wanted: str) -> str:
        """Return a Python name that is not taken, close to the wanted one."""
        name = wanted
        while name in self._names or _LOCAL.fullmatch(name):
            name += "_"
        self._names.add(name)
        return name

    # ---- predicates ------------------------------------------------------------------------

    def function(self, key: Key, mode: str, line: int | None = None) -> Function:
        """Return the function of a predicate in a mode, emitting it first when it is new."""
        known = self._functions.get((key, mode))
        if known is not None:
            return known
        if not _IDENTIFIER.fullmatch(key[0]):
            raise InputError(
                f"the predicate name {key[0]!r} is not supported; use letters, digits and _",
                file=self.program.file,
                line=line,
            )
        function = self._define(key, mode)
        self._functions[key, mode] = function
        return function

    def _define(self, key: Key, mode: str) -> Function:
        parts: list[Function] = []
        clauses = self.program.rules.get(key, [])
        if not self.program.defines(key):
            # A primitive or a built-in that is asked for by itself.
            args = tuple(Variable(f"A{i}") for i in range(key[1]))
            clauses = [Clause(key[0], args, (Literal(key[0], args),))]
        single = len(clauses) + (key in self.program.facts) == 1
        name = self.new_name(key[0])
        if key in self.program.facts:
            parameters = [_parameter(i) for i, m in enumerate(mode) if m == "i"]
            call = self.facts.call(key, mode, parameters)
            part = name if single else self.new_name(f"{name}_facts")
            inputs = ", ".join(parameters)
            verb = "yield from" if call.kind == "nondet" else "return"
            self.blocks.append(f"def {part}({inputs}):\n    {verb} {call.expression}\n")
            parts.append(Function(part, call.kind, call.counted))
        for number, clause in enumerate(clauses, start=1):
            part = name if single else self.new_name(f"{name}_{number}")
            parts.append(self._clause_function(clause, mode, part))
        if single:
            return parts[0]
        inputs = ", ".join(_parameter(i) for i, m in enumerate(mode) if m == "i")
        lines = [f"def {name}({inputs}):"]
        kind: Kind = "test" if "o" not in mode else "nondet"
        if kind == "test":
            lines.append("    return " + " or ".join(f"{p.name}({inputs})" for p in parts))
        else:
            for p in parts:
                if p.kind == "nondet":
                    lines.append(f"    yield from {p.name}({inputs})")
                else:
                    lines.append(f"    t1 = {p.name}({inputs})")
                    lines.append("    if t1 is not None:")
                    lines.append("        yield t1")
        self.blocks.append("\n".join(lines) + "\n")
        counted = kind != "test" and all(p.counted for p in parts)
        return Function(name, kind, counted)

    def _clause_function(self, clause: Clause, mode: str, name: str) -> Function:
        """Emit one clause as a function: once to learn whether it can fail, then for real."""
        trial = self._clause_scope(clause, mode, "return None")
        if "o" not in mode:
            kind: Kind = "test"
        elif trial.many:
            kind = "nondet"
        else:
            kind = "semidet" if trial.may_fail else "det"
        failure = {"test": "return False", "nondet": "return"}.get(kind, "return None")
        scope = self._clause_scope(clause, mode, failure)
        plain = _plain_inputs(clause, mode)
        parameters = [
            scope.bound[plain[i].name] if i in plain else _parameter(i)
            for i, m in enumerate(mode)
            if m == "i"
        ]
        lines = [f"# {clause_text(clause)}", f"def {name}({', '.join(parameters)}):", *scope.lines]
        self.blocks.append("\n".join(lines) + "\n")
        return Function(name, kind, scope.counted and not (kind == "test" and scope.many))

    def _clause_scope(self, clause: Clause, mode: str, failure: str) -> Scope:
        scope = Scope(self.program.file, Counter(v.name for a in clause.args for v in variables(a)))
        for literal in clause.body:
            scope.occurrences.update(v.name for a in literal.args for v in variables(a))
        scope.failure = failure
        plain = _plain_inputs(clause, mode)
        for variable in plain.values():
            scope.bind(variable)
        for position, argument in enumerate(clause.args):
            if mode[position] == "i" and position not in plain:
                unify(argument, _parameter(position), scope, clause.line)
        outputs = [a for position, a in enumerate(clause.args) if mode[position] == "o"]
        self.body(clause.body, scope, finish=not outputs)
        if outputs:
            for output in outputs:
                if not scope.knows(output):
                    raise InputError(
                        f"{clause.name}/{len(clause.args)} does not bind its output "
                        f"{', '.join(v.name for v in variables(output))}",
                        file=scope.file,
                        line=clause.line,
                    )
            values = ", ".join(expression(output, scope, clause.line) for output in outputs)
            scope.emit(f"{'yield' if scope.many else 'return'} {values}")
        return scope

    # ---- bodies ----------------------------------------------------------------------------

    def body(self, literals: tuple[Literal, ...], scope: Scope, *, finish: bool) -> None:
        """Emit the literals in the given order; with `finish`, return whether all of them hold."""
        for position, literal in enumerate(literals):
            rest = literals[position + 1 :]
            if finish and not scope.looping and self._last(literal, rest, scope):
                return
            self.literal(literal, scope)
        if finish:
            scope.succeed()

    def _last(self, literal: Literal, rest: tuple[Literal, ...], scope: Scope) -> bool:
        """Emit the end of a body as one `return`, when it is a test or one choice and tests."""
        call = self.call(literal, scope)
        if call.kind == "test":
            if rest:
                return False
            scope.counted = scope.counted and call.counted
            scope.emit(f"return {call.expression}")
            return True
        if call.kind != "nondet" or not rest:
            return False
        fresh = [term for term in call.outputs if isinstance(term, Variable)]
        if len(set(fresh)) != len(call.outputs) or any(scope.knows(term) for term in fresh):
            return False
        inner = Scope(scope.file, scope.occurrences, dict(scope.bound))
        target = ", ".join(inner.bind(variable) for variable in fresh)
        conditions: list[str] = []
        for later in rest:
            test = self.call(later, inner)
            if test.kind != "test":
                return False
            conditions.append(test.expression)
        condition = " and ".join(conditions)
        scope.may_fail = scope.many = True
        scope.emit(f"return any({condition} for {target} in {call.expression})")
        return True

    def literal(self, literal: Literal, scope: Scope, mode: str | None = None) -> None:
        """Emit one literal: a check, an assignment or a loop."""
        if literal.name == "=" and len(literal.args) == 2 and not literal.negated:
            unification(literal, scope)
            return
        call = self.call(literal, scope, mode)
        scope.counted = scope.counted and call.counted
        if call.kind == "test":
            scope.fail_unless(call.expression)
            return
        if call.kind == "semidet":
            value = scope.temporary()
            scope.emit(f"{value} = {call.expression}")
            scope.fail_unless(f"{value} is not None")
            take(call.outputs, value, scope, literal.line)
        elif call.kind == "det":
            take(call.outputs, call.expression, scope, literal.line)
        else:
            scope.many = True
            if scope.indent == MAX_LOOPS:
                raise InputError(
                    f"more than {MAX_LOOPS - 1} calls with several answers in one clause",
                    file=scope.file,
                    line=literal.line or None,
                )
            value = scope.temporary()
            targets, checks = targets_of(call.outputs, scope)
            scope.emit(f"for {', '.join(targets)} in {call.expression}:")
            scope.indent += 1
            scope.looping = True
            for term, name in checks:
                unify(term, name, scope, literal.line)

    # ---- calls -----------------------------------------------------------------------------

    def call(self, literal: Literal, scope: Scope, mode: str | None = None) -> Call:
        """Return the Python expression of a literal; `mode` overrides what is bound just now."""
        call = self._positive(literal, scope, mode)
        if not literal.negated:
            return call
        known = [scope.knows(term) for term in call.outputs]
        for term, given in zip(call.outputs, known, strict=True):
            if not given and (not isinstance(term, Variable) or scope.occurrences[term.name] > 1):
                raise unbound(literal, term, scope)
        if any(known):
            return self._none_equal(call, known, scope, literal.line)
        if call.kind == "test":
            return Call("test", negation(call.expression))
        if call.kind == "semidet":
            return Call("test", f"{call.expression} is None")
        if call.kind == "nondet":
            return Call("test", f"not any(True for _ in {call.expression})")
        return Call("test", "False")

    def _none_equal(self, call: Call, known: list[bool], scope: Scope, line: int) -> Call:
        """Return the test that no answer of a call has the outputs that are known already."""
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

    def _positive(self, literal: Literal, scope: Scope, mode: str | None) -> Call:
        key = literal.key
        known = "".join("i" if scope.knows(argument) else "o" for argument in literal.args)
        if self.program.defines(key):
            actual = mode or known
            inputs = inputs_of(literal, actual, scope)
            outputs = tuple(a for a, m in zip(literal.args, actual, strict=True) if m == "o")
            if key not in self.program.rules:
                table = self.facts.call(key, actual, inputs)
                return Call(table.kind, table.expression, outputs, table.counted)
            function = self.function(key, actual, literal.line)
            text = f"{function.name}({', '.join(inputs)})"
            return Call(function.kind, text, outputs, function.counted)
        if key in self.primitives:
            return primitive_call(self.primitives[key], literal, known, scope)
        if key == ("findall", 3):
            return self._findall(literal, scope)
        compared = comparison(literal, scope) if key[1] == 2 else None
        if compared is not None:
            return compared
        if key in BUILTINS:
            return builtin_call(literal, known, scope)
        raise InputError(
            f"unknown predicate {key[0]}/{key[1]}", file=scope.file, line=literal.line or None
        )

    def _findall(self, literal: Literal, scope: Scope) -> Call:
        template, goal, result = literal.args
        if isinstance(goal, Atom):
            inner = Literal(goal.name, (), False, literal.line)
        elif isinstance(goal, Compound):
            inner = Literal(goal.functor, goal.args, False, literal.line)
        else:
            raise InputError(
                "the goal of findall must be one predicate", file=scope.file, line=literal.line
            )
        # Outputs of the goal may be used by the template only, so they count as used there.
        local = Scope(scope.file, scope.occurrences, dict(scope.bound))
        call = self.call(inner, local)
        targets, checks = targets_of(call.outputs, local)
        if checks or not local.knows(template):
            raise InputError(
                "this findall is not supported: its goal must bind the template and may repeat "
                "no variable",
                file=scope.file,
                line=literal.line,
            )
        if not call.counted:
            raise InputError(
                "this findall is not supported: its goal may hold in several ways with the same "
                "answer",
                file=scope.file,
                line=literal.line,
            )
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


def _parameter(position: int) -> str:
    """Return the Python name of an argument that the head does not name with a variable."""
    return chr(97 + position) if position < 26 else f"a{position}"


def _plain_inputs(clause: Clause, mode: str) -> dict[int, Variable]:
    """Return the inputs that are variables, by position, each variable where it comes first."""
    found: dict[Variable, int] = {}
    for position, argument in enumerate(clause.args):
        if mode[position] == "i" and isinstance(argument, Variable):
            found.setdefault(argument, position)
    return {position: variable for variable, position in found.items()}
