"""Which squares of a board belong together across some of its edges."""

from __future__ import annotations

from functools import lru_cache

from witness.puzzle.grid import Edge, Grid, Square


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


@lru_cache(maxsize=64)
def regions_of(board: Grid) -> Regions:
    """Return the (shared) regions of a board."""
    return Regions(board)


def regions(board: Grid, edges: set[Edge]) -> list[list[Square]]:
    """Return the regions into which `edges` divide the squares of a board."""
    found: list[list[Square]] = []
    unseen = dict.fromkeys(board.squares)
    while unseen:
        region = [next(iter(unseen))]
        del unseen[region[0]]
        for square in region:
            for edge in board.square_edges(square):
                if edge in edges:
                    continue
                for other in board.edge_squares(edge):
                    if other in unseen:
                        del unseen[other]
                        region.append(other)
        found.append(sorted(region))
    return found
