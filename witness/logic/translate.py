"""From a hypothesis to Python: one readable condition for each clause.

The literals of a body may come in any order. Here they are put into an order in which every call
has its inputs (according to the directions of the bias), with tests as early as possible, and
emitted as a function of a path and a square.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from witness.base.errors import InputError
from witness.logic.background import Background
from witness.logic.compiler.compiler import Compiler
from witness.logic.compiler.load import guarded, run_source
from witness.logic.compiler.scope import Scope
from witness.logic.explain import explain_clause
from witness.logic.language.bias import Bias
from witness.logic.language.builtins import HELPERS
from witness.logic.language.definitions import is_defined
from witness.logic.language.primitives import PRIMITIVES, PathView, SquareView
from witness.logic.language.terms import Clause, Literal, Variable, clause_text, variables
from witness.logic.local_views import evaluated
from witness.logic.locality import Dependence, clause_dependence, literal_dependences
from witness.logic.roles import ROLES
from witness.logic.subjects import are_certain

#: π′ of one clause or of a whole hypothesis.
Condition = Callable[[PathView, SquareView], bool]

#: The file name of emitted source in tracebacks.
_TITLE = "<hypothesis>"


@dataclass(frozen=True)
class TranslatedClause:
    """A clause, its body in evaluation order, the dependence of each literal, and its English."""

    clause: Clause
    ordered: tuple[Literal, ...]
    dependences: tuple[Dependence, ...]
    english: str

    @property
    def dependence(self) -> Dependence:
        """The dependence of the clause."""
        return clause_dependence(self.dependences)


@dataclass(frozen=True)
class Translation:
    """A hypothesis as Python: its source, and the functions that it defines.

    The functions raise `InputError` where Prolog raises an error, as for a division by zero.
    """

    clauses: tuple[TranslatedClause, ...]
    source: str
    tables: dict[str, object] = field(repr=False)
    file: str = "<hypothesis>"

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """π′ of each clause, in the order of the clauses."""
        return tuple(map(self._guarded, self._namespace["CLAUSES"]))

    @cached_property
    def fires(self) -> Condition:
        """π′ of the hypothesis: some clause holds."""
        return self._guarded(self._namespace["fires"])

    @cached_property
    def _namespace(self) -> dict[str, Any]:
        return run_source(self.source, dict(self.tables), _TITLE)

    def _guarded(self, function: Condition) -> Condition:
        return guarded(function, self.source, _TITLE, self.file)

    @property
    def dependence(self) -> Dependence:
        """The dependence of the hypothesis."""
        return clause_dependence([clause.dependence for clause in self.clauses])

    @property
    def size(self) -> int:
        """The number of literals, including heads."""
        return sum(translated.clause.size for translated in self.clauses)


def translate(
    clauses: Sequence[Clause], background: Background, file: str = "<hypothesis>"
) -> Translation:
    """Translate a hypothesis. An empty one is legal and never fires.

    Raises `InputError` with file and line for an unknown predicate, an unsupported construct, or a
    body that cannot be evaluated in any order.
    """
    compiler = Compiler(background.program, PRIMITIVES)
    joined = ", ".join(ROLES)
    names = [compiler.new_name(f"clause_{number}") for number in range(1, len(clauses) + 1)]
    translated: list[TranslatedClause] = []
    blocks: list[str] = []
    for clause, name in zip(clauses, names, strict=True):
        scope = _scope(clause, background, file)
        ordered = _emit_ordered(clause, compiler, background.bias, scope)
        dependences = literal_dependences(
            ordered, clause.args, background.roles, background.program
        )
        english = explain_clause(clause, ordered, background.roles, background.phrases)
        translated.append(TranslatedClause(clause, tuple(ordered), tuple(dependences), english))
        comment = f"# {clause_text(clause)}\n# {_one_line(english)}."
        body = "\n".join(scope.lines)
        blocks.append(f"{comment}\ndef {name}({joined}):\n{body}\n")
    listed = "".join(f"{name}, " for name in names).rstrip()
    ending = (
        f"CLAUSES = ({listed})\n\n\ndef fires({joined}):\n"
        f"    return any(clause({joined}) for clause in CLAUSES)\n"
    )
    source = "\n\n".join([*compiler.blocks, *blocks, ending])
    for number, found in enumerate(translated):
        roles = [background.roles[place] for place in range(len(found.clause.args))]
        certain = are_certain(found.clause, roles, background.program)
        if not certain:
            nowhere = (Dependence.GLOBAL,) * len(found.dependences)
            translated[number] = replace(found, dependences=nowhere)
        elif found.dependence is Dependence.GLOBAL:
            # The clause may depend on less than its literals do by themselves.
            most = evaluated(source, compiler.tables, number)
            less = tuple(min(dependence, most) for dependence in found.dependences)
            translated[number] = replace(found, dependences=less)
    return Translation(tuple(translated), source, compiler.tables, file)


def module_text(translation: Translation) -> str:
    """Return the translation as a Python module that can be read, imported and called."""
    words = set(re.findall(r"\w+", translation.source))
    used = ", ".join(sorted(words & HELPERS.keys()))
    helpers = f"from witness.logic.language.builtins import {used}\n" if used else ""
    head = (
        '"""A learned predicate, translated from Prolog by `witness translate`.\n\n'
        "`fires(path, square)` is true when the partial path cannot become a solution any more,\n"
        "judged by one square with triangles. `path` is a PathView of\n"
        "witness.logic.language.primitives, `square` a SquareView.\n"
        '"""\n\n'
    )
    tables = "".join(f"{name} = {table!r}\n" for name, table in translation.tables.items())
    return f"{head}{helpers}\n{tables}\n{translation.source}"


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def _scope(clause: Clause, background: Background, file: str) -> Scope:
    bias = background.bias
    if clause.key != bias.head.key:
        raise InputError(
            f"the clause is about {clause.name}/{len(clause.args)}; {bias.head.name}/"
            f"{len(bias.head.types)} is expected",
            file=file,
            line=clause.line or None,
        )
    names = [a.name for a in clause.args if isinstance(a, Variable)]
    if len(set(names)) != len(clause.args):
        raise InputError(
            "the arguments of the head must be different variables",
            file=file,
            line=clause.line or None,
        )
    _check_known(clause, background, file)
    _check_types(clause, background, file)
    scope = Scope(file, Counter(names))
    for literal in clause.body:
        scope.occurrences.update(v.name for a in literal.args for v in variables(a))
    # The compiler keeps the names of the roles free.
    scope.bound.update(zip(names, background.roles, strict=True))
    return scope


def _check_types(clause: Clause, background: Background, file: str) -> None:
    """Raise `InputError` for a variable that stands for values of two types of the bias."""
    bias = background.bias
    type_of = dict(zip(background.roles, bias.head.types, strict=True))
    types: dict[Variable, tuple[str, str]] = {}
    for literal in (Literal(clause.name, clause.args, line=clause.line), *clause.body):
        signature = bias.head if literal.key == bias.head.key else bias.signature(literal.key)
        names: tuple[str, ...] = ()
        if signature is not None:
            names = signature.types
        elif literal.key in PRIMITIVES:
            names = (type_of[PRIMITIVES[literal.key].subject],)
        for argument, name in zip(literal.args, names, strict=False):
            if not isinstance(argument, Variable):
                continue
            before, where = types.setdefault(argument, (name, literal.name))
            if before != name:
                raise InputError(
                    f"{argument.name} is of the type {before} in {where} and of the type {name} "
                    f"in {literal.name}",
                    file=file,
                    line=literal.line or clause.line or None,
                )


def _check_known(clause: Clause, background: Background, file: str) -> None:
    """Raise `InputError` for a predicate that is neither declared nor defined."""
    for literal in clause.body:
        if not is_defined(literal.key, background.program, PRIMITIVES):
            declared = ", ".join(f"{s.name}/{len(s.types)}" for s in background.bias.body)
            another = (
                "; if the clauses are from an experiment with another bias, name that with --bias"
            )
            raise InputError(
                f"unknown predicate {literal.name}/{len(literal.args)}; the bias declares "
                f"{declared}{another if background.is_default else ''}",
                file=file,
                line=literal.line or None,
            )


def _emit_ordered(clause: Clause, compiler: Compiler, bias: Bias, scope: Scope) -> list[Literal]:
    """Emit the literals one by one: the first test that is ready, else the first call that is."""
    left = list(clause.body)
    ordered: list[Literal] = []
    while left:
        ready = [literal for literal in left if _ready(literal, compiler, bias, scope)]
        if not ready:
            raise _stuck(left[0], compiler, bias, scope)
        chosen = next((li for li in ready if all(scope.knows(a) for a in li.args)), ready[0])
        compiler.literal(chosen, scope, _mode(chosen, bias, scope))
        left.remove(chosen)
        ordered.append(chosen)
    scope.succeed()
    return ordered


def _mode(literal: Literal, bias: Bias, scope: Scope) -> str | None:
    signature = bias.signature(literal.key)
    if signature is None or literal.negated:
        return None
    if all(scope.knows(a) for a in literal.args) and signature.mode.count("o") > 1:
        return None
    return signature.mode


def _ready(literal: Literal, compiler: Compiler, bias: Bias, scope: Scope) -> bool:
    signature = bias.signature(literal.key)
    if signature is not None and not literal.negated:
        flags = zip(literal.args, signature.inputs, strict=True)
        return all(scope.knows(argument) for argument, given in flags if given)
    if literal.name == "=" and len(literal.args) == 2:
        return any(scope.knows(argument) for argument in literal.args)
    try:
        compiler.call(literal, scope)
    except InputError:
        return False
    return True


def _stuck(literal: Literal, compiler: Compiler, bias: Bias, scope: Scope) -> InputError:
    try:
        compiler.call(literal, scope, _mode(literal, bias, scope))
    except InputError as error:
        return error
    return InputError("the body cannot be evaluated", file=scope.file, line=literal.line or None)
