"""Panels for a line that is given: Algorithm 4 of the paper without drawing the path."""

from __future__ import annotations

import random
from collections.abc import Iterator

from witness.base.errors import InputError, quoted
from witness.base.limits import Budget, Limits
from witness.boards import solvers
from witness.boards.generate.kinds import kind_named
from witness.puzzle.changes import added, entries, only, possible
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, is_solution, violations
from witness.puzzle.symbols import BARRING, SYMBOLS

#: The most solutions that are counted where a solver counts them one by one.
_MOST_LISTED = 100

#: Stop after this many draws in a row that are known, or for which there is no room.
_MOST_MISSES = 100


def around_line(
    puzzle: Puzzle, line: Path, name: str, rng: random.Random, budget: Budget
) -> Iterator[Puzzle]:
    """Yield different panels with symbols of one kind that a line solves, drawn at random.

    The board is that of a panel, with its gaps; its other symbols are left out. To what Algorithm 4
    draws around the line, symbols that it satisfies are added in random order, each if it leaves
    fewer solutions, until there is one solution or nothing is left to add. So there is one solution
    if triangles, dots or squares can have it. The panels end when too many in a row are known.

    Raises `InputError` for a line that is no path of the board, and for a symbol that Algorithm 4
    does not draw; `LimitReachedError` at a limit.
    """
    bare = only(puzzle, [entry for entry in entries(puzzle) if entry.symbol in BARRING])
    if wrong := violations(bare, line):
        raise InputError(f"the line does not fit puzzle {quoted(puzzle.id)}: {wrong[0]}")
    if not SYMBOLS[name].generated:
        known = ", ".join(symbol for symbol, one in SYMBOLS.items() if one.generated)
        raise InputError(f"{name} are not drawn around a line; there are {known}")
    seen: set[Puzzle] = set()
    misses = 0
    while misses < _MOST_MISSES:
        budget.check()
        drawn = kind_named(name).around(bare, line, rng)
        panel = drawn and _narrowed(drawn, line, name, rng, budget)
        if panel is None or panel in seen:
            misses += 1
            continue
        misses = 0
        seen.add(panel)
        yield panel


def _narrowed(panel: Puzzle, line: Path, name: str, rng: random.Random, budget: Budget) -> Puzzle:
    """Return a panel with more symbols that the line satisfies, each of which leaves fewer."""
    number = _counted(panel, budget)
    more = [one for one in possible(panel, name) if is_solution(added(panel, one), line)]
    for entry in rng.sample(more, len(more)):
        if number == 1:
            break
        fuller = added(panel, entry)
        if fuller.problems() or not is_solution(fuller, line):
            continue
        fewer = _counted(fuller, budget)
        if fewer < number or number > _MOST_LISTED:
            panel, number = fuller, fewer
    return panel


def _counted(panel: Puzzle, budget: Budget) -> int:
    """Return the number of solutions; all that are more than `_MOST_LISTED` may be alike."""
    at_once = hasattr(solvers.solver("auto", panel, listing=True), "count")
    limits = Limits(time_limit=budget.seconds_left)
    number, status = solvers.count(panel, most=None if at_once else _MOST_LISTED, limits=limits)
    return number if at_once else number + (status != "exact")
