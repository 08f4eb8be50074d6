"""Calls of background predicates that SWI-Prolog evaluates, many in one batch.

What the compiler does not know is Prolog in general: recursion over terms, cuts, `maplist/3`,
CLP(FD). One process of SWI-Prolog evaluates it for a background. It is started by the first call,
and ends with the `Calls`. It gets clauses only, as this package has read them: what they call
is one of their own predicates or one that is known here, also where a variable stands for it.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from witness.base.errors import LINE, InputError, MissingError, shortened
from witness.clauses.language.definitions import BUILT_IN, check_calls, check_tables
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import Program
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import (
    Clause,
    Ground,
    Key,
    ListTerm,
    Literal,
    Variable,
    clause_text,
    ground,
    indicator,
    literal_text,
    term_of,
    term_text,
)

if TYPE_CHECKING:
    from witness.clauses.prolog.process import Process

#: The relations of CLP(FD), for which its library is loaded.
CLPFD = ("#=", "#\\=", "#<", "#>", "#=<", "#>=")

#: The most inferences of a call, about a tenth of a second, and seconds for single ones.
INFERENCES, SECONDS = 1_000_000, 5

#: The most calls of a batch.
BATCH = 5_000

Rows = list[tuple[Ground, ...]]


def check_prolog(needs: str, clause: Clause | None, file: str) -> None:
    """Raise `MissingError` if something `needs` SWI-Prolog, for a clause, and it is missing."""
    from witness.clauses.prolog.process import why_missing

    reason = why_missing()
    if reason is not None:
        text = "" if clause is None else f" for {shortened(clause_text(clause), LINE)}"
        line = clause.line or None if clause is not None else None
        what = f"{needs} needs SWI-Prolog{text}, but {reason}"
        raise MissingError(what, file=file, line=line)


class Calls:
    """The predicates of a program in a process of SWI-Prolog.

    Raises `InputError` for a program that calls what nothing defines.
    """

    def __init__(self, program: Program) -> None:
        check_calls(program, {}, anything=True)
        check_tables(program)
        self._program = program
        self._process: Process | None = None
        self._known: dict[str, Rows] = {}

    def many(
        self, key: Key, mode: str, inputs: Sequence[Sequence[Ground]], *, stop: bool = False
    ) -> list[Rows | None]:
        """Return the outputs of a predicate in a mode for each of some inputs; a test has () once.

        None stands for a call of more than `INFERENCES`; with `stop`, it is the last. Raises
        `InputError` where Prolog raises an error, and for an output without a value.
        """
        found: list[Rows | None] = []
        while len(found) < len(inputs):
            literals = [_call(key, mode, one) for one in inputs[len(found) : len(found) + BATCH]]
            goals = [_text(literal) for literal in literals]
            asked = self._ask(goals, stop)
            for literal, answer in zip(literals, asked, strict=False):
                found.append(None if answer == 0 else self._rows(literal, answer))
            if stop and found[-1] is None:
                break
        return found

    def answers(self, key: Key, mode: str, inputs: Sequence[Sequence[Ground]]) -> list[Rows]:
        """Return what `many` does; raises `TooManyStepsError` for a call of too many inferences."""
        found = []
        for rows in self.many(key, mode, inputs, stop=True):
            if rows is None:
                what = f"it takes more than {INFERENCES:,} inferences or {SECONDS} s"
                what = f"{indicator(key)}: {what}; `:- table name/arity.` may help"
                raise TooManyStepsError(what, file=self._program.file)
            found.append(rows)
        return found

    def _ask(self, goals: list[str], stop: bool) -> list[object]:
        if self._process is None or not self._process.alive:
            from witness.clauses.prolog.process import FOLDER, Process

            self._process = Process(FOLDER / "calls.pl")
            weakref.finalize(self, self._process.end)
            tables = [list(key) for key in self._program.tabled]
            dynamic = [[*key] for key in {**self._program.facts, **self._program.rules}]
            text = "\n".join(map(clause_text, self._program.clauses()))
            library = "clpfd" if any(name in text for name in CLPFD) else ""
            allowed = list(map(list, BUILT_IN))
            self._said("load", library, tables, dynamic, allowed, text, limited=False)
        answers: list[object] = self._said("answers", goals, INFERENCES, SECONDS, int(stop))
        return answers

    def _said(self, name: str, *given: object, limited: bool = True) -> Any:
        assert self._process is not None
        try:
            return self._process.ask(f"witness_calls:{name}", *given, limited=limited)
        except InputError as error:
            self._process.end()  # as it may have but some of the clauses
            raise InputError(error.reason, file=self._program.file) from None

    def _rows(self, literal: Literal, answer: object) -> Rows:
        """Return the outputs in the text of an answer."""
        shown = shortened(literal_text(literal), LINE)
        if not isinstance(answer, str):
            assert isinstance(answer, list)
            reason = " ".join(answer[0].split())
            raise InputError(f"{shown}: SWI-Prolog: {reason}", file=self._program.file)
        if answer not in self._known:
            (clause,) = parse_clauses(f"x({answer}).")
            (items,) = clause.args
            assert isinstance(items, ListTerm)
            rows = [ground(item) for item in items.items]
            if None in rows:
                what = f"{shown}: an output gets no value: it needs more inputs"
                raise InputError(what, file=self._program.file)
            self._known[answer] = [row if isinstance(row, tuple) else () for row in rows]
        return self._known[answer]


def _call(key: Key, mode: str, inputs: Sequence[Ground]) -> Literal:
    given = iter(inputs)
    args = [term_of(next(given)) if m == "i" else Variable(f"O{n}") for n, m in enumerate(mode)]
    return Literal(key[0], tuple(args))


def _text(literal: Literal) -> str:
    """Return a call with its outputs, or with the word test if it has none."""
    outputs = tuple(arg for arg in literal.args if isinstance(arg, Variable))
    wanted = term_text(ListTerm(outputs)) if outputs else "test"
    return f"{wanted}-({literal_text(literal)})"
