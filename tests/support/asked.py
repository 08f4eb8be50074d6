"""Queries that SWI-Prolog answers, as what tests compare compiled predicates with."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    Clause,
    Ground,
    Key,
    Literal,
    Term,
    Variable,
    clause_text,
    ground,
    literal_variables,
    term_of,
)
from witness.clauses.prolog.calls import Calls
from witness.clauses.prolog.process import why_missing


def require_prolog() -> None:
    """Skip a test where SWI-Prolog is missing; with WITNESS_REQUIRE_PROLOG it fails there."""
    reason = why_missing()
    if reason is not None:
        if os.environ.get("WITNESS_REQUIRE_PROLOG"):
            pytest.fail(f"SWI-Prolog is required and cannot be used: {reason}")
        pytest.skip(reason)


#: The last program that had facts added, these facts, its process, and the names of its queries.
_LAST: list[Any] = [None] * 4


class Interpreter:
    """Answers queries about a program, and says whether a clause holds for given arguments.

    `facts` are added to those of the program, in place of those of the last one with the same
    program: one process has them. A query becomes a clause of the program; those that differ in
    values alone become the same one.
    """

    def __init__(
        self, program: Program, facts: Mapping[Key, Sequence[tuple[Ground, ...]]] | None = None
    ) -> None:
        require_prolog()
        added = {key: rows for key, rows in (facts or {}).items() if key not in program.facts}
        old, had, self.calls, self._names = _LAST
        if not (added and old is program):
            known = replace(program, facts={**{key: [] for key in added}, **program.facts})
            self.calls, self._names = Calls(known), {}
        if added and not (old is program and had is facts):
            rows = [Clause(k[0], tuple(map(term_of, row))) for k in added for row in added[k]]
            self._load([*added], "\n".join(map(clause_text, rows)))
            _LAST[:] = program, facts, self.calls, self._names

    def _load(self, keys: Sequence[Key], text: str) -> None:
        self.calls._ask([], stop=False)  # which starts the process
        self.calls._said("load", "", [], list(map(list, keys)), [], text)

    def solve(self, literals: Sequence[Literal]) -> Iterator[dict[str, Ground]]:
        """Yield the answers of a query, with repetitions, in Prolog's order."""
        given: dict[Variable, Ground] = {}

        def opened(term: Term) -> Term:
            value = ground(term)
            if value is None:
                return term
            given[known := Variable(f"G{len(given)}")] = value
            return known

        own = [
            one if one.key == ("findall", 3) else replace(one, args=tuple(map(opened, one.args)))
            for one in literals
        ]
        wanted = list(dict.fromkeys(v for one in literals for v in literal_variables(one)))
        wanted = [v for v in wanted if not v.name.startswith("_")]
        query = Clause("asked", (*given, *wanted), tuple(own))
        mode = "i" * len(given) + "o" * len(wanted)
        for row in self._answers(query, mode, list(given.values())):
            yield {v.name: value for v, value in zip(wanted, row, strict=True)}

    def holds(self, clause: Clause, arguments: Sequence[Ground]) -> bool:
        """Whether the head of a clause unifies with the arguments and its body then succeeds."""
        return bool(self._answers(clause, "i" * len(arguments), arguments))

    def _answers(
        self, query: Clause, mode: str, given: Sequence[Ground]
    ) -> list[tuple[Ground, ...]]:
        if query not in self._names:
            self._names[query] = name = f"asked_{len(self._names)}"
            self._load([(name, len(mode))], clause_text(replace(query, name=name)))
        return self.calls.answers((self._names[query], len(mode)), mode, [given])[0]
