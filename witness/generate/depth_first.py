"""The solutions of small panels with any symbols, depth first.

This is `witness.generate.solvable` for more symbols. What a partial path can still use is found in
the same way. An edge between two squares that the path has not used and can no longer use will
never divide them: squares connected by such edges end up in one region. No more squares come to
them if there is no edge around them that the path can still use. A partial path is pruned when

- a dot is neither on the path nor where the path can still go;
- connected squares hold squares of two colours, or a star and more than two symbols of its colour;
- connected squares to which no more come hold a star and fewer than two symbols of its colour.

What a partial path can become depends on its head, on where it can go, on what triangles and dots
still need there, and on the squares beside that: which of them are connected, and with what. If
nothing came of that once, it is not tried again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from witness.generate.solvable import bit_sets, continuation
from witness.puzzle.grid import Grid, Vertex
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.rules import Path

#: The features of puzzles that the search knows.
SUPPORTED = frozenset({"triangles", "gaps", "dots", "squares", "stars"})

#: For each component of squares: those beside which a path can go, and its symbols.
Components = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class _Node:
    """A partial path: vertices by number, and bit sets as in `witness.generate.solvable`."""

    path: tuple[int, ...]
    unvisited: int
    needs: int  #: what the triangles need
    dots: int  #: the vertices with dots that the path has not visited
    right: int  #: the horizontal edges of the path
    up: int  #: the vertical ones

    @property
    def head(self) -> int:
        """The bit of the last vertex."""
        return 1 << self.path[-1]


def solutions(puzzle: Puzzle) -> Iterator[Path]:
    """Yield all solutions. Raises `InputError` for features that are not `SUPPORTED`."""
    puzzle.require(SUPPORTED, "the depth-first search does not know that")
    search = _Search(puzzle)
    vertices = puzzle.grid.vertices
    for start in puzzle.start_vertices:
        for path in search.all_from(puzzle.grid.vertex_number(start)):
            yield tuple(vertices[number] for number in path)


class _Search:
    """A panel as bit sets, and what it has been found to have no solution from."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.grid
        self._board = bit_sets(puzzle)
        self._regions = _Regions(puzzle) if puzzle.colours_at else None
        at_vertices = [cast(Vertex, dot) for dot in puzzle.dots if not is_edge(dot)]
        self._dots = sum(1 << board.vertex_number(dot) for dot in at_vertices)
        on_edges = [dot for dot in puzzle.dots if is_edge(dot)]
        bits = [(a[0] == b[0], 1 << board.vertex_number(a)) for a, b in on_edges]
        self._right_dots = sum(bit for is_right, bit in bits if is_right)
        self._up_dots = sum(bit for is_right, bit in bits if not is_right)
        self._dead: set[tuple[object, ...]] = set()

    def all_from(self, start: int) -> Iterator[tuple[int, ...]]:
        """Yield the solutions from a start."""
        bit = 1 << start
        unvisited = self._board.vertices & ~bit
        node = _Node((start,), unvisited, self._board.needs, self._dots & ~bit, 0, 0)
        return self._below(node)

    def _below(self, node: _Node) -> Iterator[tuple[int, ...]]:
        """Yield the solutions that begin with a partial path."""
        if node.head & self._board.goals:
            if self._ahead(node, 0, 0, 0) is not None and not node.needs:
                yield node.path
            return
        usable = continuation(self._board, node.head, node.unvisited, node.needs)
        if usable is None:
            return
        ahead = self._ahead(node, *usable)
        if ahead is None or ahead in self._dead:
            return
        found = False
        for child in self._children(node, *usable):
            for path in self._below(child):
                found = True
                yield path
        if not found:
            self._dead.add(ahead)

    def _ahead(self, node: _Node, live: int, right: int, up: int) -> tuple[object, ...] | None:
        """Return what the solutions below a node depend on, None if there can be none.

        The path can still use the vertices `live` and the edges `right` and `up`.
        """
        right_dots, up_dots = self._right_dots & ~node.right, self._up_dots & ~node.up
        if node.dots & ~live or right_dots & ~right or up_dots & ~up:
            return None
        components: Components | None = ()
        if self._regions is not None:
            components = self._regions.components(node.right, node.up, right, up)
            if components is None:
                return None
        return (node.path[-1], live, node.needs, node.dots, right_dots, up_dots, components)

    def _children(self, node: _Node, live: int, right: int, up: int) -> Iterator[_Node]:
        board, head, number = self._board, node.head, node.path[-1]
        for step, edge, is_right in (
            (board.width, up & head, False),
            (1, right & head, True),
            (-board.width, up & head >> board.width, False),
            (-1, right & head >> 1, True),
        ):
            if edge:
                near = 1 << number + step
                cost = board.right_cost if is_right else board.up_cost
                yield _Node(
                    (*node.path, number + step),
                    live & ~head & ~near,
                    node.needs - cost.get(edge, 0),
                    node.dots & ~near,
                    node.right | (edge if is_right else 0),
                    node.up | (0 if is_right else edge),
                )


class _Regions:
    """The coloured squares and the stars of a panel; a square has its bottom left vertex's bit."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.grid
        self._width = puzzle.cols + 1
        self._right = self._up = 0  # the edges between two squares
        for edge in board.edges:
            if len(board.edge_squares(edge)) == 2:
                (row, _), (other_row, _) = edge
                bit = 1 << board.vertex_number(edge[0])
                self._right |= bit if row == other_row else 0
                self._up |= bit if row != other_row else 0
        squares = _by_colour(board, puzzle.squares)
        stars = _by_colour(board, puzzle.stars)
        self._squares = tuple(squares.values())
        self._stars = tuple((at, at | squares.get(colour, 0)) for colour, at in stars.items())
        self._coloured = sum(squares.values()) | sum(stars.values())

    def components(self, used_right: int, used_up: int, right: int, up: int) -> Components | None:
        """Return what is known of squares that end up in one region, None if that is against rules.

        Edges are used by the path, or can still be (`right`, `up`). A component is the squares
        beside the latter, which colours of squares it has, and whether it has stars of each of
        their colours, with how many symbols; those to which no more squares come are left out.
        """
        width = self._width
        right &= self._right
        up &= self._up
        beside = right | right >> width | up | up >> 1
        joined_right = self._right & ~(used_right | right)
        joined_up = self._up & ~(used_up | up)
        todo = beside | self._coloured
        found = []
        while todo:
            component, more = 0, todo & -todo
            while more:
                component |= more
                more = (
                    more << width & joined_right
                    | (more & joined_right) >> width
                    | more << 1 & joined_up
                    | (more & joined_up) >> 1
                ) & ~component
            todo &= ~component
            symbols = self._symbols(component, not component & beside)
            if symbols is None:
                return None
            if component & beside:
                found.append((component & beside, *symbols))
        return tuple(found)

    def _symbols(self, component: int, complete: bool) -> tuple[int, ...] | None:
        """Return the symbols of a component, None if they are against the rules."""
        if not component & self._coloured:
            return ()
        colours = sum(1 << n for n, at in enumerate(self._squares) if at & component)
        if colours & colours - 1:
            return None
        found = [colours]
        for stars, symbols in self._stars:
            starred = bool(stars & component)
            count = (symbols & component).bit_count()
            if starred and (count > 2 or (complete and count < 2)):
                return None
            found += [starred, count]
        return tuple(found)


def _by_colour(board: Grid, symbols: tuple[tuple[int, int, str], ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for row, col, colour in symbols:
        bit = 1 << board.vertex_number((row, col))
        found[colour] = found.get(colour, 0) | bit
    return found
