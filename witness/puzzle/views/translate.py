"""From a hypothesis to Python: one readable condition for each clause.

The literals of a body may come in any order. Here they are put into an order in which every call
has its inputs (according to the directions of the bias), with tests as early as possible, and
emitted as a function of a path and a square, or another symbol that a constraint is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import current
from witness.base.meant import nearest
from witness.clauses.background import Background
from witness.clauses.compiler.compiler import Compiler
from witness.clauses.compiler.load import guarded, run_source
from witness.clauses.compiler.scope import Scope
from witness.clauses.compiler.work import WorkEstimate
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.evaluation_order import emit_in_order
from witness.clauses.explain import explain_clause
from witness.clauses.language.bias import ANY
from witness.clauses.language.builtins import HELPERS
from witness.clauses.language.definitions import is_defined
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.steps import MOST_STEPS, TooManyStepsError, steps_taken
from witness.clauses.language.terms import (
    Clause,
    Literal,
    Variable,
    clause_text,
    literal_variables,
)
from witness.clauses.language.variants import numbered
from witness.puzzle.views.board import PathView, SymbolView
from witness.puzzle.views.local_views import evaluated
from witness.puzzle.views.primitive_arguments import are_certain

#: π′ of one clause or of a whole hypothesis.
Condition = Callable[[PathView, Any], bool]

#: The most steps of all evaluations of a clause together, where all configurations are tried: half
#: a minute or so.
MOST_IN_ALL = 100 * MOST_STEPS

#: The most clauses of a background of which it is kept on what they depend.
MOST_KNOWN = 10_000

#: The file name of emitted source in tracebacks.
_TITLE = "<hypothesis>"


@dataclass(frozen=True)
class TranslatedClause:
    """A clause, its body in evaluation order, its dependence, and its English."""

    clause: Clause
    ordered: tuple[Literal, ...]
    dependence: Dependence
    english: str
    background: Background = field(repr=False, compare=False)

    @cached_property
    def looks_at_length(self) -> bool:
        """Whether the clause is certain to look at the length of the path.

        A clause that depends on everything does so if one of its literals by itself depends on the
        length and not on everything.
        """
        if self.dependence is not Dependence.GLOBAL:
            return bool(self.dependence & Dependence.LENGTH)
        alone = (self._alone(place) for place in range(len(self.ordered)))
        return any(found & Dependence.LENGTH and found is not Dependence.GLOBAL for found in alone)

    def _alone(self, place: int) -> Dependence:
        """Return the dependence of a literal with those that it takes its inputs from."""
        wanted, needed = [place], set(literal_variables(self.ordered[place]))
        for earlier in range(place - 1, -1, -1):
            own = set(literal_variables(self.ordered[earlier]))
            if own & needed - {*self.clause.args}:
                wanted.append(earlier)
                needed |= own
        body = tuple(self.ordered[n] for n in sorted(wanted))
        return translate([replace(self.clause, body=body)], self.background).dependence


@dataclass(frozen=True)
class Translation:
    """A hypothesis as Python: its source, and the functions that it defines.

    The functions raise `InputError` where Prolog raises an error, as for a division by zero, and
    `TooManyStepsError` for an evaluation that takes too long. Those that count their steps raise
    `LimitReachedError` at the limit of the budget in force.
    """

    clauses: tuple[TranslatedClause, ...]
    source: str
    tables: dict[str, object] = field(repr=False)
    file: str = "<hypothesis>"
    #: Whether the functions count their steps.
    metered: bool = False
    #: What the functions take besides a path: a square, a dot, or a symbol.
    subject: str = "square"

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
        condition: Condition = guarded(function, self.source, _TITLE, self.file)
        if not self.metered:
            return condition

        def timed(path: PathView, symbol: SymbolView) -> bool:
            current().check()  # one evaluation may take a second
            return condition(path, symbol)

        return timed

    def together(self, condition: Condition) -> Condition:
        """Return one of these functions, with a bound on all its evaluations together.

        It raises `TooManyStepsError` when they have taken more than `MOST_IN_ALL` steps.
        """
        if not self.metered:
            return condition
        total = 0

        def counted(path: PathView, symbol: SymbolView) -> bool:
            nonlocal total
            fires = condition(path, symbol)
            total += steps_taken()
            if total > MOST_IN_ALL:
                raise TooManyStepsError(
                    f"all cases together take more than {MOST_IN_ALL:,} steps", file=self.file
                )
            return fires

        return counted

    def watched(self) -> Condition:
        """Return `fires` with bounds on all of its evaluations together.

        It raises `TooManyStepsError` or `LimitReachedError` when they have taken too long.
        """
        condition = self.together(self.fires)
        budget = current()
        if budget.limits.time_limit is None:
            return condition

        def timed(path: PathView, symbol: SymbolView) -> bool:
            budget.check()
            return condition(path, symbol)

        return timed

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
    emitted = _Emitted(clauses, background, file)
    if not emitted.is_little_work(background):
        emitted = _Emitted(clauses, background, file, metered=True)
    translated: list[TranslatedClause] = []
    blocks: list[str] = []
    for clause, name, scope, ordered in emitted.bodies:
        english = explain_clause(clause, ordered, background.roles, background.phrases)
        comment = f"# {clause_text(clause)}\n# {printable(english)}."
        body = "\n".join(scope.lines)
        blocks.append(f"{comment}\ndef {name}({emitted.parameters}):\n{body}\n")
        roles = [background.roles[place] for place in range(len(clause.args))]
        dependence = Dependence.GLOBAL
        if are_certain(clause, roles, background.program):
            alike, known = numbered(replace(clause, body=tuple(ordered))), background.dependences
            if alike not in known:
                if len(known) == MOST_KNOWN:
                    known.clear()
                one = emitted.source([name], blocks[-1:])
                known[alike] = evaluated(one, emitted.compiler.tables)
            dependence = known[alike]
        found = TranslatedClause(clause, tuple(ordered), dependence, english, background)
        translated.append(found)
    source = emitted.source([name for _, name, _, _ in emitted.bodies], blocks)
    compiler = emitted.compiler
    return Translation(
        tuple(translated), source, compiler.tables, file, compiler.metered, background.subject
    )


class _Emitted:
    """The clauses of a hypothesis as Python, with their bodies in evaluation order."""

    def __init__(
        self, clauses: Sequence[Clause], background: Background, file: str, metered: bool = False
    ) -> None:
        self.parameters = f"path, {background.subject}"
        self.compiler = Compiler(background.program, background.primitives, metered=metered)
        numbers = range(1, len(clauses) + 1)
        names = [self.compiler.new_name(f"clause_{number}") for number in numbers]
        self.bodies: list[tuple[Clause, str, Scope, list[Literal]]] = []
        for clause, name in zip(clauses, names, strict=True):
            scope = _scope(clause, background, file, metered)
            if metered:
                scope.emit("begin()")
            ordered = emit_in_order(clause, self.compiler, background.bias, scope)
            self.bodies.append((clause, name, scope, ordered))

    def is_little_work(self, background: Background) -> bool:
        """Whether all clauses are so little work that their steps need not be counted."""
        estimate = WorkEstimate(background.program, background.primitives)
        return all(estimate.is_little(clause, ordered) for clause, _, _, ordered in self.bodies)

    def source(self, names: Sequence[str], blocks: Sequence[str]) -> str:
        """Return the source of some clauses, of which names and functions are given."""
        listed = "".join(f"{name}, " for name in names).rstrip()
        ending = (
            f"CLAUSES = ({listed})\n\n\ndef fires({self.parameters}):\n"
            f"    return any(clause({self.parameters}) for clause in CLAUSES)\n"
        )
        return "\n\n".join([*self.compiler.blocks, *blocks, ending])


#: For each role, what a predicate is about, and its view.
_ABOUT = {
    "square": ("square with a symbol", "SquareView"),
    "dot": ("dot", "DotView"),
    "symbol": ("symbol", "SquareView or a DotView"),
}


def module_text(translation: Translation, left_out: Sequence[tuple[Clause, str]] = ()) -> str:
    """Return the translation as a Python module that can be read, imported and called.

    Clauses of the hypothesis that are `left_out` of it, with the reason, are comments.
    """
    subject = translation.subject
    about, view = _ABOUT[subject]
    code = "\n".join(line for line in translation.source.split("\n") if line[:1] != "#")
    words = set(re.findall(r"\w+", code))
    used = ", ".join(sorted(words & HELPERS.keys()))
    helpers = f"from witness.clauses.language.builtins import {used}\n" if used else ""
    head = (
        '"""A learned predicate, translated from Prolog by `witness explain --python`.\n\n'
        f"`fires(path, {subject})` is true when the partial path cannot become a solution any\n"
        f"more, judged by one {about}. `path` is a PathView of\n"
        f"witness.puzzle.views.board, `{subject}` a {view}.\n"
        '"""\n\n'
    )
    tables = "".join(f"{name} = {table!r}\n" for name, table in translation.tables.items())
    missing = "".join(
        f"# Not translated, as {printable(reason)}:\n# {printable(clause_text(clause))}\n"
        for clause, reason in left_out
    )
    return f"{head}{helpers}\n{tables}{missing}\n{translation.source}"


def printable(text: str) -> str:
    """Return a text as one line."""
    return "".join(c if c.isprintable() else " " for c in text)


#: The bias where none is named, and how to name another.
_OTHERS = "the paper's bias: bias and bk name others"


def _scope(clause: Clause, background: Background, file: str, metered: bool) -> Scope:
    bias, default = background.bias, background.is_default
    if clause.key != bias.head.key:
        raise InputError(
            f"the clause is about {clause.name}/{len(clause.args)}; {bias.head.name}/"
            f"{len(bias.head.types)} is expected by {_OTHERS if default else bias.file}",
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
    variable_types(clause, background, file)
    # The compiler keeps the names of the roles free.
    return Scope.of(clause, file, dict(zip(names, background.roles, strict=True)), metered)


def variable_types(
    clause: Clause, background: Background, file: str = "<hypothesis>"
) -> dict[Variable, str]:
    """Return the types of the bias of the variables of a clause, as far as its literals tell them.

    Where the bias gives an argument no type, nothing follows for what stands there. Raises
    `InputError` for a variable that stands for values of two types.
    """
    bias = background.bias
    type_of = dict(zip(background.roles, bias.head.types, strict=True))
    types: dict[Variable, tuple[str, str]] = {}
    for literal in (Literal(clause.name, clause.args, line=clause.line), *clause.body):
        signature = bias.head if literal.key == bias.head.key else bias.signature(literal.key)
        names: tuple[str, ...] = ()
        if signature is not None:
            names = signature.types
        elif literal.key in PRIMITIVES:
            names = (type_of.get(PRIMITIVES[literal.key].subject, ANY),)
        for argument, name in zip(literal.args, names, strict=False):
            if not isinstance(argument, Variable) or name == ANY:
                continue
            before, where = types.setdefault(argument, (name, literal.name))
            if before != name:
                raise InputError(
                    f"{argument.name} is of the type {before} in {where} and of the type {name} "
                    f"in {literal.name}",
                    file=file,
                    line=literal.line or clause.line or None,
                )
    return {variable: name for variable, (name, _) in types.items()}


def _check_known(clause: Clause, background: Background, file: str) -> None:
    """Raise `InputError` for a predicate that is neither declared nor defined."""
    for literal in clause.body:
        if not is_defined(literal.key, background.program, PRIMITIVES):
            declared = [f"{s.name}/{len(s.types)}" for s in background.bias.body]
            unknown = f"{literal.name}/{len(literal.args)}"
            meant = nearest(unknown, declared)
            question = "" if meant is None else f" (did you mean {meant}?)"
            another = f"; that is {_OTHERS}" if background.is_default else ""
            raise InputError(
                f"unknown predicate {unknown}{question}; the bias declares "
                f"{', '.join(declared)}{another}",
                file=file,
                line=literal.line or None,
            )
