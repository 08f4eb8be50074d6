"""States of a player: a path that is not finished yet, and its moves A(s) (thesis, 2.1 and 2.2).

`straight_solution` is what players see at a glance (3.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from witness.puzzle.graph import PathGraph, path_graph
from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import FEATURES, Place, Puzzle, is_edge
from witness.puzzle.rules import Path, goal_test, open_halves, path_masks

#: The features of puzzles that can be rated: a player's moves and the end of a path are defined for
#: all of them.
SUPPORTED = frozenset(FEATURES)

#: The features of puzzles about which inference rules reason. With an elimination mark a symbol may
#: be wrong; a second line may take edges that the first one leaves.
REASONED = frozenset(FEATURES) - {
    "eliminations", "symmetry", "line_dots", "wraps", "four-triangles", "open-halves"
}  # fmt: skip


class Move(NamedTuple):
    """A step to a place, along an edge; both by number (`witness.puzzle.graph`)."""

    place: int
    edge: int


class Panel:
    """A puzzle from one of its starts, with what rules often ask about it.

    The other starts are ordinary places: one in the middle of an edge is ignored.
    """

    def __init__(self, puzzle: Puzzle, start: Place | None = None) -> None:
        """Raise `InputError` for a puzzle with features that ratings do not know."""
        puzzle.require(SUPPORTED, "ratings do not know that")
        self.puzzle = puzzle = puzzle.changed(starts=(start or puzzle.starts[0],))
        self.graph: PathGraph = path_graph(puzzle)
        #: With one goal nothing is behind it: a path that has passed it never ends.
        self.passes = puzzle.pass_goals and len(puzzle.goals) > 1

    @property
    def reasoned(self) -> bool:
        """Whether inference rules reason about the panel."""
        return self.puzzle.features <= REASONED

    @cached_property
    def satisfied(self) -> Callable[..., bool]:
        """The test of whether a path to a goal solves the puzzle."""
        return goal_test(self.puzzle)

    @cached_property
    def halved_edges(self) -> frozenset[int]:
        """The edges with a start or a goal in their middle."""
        ends = (*self.puzzle.starts, *self.puzzle.goals)
        return frozenset(self.puzzle.grid.edge_number[end] for end in ends if is_edge(end))

    @cached_property
    def square_edges(self) -> dict[Square, tuple[int, ...]]:
        """The edges of each square."""
        board = self.puzzle.grid
        return {
            square: tuple(board.edge_number[edge] for edge in board.square_edges(square))
            for square in board.squares
        }

    @cached_property
    def square_corners(self) -> dict[Square, tuple[int, ...]]:
        """The corners of each square."""
        board = self.puzzle.grid
        return {
            square: tuple(map(board.vertex_number, board.square_corners(square)))
            for square in board.squares
        }

    @cached_property
    def triangles(self) -> dict[Square, int]:
        """The squares with triangles that rules reason about.

        Those with a start or a goal in the middle of an edge are left out: there, half an edge
        counts as the edge, and corners do not say how many edges a path can still take.
        """
        return {
            square: count
            for square, count in self.puzzle.triangle_at.items()
            if self.halved_edges.isdisjoint(self.square_edges[square])
        }

    @cached_property
    def ring(self) -> tuple[int, ...]:
        """The places on the border of the board, once around; none without squares."""
        puzzle, board = self.puzzle, self.puzzle.grid
        if not board.squares or puzzle.wraps:
            return ()
        rows, cols = puzzle.rows, puzzle.cols
        around = [
            *((0, c) for c in range(cols)),
            *((r, cols) for r in range(rows)),
            *((rows, c) for c in range(cols, 0, -1)),
            *((r, 0) for r in range(rows, 0, -1)),
        ]
        number = {place: at for at, place in enumerate(self.graph.places)}
        found = []
        for a, b in zip(around, [*around[1:], around[0]], strict=True):
            found.append(number[a])
            middle = number.get((min(a, b), max(a, b)))
            if middle is not None:
                found.append(middle)
        return tuple(found)

    @cached_property
    def border_edges(self) -> frozenset[int]:
        """The edges with a square on one side only."""
        board = self.puzzle.grid
        return frozenset(n for n, e in enumerate(board.edges) if len(board.edge_squares(e)) < 2)

    def begin(self) -> State:
        """Return the state at the start."""
        return State(self, self.graph.starts, ())


def panels(puzzle: Puzzle) -> tuple[Panel, ...]:
    """Return the panels of a puzzle, one for each start."""
    return tuple(Panel(puzzle, start) for start in puzzle.starts)


@dataclass(frozen=True)
class State:
    """A path from the start: its places and its edges, in order, by number."""

    panel: Panel
    trail: tuple[int, ...]
    edges: tuple[int, ...]

    @property
    def head(self) -> int:
        """The place where the path has arrived."""
        return self.trail[-1]

    @property
    def path(self) -> Path:
        """The path as the rest of the package has it."""
        return self.panel.graph.path(self.trail)

    @cached_property
    def solved(self) -> bool:
        """Γ(s): whether the path solves the puzzle."""
        panel = self.panel
        if self.head not in panel.graph.goals:
            return False
        puzzle, path = panel.puzzle, self.path
        return panel.satisfied(*path_masks(puzzle, path), open_halves(puzzle, path))

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """A(s): the legal moves, in the order up, right, down, left.

        They lead to no place twice, nor to one of the second line, and over no gap; a path ends
        when it reaches a goal, unless `pass_goals` is set.
        """
        graph = self.panel.graph
        if self.head in graph.goals and not self.panel.passes:
            return ()
        taken = {*self.trail}
        if graph.images is not None:
            taken |= {graph.images[place] for place in self.trail}
        return tuple(
            Move(place, edge) for place, edge in graph.steps[self.head] if place not in taken
        )

    def after(self, move: Move) -> State:
        """Return the state that a move leads to."""
        return State(self.panel, (*self.trail, move.place), (*self.edges, move.edge))

    def to(self, place: int) -> State | None:
        """Return the state that the move to a place leads to, None if there is no such move."""
        return next((self.after(move) for move in self.moves if move.place == place), None)

    @cached_property
    def squares(self) -> tuple[tuple[int, int, int, tuple[int, ...]], ...]:
        """For each square with triangles: these, its edges and corners on the path, its corners.

        Edges and corners on the path are bit sets in the order of
        `witness.puzzle.views.configurations`.
        """
        panel, edges, trail = self.panel, self.edges, self.trail
        found = []
        for square, triangles in panel.triangles.items():
            corners = panel.square_corners[square]
            used = sum(1 << n for n, e in enumerate(panel.square_edges[square]) if e in edges)
            visited = sum(1 << n for n, corner in enumerate(corners) if corner in trail)
            found.append((triangles, used, visited, corners))
        return tuple(found)


def straight_solution(state: State) -> State | None:
    """Return the solved state to which a line from the head to a goal leads, None without one.

    Players see straight lines, and zigzags on a diagonal, at a glance (thesis, 3.5, Figure 3.3).
    """
    places = state.panel.graph.places
    for goal in sorted(state.panel.graph.goals):
        for line in lines(places[state.head], places[goal]):
            end: State | None = state
            for place in line:
                end = end and end.to(places.index(place))
            if end is not None and end.solved:
                return end
    return None


def lines(here: Place, goal: Place) -> Iterator[tuple[Vertex, ...]]:
    """Yield the straight lines and zigzags from a vertex to another, without their first vertex.

    If the two are in one row or column, there is one line; on a diagonal there are two zigzags; one
    row or column apart, two lines with one corner. Else each line goes along the longer side in one
    piece, between two steps of the shorter side. There are none from or to the middle of an edge.
    The thesis has no text for sides of different lengths.
    """
    if is_edge(here) or is_edge(goal) or here == goal:
        return
    (row, column), (goal_row, goal_column) = cast(Vertex, here), cast(Vertex, goal)
    up, right = abs(goal_row - row), abs(goal_column - column)
    vertical = (1 if goal_row > row else -1, 0)
    horizontal = (0, 1 if goal_column > column else -1)
    if not up or not right:
        shapes = [[vertical] * up + [horizontal] * right]
    elif up == right:
        shapes = [[vertical, horizontal] * up, [horizontal, vertical] * up]
    else:
        short, long = (vertical, horizontal) if up < right else (horizontal, vertical)
        few, many = sorted((up, right))
        places = (0, 1) if few == 1 else range(1, few)
        shapes = [[short] * at + [long] * many + [short] * (few - at) for at in places]
    for shape in shapes:
        line = [(row, column)]
        for rise, run in shape:
            line.append((line[-1][0] + rise, line[-1][1] + run))
        yield tuple(line[1:])
