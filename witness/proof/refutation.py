"""The search for a counterexample: a path on which a clause fires and that has a solution.

Every clause is tried on random panels, which have gaps, several starts and goals, several symbols,
and the names in the clause as colours, where they can be; then on panels for the numbers in it. If
it has a guard, panels with elimination marks come after these. One that looks at a path and a
square with triangles alone is also tried on every path of small boards: if it errs on a puzzle, it
errs on the same puzzle with nothing but these triangles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import chain, count
from math import isqrt
from threading import Lock
from typing import Any, cast

from witness.base.limits import LimitReachedError, current
from witness.clauses.background import Background, is_guarded
from witness.clauses.dependence import Dependence
from witness.clauses.language.definitions import called
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import (
    Atom,
    Clause,
    Compound,
    Float,
    Ground,
    ListTerm,
    Term,
    Text,
    Variable,
)
from witness.proof.all_paths import MOST_SQUARES, smallest_counterexample
from witness.proof.counterexamples import Counterexample
from witness.proof.panels import COLOURS, DRAWN_TEXT, NUMBERS, numbered_panels, solved_panels
from witness.puzzle.constraints import constraints
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.normal_form import COLOUR
from witness.puzzle.rules import is_solution
from witness.puzzle.symbols import COLOURED
from witness.puzzle.views.board import BoardView
from witness.puzzle.views.translate import Condition

#: Primitives whose answers depend on more than the path and the square.
_BEYOND = {("live", 2), ("reachable", 2), ("cut_off", 1), ("goal", 2), ("end", 2), ("step", 4),
           ("beside", 2), ("gap", 2), ("unmarked", 2)}  # fmt: skip

#: For how many kinds and colours of symbols the random panels are kept, with what clauses see of
#: them: some 70 MB for each.
MOST_KEPT = 2

#: The most numbers that a clause may lead to and for which there are panels, the least ones.
MOST_NUMBERS = 8

#: The most squares of the boards that are tried before random panels are.
_FIRST = 2


def looks_beyond(clause: Clause, background: Background) -> bool:
    """Whether a clause looks at more than a path and a square with triangles."""
    beyond = called(clause, background.program) & _BEYOND
    return bool(beyond or background.kinds - {"triangles"})


def find_counterexample(
    condition: Condition,
    clause: Clause,
    dependence: Dependence,
    background: Background,
) -> tuple[Counterexample | None, str]:
    """Return a counterexample to a clause with a condition, None if none is found; what was tried.

    Raises `LimitReachedError` at the limit of the budget in force, and `TooManyStepsError` as the
    condition does.
    """
    beyond = looks_beyond(clause, background)
    if not beyond:  # the smallest boards are tried first, as most clauses that err do so there
        least = smallest_counterexample(condition, dependence, most=_FIRST)
        if least is not None:
            return least, ""
    kinds, constants = background.kinds, _constants(clause, background)
    names = {one for one in constants if isinstance(one, str) and COLOUR.fullmatch(one)}
    colours = (*COLOURS, *sorted(names - {*COLOURS}))
    # As many as a clause says, or one more.
    numbers = _numbers({n for n in constants if isinstance(n, int)})
    guarded = is_guarded(clause, background)
    drawn = DRAWN_TEXT
    if numbers:
        drawn += f" and others for the numbers {', '.join(map(str, sorted(numbers)))}"
    if guarded:
        drawn += ", without and with elimination marks"
    for marks in (False, True)[: 1 + guarded]:
        more = numbered_panels(kinds, colours, numbers, marks=marks)
        for panel in chain(_panels(kinds, colours, marks), (_Panel(*one, kinds) for one in more)):
            for found in panel.counterexamples(condition):
                return _reduced(found, condition, kinds), ""
    if beyond:
        return None, drawn
    least = smallest_counterexample(condition, dependence)
    paths = f"all paths on boards of up to {MOST_SQUARES} squares with triangles in one of them"
    return least, f"{drawn}, and {paths},"


class _Panel:
    """A panel that a solution extends, and what clauses see of it, which is made once."""

    def __init__(self, puzzle: Puzzle, solution: Sequence[Vertex], kinds: Collection[str]) -> None:
        self.puzzle = puzzle
        self.solution = tuple(solution)
        board = BoardView(puzzle)
        self._symbols = [(one, board.symbol(one.place, one.kind))
                         for one in constraints(puzzle, kinds)]  # fmt: skip
        self._paths = [board.path_of(self.solution[:n]) for n in range(1, len(self.solution))]

    def counterexamples(self, condition: Condition) -> Iterator[Counterexample]:
        """Yield the counterexamples to a clause, the shortest paths first."""
        for length, path in enumerate(self._paths, start=1):
            current().check()
            for one, view in self._symbols:
                if condition(path, view):
                    line = self.solution
                    yield Counterexample(self.puzzle, one.place, line[:length], line, one.kind)


class _Panels:
    """The random panels of some kinds and colours, which are drawn as far as they are needed."""

    def __init__(self, kinds: frozenset[str], colours: Sequence[str], marks: bool) -> None:
        self._kinds = kinds
        self._drawn = solved_panels(kinds, colours, marks=marks)
        self._known: list[_Panel] = []
        self._drawing = Lock()

    def __iter__(self) -> Iterator[_Panel]:
        for place in count():
            with self._drawing:
                if place == len(self._known):
                    drawn = next(self._drawn, None)
                    if drawn is None:
                        return
                    self._known.append(_Panel(*drawn, self._kinds))
            yield self._known[place]


@lru_cache(maxsize=MOST_KEPT)
def _panels(kinds: frozenset[str], colours: tuple[str, ...], marks: bool) -> _Panels:
    return _Panels(kinds, colours, marks)


def _reduced(
    example: Counterexample, condition: Condition, kinds: Collection[str]
) -> Counterexample:
    """Return a counterexample from which nothing can be left out: no symbol, gap, start or goal.

    Nor can its last row or column, or all symbols of one colour. At a limit, some of it may be
    left.
    """
    line = cast(tuple[Vertex, ...], example.solution)
    try:
        for puzzle in _simpler(example.puzzle):
            beyond = any(row > puzzle.rows or column > puzzle.cols for row, column in line)
            if not beyond and not puzzle.problems() and is_solution(puzzle, line):
                for found in _Panel(puzzle, line, kinds).counterexamples(condition):
                    return _reduced(found, condition, kinds)
    except (LimitReachedError, TooManyStepsError):
        pass  # it is a counterexample as it is
    return example


def _simpler(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield puzzles with one thing less, some of which may be wrong."""
    for rows, cols in ((puzzle.rows - 1, puzzle.cols), (puzzle.rows, puzzle.cols - 1)):
        if min(rows, cols) > 0:
            yield puzzle.changed(rows=rows, cols=cols)
    if puzzle.pass_goals:
        yield puzzle.changed(pass_goals=False)
    for field in fields(puzzle):
        values: Any = getattr(puzzle, field.name)
        if isinstance(values, tuple):
            for place in range(len(values)):
                less: Any = {field.name: (*values[:place], *values[place + 1 :])}
                yield puzzle.changed(**less)
    for colour in sorted({colour for _, colour in puzzle.colours_at.values()}):
        rest: Any = {
            name: tuple(symbol for symbol in getattr(puzzle, name) if symbol[2] != colour)
            for name in COLOURED
        }
        yield puzzle.changed(**rest)


def _numbers(constants: set[int]) -> set[int]:
    """Return the numbers for which there are panels: those of a clause, and what they lead to.

    A clause may compare sums, differences, products or quotients of them with something else.
    """
    pairs = [(one, other) for one in constants for other in constants]
    results = {result for one, other in pairs for result in (one + other, one - other, one * other)}
    roots = {isqrt(one) for one in constants if one > 0 and isqrt(one) ** 2 == one}
    near = {one + more for one in constants for more in (0, 1)}
    first = near & {*NUMBERS}
    others = sorted((results | roots) & {*NUMBERS} - first)
    return first | {*others[:MOST_NUMBERS]}


def _constants(clause: Clause, background: Background) -> set[str | int]:
    """Return the names and numbers that a clause has, itself or through definitions."""
    program = background.program
    keys = called(clause, program)
    clauses = [clause, *(rule for key in keys for rule in program.rules.get(key, ()))]
    facts = [value for key in keys for fact in program.facts.get(key, ()) for value in fact]
    terms = [term for one in clauses for literal in one.body for term in literal.args]
    terms += [term for one in clauses for term in one.args]
    return {one for term in (*facts, *terms) for one in _constants_in(term)}


def _constants_in(term: Term | Ground) -> Iterator[str | int]:
    if isinstance(term, str | int):
        yield term
    elif isinstance(term, Atom):
        yield term.name
    elif not isinstance(term, Variable | Float | Text):
        if isinstance(term, ListTerm):
            yield len(term.items)
        parts = (
            term
            if isinstance(term, tuple)
            else (term.args if isinstance(term, Compound) else term.items)
        )
        for part in parts:
            yield from _constants_in(part)
