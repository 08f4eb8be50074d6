"""The search for a counterexample: a path on which a clause fires and that has a solution.

Every clause is tried on random panels, which have gaps, several starts and goals, several symbols,
and the names in the clause as colours, where they can be. One that looks at a path and a square
with triangles alone is also tried on every path of small boards: if it errs on a puzzle, it errs on
the same puzzle with nothing but these triangles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, cast

from witness.base.limits import LimitReachedError, current
from witness.logic.background import Background
from witness.logic.dependence import Dependence
from witness.logic.language.definitions import called
from witness.logic.language.steps import TooManyStepsError
from witness.logic.language.terms import Atom, Clause, Compound, Ground, Term, Variable
from witness.logic.language.views import board_view, path_view
from witness.logic.translate import Condition
from witness.proof.counterexamples import Counterexample
from witness.proof.panels import COLOURS, DRAWN_TEXT, solved_panels
from witness.proof.smallest import MOST_SQUARES, smallest_counterexample
from witness.puzzle.constraints import constraints
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.normal_form import COLOUR
from witness.puzzle.rules import is_solution

#: Primitives whose answers depend on more than the path and the square.
_BEYOND = {("live", 2), ("reachable", 2), ("cut_off", 1), ("goal", 2), ("end", 2), ("step", 4),
           ("beside", 2), ("gap", 2)}  # fmt: skip

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
    colours = (*COLOURS, *sorted(_names(clause, background) - {*COLOURS}))
    for puzzle, solution in solved_panels(background.kinds, colours):
        for found in _on(puzzle, solution, condition, background.kinds):
            return _reduced(found, condition, background.kinds), ""
    if beyond:
        return None, DRAWN_TEXT
    least = smallest_counterexample(condition, dependence)
    paths = f"all paths on boards of up to {MOST_SQUARES} squares with triangles in one of them"
    return least, f"{DRAWN_TEXT}, and {paths},"


def _on(
    puzzle: Puzzle,
    solution: Sequence[Vertex],
    condition: Condition,
    kinds: Collection[str],
) -> Iterator[Counterexample]:
    """Yield the counterexamples on a panel that a solution extends."""
    views = [(one, board_view(puzzle).symbol(one.place, one.kind))
             for one in constraints(puzzle, kinds)]  # fmt: skip
    line = tuple(solution)
    for length in range(1, len(line)):
        current().check()
        path = path_view(puzzle, line[:length])
        for one, view in views:
            if condition(path, view):
                yield Counterexample(puzzle, one.place, line[:length], line, one.kind)


def _reduced(
    example: Counterexample, condition: Condition, kinds: Collection[str]
) -> Counterexample:
    """Return a counterexample from which nothing can be left out: no symbol, gap, start or goal.

    Nor can all symbols of one colour. At a limit, some of it may be left.
    """
    line = cast(tuple[Vertex, ...], example.solution)
    try:
        for puzzle in _simpler(example.puzzle):
            if not puzzle.problems() and is_solution(puzzle, line):
                for found in _on(puzzle, line, condition, kinds):
                    return _reduced(found, condition, kinds)
    except (LimitReachedError, TooManyStepsError):
        pass  # it is a counterexample as it is
    return example


def _simpler(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield puzzles with one thing less, some of which may be wrong."""
    if puzzle.pass_goals:
        yield replace(puzzle, pass_goals=False)
    for field in fields(puzzle):
        values: Any = getattr(puzzle, field.name)
        if isinstance(values, tuple):
            for place in range(len(values)):
                less: Any = {field.name: (*values[:place], *values[place + 1 :])}
                yield replace(puzzle, **less)
    for colour in sorted({colour for _, colour in puzzle.colours_at.values()}):
        squares, stars = (
            tuple(symbol for symbol in symbols if symbol[2] != colour)
            for symbols in (puzzle.squares, puzzle.stars)
        )
        yield replace(puzzle, squares=squares, stars=stars)


def _names(clause: Clause, background: Background) -> set[str]:
    """Return the names that a clause has, itself or through definitions, and that are colours."""
    program = background.program
    keys = called(clause, program)
    clauses = [clause, *(rule for key in keys for rule in program.rules.get(key, ()))]
    facts = [value for key in keys for fact in program.facts.get(key, ()) for value in fact]
    terms = [term for one in clauses for literal in one.body for term in literal.args]
    terms += [term for one in clauses for term in one.args]
    names = {name for term in (*facts, *terms) for name in _names_in(term)}
    return {name for name in names if COLOUR.fullmatch(name)}


def _names_in(term: Term | Ground) -> Iterator[str]:
    if isinstance(term, str):
        yield term
    elif isinstance(term, Atom):
        yield term.name
    elif not isinstance(term, int | Variable):
        parts = (
            term
            if isinstance(term, tuple)
            else (term.args if isinstance(term, Compound) else term.items)
        )
        for part in parts:
            yield from _names_in(part)
