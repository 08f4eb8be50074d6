"""From background definitions to Python functions, one for each predicate and mode of use.

A mode says for each argument whether it is an input (i) or an output (o). An input that is known to
be a number (n) or a list (l) needs no check, so there may be a function for such inputs, too. A
predicate becomes

- a *test* (returns bool) if it has no outputs,
- *det* or *semidet* (returns the outputs, or None when it fails) if it has at most one answer,
- *nondet* (a generator of the outputs) otherwise.

The source is emitted from the syntax tree alone. Names must be Python identifiers, constants are
printed with `repr`, and the text of a clause appears in one-line comments only, so no text of a
Prolog file can become code.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from dataclasses import replace

from witness.base.errors import InputError, quoted
from witness.clauses.compiler.calls import (
    builtin_call,
    comparison,
    findall_call,
    inputs_of,
    negated_call,
    primitive_call,
)
from witness.clauses.compiler.fact_tables import FactTables
from witness.clauses.compiler.scope import Call, Scope, expression
from witness.clauses.compiler.unify import loop, take, unification, unify
from witness.clauses.language.builtins import BUILTINS, HELPERS, Kind
from witness.clauses.language.definitions import check_definitions
from witness.clauses.language.goals import INTERPRETED
from witness.clauses.language.primitives import Primitive
from witness.clauses.language.reader import Program
from witness.clauses.language.system import unknown
from witness.clauses.language.terms import (
    Clause,
    Key,
    Literal,
    Variable,
    clause_text,
    indicator,
    is_plain,
    variables,
)

#: Names that emitted functions may not take.
_RESERVED = frozenset(
    {*keyword.kwlist, *HELPERS, "len", "any", "sum", "range", "tuple", "abs", "min", "max"}
    | {"enumerate", "frozenset", "isinstance", "next"}
    | {"path", "square", "dot", "symbol", "fires", "CLAUSES"}
)

#: Names that emitted functions give to parameters and temporary values.
_LOCAL = re.compile(r"[a-z]|[at]\d+")

_IDENTIFIER = re.compile(r"[a-z][A-Za-z0-9_]*")


class Compiler:
    """Emits the Python functions of predicates, and of the predicates that these call.

    If it is `metered`, they count their steps (`witness.clauses.language.steps`). If what is
    emitted is `printed`, facts may have integers, atoms and lists alone.
    """

    def __init__(
        self,
        program: Program,
        primitives: Mapping[Key, Primitive],
        *,
        metered: bool = False,
        printed: bool = True,
    ) -> None:
        check_definitions(program, primitives)
        self.metered = metered
        self.printed = printed
        self.program = program
        self.primitives = primitives
        self.blocks: list[str] = []
        self._functions: dict[tuple[Key, str], Call] = {}
        self._names: set[str] = set(_RESERVED)
        self.facts = FactTables(program.facts, self.blocks, self.new_name)

    @property
    def tables(self) -> dict[str, object]:
        """The tables, and the functions that are not emitted, which the source uses as names."""
        return self.facts.large

    def new_name(self, wanted: str) -> str:
        """Return a Python name that is not in use, close to the wanted one."""
        name = wanted
        while name in self._names or _LOCAL.fullmatch(name):
            name += "_"
        self._names.add(name)
        return name

    # ---- predicates ------------------------------------------------------------------------

    def function(self, key: Key, mode: str, line: int | None = None) -> Call:
        """Return the function of a predicate in a mode, by its name; emit it if it is new."""
        if (key, mode) not in self._functions:
            if not _IDENTIFIER.fullmatch(key[0]):
                raise InputError(
                    f"the predicate name {quoted(key[0])} is not supported; "
                    "use letters from a to z, digits and _",
                    file=self.program.file,
                    line=line,
                )
            self._functions[key, mode] = self._define(key, mode)
        return self._functions[key, mode]

    def _check_facts(self, key: Key, line: int | None) -> None:
        """Raise `InputError` for values that cannot be printed, if what is emitted may be."""
        rows = self.program.facts.get(key, ()) if self.printed else ()
        if not all(map(is_plain, rows)):
            text = f"facts of {indicator(key)} with compound terms, floats or strings"
            raise InputError(f"{text} cannot be compiled", file=self.program.file, line=line)

    def _define(self, key: Key, mode: str) -> Call:
        self._check_facts(key, self.program.lines.get(key))
        parts: list[Call] = []
        clauses = self.program.rules.get(key, [])
        if not self.program.defines(key):
            # A primitive or a built-in.
            args = tuple(Variable(f"A{i}") for i in range(key[1]))
            clauses = [Clause(key[0], args, (Literal(key[0], args),))]
        single = len(clauses) + (key in self.program.facts) == 1
        name = self.new_name(key[0])
        inputs = ", ".join(_parameters(mode))
        if key in self.program.facts:
            call = self.facts.call(key, re.sub("[nl]", "i", mode), _parameters(mode))
            part = name if single else self.new_name(f"{name}_facts")
            verb = "yield from" if call.kind == "nondet" else "return"
            self.blocks.append(f"def {part}({inputs}):\n    {verb} {call.expression}\n")
            parts.append(replace(call, expression=part))
        for number, clause in enumerate(clauses, start=1):
            part = name if single else self.new_name(f"{name}_{number}")
            parts.append(self._clause_function(clause, mode, part))
        if single:
            return parts[0]
        lines = [f"def {name}({inputs}):", *(["    spend()"] if self.metered else [])]
        kind: Kind = "test" if "o" not in mode else "nondet"
        if kind == "test":
            lines.append("    return " + " or ".join(f"{p.expression}({inputs})" for p in parts))
        else:
            lines += [line for p in parts for line in _yielded(p, inputs)]
        self.blocks.append("\n".join(lines) + "\n")
        counted = kind != "test" and all(p.counted for p in parts)
        sorts = zip(*(p.sorts for p in parts), strict=False)
        alike = "".join(column[0] if len(set(column)) == 1 else "?" for column in sorts)
        return Call(kind, name, counted=counted, sorts=alike)

    def _clause_function(self, clause: Clause, mode: str, name: str) -> Call:
        """Emit one clause as a function, whose kind shows then."""
        is_test = "o" not in mode
        scope = self._clause_scope(clause, mode, "return False" if is_test else "return None")
        body = scope.lines
        kind: Kind = "test" if is_test else "semidet" if scope.may_fail else "det"
        if scope.many and not is_test:
            kind = "nondet"
            body = [re.sub(r"\breturn None$", "return", line) for line in body]
        plain = _plain_inputs(clause, mode)
        parameters = [
            scope.bound[plain[i].name] if i in plain else _parameter(i)
            for i, m in enumerate(mode)
            if m != "o"
        ]
        lines = [f"# {clause_text(clause)}", f"def {name}({', '.join(parameters)}):", *body]
        self.blocks.append("\n".join(lines) + "\n")
        sorts = "".join(scope.sort(a) for a, m in zip(clause.args, mode, strict=True) if m == "o")
        counted = scope.counted and not (is_test and scope.many)
        return Call(kind, name, counted=counted, sorts=sorts)

    def _clause_scope(self, clause: Clause, mode: str, failure: str) -> Scope:
        scope = Scope.of(clause, self.program.file, metered=self.metered)
        scope.failure = failure
        if self.metered:
            scope.emit("spend()")
        plain = _plain_inputs(clause, mode)
        for variable in plain.values():
            scope.bind(variable)
        scope.learn(plain.values(), "".join(mode[position] for position in plain).replace("i", "?"))
        for position, argument in enumerate(clause.args):
            if mode[position] != "o" and position not in plain:
                unify(argument, _parameter(position), scope, clause.line)
        outputs = [a for position, a in enumerate(clause.args) if mode[position] == "o"]
        fails = False
        for literal in clause.body:
            self.literal(literal, scope)
            if literal == Literal("fail", ()):
                fails = True  # What comes after it is never called, and no outputs are needed.
                break
        if not outputs:
            scope.succeed()
        elif not fails:
            for output in outputs:
                if not scope.knows(output):
                    names = ", ".join(v.name for v in variables(output))
                    text = f"{indicator(clause.key)} does not bind its output {names}"
                    raise scope.error(text, clause.line)
            values = ", ".join(expression(output, scope, clause.line) for output in outputs)
            scope.emit(f"{'yield' if scope.many else 'return'} {values}")
        return scope

    # ---- bodies ----------------------------------------------------------------------------

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
            take(call.outputs, call.expression, scope, literal.line, total=call.total)
        else:
            loop(call.outputs, call.expression, scope, literal.line)
        scope.learn(call.outputs, call.sorts)

    # ---- calls -----------------------------------------------------------------------------

    def call(self, literal: Literal, scope: Scope, mode: str | None = None) -> Call:
        """Return the Python expression of a literal; `mode` overrides what is bound so far."""
        call = self._positive(literal, scope, mode)
        if self.metered and call.kind == "nondet":
            counter = "paid_steps" if call.copies else "steps"
            call = replace(call, expression=f"{counter}({call.expression})")
        return negated_call(literal, call, scope) if literal.negated else call

    def _positive(self, literal: Literal, scope: Scope, mode: str | None) -> Call:
        key = literal.key
        known = "".join("i" if scope.knows(argument) else "o" for argument in literal.args)
        if self.program.defines(key):
            actual = mode or known
            inputs = inputs_of(literal, actual, scope)
            outputs = tuple(a for a, m in zip(literal.args, actual, strict=True) if m == "o")
            self._check_facts(key, literal.line)
            if key not in self.program.rules:
                return replace(self.facts.call(key, actual, inputs), outputs=outputs)
            sorts = map(scope.sort, literal.args)
            actual = "".join(
                s if m == "i" and s != "?" else m for m, s in zip(actual, sorts, strict=True)
            )
            function = self.function(key, actual, literal.line)
            text = f"{function.expression}({', '.join(inputs)})"
            return replace(function, expression=text, outputs=outputs)
        if key in self.primitives:
            return primitive_call(self.primitives[key], literal, known, scope)
        if key == ("findall", 3):
            return findall_call(literal, scope, self.call)
        compared = comparison(literal, scope) if key[1] == 2 else None
        if compared is not None:
            return compared
        if key in BUILTINS:
            return builtin_call(literal, known, scope)
        if key in INTERPRETED:
            raise scope.error(f"{indicator(key)} cannot be compiled", literal.line)
        raise scope.error(unknown(key), literal.line)


def _yielded(part: Call, inputs: str) -> list[str]:
    """Return the lines that yield the answers of a function."""
    if part.kind == "nondet":
        return [f"    yield from {part.expression}({inputs})"]
    return [f"    t1 = {part.expression}({inputs})", "    if t1 is not None:", "        yield t1"]


def _parameters(mode: str) -> list[str]:
    return [_parameter(position) for position, letter in enumerate(mode) if letter != "o"]


def _parameter(position: int) -> str:
    """Return the Python name of an argument for which the head has no variable."""
    return chr(97 + position) if position < 26 else f"a{position}"


def _plain_inputs(clause: Clause, mode: str) -> dict[int, Variable]:
    """Return the inputs that are variables, by position; of repeated variables, the first."""
    found: dict[Variable, int] = {}
    for position, argument in enumerate(clause.args):
        if mode[position] != "o" and isinstance(argument, Variable):
            found.setdefault(argument, position)
    return {position: variable for variable, position in found.items()}
