"""A predicate that SWI-Prolog evaluates: for clauses beyond plain ones, which Python cannot run.

Recursive clauses, and those of predicates that a learner invented, are not translated. SWI-Prolog
proves the whole hypothesis for each partial path and the squares with triangles, in a process of
its own (`witness.clauses.prolog.process`) and within limits. This takes about a ten-thousandth of a
second each time, hundreds of times as long as looking up a table.

Clauses may call what the hypothesis and its background define, the primitives, and the built-in
predicates of the subset, nothing else: `referee.pl` checks each clause as Prolog has read it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import count
from typing import Any

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.language.definitions import called as called_by
from witness.clauses.language.definitions import is_defined
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.terms import Clause, Ground, Key, clause_in_short, clause_text
from witness.clauses.learners.rendering import background_text
from witness.clauses.prolog.process import STACKS, Process, process
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges
from witness.puzzle.views.board import (
    path_facts,
    path_view,
    square_facts,
    square_name,
    square_view,
)
from witness.searches.predicates.interface import BoundPredicate, Predicate, check_bindable
from witness.searches.prolog.referee import ALLOWED

#: A fact as Prolog is told it: the name of a predicate, and the arguments for which it is true.
Fact = list[Any]

#: The primitives about a path alone.
PATH: frozenset[Key] = frozenset({("path", 2), ("vertices", 2), ("head_vertex", 2)})

#: The most inferences for a partial path and all squares, a tenth of a second or so.
INFERENCES = 1_000_000

#: The most partial paths of a search, and inferences for all of them, where a search is bounded:
#: some seconds.
PATHS_IN_A_SEARCH = 20_000
IN_A_SEARCH = 20_000_000

#: The primitives about squares, whose facts change from puzzle to puzzle.
SQUARES = [key for key, primitive in PRIMITIVES.items() if primitive.subject == "square"]

_NUMBERS = count(1)


class PrologHypothesis(Predicate):
    """π′ given by clauses that SWI-Prolog evaluates.

    An evaluation that takes too long, or in which Prolog raises an error, raises `InputError`. With
    `bounded`, so does a search that asks too often, or whose evaluations take too many inferences
    in all: the same on every machine. Raises `InputError` for clauses that may not be run, and
    where SWI-Prolog is missing.
    """

    engine = "prolog"

    def __init__(
        self, name: str, clauses: Sequence[Clause], background: Background, bounded: bool = False
    ) -> None:
        self.name = name
        self.when = "SWI-Prolog proves its clauses for some square"
        self._clauses = tuple(clauses)
        self._background = background
        self._bounded = bounded
        self._module = f"witness_hypothesis_{next(_NUMBERS)}"
        self._loaded: Process | None = None
        self._placed: list[Fact] | None = None
        _check(self._clauses, background, name)
        called = {key for clause in clauses for key in called_by(clause, background.program)}
        self._about_paths = PATH | called & {
            key
            for key, primitive in PRIMITIVES.items()
            if primitive.subject == "path" and primitive.inputs == 1
        }
        for key in sorted(called & PRIMITIVES.keys() - self._about_paths - {*SQUARES}):
            raise InputError(
                f"{key[0]}/{key[1]} is about the whole board, which SWI-Prolog is not told of here",
                file=name,
            )
        self._ready()

    @property
    def untabulated(self) -> str:
        """Why there is no `tabulation`."""
        return "is evaluated by SWI-Prolog, which is slow"

    def _ready(self) -> Process:
        """Return a process that knows the clauses."""
        running = process()
        if self._loaded is not running:
            texts = [
                ["background", background_text(self._background.program)],
                ["hypothesis", "\n".join(map(clause_text, self._clauses))],
            ]
            allowed = [list(key) for key in (*ALLOWED, *PRIMITIVES)]
            head = list(self._background.bias.head.key)
            try:
                running.ask("witness_hypothesis:load", self._module, head, allowed, texts)
            except InputError as error:
                raise error.at(file=self.name) from None
            self._loaded, self._placed = running, None
        return running

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π for one puzzle: Prolog is asked for all squares with triangles at once."""
        check_bindable(puzzle, self)
        views = {
            square_name(puzzle, square): square_view(puzzle, square, triangles)
            for square, triangles in puzzle.triangle_at.items()
        }
        facts = [f for name, view in views.items() for f in told(square_facts(name, view), SQUARES)]
        squares = list(views)
        keys = sorted(self._about_paths)
        asked = spent = 0

        def fires(head: int, vertices: int, edges: int) -> bool:
            nonlocal asked, spent
            view = path_view(puzzle, path_from_edges(puzzle, head, edges))
            known = [keys, told(path_facts("p", view), keys)]
            holds, inferences = self._asked(facts, known, squares)
            asked += 1
            spent += inferences
            if self._bounded and (asked > PATHS_IN_A_SEARCH or spent > IN_A_SEARCH):
                raise InputError(
                    f"a search asks SWI-Prolog about more than {PATHS_IN_A_SEARCH:,} partial paths "
                    f"or takes it more than {IN_A_SEARCH:,} inferences",
                    file=self.name,
                )
            return holds

        return fires

    def _asked(self, facts: list[Fact], path: list[Any], squares: list[str]) -> tuple[bool, int]:
        """Return whether Prolog proves the head for a path and some square, and the inferences."""
        running = self._ready()
        name, roles = self._background.bias.head.name, list(self._background.roles)
        try:
            if self._placed is not facts:
                running.ask("witness_referee:place", self._module, SQUARES, facts)
                self._placed = facts
            answer, spent = running.ask(
                "witness_hypothesis:fires", self._module, name, roles, path, squares, INFERENCES
            )
        except InputError as error:
            raise error.at(file=self.name) from None
        if isinstance(answer, int):
            return bool(answer), spent
        if answer == "endless":
            answer = (
                f"an evaluation takes more than {INFERENCES:,} inferences; a recursion may not "
                "end, or the literals of a clause stand in an order in which Prolog cannot prove "
                "them"
            )
        if answer.startswith("resource_error"):
            answer = f"an evaluation takes more than {STACKS} MB of memory"
        raise InputError(f"SWI-Prolog: {answer}", file=self.name)


def told(facts: Mapping[Key, Sequence[tuple[Ground, ...]]], keys: Collection[Key]) -> list[Fact]:
    """Return the facts of some predicates as Prolog is told them."""
    return [
        [key[0], *(list(value) if isinstance(value, tuple) else value for value in row)]
        for key, rows in facts.items()
        if key in keys
        for row in rows
    ]


def _check(clauses: Sequence[Clause], background: Background, file: str) -> None:
    """Raise `InputError` for clauses that call, or define, what they may not."""
    program, head = background.program, background.bias.head.key
    own = {clause.key for clause in clauses}
    for clause in clauses:
        if clause.key != head and is_defined(clause.key, program, PRIMITIVES):
            what = f"{clause.name}/{len(clause.args)} is defined already; it cannot be invented"
            raise InputError(what, file=file, line=clause.line or None)
        for literal in clause.body:
            if literal.key not in own and not is_defined(literal.key, program, PRIMITIVES):
                raise InputError(
                    f"unknown predicate {literal.name}/{len(literal.args)} in "
                    f"{clause_in_short(clause)}",
                    file=file,
                    line=literal.line or clause.line or None,
                )
