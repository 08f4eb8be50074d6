"""Which squares of a board belong together across some of its edges."""

from __future__ import annotations

from witness.puzzle.grid import Grid


class Regions:
    """The parts into which the squares of a board fall."""

    def __init__(self, board: Grid) -> None:
        self._squares = len(board.squares)
        #: For each square, its edges with a square beyond: the bit of the edge, and that square.
        self._across: list[list[tuple[int, int]]] = [[] for _ in board.squares]
        for number, edge in enumerate(board.edges):
            beside = [board.square_number(square) for square in board.edge_squares(edge)]
            if len(beside) == 2:
                for one, other in (beside, beside[::-1]):
                    self._across[one].append((1 << number, other))

    def parts(self, edges: int) -> list[int]:
        """Return for each square the bit set of those to which one can come across some edges.

        `edges` is the bit set of these edges; the squares go by their numbers.
        """
        found = [0] * self._squares
        for first in range(self._squares):
            if found[first]:
                continue
            members = [first]
            seen = 1 << first
            for square in members:
                for bit, other in self._across[square]:
                    if edges & bit and not seen >> other & 1:
                        seen |= 1 << other
                        members.append(other)
            for square in members:
                found[square] = seen
        return found
