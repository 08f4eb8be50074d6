"""The primitives that background files build on, and the Python objects behind them.

In a learning task the primitives are facts of `bk.pl`; in a translated predicate, attributes of a
`PathView` and a `SquareView`. Both use the same names: squares c1, c2, …, edges e1, e2, … and
vertices v0_0, v0_1, … in the order of their numbers (`witness.puzzle.grid`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from witness.logic.language.terms import Key
from witness.puzzle.grid import Edge, Square, Vertex
from witness.puzzle.model import Puzzle


@dataclass(frozen=True)
class PathView:
    """A partial path as a background predicate sees it: edges and vertices from start to head."""

    edges: tuple[str, ...]
    vertices: tuple[str, ...]
    head: str


@dataclass(frozen=True)
class SquareView:
    """A square: its triangles (a number), its edges, its corners, and each edge with its ends."""

    triangles: int
    edges: tuple[str, ...]
    corners: tuple[str, ...]
    sides: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Primitive:
    """How a primitive relates its first argument (a path or a square) to the others.

    `sorts` says what each argument is. `expressions` are Python expressions of the outputs ("det":
    one for each, "nondet": an iterable of the outputs); `{0}` stands for the first argument, the
    `subject`.
    """

    sorts: tuple[str, ...]
    kind: str
    expressions: tuple[str, ...]

    @property
    def subject(self) -> str:
        """What the first argument is: a path or a square."""
        return self.sorts[0]

    @property
    def outputs(self) -> int:
        """The number of the other arguments."""
        return len(self.sorts) - 1


#: Every primitive by name and arity. The first argument is always an input.
PRIMITIVES: dict[Key, Primitive] = {
    ("path", 2): Primitive(("path", "list of edges"), "det", ("{0}.edges",)),
    ("vertices", 2): Primitive(("path", "list of vertices"), "det", ("{0}.vertices",)),
    ("head_vertex", 2): Primitive(("path", "vertex"), "det", ("{0}.head",)),
    ("square", 3): Primitive(
        ("square", "number", "list of edges"), "det", ("{0}.triangles", "{0}.edges")
    ),
    ("corner", 2): Primitive(("square", "vertex"), "nondet", ("{0}.corners",)),
    ("side", 4): Primitive(("square", "edge", "vertex", "vertex"), "nondet", ("{0}.sides",)),
}


def vertex_name(vertex: Vertex) -> str:
    """Return the name of a vertex in Prolog files: v<row>_<column>."""
    return f"v{vertex[0]}_{vertex[1]}"


def edge_name(puzzle: Puzzle, edge: Edge) -> str:
    """Return the name of an edge in Prolog files: e<number counted from 1>."""
    return f"e{puzzle.grid.edge_number[edge] + 1}"


def square_name(puzzle: Puzzle, square: Square) -> str:
    """Return the name of a square in Prolog files: c<number counted from 1>."""
    return f"c{puzzle.grid.square_number(square) + 1}"


def square_view(puzzle: Puzzle, square: Square, triangles: int) -> SquareView:
    """Return the view of a square of a puzzle."""
    board = puzzle.grid
    sides = tuple(
        (edge_name(puzzle, edge), vertex_name(edge[0]), vertex_name(edge[1]))
        for edge in board.square_edges(square)
    )
    return SquareView(
        triangles=triangles,
        edges=tuple(name for name, _, _ in sides),
        corners=tuple(vertex_name(corner) for corner in board.square_corners(square)),
        sides=sides,
    )


def path_view(puzzle: Puzzle, path: tuple[Vertex, ...]) -> PathView:
    """Return the view of a partial path of a puzzle."""
    names = tuple(vertex_name(vertex) for vertex in path)
    edges = tuple(edge_name(puzzle, (a, b) if a <= b else (b, a)) for a, b in pairwise(path))
    return PathView(edges=edges, vertices=names, head=names[-1])
