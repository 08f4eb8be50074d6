"""Puzzles that the format of another program cannot express: what exporters have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set

from witness.base.errors import InputError, listed, quoted
from witness.puzzle.model import FEATURES, Puzzle

#: What a puzzle has whose paths end at the first of several goals: in web editors they may go on.
NO_PASSING = "several goals that a path may not pass over (pass_goals is not set)"


class RefusedError(InputError):
    """A format cannot express a puzzle; `found` are the things that are in the way."""

    found: Sequence[str] = ()

    @property
    def kind(self) -> str:
        """What the first of them is, without where it is."""
        return re.sub(r" \(.*\)$", "", self.found[0])


def refuse(puzzle: Puzzle, supported: Set[str], reasons: Iterable[str], where: str) -> None:
    """Raise `RefusedError` if a format, such as "a link of the Windmill", cannot express a puzzle.

    `supported` are the features of puzzles that the format has. Each of the `reasons` is something
    else that the puzzle has, and the format does not. A puzzle that is not well formed is refused
    for that.
    """
    puzzle.check()
    unknown = [
        feature.words for name, feature in FEATURES.items() if name in puzzle.features - supported
    ]
    if found := [*unknown, *reasons]:
        error = RefusedError(
            f"puzzle {quoted(puzzle.id)} has {listed(found)}; {where} cannot say that"
        )
        error.found = found
        raise error
