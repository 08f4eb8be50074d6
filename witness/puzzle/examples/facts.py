"""What the primitives say of a puzzle and its partial paths: the facts of a learning task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from witness.clauses.language.terms import Ground, Key
from witness.puzzle.constraints import Constraint, constraints
from witness.puzzle.examples.partial_paths import PartialPath
from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.views.board import (
    RestOfBoard,
    SquareView,
    board_view,
    edge_name,
    square_name,
    vertex_name,
)

#: The rows of a predicate.
Facts = Iterator[tuple[Ground, ...]]

#: Primitives that speak of other squares than those with triangles.
WHOLE_BOARD = frozenset(
    {("beside", 2), ("colour", 2), ("star", 1), ("block", 2), ("elimination", 1), ("joined", 3),
     ("region", 3)}
)  # fmt: skip


def path_name(number: int, prefix: str = "") -> str:
    """Return the name of the partial path of a number."""
    return f"{prefix}p{number}"


def constraint_name(puzzle: Puzzle, constraint: Constraint, prefix: str = "") -> str:
    """Return the name of what a constraint is about: a square, a vertex or an edge."""
    kind, place = constraint
    if kind != "dots":
        name = square_name(puzzle, cast(Square, place))
    else:
        name = edge_name(puzzle, place) if is_edge(place) else vertex_name(cast(Vertex, place))
    return prefix + name


def primitive_facts(
    puzzle: Puzzle, squares: list[Square], paths: list[PartialPath], whole: bool, prefix: str = ""
) -> dict[Key, Facts]:
    """Return the facts of every primitive, made when they are asked for.

    Those about squares are about the given ones, or about all if the `whole` board is wanted. All
    names of places and paths begin with the prefix.
    """
    board = board_view(puzzle, prefix)
    names = {square: prefix + square_name(puzzle, square) for square in board.squares}
    by_number = list(names.values())
    shown = board.squares if whole else squares
    named = [(names[square], board.squares[square]) for square in shown]
    views = [
        (path_name(number, prefix), board.path(path.vertices, path.edges))
        for number, path in enumerate(paths)
    ]
    rests = [(name, cast(RestOfBoard, view.rest)) for name, view in views]
    beside = (
        (name, names[square])
        for name, edge in zip(board.edges, puzzle.grid.edges, strict=True)
        for square in puzzle.grid.edge_squares(edge)
    )
    dots = [(constraint_name(puzzle, c, prefix), board.symbol(c.place, c.kind))
            for c in constraints(puzzle, ("dots",))]  # fmt: skip

    def together(
        parts: Callable[[RestOfBoard, SquareView], tuple[SquareView, ...]],
    ) -> Iterator[tuple[Ground, ...]]:
        for path, rest in rests:
            for name, square in named:
                yield path, name, tuple(by_number[one.number] for one in parts(rest, square))

    return {
        ("square", 3): ((name, square.triangles, square.edges) for name, square in named),
        ("corner", 2): ((name, corner) for name, square in named for corner in square.corners),
        ("side", 4): ((name, *side) for name, square in named for side in square.sides),
        ("gap", 2): ((name, gap) for name, square in named for gap in square.gaps),
        ("colour", 2): ((name, colour) for name, square in named for colour in square.colours),
        ("star", 1): ((name,) for name, square in named if square.star),
        ("block", 2): ((name, size) for name, square in named for size in square.blocks),
        ("elimination", 1): ((name,) for name, square in named if square.elimination),
        ("dot_vertex", 2): ((name, vertex) for name, dot in dots for vertex in dot.dot_vertices),
        ("dot_edge", 2): ((name, edge) for name, dot in dots for edge in dot.dot_edges),
        ("joined", 3): together(RestOfBoard.joined),
        ("region", 3): together(RestOfBoard.region),
        ("unmarked", 2): (
            (path, name)
            for path, rest in rests
            for name, symbol in (*named, *dots)
            if rest.unmarked(symbol)
        ),
        ("path", 2): ((name, view.edges) for name, view in views),
        ("vertices", 2): ((name, view.vertices) for name, view in views),
        ("head_vertex", 2): ((name, view.head) for name, view in views),
        ("reachable", 2): ((name, rest.reachable) for name, rest in rests),
        ("live", 2): ((name, rest.live) for name, rest in rests),
        ("cut_off", 1): ((name,) for name, rest in rests if rest.cut_off),
        ("start", 2): ((name, view.vertices[0]) for name, view in views),
        ("goal", 2): ((name, goal) for name, rest in rests for goal in rest.goals),
        ("end", 2): ((name, end) for name, rest in rests for end in rest.ends),
        ("step", 4): ((vertex, *step) for vertex in board.vertices for step in vertex.steps),
        ("ends", 3): ((edge, *edge.ends) for edge in board.edges),
        ("beside", 2): beside,
        ("twin_vertex", 2): ((v, other) for v in board.vertices for other in v.images),
        ("twin_edge", 2): ((edge, other) for edge in board.edges for other in edge.images),
        ("coordinates", 3): ((vertex, vertex.row, vertex.column) for vertex in board.vertices),
    }
