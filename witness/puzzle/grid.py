"""The geometry of an m×n board: vertices, edges and squares, and their numbering.

Coordinates are (row, column) counted from the bottom left, for vertices and squares alike. An
edge is a pair of neighbouring vertices, the smaller first. Everything also has a number, so that
a set of vertices or edges can be one integer (bit i set: element i is in the set):

- vertex (r, c): r·width + c, with cols+1 vertices in a row, the `width`;
- square (r, c): r·cols + c;
- edges: first the horizontal ones row by row from the bottom, then the vertical ones.

The edges that go right, and those that go up, are also *planes*: bit sets by which a set of
vertices moves along its edges with a shift. Bit v of the first plane is the edge from the vertex v
to the right, bit v of the second one the edge upwards.

The columns of a cylinder go round: right of its last column comes the first, and a row has as many
vertices as squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, TypeGuard, cast

Vertex = tuple[int, int]
Square = tuple[int, int]
Edge = tuple[Vertex, Vertex]

#: The order in which a search tries neighbours: up, right, down, left. The paper does not specify
#: one for N(v) (Algorithm 1, line 6).
DIRECTIONS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def edge_between(a: Vertex, b: Vertex) -> Edge:
    """Return the edge between two neighbouring vertices, the smaller vertex first."""
    return (a, b) if a <= b else (b, a)


class Grid:
    """An empty board with `rows` × `cols` squares; `grid(rows, cols)` returns a shared one.

    With `wraps` it is a cylinder, which needs 3 columns: with fewer, two edges would join the same
    vertices.
    """

    def __init__(self, rows: int, cols: int, wraps: bool = False) -> None:
        if rows < 0 or cols < 0 or (wraps and cols < 3):
            raise ValueError(f"a board cannot have {rows} rows and {cols} columns")
        self.rows = rows
        self.cols = cols
        self.wraps = wraps
        #: The number of vertices in a row.
        self.width = cols if wraps else cols + 1

    def __repr__(self) -> str:
        return f"Grid({self.rows}, {self.cols}{', wraps=True' if self.wraps else ''})"

    def _round(self, column: int) -> int:
        """Return a column of the board, if one goes round it."""
        return column % self.cols if self.wraps else column

    @cached_property
    def vertices(self) -> tuple[Vertex, ...]:
        """All vertices, by number."""
        return tuple((r, c) for r in range(self.rows + 1) for c in range(self.width))

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All rows·cols squares, by number."""
        return tuple((r, c) for r in range(self.rows) for c in range(self.cols))

    def _right(self, vertex: Vertex) -> Edge:
        """Return the edge from a vertex to the right."""
        return edge_between(vertex, (vertex[0], self._round(vertex[1] + 1)))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All edges, by number."""
        horizontal = [self._right((r, c)) for r in range(self.rows + 1) for c in range(self.cols)]
        vertical = [((r, c), (r + 1, c)) for r in range(self.rows) for c in range(self.width)]
        return tuple(horizontal + vertical)

    @cached_property
    def edge_number(self) -> dict[Edge, int]:
        """The number of each edge."""
        return {edge: number for number, edge in enumerate(self.edges)}

    def vertex_number(self, vertex: Vertex) -> int:
        """Return the number of a vertex."""
        return vertex[0] * self.width + vertex[1]

    def square_number(self, square: Square) -> int:
        """Return the number of a square."""
        return square[0] * self.cols + square[1]

    def has_vertex(self, vertex: Vertex) -> bool:
        """Whether the vertex lies on the board."""
        return 0 <= vertex[0] <= self.rows and 0 <= vertex[1] < self.width

    def has_square(self, square: Square) -> bool:
        """Whether the square lies on the board."""
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.cols

    def neighbours(self, vertex: Vertex) -> list[Vertex]:
        """Return the two to four neighbours of a vertex in the order up, right, down, left."""
        near = [(vertex[0] + dr, self._round(vertex[1] + dc)) for dr, dc in DIRECTIONS]
        return [v for v in near if self.has_vertex(v)]

    @cached_property
    def steps(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The (neighbour, edge) numbers of each vertex, in the order up, right, down, left."""
        return tuple(
            tuple(
                (self.vertex_number(near), self.edge_number[edge_between(vertex, near)])
                for near in self.neighbours(vertex)
            )
            for vertex in self.vertices
        )

    def square_edges(self, square: Square) -> tuple[Edge, Edge, Edge, Edge]:
        """Return the four edges of a square: bottom, top, left, right (in numerical order).

        In the last column of a cylinder the right one has a smaller number than the left one.
        """
        r, c = square
        beyond = self._round(c + 1)
        return (
            self._right((r, c)),
            self._right((r + 1, c)),
            ((r, c), (r + 1, c)),
            ((r, beyond), (r + 1, beyond)),
        )

    def square_corners(self, square: Square) -> tuple[Vertex, Vertex, Vertex, Vertex]:
        """Return the corners of a square: bottom left, bottom right, top left, top right."""
        r, c = square
        beyond = self._round(c + 1)
        return ((r, c), (r, beyond), (r + 1, c), (r + 1, beyond))

    @cached_property
    def square_edge_masks(self) -> tuple[int, ...]:
        """The bit set of the edges of each square, by the square's number."""
        return tuple(self.edge_set(self.square_edges(square)) for square in self.squares)

    @cached_property
    def square_corner_masks(self) -> tuple[int, ...]:
        """The bit set of the corners of each square, by the square's number."""
        return tuple(
            sum(1 << self.vertex_number(corner) for corner in self.square_corners(square))
            for square in self.squares
        )

    def edge_set(self, edges: Iterable[Edge]) -> int:
        """Return the bit set of some edges."""
        found = 0
        for edge in edges:
            found |= 1 << self.edge_number[edge]
        return found

    def squares_of(self, numbers: int) -> list[Square]:
        """Return the squares in a bit set, by number."""
        return [square for number, square in enumerate(self.squares) if numbers >> number & 1]

    def edge_squares(self, edge: Edge) -> list[Square]:
        """Return the one or two squares beside an edge."""
        (r, c), (r2, c2) = edge
        if r == r2:
            left = c if c2 == c + 1 else c2  # the edge round a cylinder begins at its last column
            sides = [(r - 1, left), (r, left)]
        else:
            sides = [(r, self._round(c - 1)), (r, c)]
        return [square for square in sides if self.has_square(square)]

    @cached_property
    def across(self) -> tuple[list[tuple[int, int]], ...]:
        """For each square, its edges with a square beyond: the edge's bit, and that number."""
        found: tuple[list[tuple[int, int]], ...] = tuple([] for _ in self.squares)
        for number, edge in enumerate(self.edges):
            beside = [self.square_number(square) for square in self.edge_squares(edge)]
            if len(beside) == 2:
                for one, other in (beside, beside[::-1]):
                    found[one].append((1 << number, other))
        return found

    def vertex_squares(self, vertex: Vertex) -> list[Square]:
        """Return the one to four squares around a vertex, by number."""
        r, c = vertex
        before = self._round(c - 1)
        around = [(r - 1, before), (r - 1, c), (r, before), (r, c)]
        return sorted(square for square in around if self.has_square(square))

    @cached_property
    def peripheral_vertices(self) -> tuple[Vertex, ...]:
        """The vertices on the border of the board, by number."""
        sides = () if self.wraps else (0, self.cols)
        return tuple(v for v in self.vertices if v[0] in (0, self.rows) or v[1] in sides)


def grid(rows: int, cols: int, wraps: bool = False) -> Grid:
    """Return the (shared, read-only) board with `rows` × `cols` squares."""
    return _shared(rows, cols, wraps)


_shared = lru_cache(maxsize=256)(Grid)


def parts(board: Grid, edges: int) -> list[int]:
    """Return for each square the bit set of those to which one can come across some edges.

    `edges` is the bit set of these edges; the squares go by their numbers.
    """
    across = board.across
    found = [0] * len(across)
    for first in range(len(across)):
        if found[first]:
            continue
        members = [first]
        seen = 1 << first
        for square in members:
            for bit, other in across[square]:
                if edges & bit and not seen >> other & 1:
                    seen |= 1 << other
                    members.append(other)
        for square in members:
            found[square] = seen
    return found


def regions(board: Grid, edges: Iterable[Edge]) -> list[list[Square]]:
    """Return the regions into which `edges` divide the squares of a board."""
    found = dict.fromkeys(parts(board, ~board.edge_set(edges)))
    return [board.squares_of(region) for region in found]


def planes_of(edges: Iterable[Edge], width: int) -> tuple[int, int]:
    """Return the planes of some edges, each of which begins at its smaller vertex."""
    right = up = 0
    for (row, col), (other, _) in edges:
        bit = 1 << row * width + col
        if row == other:
            right |= bit
        else:
            up |= bit
    return right, up


def beside(vertices: int, right: int, up: int, width: int) -> int:
    """Return the vertices at the other ends of the edges of some vertices."""
    return (
        (vertices & right) << 1
        | vertices >> 1 & right
        | (vertices & up) << width
        | vertices >> width & up
    )


#: Where a start, a goal or a dot can be: at a vertex, or in the middle of an edge.
Place = Vertex | Edge

#: A path: its vertices in order. If it begins or ends in the middle of an edge, that edge is its
#: first or last place; half an edge on the path counts as the whole edge.
Path = tuple[Place, ...]


def is_edge(place: Place) -> TypeGuard[Edge]:
    """Whether a place is the middle of an edge, rather than a vertex."""
    return isinstance(place[0], tuple)


def place_order(place: Any) -> tuple[bool, Any]:
    """The sort key of a place: vertices come before edges."""
    return (isinstance(place[0], tuple), place)


def place_text(place: Place) -> str:
    """Return a square, a vertex or an edge as messages and puzzle files have it: [row, column]."""
    return str(plain(place))


def plain(value: Any) -> Any:
    """Return nested tuples as nested lists, as JSON has them."""
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


def path_edges(path: Sequence[Place]) -> list[Edge]:
    """Return the edges of a path, in order; one that is the middle of an edge has that edge."""
    if len(path) == 1 and is_edge(path[0]):
        return [path[0]]
    return [step_edge(a, b) for a, b in pairwise(path)]


def half_edges(path: Sequence[Place]) -> set[Edge]:
    """Return the edges in whose middle a path begins or ends."""
    return {end for end in (path[0], path[-1]) if is_edge(end)}


def step_edge(a: Place, b: Place) -> Edge:
    """Return the edge of a step, which may begin or end in the middle of that edge."""
    if is_edge(a):
        return a
    return b if is_edge(b) else edge_between(cast(Vertex, a), cast(Vertex, b))
