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

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from witness.puzzle.grid import Edge, Grid, Square
from witness.puzzle.model import Puzzle
from witness.puzzle.polyominoes import Rows, size, squares_of
from witness.puzzle.symbols.blocks import Block

#: What matters of blocks here: the shapes that each may have, in order.
Shapes = tuple[tuple[Rows, ...], ...]

#: Where a block may lie: the bit sets of its squares, and of the edges within it.
Placement = tuple[int, int]


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
        if not some and not less:
            return True
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
        if self._windmill or not region:
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
            return _Balance(self._board, self._windmill).balances(
                Counter(dict.fromkeys(self._board.squares_of(wanted), 1)),
                Counter({self._board.edges[e]: 1 for e in _members(inner & ~line)}),
                some,
                less,
            )
        return self._covered(wanted, line, some)

    def _covered(self, wanted: int, line: int, some: Shapes) -> bool:
        """Whether blocks cover squares, each once, and do not lie across the line."""
        if not some:
            return not wanted
        first = (wanted & -wanted).bit_length() - 1
        for number, shapes in enumerate(some):
            if number and shapes == some[number - 1]:
                continue
            for shape in shapes:
                for squares, edges in placements(self._board, shape).get(first, ()):
                    if squares & ~wanted or edges & line:
                        continue
                    if self._covered(wanted ^ squares, line, some[:number] + some[number + 1 :]):
                        return True
        return False


@lru_cache(maxsize=4096)
def placements(board: Grid, shape: Rows) -> dict[int, list[Placement]]:
    """Return where a shape, as it is turned, may lie on a board, by its square of least number."""
    found: dict[int, list[Placement]] = {}
    for corner in board.squares:
        squares = placed(board, shape, corner)
        if squares is None or not all(map(board.has_square, squares)):
            continue
        bits = sum(1 << board.square_number(square) for square in squares)
        edges = board.edge_set(within(board, shape, squares))
        found.setdefault((bits & -bits).bit_length() - 1, []).append((bits, edges))
    return found


def placed(board: Grid, shape: Rows, corner: Square) -> list[Square] | None:
    """Return the squares of a shape with its bottom left corner at a square, which may be anywhere.

    None if it meets itself round a cylinder.
    """
    row, col = corner
    found = [(row + r, col + c) for r, c in squares_of(shape)]
    if board.wraps:
        found = [(r, c % board.cols) for r, c in found]
    return found if len(set(found)) == len(found) else None


def within(board: Grid, shape: Rows, squares: Iterable[Square]) -> list[Edge]:
    """Return the edges on the board between squares that are neighbours in a shape.

    `squares` are those of the shape as `placed` returns them; a block as wide as a cylinder has
    nothing where its ends meet.
    """
    at = dict(zip(squares_of(shape), squares, strict=True))
    found = []
    for (r, c), square in at.items():
        _, top, _, right = board.square_edges(square)
        found += [right] if (r, c + 1) in at else []
        found += [top] if (r + 1, c) in at else []
    return [edge for edge in found if edge in board.edge_number]


def _members(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class _Balance:
    """Blocks and negative blocks that come to a region: a search for the places of all."""

    def __init__(self, board: Grid, anywhere: bool) -> None:
        self._board = board
        self._anywhere = anywhere

    def balances(
        self, left: Counter[Square], free: Counter[Edge], some: Shapes, less: Shapes
    ) -> bool:
        """Whether blocks can be placed so that nothing is left.

        `left` says for each square how many blocks it still needs (below 0: negative ones), `free`
        for each edge across how many blocks can lie there.
        """
        left = Counter({square: number for square, number in left.items() if number})
        if not left and not some and not less:
            return self._anywhere or min(free.values(), default=0) >= 0
        too_many = -sum(number for number in left.values() if number < 0)
        if too_many > sum(size(shapes[0]) for shapes in less):
            return False
        if left:
            square = min(left, key=lambda at: (left[at] > 0, at))
            sign = 1 if left[square] > 0 else -1
        else:
            square, sign = None, -1  # what is over cancels: begin with a negative block
        pieces = some if sign > 0 else less
        for number, shapes in enumerate(pieces):
            if number and shapes == pieces[number - 1]:
                continue
            rest = pieces[:number] + pieces[number + 1 :]
            others = (rest, less) if sign > 0 else (some, rest)
            for shape in shapes:
                for squares in self._ways(shape, square):
                    after, bounds = self._after(left, free, shape, squares, sign)
                    if self.balances(after, bounds, *others):
                        return True
        return False

    def _ways(self, shape: Rows, square: Square | None) -> Iterator[list[Square]]:
        """Yield where a shape can lie: over a square, or anywhere."""
        if square is not None:
            row, col = square
            corners = [(row - r, col - c) for r, c in squares_of(shape)]
        else:
            corners = [(0, 0)] if self._anywhere else list(self._board.squares)
        for corner in corners:
            squares = placed(self._board, shape, corner)
            if squares is not None and (
                self._anywhere or all(map(self._board.has_square, squares))
            ):
                yield squares

    def _after(
        self,
        left: Counter[Square],
        free: Counter[Edge],
        shape: Rows,
        squares: list[Square],
        sign: int,
    ) -> tuple[Counter[Square], Counter[Edge]]:
        after = Counter(left)
        for square in squares:
            after[square] -= sign
        if self._anywhere:
            return after, free
        # A negative block sets the edges of its squares free, once.
        bounds = Counter(free)
        board = self._board
        if sign > 0:
            bounds.subtract(within(board, shape, squares))
        else:
            bounds.update({edge for square in squares for edge in board.square_edges(square)})
        return after, bounds
