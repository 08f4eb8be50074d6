"""What the dots that a partial path has not met still need: a part of the heuristic *needs*.

It is the larger of two lower bounds.

- *Tours*: the length of a shortest walk from the head over all these dots, in any order, and on to
  a goal. A walk may visit a vertex more than once, but takes no gaps and leaves no goal. As there
  are many orders, dots are dealt out to groups of at most `GROUP`, and the largest counts.
- *Colours*: the vertices of a path have the two colours of a chessboard by turns. So n vertices of
  the other colour than the head's need 2n - 1 edges, and n of its own colour 2n. The vertices that
  the path must still come to are those with dots, the ends of edges with dots, and the goal if
  there is only one.

The compiled twin is `witness.searches.dots_ahead`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Edge, Vertex
from witness.puzzle.model import Place, Puzzle, is_edge

#: The length of a way that does not exist (also in `arrays`): more than any path has edges, unless
#: the board is too large for the compiled engine.
NO_WAY = 255

#: The most dots of a group: a compiled search begins with a table of all sets of these dots.
GROUP = 8

#: The most dots that are dealt out; of more, only every second one, or third, and so on.
MOST_DEALT = 64

#: How a walk passes a dot: the vertices where it comes to the dot and from where it goes on, and
#: the number of edges between them, 0 or 1.
Pass = tuple[int, int, int]


def groups(puzzle: Puzzle) -> list[list[Place]]:
    """Return the dots of a puzzle in groups, each of which lies all over the board."""
    dots = sorted(puzzle.dots, key=_by_rows)
    dots = dots[:: max(1, -(-len(dots) // MOST_DEALT))]
    number = -(-len(dots) // GROUP)
    return [dots[first::number] for first in range(number)]


def _by_rows(dot: Place) -> tuple[Vertex, Vertex]:
    return dot if is_edge(dot) else (cast(Vertex, dot), cast(Vertex, dot))


def marked(puzzle: Puzzle) -> tuple[set[Vertex], set[Edge]]:
    """Return the vertices and the edges that every solution has on it: dots, and a single goal."""
    goals = {*puzzle.goal_vertices}
    vertices = {cast(Vertex, dot) for dot in puzzle.dots if not is_edge(dot)}
    return vertices | (goals if len(goals) == 1 else set()), {
        dot for dot in puzzle.dots if is_edge(dot)
    }


class Tours:
    """The shortest walks over the dots of a group and on to a goal."""

    def __init__(self, puzzle: Puzzle, dots: list[Place], walks: Walks) -> None:
        board = puzzle.grid
        gaps = {*puzzle.gaps}
        self._walks = walks
        self._passes: list[list[Pass]] = []
        for dot in dots:
            if is_edge(dot):
                one, other = map(board.vertex_number, dot)
                ways = [] if dot in gaps else [(one, other, 1), (other, one, 1)]
            else:
                one = board.vertex_number(cast(Vertex, dot))
                ways = [(one, one, 0)]
            # No walk leaves a goal, over an edge with a dot as little as over another.
            self._passes.append([way for way in ways if not (way[2] and walks.is_goal(way[0]))])
        self._known: dict[tuple[int, int], int] = {}

    def of(self, vertex: int, left: int) -> int:
        """Return the length of a shortest walk from a vertex, at most `NO_WAY`.

        It is over the dots of a bit set, by their places in the group.
        """
        if not left:
            return self._walks.to_goal[vertex]
        return min(
            (
                self._walks.to(one)[vertex] + between + self._beyond(other, left ^ 1 << number)
                for number, passes in enumerate(self._passes)
                if left >> number & 1
                for one, other, between in passes
            ),
            default=NO_WAY,
        )

    def _beyond(self, vertex: int, left: int) -> int:
        if (vertex, left) not in self._known:
            self._known[vertex, left] = min(NO_WAY, self.of(vertex, left))
        return self._known[vertex, left]


class Walks:
    """The lengths of shortest walks, without gaps, that do not go on at a goal."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._graph = path_graph(puzzle)
        self._goals = self._graph.goals
        self._known: dict[int, list[int]] = {}
        #: For each vertex the length to the nearest goal, `NO_WAY` without a walk.
        self.to_goal = self._to_any(self._goals)

    def is_goal(self, vertex: int) -> bool:
        """Whether a vertex, by number, is a goal."""
        return vertex in self._goals

    def to(self, end: int) -> list[int]:
        """Return for each vertex the length to `end`, `NO_WAY` without a walk."""
        if end not in self._known:
            self._known[end] = self._to_any({end})
        return self._known[end]

    def _to_any(self, ends: Iterable[int]) -> list[int]:
        return [int(min(far, NO_WAY)) for far in self._graph.distances(ends, self._goals)]


class Dots:
    """The part of *needs* that is about dots, for one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.grid
        walks = Walks(puzzle)
        self._colours = [sum(vertex) % 2 for vertex in board.vertices]
        self._edges_at = [sum(1 << edge for _, edge in row) for row in board.steps]
        vertices, edges = marked(puzzle)
        self._vertices = [board.vertex_number(vertex) for vertex in vertices]
        self._edges = [(board.edge_number[edge], *map(board.vertex_number, edge)) for edge in edges]
        self._groups = [
            ([self._sign(puzzle, dot) for dot in group], Tours(puzzle, group, walks))
            for group in groups(puzzle)
        ]

    def _sign(self, puzzle: Puzzle, dot: Place) -> tuple[int | None, int]:
        """Return the head and the bit set of edges, one of which a path has if it meets a dot."""
        board = puzzle.grid
        if is_edge(dot):
            return None, 1 << board.edge_number[dot]
        vertex = board.vertex_number(cast(Vertex, dot))
        return vertex, self._edges_at[vertex]

    def of(self, head: int, edges: int) -> int:
        """Return the bound for a partial path, at least 0."""
        return max(self._by_colours(head, edges), self._by_tours(head, edges))

    def _by_colours(self, head: int, edges: int) -> int:
        ends = (end for edge, *pair in self._edges if not edges >> edge & 1 for end in pair)
        left = [
            self._colours[vertex]
            for vertex in {*self._vertices, *ends}
            if vertex != head and not edges & self._edges_at[vertex]
        ]
        own = left.count(self._colours[head])
        return max(2 * own, 2 * (len(left) - own) - 1)

    def _by_tours(self, head: int, edges: int) -> int:
        found = 0
        for signs, tours in self._groups:
            left = sum(
                1 << number
                for number, (vertex, mask) in enumerate(signs)
                if vertex != head and not edges & mask
            )
            if left:
                found = max(found, min(NO_WAY, tours.of(head, left)))
        return found
