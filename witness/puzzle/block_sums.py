"""Whether blocks and negative blocks come to a region: a search for the places of all.

What each square still needs is a number: below 0 if negative blocks must take something away. All
of these numbers are digits of one integer, so that a block is placed by one subtraction, and what
led nowhere is remembered.

Some square is served next: one that needs a negative block if there is any, and of those the one
with the fewest places for a block. What a block covers that did not need it is its *waste*, for
which other blocks must make up. As sizes come to the region, the waste of all is what negative
blocks have beyond the squares that need them; and no later block makes a waste smaller without one
of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from witness.base.limits import current
from witness.puzzle.grid import Grid, Square
from witness.puzzle.polyominoes import Rows, Shapes, placed, size, squares_of, within


class _Way(NamedTuple):
    """A place for a block: its squares as digits and as bits, and the edges that it frees."""

    squares: int
    bits: int
    free: int


class _Kind(NamedTuple):
    number: int
    shapes: tuple[Rows, ...]
    sign: int
    size: int


class Balance:
    """The blocks of a region, some of them negative.

    With `anywhere` they may lie beside the board, and across lines.
    """

    def __init__(self, board: Grid, anywhere: bool, some: Shapes, less: Shapes) -> None:
        self._board, self._anywhere = board, anywhere
        self._budget = current()
        several = Counter([*((one, 1) for one in some), *((one, -1) for one in less)])
        self._kinds = [
            _Kind(number, shapes, sign, size(shapes[0]))
            for number, (shapes, sign) in enumerate(several)
        ]
        self._numbers = tuple(several.values())
        self._width = (len(some) + len(less) + 1).bit_length() + 1
        self._zero = 1 << self._width - 1  # a digit of 0 with `_high` added
        #: The highest bits of all digits of squares, and of edges; a bit set of squares has these.
        self._high = 0
        self._edges_high = sum(self._zero * self._edge(n) for n in range(len(board.edges)))
        self._digits: dict[Square, int] = {}
        self._squares: list[Square] = []
        self._known: dict[tuple[int, Square | None], list[_Way]] = {}
        self._dead: set[tuple[int, int, tuple[int, ...]]] = set()

    def balances(self, region: int, free: int) -> bool:
        """Whether all blocks can be placed so that they come to the squares of a bit set.

        `free` are the edges across which a block can lie; each negative block frees those around
        its squares once more. Raises `LimitReachedError` when the budget in force is used up.
        """
        left = sum(map(self._digit, self._board.squares_of(region)))
        edges = sum(self._edge(n) for n in range(len(self._board.edges)) if free >> n & 1)
        return self._search(left, edges, self._numbers)

    def _edge(self, number: int) -> int:
        return 1 << self._width * number

    def _digit(self, square: Square) -> int:
        """Return the digit 1 of a square; each has a place as soon as it is asked for."""
        if square not in self._digits:
            self._digits[square] = 1 << self._width * len(self._squares)
            self._squares.append(square)
            self._high |= self._digits[square] * self._zero
        return self._digits[square]

    def _search(self, left: int, free: int, numbers: tuple[int, ...]) -> bool:
        """Whether `numbers` of each kind can be placed so that nothing is left."""
        if not left and not any(numbers):
            return self._uncrossed(free)
        key = (left, free, numbers)
        if key in self._dead:
            return False
        self._budget.check()
        for kind, way in self._ways(left, free, numbers):
            fewer = (*numbers[: kind.number], numbers[kind.number] - 1, *numbers[kind.number + 1 :])
            if self._search(left - kind.sign * way.squares, free + way.free, fewer):
                return True
        self._dead.add(key)
        return False

    def _uncrossed(self, free: int) -> bool:
        """Whether no block lies across an edge that is not free."""
        high = self._edges_high
        return self._anywhere or (free + high) & high == high

    def _ways(self, left: int, free: int, numbers: tuple[int, ...]) -> list[tuple[_Kind, _Way]]:
        """Return how some square can be served, the ways of least waste first."""
        rest = [kind for kind in self._kinds if numbers[kind.number]]
        below = ~(left + self._high) & self._high
        spare = sum(numbers[kind.number] * kind.size for kind in rest if kind.sign < 0)
        if not spare and not self._uncrossed(free):
            return []
        spare -= self._sum_below(left, below)
        sign = -1 if below or not left else 1
        rest = [kind for kind in rest if kind.sign == sign]
        if not left:  # what is over cancels
            return [(kind, way) for kind in rest for way in self._over(kind, None)]
        needing = below or (left + self._high - self._high // self._zero) & self._high
        least = {kind.number: kind.size for kind in rest}
        several = []
        for square in self._in(needing):
            several.append(
                found := [
                    (waste, kind, way)
                    for kind in rest
                    for way in self._over(kind, square)
                    if (waste := kind.size - (way.bits & needing).bit_count()) <= spare
                ]
            )
            if not found:
                return []
            for waste, kind, _ in found:
                least[kind.number] = min(least[kind.number], waste)
        spare -= sum(numbers[number] * waste for number, waste in least.items())
        fewest = min(
            ([one for one in found if one[0] <= spare + least[one[1].number]] for found in several),
            key=len,
        )
        return [(kind, way) for _, kind, way in sorted(fewest, key=lambda one: one[0])]

    def _sum_below(self, left: int, below: int) -> int:
        """Return how much negative blocks have to take away, where digits are below 0."""
        shifted, total = left + self._high, 0
        while below:
            low = below & -below
            below ^= low
            digit = shifted >> low.bit_length() - self._width
            total += self._zero - (digit & 2 * self._zero - 1)
        return total

    def _in(self, bits: int) -> Iterator[Square]:
        """Yield the squares of a bit set."""
        while bits:
            low = bits & -bits
            bits ^= low
            yield self._squares[(low.bit_length() - 1) // self._width]

    def _over(self, kind: _Kind, square: Square | None) -> list[_Way]:
        """Return where a block can lie: over a square, or at all if nothing is left to be served.

        If it may lie anywhere, then one place is as good as another.
        """
        key = (kind.number, square)
        if key not in self._known:
            self._known[key] = found = []
            for shape in kind.shapes:
                if square is not None:
                    row, col = square
                    corners = [(row - r, col - c) for r, c in squares_of(shape)]
                else:
                    corners = [(0, 0)] if self._anywhere else list(self._board.squares)
                ways = (self._way(shape, corner, kind.sign) for corner in corners)
                found += [way for way in ways if way is not None]
        return self._known[key]

    def _way(self, shape: Rows, corner: Square, sign: int) -> _Way | None:
        board = self._board
        squares = placed(board, shape, corner)
        if squares is None or not (self._anywhere or all(map(board.has_square, squares))):
            return None
        digits = sum(map(self._digit, squares))
        if self._anywhere:
            return _Way(digits, digits * self._zero, 0)
        # A negative block sets the edges of its squares free, once.
        edges = (
            within(board, shape, squares)
            if sign > 0
            else {edge for square in squares for edge in board.square_edges(square)}
        )
        free = sum(self._edge(board.edge_number[edge]) for edge in edges)
        return _Way(digits, digits * self._zero, -sign * free)
