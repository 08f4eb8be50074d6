"""From emitted source to functions: the only place that runs Python source.

What is run here was emitted by `witness.clauses.compiler.compiler` from its own syntax tree, never
taken from a file. What cannot be compiled is evaluated by `witness.clauses.interpreter`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Any

from witness.base.errors import LINE, InputError, shortened
from witness.clauses.compiler.compiler import Compiler, Function
from witness.clauses.compiler.work import WorkEstimate
from witness.clauses.interpreter import Interpreter, NoValueError
from witness.clauses.language.bias import Signature
from witness.clauses.language.builtins import HELPERS, Kind
from witness.clauses.language.reader import Program
from witness.clauses.language.steps import (
    MOST_INTERPRETED,
    MOST_STEPS,
    TooManyStepsError,
    begin,
    spend,
)
from witness.clauses.language.terms import Float, Ground, Key, WrongKindError


@dataclass(frozen=True)
class Relation:
    """A background predicate as a Python function of its inputs.

    What the function returns depends on `kind`; `answers` gives it one form. The answers of a
    generator are returned as a tuple, which can be kept and compared. `counted` says whether there
    are as many answers as Prolog has proofs; `metered`, whether a call counts its steps.
    """

    function: Callable[..., Any]
    kind: Kind
    outputs: int
    counted: bool = True
    metered: bool = False

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

    What cannot be compiled is interpreted: definitions with recursion, cuts, compound terms, ….
    """
    return load_relations(Compiler(program, {}, interpreted=Fallback(program).function), signatures)


class Fallback:
    """Functions of predicates that the interpreter evaluates, and that count their steps."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def _interpreter(self) -> Interpreter:
        return Interpreter(self._program)

    def function(self, key: Key, mode: str) -> Callable[..., Any]:
        """Return a predicate as what it would be compiled to: a test, or all of the outputs."""
        single = mode.count("o") == 1
        most = None if "o" in mode else 1

        def call(*inputs: Any) -> Any:
            answers = self._interpreter.calls(key, mode, inputs)
            try:
                found = [a[0] for a in answers] if single else list(islice(answers, most))
            except TooManyStepsError as error:
                raise TooManyStepsError(f"{key[0]}/{key[1]}: {error.reason}") from None
            spend(self._interpreter.steps_taken * MOST_STEPS // MOST_INTERPRETED)
            return found if "o" in mode else bool(found)

        return call


def load_relations(compiler: Compiler, signatures: Sequence[Signature]) -> list[Relation]:
    """Return each declared predicate as a `Relation` in the mode of its declaration.

    Predicates that others call, too, cache their answers. If a call may be much work, the functions
    count their steps, and a call that takes too many is an error.
    """
    estimate = WorkEstimate(compiler.program, compiler.primitives)
    functions = [compiler.function(s.key, s.mode, s.line) for s in signatures]
    if compiler.beyond or not all(estimate.call_is_little(s.key, s.mode) for s in signatures):
        compiler = Compiler(
            compiler.program, compiler.primitives, metered=True, interpreted=compiler.interpreted
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
    for function, signature in zip(functions, signatures, strict=True):
        if function.kind != "nondet" and signature.key in called:
            space[function.name] = cache(space[function.name])
    relations = []
    for function, signature in zip(functions, signatures, strict=True):
        call = space[function.name]
        if function.kind == "nondet":
            call = _exhausted(call)
        if compiler.interpreted is not None:
            again = compiler.interpreted(signature.key, signature.mode)
            call = _or_interpreted(call, again, function)
        if compiler.metered:
            call = _begun(call)
        call = guarded(call, source, title, compiler.program.file)
        outputs = signature.inputs.count(False)
        relations.append(Relation(call, function.kind, outputs, function.counted, compiler.metered))
    return relations


def _exhausted(generator: Callable[..., Iterable[Any]]) -> Callable[..., tuple[Any, ...]]:
    return lambda *inputs: tuple(generator(*inputs))


def _or_interpreted(
    compiled: Callable[..., Any], interpreted: Callable[..., Any], function: Function
) -> Callable[..., Any]:
    """Return a function that the interpreter evaluates where compiled Python cannot.

    That is where its arithmetic, which is that of integers, meets a float, and where a definition
    that it calls leaves a variable without a value.
    """

    def call(*inputs: Any) -> Any:
        try:
            return compiled(*inputs)
        except NoValueError:
            pass
        except WrongKindError as error:
            if not isinstance(error.value, Float):
                raise
        begin()
        found = interpreted(*inputs)
        if function.kind in ("test", "nondet"):
            return found
        return next(iter(found), None)

    return call


def _begun(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with its own steps for each call."""

    def call(*inputs: Any) -> Any:
        begin()
        return function(*inputs)

    return call
