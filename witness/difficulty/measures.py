"""What can be measured of a panel, each when it is asked for: as a row of a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from witness.puzzle import solvers
from witness.puzzle.model import Puzzle

if TYPE_CHECKING:
    from witness.difficulty.entropy.reference import Player
    from witness.difficulty.rate import Rating

#: The measures, and what they say.
MEASURES = {
    "solutions": "number of solutions",
    "shortest": "edges of a shortest solution",
    "length": "edges of the solutions on average",
    "muse": "MUSE in bits",
    "remuse": "ReMUSE in bits",
}


class Measures(Mapping[str, float | None]):
    """The measures of a panel for a player; None stands for infinite, none, or not known.

    The panel is made, and its solutions are counted, when they are asked for.
    """

    def __init__(
        self, panel: Callable[[], Puzzle], count: Callable[[], int], player: Player
    ) -> None:
        self._panel = panel
        self._count = count
        self.player = player

    @cached_property
    def puzzle(self) -> Puzzle:
        """The panel."""
        return self._panel()

    def __getitem__(self, name: str) -> float | None:
        if name not in MEASURES:
            raise KeyError(name)
        seen = self if name in ("solutions", "shortest") else self._rating
        found: float | None = getattr(seen, name)
        return None if found == math.inf else found

    def __iter__(self) -> Iterator[str]:
        return iter(MEASURES)

    def __len__(self) -> int:
        return len(MEASURES)

    @cached_property
    def solutions(self) -> int:
        """The number of solutions."""
        return self._count()

    @cached_property
    def shortest(self) -> int | None:
        """The edges of a shortest solution, None without one."""
        return solvers.solve(self.puzzle, shortest=True).length

    @cached_property
    def _rating(self) -> Rating:
        from witness.difficulty.rate import rate

        return rate(self.puzzle, self.player)
