"""A heuristic of A* from a table of passages (`witness.proof.passages`).

For each square that lacks edges: the way from the head to where a passage begins, the passage, and
the way from its end to a goal. It is the least of these sums over all passages of the situation,
and the largest over all squares. If there is no passage, the path cannot be completed; nor can it
if a square has too many edges, of which a table says nothing.
"""

from __future__ import annotations

from witness.logic.configurations import AWAY, SquareState
from witness.proof.passages import Table
from witness.puzzle.grid import Square
from witness.puzzle.model import Puzzle
from witness.searches.dots import NO_WAY
from witness.searches.heuristics import distances


class Passages:
    """The heuristic for one puzzle; all of the table has to be proved."""

    def __init__(self, puzzle: Puzzle, table: Table) -> None:
        self._board = puzzle.grid
        self._distances = distances(puzzle)
        self._table = table
        self._squares = [
            (triangles, _Square(puzzle, square)) for square, triangles in puzzle.triangle_at.items()
        ]

    def of(self, head: int, edges: int) -> int:
        """Return the bound for a partial path."""
        found = self._distances[head]
        for triangles, square in self._squares:
            state = square.state(head, edges)
            lacking = triangles - state[0].bit_count()
            if lacking:
                known = self._table.get((lacking, state), {})
                to = square.apart[head]
                ways = (to[one] + n + square.beyond[two] for (one, two), n in known.items())
                found = max(found, min(ways, default=NO_WAY))
        return found


class _Square:
    """A square: its state on a path, and how far its corners are from vertices and goals."""

    def __init__(self, puzzle: Puzzle, square: Square) -> None:
        board = puzzle.grid
        places = board.square_corners(square)
        self._edges = [board.edge_number[edge] for edge in board.square_edges(square)]
        self._corners = [board.vertex_number(corner) for corner in places]
        #: The edges at each corner: a path has visited it if it has one of them.
        self._at = [sum(1 << edge for _, edge in board.steps[n]) for n in self._corners]
        self.beyond = [distances(puzzle)[number] for number in self._corners]
        self.apart = [
            [abs(row - r) + abs(col - c) for r, c in places] for row, col in board.vertices
        ]

    def state(self, head: int, edges: int) -> SquareState:
        """Return the state of the square on a path."""
        taken = sum((edges >> edge & 1) << place for place, edge in enumerate(self._edges))
        visited = sum((edges & at > 0) << place for place, at in enumerate(self._at))
        if head not in self._corners:
            return taken, visited, AWAY
        corner = self._corners.index(head)
        return taken, visited | 1 << corner, corner
