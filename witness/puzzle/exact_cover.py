"""Whether blocks cover some squares, each once: a search for an exact cover.

A column is a square that is not covered yet, or a kind of block that is not used up. The search
goes on with a column that the fewest places serve, and remembers what led nowhere.
"""

from __future__ import annotations

from collections import Counter

from witness.base.limits import current
from witness.puzzle.grid import Grid
from witness.puzzle.polyominoes import Shapes, placements

#: A place for a block: its columns, and the number of its kind.
_Way = tuple[int, int]


def covered(board: Grid, wanted: int, line: int, some: Shapes) -> bool:
    """Whether blocks cover the squares of a bit set, as many as they have, and no other.

    None lies across an edge of `line`. Raises `LimitReachedError` when the budget in force is used
    up.
    """
    kinds = Counter(some)
    kind, columns = len(board.squares), wanted
    ways: list[_Way] = []
    for shapes in kinds:
        columns |= 1 << kind
        for shape in shapes:
            for several in placements(board, shape).values():
                ways += [
                    (squares | 1 << kind, kind)
                    for squares, edges in several
                    if not (squares & ~wanted or edges & line)
                ]
        kind += 1
    left = dict(enumerate(kinds.values(), start=len(board.squares)))
    return _Cover().covered(columns, ways, left)


class _Cover:
    def __init__(self) -> None:
        self._budget = current()
        self._dead: set[tuple[int, ...]] = set()

    def covered(self, columns: int, ways: list[_Way], left: dict[int, int]) -> bool:
        """Whether places can be chosen that serve each column: a kind as often as is left of it."""
        if not columns:
            return True
        key = (columns, *left.values())
        if key in self._dead:
            return False
        self._budget.check()
        once = twice = thrice = 0  # the columns that so many places serve, or more
        for place, _ in ways:
            thrice |= twice & place
            twice |= once & place
            once |= place
        if not columns & ~once:
            few = columns & ~twice or columns & ~thrice or columns
            column = few & -few
            for place, kind in ways:
                if place & column and self._with(columns, ways, left, place, kind):
                    return True
        self._dead.add(key)
        return False

    def _with(
        self, columns: int, ways: list[_Way], left: dict[int, int], place: int, kind: int
    ) -> bool:
        """Whether a place can be chosen."""
        after = left | {kind: left[kind] - 1}
        columns &= ~place
        if after[kind]:
            columns |= 1 << kind
        rest = [way for way in ways if not way[0] & ~columns]
        return self.covered(columns, rest, after)
