"""The constraints of a puzzle one by one, each with what it means by itself.

The constraint of a square with triangles, or of a dot, speaks of that square or dot. Colours speak
of regions: by itself, a *coloured square* asks that its region has no coloured square of another
colour, and a *star* that its region has exactly two symbols (squares and stars) of its colour. So
the constraint of one symbol is about those that its rule speaks of, and a path is a solution if it
satisfies each of the constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple, cast

from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.regions import Regions

#: The kinds of constraints, named as the fields of a puzzle.
KINDS = ("triangles", "squares", "stars", "dots")


class Constraint(NamedTuple):
    """A constraint: its kind, and its square, or the vertex or edge of a dot."""

    kind: str
    place: Square | Place


#: Whether a path from a start to a goal satisfies a constraint by itself, of which the bit sets of
#: edges and vertices are given.
Test = Callable[[int, int], bool]


def constraints(puzzle: Puzzle, kinds: Collection[str] = KINDS) -> tuple[Constraint, ...]:
    """Return the constraints of some kinds: squares by number, dots at vertices, dots on edges."""
    return tuple(one for one in _all(puzzle) if one.kind in kinds)


def _all(puzzle: Puzzle) -> Iterator[Constraint]:
    found = dict.fromkeys(puzzle.triangle_at, "triangles")
    for square, (kind, _) in puzzle.colours_at.items():
        found[square] = f"{kind}s"
    yield from (Constraint(found[square], square) for square in sorted(found))
    # Tuples of numbers come in the order of the numbers of vertices; edges have an order of theirs.
    number = puzzle.grid.edge_number
    dots = [dot for dot in puzzle.dots if not is_edge(dot)]
    yield from (Constraint("dots", dot) for dot in sorted(cast(list[Vertex], dots)))
    on_edges = sorted((dot for dot in puzzle.dots if is_edge(dot)), key=number.__getitem__)
    yield from (Constraint("dots", dot) for dot in on_edges)


def constraint_tests(puzzle: Puzzle) -> Callable[[int, int], int]:
    """Return a function of a path that says which of the `constraints` it satisfies.

    It takes the bit sets of the edges and the vertices of a path from a start to a goal, and
    returns a bit set, in the order of the constraints.
    """
    board = puzzle.grid
    plain: list[tuple[int, Test]] = []
    coloured: list[tuple[int, int, Callable[[int], bool]]] = []
    at = puzzle.colours_at
    numbers = {square: board.square_number(square) for square in at}
    symbols = {
        colour: sum(1 << numbers[s] for s in at if at[s][1] == colour) for _, colour in at.values()
    }
    squares = sum(1 << numbers[s] for s in at if at[s][0] == "square")
    for position, (kind, place) in enumerate(constraints(puzzle)):
        bit = 1 << position
        if kind == "triangles":
            number = board.square_number(cast(Square, place))
            wanted = puzzle.triangle_at[cast(Square, place)]
            plain.append((bit, _triangles(board.square_edge_masks[number], wanted)))
        elif kind == "dots":
            if is_edge(place):
                plain.append((bit, _dot_on_edge(1 << board.edge_number[place])))
            else:
                plain.append((bit, _dot_at_vertex(1 << board.vertex_number(cast(Vertex, place)))))
        else:
            like = symbols[at[cast(Square, place)][1]]
            test = _square(squares & ~like) if kind == "squares" else _star(like)
            coloured.append((bit, numbers[cast(Square, place)], test))
    regions = Regions(board)
    all_edges = (1 << len(board.edges)) - 1

    def satisfied(edges: int, vertices: int) -> int:
        found = 0
        for bit, holds in plain:
            if holds(edges, vertices):
                found |= bit
        if coloured:
            parts = regions.parts(all_edges & ~edges)
            for bit, number, fits in coloured:
                if fits(parts[number]):
                    found |= bit
        return found

    return satisfied


def _triangles(mask: int, wanted: int) -> Test:
    return lambda edges, _: (edges & mask).bit_count() == wanted


def _dot_on_edge(edge: int) -> Test:
    return lambda edges, _: bool(edges & edge)


def _dot_at_vertex(vertex: int) -> Test:
    return lambda _, vertices: bool(vertices & vertex)


def _square(others: int) -> Callable[[int], bool]:
    return lambda region: not region & others


def _star(like: int) -> Callable[[int], bool]:
    return lambda region: (region & like).bit_count() == 2
