"""What a partial path can still reach, and which edges it could still take.

These are upper bounds: every completion of a partial path that is a solution keeps to them. The
definitions, in Prolog and in full, are in `bk/outlook.pl`; here they are computed for all vertices
and squares at once, in planes (`witness.puzzle.grid`). Squares go by the number of their bottom
left vertex. With two lines a path is the first; what it can still do is found for that line, on the
board without what both close, and then holds of the images for the second.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Square, Vertex, beside, parts, planes_of
from witness.puzzle.model import Puzzle
from witness.puzzle.second_line import image, moved


@dataclass(frozen=True)
class Outlook:
    """The outlook of a partial path, as bit sets of vertices and edges (`witness.puzzle.grid`).

    `reachable`: the head, and the vertices to which it can come over no gap and through unvisited
    vertices only. `live`: the edges that the path could still take. `cut_off`: whether no goal can
    be reached over live edges. The first two are about both lines together if there are two.
    """

    reachable: int
    live: int
    cut_off: bool


class Outlooks:
    """The outlooks of the partial paths of a puzzle, by head and bit sets of vertices and edges.

    These are of the first line.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.grid
        self._width = puzzle.cols + 1
        self._vertices = (1 << len(board.vertices)) - 1
        self._goals = sum(1 << board.vertex_number(goal) for goal in {*puzzle.goal_vertices})
        #: The vertices at which a path ends.
        self._ends = 0 if puzzle.pass_goals else self._goals
        steps = {edge for row in path_graph(puzzle).steps for _, edge in row}
        self._steps = planes_of((board.edges[edge] for edge in steps), self._width)
        self._images = puzzle.images
        #: For each square its image, by the number of the vertex.
        self._image_squares = tuple(
            self._image(puzzle, vertex) for vertex in board.vertices if puzzle.symmetry
        )
        self._triangles = [
            self._bits(square for square, n in puzzle.triangle_at.items() if n == number)
            for number in (1, 2, 3)
        ]
        self._board = board
        #: The bit set of the squares with elimination marks.
        self._marks = sum(1 << board.square_number(mark[:2]) for mark in puzzle.eliminations)
        # For each edge, its plane and its bit there.
        self._places = [(int(a[0] != b[0]), board.vertex_number(a)) for a, b in board.edges]

    def _bits(self, places: Iterable[tuple[int, int]]) -> int:
        return sum(1 << row * self._width + col for row, col in places)

    def _image(self, puzzle: Puzzle, square: Square) -> int:
        """Return the number of the image of a square; 0 for what is none."""
        if not puzzle.grid.has_square(square):
            return 0
        ends = (square, (square[0] + 1, square[1] + 1))
        one, other = (cast(Vertex, image(puzzle.grid, puzzle.symmetry, end)) for end in ends)
        return puzzle.grid.vertex_number((min(one[0], other[0]), min(one[1], other[1])))

    def of(self, head: int, vertices: int, edges: int) -> Outlook:
        """Return the outlook of a partial path."""
        images = self._images
        if images is not None:
            edges, vertices = images.both(edges, vertices)
        free = self._vertices & ~vertices | 1 << head
        right, up = self._between(self._steps, free)
        reachable = self._reached(1 << head, right, up)
        full = self._full(edges)
        if images is not None:
            full |= moved(full, self._image_squares)
        right &= ~(full | full << self._width)
        up &= ~(full | full << 1)
        right, up = self._without_dead_ends(free, right, up, 1 << head | self._goals)
        seen = self._reached(1 << head, right, up)
        planes = self._between((right, up), seen)
        live = sum(
            1 << number
            for number, (plane, place) in enumerate(self._places)
            if planes[plane] >> place & 1
        )
        if images is not None:
            live, reachable = images.both(live, reachable)
        return Outlook(reachable, live, not seen & self._goals)

    def _between(self, planes: tuple[int, int], vertices: int) -> tuple[int, int]:
        """Return the edges with both ends in a set of vertices."""
        return (
            planes[0] & vertices & vertices >> 1,
            planes[1] & vertices & vertices >> self._width,
        )

    def _full(self, edges: int) -> int:
        """Return the squares with at least as many edges on the path as triangles.

        Those whose triangles an elimination mark may take away are not among them.
        """
        right = up = 0
        for number, (plane, place) in enumerate(self._places):
            if edges >> number & 1:
                if plane:
                    up |= 1 << place
                else:
                    right |= 1 << place
        some = both = three = 0  # squares with at least one, two and three edges
        for side in (right, right >> self._width, up, up >> 1):
            three |= both & side
            both |= some & side
            some |= side
        one, two, most = self._triangles
        return (one & some | two & both | most & three) & ~self._marked(edges)

    def _marked(self, edges: int) -> int:
        """Return the squares that may be in one region with a mark in the end."""
        if not self._marks:
            return 0
        regions = {*parts(self._board, ~edges)}
        marked = sum(region for region in regions if region & self._marks)
        return self._bits(self._board.squares_of(marked))

    def _without_dead_ends(self, vertices: int, right: int, up: int, ends: int) -> tuple[int, int]:
        """Return the edges without those at dead ends, of which most are found in turn.

        A dead end has at most one edge that could be taken, and is neither the head nor a goal: a
        path would have to leave it where it came from.
        """
        while True:
            left, down = right << 1, up << self._width
            through = right & left | up & down | (right | left) & (up | down) | ends
            if vertices & ~through == 0:
                return right, up
            vertices &= through
            right, up = self._between((right, up), vertices)

    def _reached(self, head: int, right: int, up: int) -> int:
        """Return the vertices to which the head can come; at an end the way is over."""
        seen = border = head
        while border:
            border &= ~self._ends
            border = ~seen & beside(border, right, up, self._width)
            seen |= border
        return seen
