"""From emitted source to functions: the only place that runs Python source.

What is run here was emitted by `witness.clauses.compiler.compiler` from its own syntax tree, never
taken from a file. SWI-Prolog evaluates what cannot be compiled (`witness.clauses.prolog.calls`).
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import starmap
from typing import Any

from witness.base.errors import LINE, InputError, shortened
from witness.clauses.compiler.beyond import clause_beyond, is_beyond_compiled
from witness.clauses.compiler.compiler import Compiler
from witness.clauses.compiler.work import WorkEstimate
from witness.clauses.language.bias import Signature
from witness.clauses.language.builtins import HELPERS, Kind
from witness.clauses.language.definitions import reached
from witness.clauses.language.goals import ANYTHING
from witness.clauses.language.reader import Program
from witness.clauses.language.steps import TooManyStepsError, begin
from witness.clauses.language.terms import Float, Ground, WrongKindError, indicator
from witness.clauses.prolog.calls import Calls, check_prolog


@dataclass(frozen=True)
class Relation:
    """A background predicate as a Python function of its inputs.

    What the function returns depends on `kind`; `answers` gives it one form. The answers of a
    generator are returned as a tuple, which can be kept and compared. `batch` returns this for each
    of many inputs, more quickly.
    """

    function: Callable[..., Any]
    kind: Kind
    outputs: int
    batch: Callable[[Sequence[tuple[Ground, ...]]], list[Any]] | None = None

    def many(self, inputs: Sequence[tuple[Ground, ...]]) -> list[Any]:
        """Return what the function returns for each of some inputs, asked in one batch."""
        if self.batch is not None:
            with suppress(*MISTAKES, TooManyStepsError):  # the function says of which input
                return self.batch(inputs)
        return list(starmap(self.function, inputs))

    def answers(self, returned: Any) -> Iterable[tuple[Ground, ...]]:
        """Return the answers in a returned value, each a tuple of the outputs."""
        if self.kind == "test":
            return ((),) if returned else ()
        if self.kind == "nondet":
            return [(answer,) for answer in returned] if self.outputs == 1 else returned
        if returned is None:
            return ()
        return ((returned,),) if self.outputs == 1 else (returned,)


def run_source(source: str, names: dict[str, Any], title: str) -> dict[str, Any]:
    """Run emitted source, which sees the helpers and `names` only; return its namespace."""
    space: dict[str, Any] = {**HELPERS, **names}
    exec(compile(source, title, "exec"), space)  # noqa: S102 - emitted from our own syntax tree
    return space


class FloatError(InputError):
    """Emitted code meets a float where it knows integers."""


#: What emitted code raises where Prolog raises an error about a type or a value.
MISTAKES = (
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
)


def guarded(function: Callable[..., Any], source: str, title: str, file: str) -> Callable[..., Any]:
    """Return a function of emitted source that raises `InputError` where Prolog raises an error.

    `title` is the title with which `run_source` ran the source. The error names `file` and the
    clause.
    """

    def call(*inputs: Any) -> Any:
        try:
            return function(*inputs)
        except (*MISTAKES, TooManyStepsError) as error:
            lines = source.split("\n")
            frames = traceback.extract_tb(error.__traceback__)
            places = [frame.lineno for frame in frames if frame.filename == title and frame.lineno]
            texts = [
                shortened(text, LINE)
                for place in reversed(places)
                if (text := _clause_above(lines, place))
            ]
            where = texts[0] if texts else "a definition"
            if isinstance(error, WrongKindError) and isinstance(error.value, Float):
                raise FloatError(f"{where}: {_reason(error)}", file=file) from None
            if isinstance(error, TooManyStepsError):
                # The whole call is too long, not the function that took the last step.
                where = texts[-1] if texts else where
                raise TooManyStepsError(f"{where}: {error}", file=file) from None
            raise InputError(f"{where}: {_reason(error)}", file=file) from None

    return call


def _reason(error: Exception) -> str:
    """Return what a mistake is, in our words: those of Python are about other things."""
    if isinstance(error, ZeroDivisionError):
        return "a division by zero"
    if isinstance(error, RecursionError):
        return "lists nested too deeply"
    ours = isinstance(error, WrongKindError) or type(error) is ValueError
    return "a value of the wrong kind" + (f" ({shortened(str(error), LINE)})" if ours else "")


def _clause_above(lines: Sequence[str], number: int) -> str | None:
    """Return the clause from which the emitted function around a line was made."""
    place = number - 1
    while place >= 0 and not lines[place].startswith("def "):
        place -= 1
    comments: list[str] = []
    while place > 0 and lines[place - 1].startswith("# "):
        place -= 1
        comments.append(lines[place].removeprefix("# "))
    return comments[-1] if comments else None


def relations_of(program: Program, signatures: Sequence[Signature]) -> list[Relation]:
    """Return each declared predicate of a program without primitives, as `load_relations`.

    SWI-Prolog evaluates what cannot be compiled: definitions with recursion, cuts, compound terms,
    …. Raises `InputError`, which names one, where SWI-Prolog is missing.
    """
    calls = Calls(_part(program, signatures))
    beyond = [s for s in signatures if _is_beyond(s, program)]
    plain = [s for s in signatures if s not in beyond]
    compiler = Compiler(_part(program, plain), {}, printed=False)
    loaded = dict(zip(plain, load_relations(compiler, plain), strict=True))
    for one in beyond:
        check_prolog(indicator(one.key), clause_beyond(one.key, program), program.file)
    return [
        _or_called(loaded[one], one, calls, program.file) if one in loaded else _called(one, calls)
        for one in signatures
    ]


def _is_beyond(signature: Signature, program: Program) -> bool:
    """Whether SWI-Prolog evaluates a predicate, as it cannot be compiled."""
    if not is_beyond_compiled(signature.key, program):
        return False
    try:
        compiler = Compiler(_part(program, [signature]), {}, printed=False)
        compiler.function(signature.key, signature.mode, signature.line)
    except InputError:
        return True
    return False


def _part(program: Program, signatures: Sequence[Signature]) -> Program:
    """Return a program with what some predicates call, or the whole one if that can be anything."""
    known = reached([one.key for one in signatures], program)
    if ANYTHING in known:
        return program
    return replace(
        program,
        rules={key: rules for key, rules in program.rules.items() if key in known},
        facts={key: rows for key, rows in program.facts.items() if key in known},
    )


def _called(signature: Signature, calls: Calls) -> Relation:
    """Return a predicate that SWI-Prolog evaluates: a test, or all of the outputs."""
    outputs = signature.inputs.count(False)

    def many(inputs: Sequence[tuple[Ground, ...]]) -> list[Any]:
        found = calls.answers(signature.key, signature.mode, inputs)
        if not outputs:
            return list(map(bool, found))
        return [tuple(row[0] for row in rows) if outputs == 1 else tuple(rows) for rows in found]

    def call(*inputs: Ground) -> Any:
        return many([inputs])[0]

    return Relation(call, "nondet" if outputs else "test", outputs, many)


def _or_called(relation: Relation, signature: Signature, calls: Calls, file: str) -> Relation:
    """Return a predicate that SWI-Prolog evaluates where it meets a float.

    The arithmetic of compiled Python is that of integers.
    """
    again = _called(signature, calls).function

    def call(*inputs: Any) -> Any:
        try:
            return relation.function(*inputs)
        except FloatError:
            check_prolog(f"{indicator(signature.key)} of a float", None, file)
            found = again(*inputs)
        return found if relation.kind in ("test", "nondet") else next(iter(found), None)

    return replace(relation, function=call)


def load_relations(compiler: Compiler, signatures: Sequence[Signature]) -> list[Relation]:
    """Return each declared predicate as a `Relation` in the mode of its declaration.

    Predicates that others call, too, cache their answers. If a call may be much work, the functions
    count their steps, and a call that takes too many is an error.
    """
    estimate = WorkEstimate(compiler.program, compiler.primitives)
    functions = [compiler.function(s.key, s.mode, s.line) for s in signatures]
    if not all(estimate.call_is_little(s.key, s.mode) for s in signatures):
        compiler = Compiler(
            compiler.program, compiler.primitives, metered=True, printed=compiler.printed
        )
        functions = [compiler.function(s.key, s.mode, s.line) for s in signatures]
    title = "<background>"
    source = "\n".join(compiler.blocks)
    space = run_source(source, dict(compiler.tables), title)
    called = {
        literal.key
        for clauses in compiler.program.rules.values()
        for clause in clauses
        for literal in clause.body
    }
    relations = []
    for function, signature in zip(functions, signatures, strict=True):
        several = function.kind == "nondet"
        if not several and signature.key in called:
            space[function.expression] = cache(space[function.expression])
        call = space[function.expression]
        if several or compiler.metered:
            call = _whole(call, several, compiler.metered)
        one = guarded(call, source, title, compiler.program.file)
        outputs = signature.inputs.count(False)
        relations.append(Relation(one, function.kind, outputs, partial(_each, call)))
    return relations


def _each(function: Callable[..., Any], inputs: Iterable[tuple[Ground, ...]]) -> list[Any]:
    return list(starmap(function, inputs))


def _whole(function: Callable[..., Any], several: bool, metered: bool) -> Callable[..., Any]:
    """Return a function that gives all answers of a generator, with its own steps if `metered`."""

    def call(*inputs: Any) -> Any:
        if metered:
            begin()
        found = function(*inputs)
        return tuple(found) if several else found

    return call
