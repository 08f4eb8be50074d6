"""Puzzles that the format of another program cannot express: what exporters have in common."""

from __future__ import annotations

from collections.abc import Iterable

from witness.base.errors import InputError, listed, quoted
from witness.puzzle.model import Puzzle

#: What a puzzle has whose paths end at the first of several goals: in web editors they may go on.
NO_PASSING = "several goals that a path may not pass over (pass_goals is not set)"


def refuse(puzzle: Puzzle, reasons: Iterable[str], where: str) -> None:
    """Raise `InputError` if there are reasons why a format cannot express the puzzle.

    `where` is the format: "a link of the Windmill", say. Each of the `reasons` is what the puzzle
    has. A puzzle that is not well formed is refused for that.
    """
    if problems := puzzle.problems():
        raise InputError(f"puzzle {quoted(puzzle.id)}: " + listed(problems))
    if found := listed(list(reasons)):
        raise InputError(f"puzzle {quoted(puzzle.id)} has {found}; {where} cannot say that")
