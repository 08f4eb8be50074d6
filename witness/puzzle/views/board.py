"""The Python objects behind the primitives: a path, a square and the board around them.

In a learning task the primitives are facts of `bk.pl`; in a translated predicate, attributes of a
`PathView` and a `SquareView`, and of the vertices and edges in them. Both use the same names:
squares c1, c2, …, edges e1, e2, … and vertices v0_0, v0_1, … in the order of their numbers
(`witness.puzzle.grid`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import ClassVar, cast

from witness.clauses.language.terms import Ground, Key
from witness.puzzle.graph import path_graph
from witness.puzzle.grid import DIRECTIONS, Edge, Square, Vertex, edge_between, parts
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.outlook import Outlook, Outlooks
from witness.puzzle.proof_scope import SHOWN as SHOWN

#: The names of `witness.puzzle.grid.DIRECTIONS`.
DIRECTION_NAMES = ("up", "right", "down", "left")
_NAMES = dict(zip(DIRECTIONS, DIRECTION_NAMES, strict=True))


@dataclass(frozen=True)
class KnownRest:
    """What is left of a board beyond a path, as far as it is known; see `RestOfBoard`."""

    live: tuple[str, ...]
    reachable: tuple[str, ...]
    cut_off: bool
    goals: tuple[str, ...]
    ends: tuple[str, ...]

    def unmarked(self, symbol: SymbolView) -> bool:
        """Whether no mark may be in a region of a symbol: no mark is known."""
        return True


@dataclass(frozen=True)
class PathView:
    """A partial path as a background predicate sees it: edges and vertices from start to head.

    Those of a second line come after all of the first, whose head it is.
    `rest` is what is left of the board; only predicates that do not look at it can do without.
    """

    edges: tuple[str, ...]
    vertices: tuple[str, ...]
    head: str
    rest: RestOfBoard | KnownRest | None = field(default=None, compare=False, repr=False)

    def unmarked(self, symbol: SymbolView) -> bool:
        """Whether no mark may be in a region of a symbol in the end, as far as that is known."""
        return self.rest is None or self.rest.unmarked(symbol)


@dataclass(frozen=True)
class SquareView:
    """A square: its triangles (a number), its edges, its corners, each edge with its ends, gaps.

    `colours` has the colour of a coloured square or a star, which `star` tells apart, `blocks` the
    number of squares of a block; `elimination` is whether it has a mark.
    """

    triangles: int
    edges: tuple[str, ...]
    corners: tuple[str, ...]
    sides: tuple[tuple[str, str, str], ...]
    gaps: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    star: bool = False
    blocks: tuple[int, ...] = ()
    elimination: bool = False
    number: int = field(default=-1, compare=False, repr=False)

    #: A square is no dot.
    dot_vertices: ClassVar[tuple[str, ...]] = ()
    dot_edges: ClassVar[tuple[str, ...]] = ()

    @property
    def facts(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """What `square/3` says of it."""
        return ((self.triangles, self.edges),)

    @property
    def touched(self) -> tuple[SquareView, ...]:
        """The squares in whose regions it is."""
        return (self,)


@dataclass(frozen=True)
class DotView:
    """A dot at a vertex or on an edge, of which one is there, and the squares that it touches."""

    dot_vertices: tuple[str, ...]
    dot_edges: tuple[str, ...]
    touched: tuple[SquareView, ...] = field(default=(), compare=False, repr=False)

    #: A dot is no square.
    facts: ClassVar[tuple[tuple[int, tuple[str, ...]], ...]] = ()
    corners: ClassVar[tuple[str, ...]] = ()
    sides: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    gaps: ClassVar[tuple[str, ...]] = ()
    colours: ClassVar[tuple[str, ...]] = ()
    star: ClassVar[bool] = False
    blocks: ClassVar[tuple[int, ...]] = ()
    elimination: ClassVar[bool] = False


#: What a constraint is about.
SymbolView = SquareView | DotView


class VertexView(str):
    """The name of a vertex, which also knows its place on the board.

    `steps` are the ways out for a path, such as over no gap: direction, edge and neighbour.
    `images` is where a second line is when the path is here, nothing without one.
    """

    __slots__ = ("column", "images", "row", "steps")

    row: int
    column: int
    images: tuple[VertexView, ...]
    steps: tuple[tuple[str, EdgeView, VertexView], ...]


class EdgeView(str):
    """The name of an edge, which also knows its ends, its images, and the squares beside it."""

    __slots__ = ("ends", "images", "squares")

    ends: tuple[VertexView, VertexView]
    images: tuple[EdgeView, ...]
    squares: tuple[SquareView, ...]


def vertex_name(vertex: Vertex) -> str:
    """Return the name of a vertex in Prolog files: v<row>_<column>."""
    return f"v{vertex[0]}_{vertex[1]}"


def edge_name(puzzle: Puzzle, edge: Edge) -> str:
    """Return the name of an edge in Prolog files: e<number counted from 1>."""
    return f"e{puzzle.grid.edge_number[edge] + 1}"


def square_name(puzzle: Puzzle, square: Square) -> str:
    """Return the name of a square in Prolog files: c<number counted from 1>."""
    return f"c{puzzle.grid.square_number(square) + 1}"


class BoardView:
    """The vertices, edges and squares of a puzzle as background predicates see them.

    Their names begin with a prefix, which tells apart the puzzles of a learning task. `board_view`
    returns a shared one.
    """

    def __init__(self, puzzle: Puzzle, prefix: str = "") -> None:
        board = puzzle.grid
        self._puzzle, self._grid = puzzle, board
        self.vertices = tuple(VertexView(prefix + vertex_name(v)) for v in board.vertices)
        self.edges = tuple(EdgeView(prefix + edge_name(puzzle, edge)) for edge in board.edges)
        at = puzzle.triangle_at
        self.squares = {square: self.square(square, at.get(square, 0)) for square in board.squares}
        #: The squares with elimination marks.
        self.marks = tuple(view for view in self.squares.values() if view.elimination)
        for edge, view in zip(board.edges, self.edges, strict=True):
            view.ends = self._vertex(edge[0]), self._vertex(edge[1])
            view.squares = tuple(self.squares[square] for square in board.edge_squares(edge))
            view.images = ()
        for vertex, own in zip(board.vertices, self.vertices, strict=True):
            own.row, own.column = vertex
            own.images = ()
        for own, steps in zip(self.vertices, path_graph(puzzle).steps, strict=False):
            own.steps = tuple(self._steps(own, steps))
        self.images = puzzle.images
        if self.images is not None:
            for one, place in zip(self.vertices, self.images.vertices, strict=True):
                one.images = (self.vertices[place],)
            for edge_view, place in zip(self.edges, self.images.edges, strict=True):
                edge_view.images = (self.edges[place],)
        self.goals: tuple[str, ...] = tuple(
            self._vertex(goal) for goal in dict.fromkeys(puzzle.goal_vertices)
        )
        self.ends: tuple[str, ...] = () if puzzle.pass_goals else self.goals
        self._outlooks = Outlooks(puzzle)

    def _vertex(self, vertex: Vertex) -> VertexView:
        return self.vertices[self._grid.vertex_number(vertex)]

    def _edge(self, edge: Edge) -> EdgeView:
        return self.edges[self._grid.edge_number[edge]]

    def _steps(
        self, here: VertexView, steps: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[str, EdgeView, VertexView]]:
        for number, edge in steps:
            near = self.vertices[number]
            yield _NAMES[near.row - here.row, near.column - here.column], self.edges[edge], near

    def symbol(self, place: Square | Place, kind: str) -> SymbolView:
        """Return what a constraint of a kind (`witness.puzzle.constraints`) is about."""
        if kind != "dots":
            return self.squares[cast(Square, place)]
        if is_edge(place):
            edge = self._edge(place)
            return DotView((), (edge,), edge.squares)
        vertex = cast(Vertex, place)
        around = self._grid.vertex_squares(vertex)
        return DotView((self._vertex(vertex),), (), tuple(self.squares[one] for one in around))

    def square(self, square: Square, triangles: int) -> SquareView:
        """Return a square with a number of triangles, which need not be that of the puzzle."""
        board = self._grid
        edges = board.square_edges(square)
        names = tuple(map(self._edge, edges))
        sides = tuple(
            (name, self._vertex(a), self._vertex(b))
            for name, (a, b) in zip(names, edges, strict=True)
        )
        gaps = {*self._puzzle.gaps}
        kind, colour = self._puzzle.colours_at.get(square, ("", ""))
        return SquareView(
            triangles=triangles,
            edges=names,
            corners=tuple(map(self._vertex, board.square_corners(square))),
            sides=sides,
            gaps=tuple(name for name, edge in zip(names, edges, strict=True) if edge in gaps),
            colours=(colour,) if colour else (),
            star=kind == "star",
            blocks=tuple(block.size for block in self._puzzle.blocks if block[:2] == square),
            elimination=any(mark[:2] == square for mark in self._puzzle.eliminations),
            number=board.square_number(square),
        )

    def path(self, vertices: tuple[int, ...], edges: tuple[int, ...]) -> PathView:
        """Return a partial path, of which the numbers of vertices and edges are given."""
        rest = RestOfBoard(self, vertices, edges)
        head = self.vertices[vertices[-1]]
        if self.images is not None:
            vertices += tuple(self.images.vertices[vertex] for vertex in vertices)
            edges += tuple(self.images.edges[edge] for edge in edges)
        names = tuple([self.vertices[vertex] for vertex in vertices])
        used = tuple([self.edges[edge] for edge in edges])
        return PathView(used, names, head, rest)

    def path_of(self, path: tuple[Vertex, ...]) -> PathView:
        """Return a partial path, of which the vertices are given."""
        board = self._grid
        edges = tuple([board.edge_number[edge_between(a, b)] for a, b in pairwise(path)])
        return self.path(tuple(map(board.vertex_number, path)), edges)

    def parts(self, edges: int) -> list[tuple[SquareView, ...]]:
        """Return the squares to which one can come from each across the edges of a bit set."""
        views = tuple(self.squares.values())
        found: dict[int, tuple[SquareView, ...]] = {}
        for part in (numbers := parts(self._grid, edges)):
            if part not in found:
                found[part] = tuple(view for n, view in enumerate(views) if part >> n & 1)
        return [found[part] for part in numbers]

    def outlook(self, vertices: tuple[int, ...], edges: tuple[int, ...]) -> Outlook:
        """Return the outlook of a partial path."""
        visited = sum(1 << vertex for vertex in vertices)
        return self._outlooks.of(vertices[-1], visited, sum(1 << edge for edge in edges))


class RestOfBoard:
    """What is left of a board beyond a partial path, found when it is asked for."""

    def __init__(self, board: BoardView, vertices: tuple[int, ...], edges: tuple[int, ...]) -> None:
        self._board = board
        self._path = vertices, edges

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals."""
        return self._board.goals

    @property
    def ends(self) -> tuple[str, ...]:
        """The vertices at which a path ends: the goals, unless they can be passed."""
        return self._board.ends

    @cached_property
    def _outlook(self) -> Outlook:
        return self._board.outlook(*self._path)

    @cached_property
    def live(self) -> tuple[str, ...]:
        """The edges that the path could still take, by number."""
        return tuple(e for n, e in enumerate(self._board.edges) if self._outlook.live >> n & 1)

    @cached_property
    def reachable(self) -> tuple[str, ...]:
        """The vertices that the head can reach, by number."""
        reachable = self._outlook.reachable
        return tuple(v for n, v in enumerate(self._board.vertices) if reachable >> n & 1)

    @property
    def cut_off(self) -> bool:
        """Whether no goal can be reached over live edges."""
        return self._outlook.cut_off

    @cached_property
    def _off_path(self) -> int:
        everything = (1 << len(self._board.edges)) - 1
        taken = sum(1 << edge for edge in self._path[1])
        images = self._board.images
        return everything & ~(taken if images is None else images.both(taken, 0)[0])

    @cached_property
    def _joined(self) -> list[tuple[SquareView, ...]]:
        return self._board.parts(self._off_path & ~self._outlook.live)

    @cached_property
    def _regions(self) -> list[tuple[SquareView, ...]]:
        return self._board.parts(self._off_path)

    def joined(self, square: SquareView) -> tuple[SquareView, ...]:
        """Return the squares that are in one region with a square whatever the path does."""
        return self._joined[square.number]

    def region(self, square: SquareView) -> tuple[SquareView, ...]:
        """Return the squares that may be in one region with a square in the end."""
        return self._regions[square.number]

    @cached_property
    def _marked(self) -> frozenset[int]:
        """The squares, by number, that may be in one region with a mark in the end."""
        return frozenset(one.number for mark in self._board.marks for one in self.region(mark))

    def unmarked(self, symbol: SymbolView) -> bool:
        """Whether no mark may be in a region of a symbol in the end."""
        return self._marked.isdisjoint(square.number for square in symbol.touched)

    def joined_to(self, symbol: SymbolView) -> tuple[tuple[SquareView, ...], ...]:
        """Return `joined` of a square as the one answer; a dot has none."""
        return (self.joined(symbol),) if isinstance(symbol, SquareView) else ()

    def region_of(self, symbol: SymbolView) -> tuple[tuple[SquareView, ...], ...]:
        """Return `region` of a square as the one answer; a dot has none."""
        return (self.region(symbol),) if isinstance(symbol, SquareView) else ()


@lru_cache(maxsize=64)
def board_view(puzzle: Puzzle, prefix: str = "") -> BoardView:
    """Return the vertices, edges and squares of a puzzle as background predicates see them."""
    return BoardView(puzzle, prefix)


def square_view(puzzle: Puzzle, square: Square, triangles: int) -> SquareView:
    """Return the view of a square of a puzzle."""
    return board_view(puzzle).square(square, triangles)


def path_view(puzzle: Puzzle, path: tuple[Vertex, ...]) -> PathView:
    """Return the view of a partial path of a puzzle."""
    return board_view(puzzle).path_of(path)


def path_facts(name: str, path: PathView) -> dict[Key, list[tuple[Ground, ...]]]:
    """Return what the primitives say of a path, which gets a name, as facts."""
    facts: dict[Key, list[tuple[Ground, ...]]] = {
        ("path", 2): [(name, path.edges)],
        ("vertices", 2): [(name, path.vertices)],
        ("head_vertex", 2): [(name, path.head)],
        ("start", 2): [(name, path.vertices[0])],
    }
    if path.rest is not None:
        facts |= {
            ("reachable", 2): [(name, path.rest.reachable)],
            ("live", 2): [(name, path.rest.live)],
            ("cut_off", 1): [(name,)] if path.rest.cut_off else [],
            ("goal", 2): [(name, goal) for goal in path.rest.goals],
            ("end", 2): [(name, end) for end in path.rest.ends],
        }
    return facts


def square_facts(name: str, square: SquareView) -> dict[Key, list[tuple[Ground, ...]]]:
    """Return what the primitives say of a square and its triangles, as facts."""
    return {
        ("square", 3): [(name, square.triangles, square.edges)],
        ("corner", 2): [(name, corner) for corner in square.corners],
        ("side", 4): [(name, *side) for side in square.sides],
        ("gap", 2): [(name, gap) for gap in square.gaps],
    }
