"""Whether the blocks of a region fill it, negative ones taken away.

That is: with its blocks placed somewhere, each square of the region is in as many blocks as
negative blocks and one more; each other place in as many blocks as negative blocks. Where editors
differ, the `rules` of a puzzle say which of them is followed (docs/symbols.md):

- of the game, all blocks lie on the board, none lies across the line, and blocks that come to
  nothing fill no region, but cancel one another by their shapes;
- of the Windmill, blocks may lie off the board where a negative one takes them away, and across a
  line that ends within the region; if they come to nothing, nothing more is asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from witness.puzzle.block_sums import Balance
from witness.puzzle.exact_cover import covered
from witness.puzzle.model import Puzzle
from witness.puzzle.polyominoes import Rows, Shapes, size
from witness.puzzle.symbols.blocks import Block


class Filling:
    """Which regions of a board blocks fill; what was found is remembered."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._board = puzzle.grid
        self._windmill = puzzle.rules == "windmill"
        self._inner: dict[int, int] = {}
        self._known: dict[tuple[int, int, Shapes, Shapes], bool] = {}

    def fill(self, region: int, line: int, blocks: Iterable[Block]) -> bool:
        """Whether blocks fill a region, given the bit sets of its squares and of the line's edges.

        Without blocks nothing has to be filled.
        """
        some: list[tuple[Rows, ...]] = []
        less: list[tuple[Rows, ...]] = []
        for block in blocks:
            (less if block.negative else some).append(block.shapes)
        total = sum(size(one[0]) for one in some) - sum(size(one[0]) for one in less)
        if total == 0 and self._windmill:
            return True
        if total not in (0, region.bit_count()):
            return False
        wanted = region if total else 0
        inner = self.inner(wanted)
        key = (wanted, line & inner, tuple(sorted(some)), tuple(sorted(less)))
        if key not in self._known:
            self._known[key] = self._found(*key, inner)
        return self._known[key]

    def inner(self, region: int) -> int:
        """Return the bit set of the edges with squares of a region on both sides.

        0 where blocks may lie across the line.
        """
        if self._windmill:
            return 0
        if region not in self._inner:
            found = 0
            for square, row in enumerate(self._board.across):
                if region >> square & 1:
                    for edge, other in row:
                        found |= edge if region >> other & 1 else 0
            self._inner[region] = found
        return self._inner[region]

    def _found(self, wanted: int, line: int, some: Shapes, less: Shapes, inner: int) -> bool:
        if less:
            return Balance(self._board, self._windmill, some, less).balances(wanted, inner & ~line)
        return covered(self._board, wanted, line, some)
