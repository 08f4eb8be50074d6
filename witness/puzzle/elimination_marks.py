"""Elimination marks: how many symbols of a region must go so that the rest of it is right.

In a region with n marks, the least number of its symbols that must go so that all others are right
has to be n; or less by an even number, as marks that are over cancel one another in pairs. What
goes, and the marks, count for nobody.

The Windmill differs (docs/symbols.md). There marks do not cancel; what goes counts for stars,
unless it is a star, and so do marks; and of several blocks one goes, or all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from witness.base.limits import current
from witness.puzzle.constraints import RegionDemand
from witness.puzzle.filling import Filling
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import COUNTING, IN_SQUARES


class Removal:
    """What must go from the regions of a puzzle."""

    def __init__(self, puzzle: Puzzle, demands: Sequence[RegionDemand], filling: Filling) -> None:
        number = puzzle.grid.square_number
        self._demands = demands
        self._filling = filling
        self._windmill = puzzle.rules == "windmill"
        self._blocks = {number(block[:2]): block for block in puzzle.blocks}
        #: The bit set of the squares with marks.
        self.marks = sum(1 << number(entry[:2]) for entry in puzzle.eliminations)
        self._own = {
            name: sum(1 << number(entry[:2]) for entry in getattr(puzzle, name))
            for name in COUNTING
        }
        alike: dict[tuple[str, Any], int] = {}
        for symbol in IN_SQUARES:
            for entry in getattr(puzzle, symbol.name):
                kind = (symbol.name, entry[2:])
                alike[kind] = alike.get(kind, 0) | 1 << number(entry[:2])
        #: The bit sets of the squares with the same symbol: any of them may go as well as another.
        self._alike = tuple(alike.values())

    def right(self, region: int, line: int, wrong: int, more: int) -> bool:
        """Whether the marks of a region are as many as they should be.

        `region`, `line` and `wrong` are the bit sets of its squares, of the line's edges, and of
        the squares whose symbols are wrong whatever goes; `more` is the number of symbols on lines
        of the region that are.
        """
        marks = (region & self.marks).bit_count()
        if self._windmill:
            return self._right_for_windmill(region, line, wrong, more, marks)
        least = self.least(region, line, wrong, more, marks)
        return least is not None and (marks - least) % 2 == 0

    def least(self, region: int, line: int, wrong: int, more: int, most: int) -> int | None:
        """Return the least number of symbols that must go, None if they are more than `most`."""
        gone = wrong if self._windmill else wrong | region & self.marks
        forced = wrong.bit_count() + more
        for number in count(forced):
            if number > most:
                return None
            if self._enough(region, line, gone, number - forced, set()):
                return number
        return None

    def _enough(
        self, region: int, line: int, gone: int, number: int, tried: set[tuple[int, ...]]
    ) -> bool:
        """Whether a region is right without some symbols and at most a number of others."""
        key = tuple((gone & region & squares).bit_count() for squares in self._alike)
        if key in tried:
            return False
        tried.add(key)
        current().check()
        core = self._core(region, line, gone)
        if not core or not number:
            return not core
        several = (core & squares for squares in self._alike)
        return any(
            self._enough(region, line, gone | some & -some, number - 1, tried)
            for some in several
            if some
        )

    def _core(self, region: int, line: int, gone: int) -> int:
        """Return the bit set of symbols of which one must go as well, 0 if all is right."""
        for one in self._demands:
            if not region >> one.square & 1 or gone >> one.square & 1:
                continue
            removed = gone
            if self._windmill and one.symbol in self._own:
                removed &= self._own[one.symbol]
            counted = region & one.squares & ~removed
            if counted.bit_count() not in one.numbers:
                fewer = counted.bit_count() > min(one.numbers)
                if fewer and self._windmill and one.symbol in self._own:
                    counted &= self._own[one.symbol]
                return 1 << one.square | (counted if fewer else 0)
        if self._windmill:
            return 0  # blocks are counted by themselves
        inside = self._inside(region & ~gone)
        if self._filling.fill(region, line, [self._blocks[square] for square in inside]):
            return 0
        return sum(1 << square for square in inside)

    def _inside(self, squares: int) -> list[int]:
        return [square for square in self._blocks if squares >> square & 1]

    def _right_for_windmill(
        self, region: int, line: int, wrong: int, more: int, marks: int
    ) -> bool:
        least = self.least(region, line, wrong, more, marks)
        if least is None:
            return False
        left = marks - least
        blocks = [self._blocks[square] for square in self._inside(region)]
        if self._filling.fill(region, line, blocks):
            return left == 0
        if left == len(blocks):
            return True
        return left == 1 and any(
            self._filling.fill(region, line, blocks[:number] + blocks[number + 1 :])
            for number in range(len(blocks))
        )
