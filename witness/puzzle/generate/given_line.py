"""Panels for a line that is given: Algorithm 4 of the paper without drawing the path."""

from __future__ import annotations

import random
from collections.abc import Iterator

from witness.base.errors import InputError, quoted
from witness.base.limits import Budget, Limits
from witness.puzzle import solvers
from witness.puzzle.generate.kinds import kind_named
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, is_solution, violations
from witness.puzzle.symbol_changes import added, entries, only, possible
from witness.puzzle.symbols import BARRING, SYMBOLS

#: Stop after this many draws in a row that are known, or for which there is no room.
_MOST_MISSES = 100


def around_line(
    puzzle: Puzzle, line: Path, name: str, rng: random.Random, budget: Budget
) -> Iterator[Puzzle]:
    """Yield different panels with symbols of one kind that a line solves, drawn at random.

    The board is that of a panel, with its gaps; its other symbols are left out. As long as what
    Algorithm 4 draws around the line has another solution, one of the symbols that the line
    satisfies and the other one does not is added. So there is one solution if triangles or dots can
    have it. The panels end when too many in a row are known.

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
        fits = drawn is not None and is_solution(drawn, line)  # blocks may lie across its end
        panel = _narrowed(drawn, line, name, rng, budget) if drawn and fits else None
        if panel is None or panel in seen:
            misses += 1
            continue
        misses = 0
        seen.add(panel)
        yield panel


def _narrowed(panel: Puzzle, line: Path, name: str, rng: random.Random, budget: Budget) -> Puzzle:
    """Return a panel with more symbols that the line satisfies, until no other path does."""
    while (other := _other(panel, line, budget)) is not None:
        more = list(possible(panel, name))
        fuller = (added(panel, entry) for entry in rng.sample(more, len(more)))
        narrower = (p for p in fuller if is_solution(p, line) and not is_solution(p, other))
        found = next(narrower, None)
        if found is None:
            break
        panel = found
    return panel


def _other(panel: Puzzle, line: Path, budget: Budget) -> Path | None:
    """Return another solution than the line, None if there is none."""
    budget.check()
    limits = Limits(time_limit=budget.seconds_left)
    return next((path for path in solvers.solutions(panel, limits=limits) if path != line), None)
