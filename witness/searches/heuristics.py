"""The heuristics of A*: lower bounds of the number of edges that a partial path still needs.

*manhattan* (the paper's) is the distance of the head to the nearest goal.

*needs* also sees the squares that still need edges, and the dots that the path has not met. It is
the largest of

- the Manhattan distance;
- over these squares, the length of a shortest way from the head to an edge of the square, over it,
  and on to a goal: a completion takes such an edge, or more of them;
- over the two colours of a chessboard of squares, the number of edges that the squares of the
  colour need together: squares of one colour have no edge in common;
- the length of a shortest walk over these dots, in any order, and on to a goal;
- what follows from the number of vertices that the path must come to for the dots, as their colours
  on a chessboard take turns (`witness.searches.dots` has both);

rounded up to the parity of the distance to the goals, if all of these have the same colour on a
chessboard of vertices: each step changes the colour of the head. Elimination marks may take
triangles and dots away: with marks, only the Manhattan distance is left.
"""

from __future__ import annotations

from collections.abc import Callable

from witness.base.meant import none_such
from witness.puzzle.grid import Vertex
from witness.puzzle.model import FEATURES, TWO_LINES, Puzzle
from witness.searches.dots import NO_WAY, Dots

#: A lower bound for a partial path, of which the head and the bit set of edges are given.
Heuristic = Callable[[int, int], int]

HEURISTICS = ("manhattan", "needs")


def heuristic(name: str, puzzle: Puzzle) -> Heuristic:
    """Return a heuristic for the partial paths of a puzzle; raise `InputError` for a wrong name."""
    if name == "manhattan":
        known = distances(puzzle)
        return lambda head, edges: known[head]
    if name == "needs":
        puzzle.require(FEATURES.keys() - TWO_LINES, f"the heuristic {name} does not know that")
        sure = puzzle.changed(triangles=(), dots=()) if puzzle.eliminations else puzzle
        return Needs(sure).of
    raise none_such("heuristic", name, HEURISTICS)


def distances(puzzle: Puzzle) -> list[int]:
    """Return for each vertex the Manhattan distance to the nearest goal."""
    goals = puzzle.goal_vertices
    return [min(_apart(vertex, goal) for goal in goals) for vertex in puzzle.grid.vertices]


def _apart(one: Vertex, other: Vertex) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class Needs:
    """The heuristic *needs* for one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.grid
        self._vertices = board.vertices
        self._distances = distances(puzzle)
        #: Whether all goals have the same colour on a chessboard of vertices.
        self._parity = len({sum(goal) % 2 for goal in puzzle.goal_vertices}) == 1
        self._squares = [
            (board.square_edge_masks[board.square_number(square)], triangles, sum(square) % 2)
            for square, triangles in puzzle.triangle_at.items()
        ]
        #: For each of these squares how a way over one of its edges can go on: where the way comes
        #: to an edge that is no gap, and its length from there, over it and on to a goal.
        self._exits = [
            [
                (one, 1 + self._distances[board.vertex_number(other)])
                for edge in board.square_edges(square)
                if edge not in puzzle.gaps
                for one, other in (edge, edge[::-1])
            ]
            for square in puzzle.triangle_at
        ]
        self._dots = Dots(puzzle) if puzzle.dots else None
        #: What `_ways` returned: a search of a large board comes to few of its vertices.
        self._known: dict[int, list[int]] = {}

    def _ways(self, head: int) -> list[int]:
        """Return for each square with triangles the length of a shortest way over it."""
        if head not in self._known:
            here = self._vertices[head]
            self._known[head] = [
                min((_apart(here, one) + beyond for one, beyond in over), default=NO_WAY)
                for over in self._exits
            ]
        return self._known[head]

    def of(self, head: int, edges: int) -> int:
        """Return the bound for a partial path."""
        distance = found = self._distances[head]
        missing = [0, 0]
        for (mask, triangles, colour), length in zip(self._squares, self._ways(head), strict=True):
            needed = triangles - (edges & mask).bit_count()
            if needed > 0:
                missing[colour] += needed
                found = max(found, length)
        found = max(found, *missing)
        if self._dots is not None:
            found = max(found, self._dots.of(head, edges))
        return found + (self._parity and (found - distance) % 2)
