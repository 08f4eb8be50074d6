"""A walk through all lines of a panel, depth first, whatever symbols it has.

A line is given up as soon as it cannot come to a goal any more, or to the dots; and as soon as
something is wrong with a region that is closed, that is one to whose squares the rest of the line
does not come. About these it asks the rule checker, which remembers its answers. That is fast where
others are slow: on small panels with many blocks or marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from witness.base.limits import Budget
from witness.boards.solvers.turns import Turns
from witness.puzzle.asked import Asked, Lines, RegionTest
from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.rules import Path, goal_test, open_halves
from witness.puzzle.second_line import moved

#: Steps in a turn, and between two looks at the clock: some hundredths of a second.
_SLICE = 5000


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions."""
    return (path for path in _Walk(puzzle, budget).lines() if path is not None)


def turns(puzzle: Puzzle, budget: Budget) -> Turns:
    """Look for a solution, in turns."""
    for path in _Walk(puzzle, budget).lines():
        if path is not None:
            return path
        yield
    return None


#: The bit sets of the places on a line, of those closed to it, of its edges, and of the squares in
#: closed regions, with which nothing is wrong.
_State = tuple[int, int, int, int]


class _Walk:
    """The lines of a panel."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self.puzzle, self.budget = puzzle, budget
        self.graph = graph = path_graph(puzzle)
        self.tested, self.satisfied = RegionTest(puzzle, Asked(puzzle)), goal_test(puzzle)
        self.images = graph.images or tuple(range(len(graph.places)))
        self.near = [sum(1 << near for near, _ in row) for row in graph.steps]
        self.goals = sum(1 << goal for goal in graph.goals)
        self.squares = (1 << len(puzzle.grid.squares)) - 1
        self.vertices = (1 << len(puzzle.grid.vertices)) - 1
        at = [self._squares_at(place) for place in graph.places]
        #: The squares at each place and at its image: what changes when a line comes there.
        self.at = [one | at[image] for one, image in zip(at, self.images, strict=True)]
        self.dots = sum(1 << n for n, place in enumerate(graph.places) if place in puzzle.dots)

    def _squares_at(self, place: Place) -> int:
        board = self.puzzle.grid
        around = (
            board.edge_squares(place)
            if is_edge(place)
            else board.vertex_squares(cast(Vertex, place))
        )
        return sum(1 << board.square_number(square) for square in around)

    def lines(self) -> Iterator[Path | None]:
        """Yield all solutions, and None after each turn."""
        graph, number = self.graph, self.puzzle.grid.edge_number
        steps = 0
        for start in graph.open_starts:
            begin = graph.places[start]
            half = 1 << number[begin] if is_edge(begin) else 0
            trail: list[int] = []
            todo = [(iter(((start, 0),)), (0, 0, half, 0))]
            while todo:
                ways, (line, closed, edges, right) = todo[-1]
                for place, edge in ways:
                    if closed >> place & 1:
                        continue
                    steps += 1
                    if steps % _SLICE == 0:
                        self.budget.check()
                        yield None
                    bit = 1 << place
                    passed = edges | 1 << edge if trail else edges
                    state = (line | bit, closed | bit | 1 << self.images[place], passed, right)
                    trail.append(place)
                    if self.goals & bit:
                        path = graph.path(trail)
                        if self._solved(path, state):
                            yield path
                    after = self._after(place, state, half if self.puzzle.open_halves else 0)
                    if after is not None:
                        todo.append((iter(graph.steps[place]), after))
                        break
                    trail.pop()
                else:
                    todo.pop()
                    if trail:
                        trail.pop()

    def _solved(self, path: Path, state: _State) -> bool:
        """Whether a line that has come to a goal is a solution."""
        line, _, edges, _ = state
        halves = open_halves(self.puzzle, path)
        return self._right(self.squares, state, halves) is not None and self.satisfied(
            edges, line & self.vertices, halves
        )

    def _after(self, place: int, state: _State, halves: int) -> _State | None:
        """Return what is known of a line that goes on from a place, None if that is hopeless."""
        line, closed, edges, _ = state
        ends = 0 if self.puzzle.pass_goals else self.goals
        if ends >> place & 1:
            return None
        reached, changing, todo = closed, 0, [place]
        while todo:
            new = self.near[todo.pop()] & ~reached
            reached |= new
            while new:
                low = new & -new
                new ^= low
                near = low.bit_length() - 1
                changing |= self.at[near]
                if not low & ends:
                    todo.append(near)
        if not reached & ~closed & self.goals:
            return None
        lost = self.dots & ~reached
        if lost:
            lost &= ~moved(reached, self.images)
            if lost.bit_count() > len(self.puzzle.eliminations):
                return None
        right = self._right(self.squares & ~changing, state, halves)
        return None if right is None else (line, closed, edges, right)

    def _right(self, squares: int, state: _State, halves: int) -> int | None:
        """Return the squares of all regions within some squares; None if one of them is wrong."""
        line, _, edges, right = state
        todo = squares & ~right
        if not todo:
            return right
        across = self.puzzle.grid.across
        lines = Lines(self.puzzle, edges, line & self.vertices, halves)
        while todo:
            low = todo & -todo
            region, found = low, [low.bit_length() - 1]
            for square in found:
                for edge, other in across[square]:
                    if not (lines.dividing & edge or region >> other & 1):
                        region |= 1 << other
                        if squares >> other & 1:
                            found.append(other)
            todo &= ~region
            if not region & ~squares:
                if not self.tested.right(region, lines):
                    return None
                right |= region
        return right
