"""The line of a panel as clauses: degrees, starts and goals, triangles, dots; and loops beside it.

A variable says of each edge of the board whether it is on the path. An edge with a start or a goal
in its middle has two more, for its halves; and each start (goal) has one that says that the path
begins (ends) there. Then every place that the path touches has exactly two of these; with the path
there may be separate loops. `Line.cycles` finds them, and `Line.cut` rules one out.

Where there are two lines, that is the first; others say of an edge whether it is on either.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import cast

from witness.puzzle.graph import path_graph
from witness.puzzle.grid import Edge, Vertex
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.second_line import image
from witness.puzzle.symbols import IN_SQUARES
from witness.puzzle.symbols.rule import Removes

Clause = list[int]


class Line:
    """The variables and clauses of a panel's line. The edge with number e has variable e + 1."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.graph = path_graph(puzzle)
        board = puzzle.grid
        self.last = len(board.edges)
        self.clauses: list[Clause] = []
        #: The two places that each edge, or half of one, joins.
        self.joins = {
            number: (board.vertex_number(one), board.vertex_number(other))
            for number, (one, other) in enumerate(board.edges, start=1)
        }
        #: The variables at each place, two of which are true if the path goes there.
        vertices = self.graph.steps[: len(board.vertices)]
        self.near = [[edge + 1 for _, edge in row] for row in vertices]
        #: The variables of paths that are one middle of an edge.
        self.alone: dict[int, int] = {}
        self._halves()
        self.begins = {self.new(): start for start in self.graph.starts}
        self.ends = {self.new(): goal for goal in sorted(self.graph.goals)}
        self._ends()
        for variables in self.near:
            self.clauses += none_or_two(tuple(variables))
        #: The variables of edges that are on a line, and of those that divide regions.
        self.lines = self._lines()
        self.dividing = self._dividing()
        #: The variables of symbols that marks take away, by square and by place.
        self.gone_squares: dict[int, int] = {}
        self.gone_places: dict[Place, int] = {}
        if puzzle.eliminations:
            self._gone()
        self._symbols()

    def new(self) -> int:
        """Return a new variable."""
        self.last += 1
        return self.last

    def _halves(self) -> None:
        """Part the edges with a start or a goal in their middle."""
        for middle in range(len(self.near), len(self.graph.places)):
            halves = []
            for vertex, number in self.graph.steps[middle]:
                edge, half = number + 1, self.new()
                halves.append(half)
                self.joins[half] = (middle, vertex)
                self.near[vertex] = [
                    half if other == edge else other for other in self.near[vertex]
                ]
                self.clauses.append([-half, edge])
            self.clauses.append([*halves, *self._alone(middle, edge), -edge])
            self.joins.pop(edge)
            self.near.append(halves)

    def _alone(self, middle: int, edge: int) -> list[int]:
        """Return the variable of a path that is the middle of an edge and no more, if it can be."""
        if middle not in self.graph.starts or middle not in self.graph.goals:
            return []
        alone = self.new()
        self.alone[middle] = alone
        self.clauses.append([-alone, edge])
        return [alone]

    def _ends(self) -> None:
        """Let the path begin at one start and end at one goal, the first that it reaches."""
        if not self.puzzle.pass_goals:
            for end, goal in self.ends.items():
                self.clauses += [[-link, end] for link in self.near[goal]]
        for ends in (self.begins, self.ends):
            self.clauses += exactly_one(list(ends))
            for end, place in ends.items():
                self.near[place] = [*self.near[place], end]
        for middle, alone in self.alone.items():
            (begin,) = (begin for begin, place in self.begins.items() if place == middle)
            (end,) = (end for end, place in self.ends.items() if place == middle)
            self.clauses += [[-alone, begin], [-alone, end], [alone, -begin, -end]]

    def _lines(self) -> list[int]:
        """Return for each edge the variable that says that a line is there; no two lines meet."""
        edges = list(range(1, len(self.puzzle.grid.edges) + 1))
        if self.puzzle.images is None or self.graph.images is None:
            return edges
        for place, other in enumerate(self.graph.images):
            if place <= other:
                for one in self.near[place]:
                    self.clauses += [[-one, -two] for two in self.near[other]]
        return [self._either(edge, self.puzzle.images.edges[edge - 1] + 1) for edge in edges]

    def _either(self, one: int, other: int) -> int:
        """Return a variable that is true if one of two is."""
        either = self.new()
        self.clauses += [[-one, either], [-other, either], [one, other, -either]]
        return either

    def _dividing(self) -> list[int]:
        """Return for each edge the variable that says that it divides regions, if it is no wall."""
        found = list(self.lines)
        if self.puzzle.open_halves:
            for place in range(len(self.puzzle.grid.vertices), len(self.graph.places)):
                edge = cast(Edge, self.graph.places[place])
                number = self.puzzle.grid.edge_number[edge]
                line, found[number] = found[number], self.new()
                half, second = self._half(place), self._half_of_second(place)
                shut = self._shut(edge) if second and self.puzzle.rules == "witnesspuzzles" else []
                self.clauses += [[-found[number], line], [-line, *half, *second, found[number]]]
                self.clauses += [[-end, -found[number]] for end in half]
                self.clauses += [[-end, *shut, -found[number]] for end in second]
                self.clauses += [[-line, *half, -one, found[number]] for one in shut]
        return found

    def _half(self, place: int) -> list[int]:
        """Return the variables of which one is true if the path begins or ends at a place."""
        return [end for end, at in {**self.begins, **self.ends}.items() if at == place]

    def _half_of_second(self, place: int) -> list[int]:
        return [] if self.graph.images is None else self._half(self.graph.images[place])

    def _shut(self, edge: Edge) -> list[int]:
        """Return the variable that says that lines are at both vertices of an edge."""
        one, other = ([*self.visits(end), *self.visits(end, 2)] for end in edge)
        shut = self.new()
        self.clauses += [[-shut, *one], [-shut, *other]]
        self.clauses += [[-a, -b, shut] for a in one for b in other]
        return [shut]

    def visits(self, place: Place, number: int = 1) -> Clause:
        """Return the literals of which one is true if a line is at a place: line 1 or 2."""
        board = self.puzzle.grid
        if number == 2:
            place = image(board, self.puzzle.symmetry, place)
        if is_edge(place):
            return [board.edge_number[place] + 1]
        return self.near[board.vertex_number(cast(Vertex, place))]

    def _gone(self) -> None:
        number = self.puzzle.grid.square_number
        for symbol in IN_SQUARES:
            for entry in (
                () if isinstance(symbol.rule, Removes) else getattr(self.puzzle, symbol.name)
            ):
                self.gone_squares[number(entry[:2])] = self.new()
        for place in (*self.puzzle.dots, *(place for place, _ in self.puzzle.line_dots)):
            self.gone_places[place] = self.new()

    def unless_gone(self, square: int) -> Clause:
        """Return the literal that the symbol of a square is gone, if it can be."""
        return [self.gone_squares[square]] if square in self.gone_squares else []

    def _symbols(self) -> None:
        """Edges that are barred, dots and triangles."""
        board, puzzle = self.puzzle.grid, self.puzzle
        free = {edge for row in self.graph.steps for _, edge in row}
        self.clauses += [[-edge - 1] for edge in range(len(board.edges)) if edge not in free]
        for dot in puzzle.dots:
            second = self.visits(dot, 2) if puzzle.symmetry else []
            self.clauses.append([*self.visits(dot), *second, *self._unless_gone(dot)])
        for place, number in puzzle.line_dots:
            self.clauses.append([*self.visits(place, number), *self._unless_gone(place)])
        for square, count in puzzle.triangle_at.items():
            sides = [self.lines[board.edge_number[edge]] for edge in board.square_edges(square)]
            gone = self.unless_gone(board.square_number(square))
            self.clauses += [[*clause, *gone] for clause in exactly(sides, count)]

    def _unless_gone(self, place: Place) -> Clause:
        return [self.gone_places[place]] if place in self.gone_places else []

    def cycles(self, model: Sequence[int]) -> tuple[list[int], list[list[int]]]:
        """Return the places of the path, and those of each loop beside it, in a model."""
        links: dict[int, list[int]] = {}
        for link, (one, other) in self.joins.items():
            if model[link - 1] > 0:
                links.setdefault(one, []).append(other)
                links.setdefault(other, []).append(one)
        (place,) = (place for begin, place in self.begins.items() if model[begin - 1] > 0)
        path = _follow(links, place)
        loops = []
        while links:
            loops.append(_follow(links, next(iter(links))))
        return path, loops

    def cut(self, loop: list[int]) -> list[Clause]:
        """Return clauses that rule a loop out and hold for every path.

        A path that uses an edge of the loop leaves its places, or has an end there.
        """
        inside = set(loop)
        steps = {frozenset(step) for step in pairwise([*loop, loop[0]])}
        links, around = set(), []
        for place in loop:
            for variable in self.near[place]:
                joined = self.joins.get(variable)
                if joined is None or not inside.issuperset(joined):
                    around.append(variable)
                elif frozenset(joined) in steps:
                    links.add(variable)
        return [[-link, *around] for link in sorted(links)]


def _follow(links: dict[int, list[int]], place: int) -> list[int]:
    """Return the places from one on, and take their links away."""
    found = [place]
    while True:
        near = links.pop(place, ())
        place = next((other for other in near if other in links), -1)
        if place < 0:
            return found
        found.append(place)


def exactly_one(literals: Sequence[int]) -> list[Clause]:
    """Return clauses that say that exactly one literal is true."""
    return [list(literals), *([-a, -b] for a, b in combinations(literals, 2))]


@lru_cache(maxsize=1024)
def none_or_two(literals: tuple[int, ...]) -> list[Clause]:
    """Return clauses that say that no literal or exactly two are true."""
    rules = [[-a, -b, -c] for a, b, c in combinations(literals, 3)]
    for literal in literals:
        rules.append([-literal, *(other for other in literals if other != literal)])
    return rules


def exactly(literals: Sequence[int], number: int) -> list[Clause]:
    """Return clauses that say how many literals are true."""
    few = [list(chosen) for chosen in combinations(literals, len(literals) - number + 1)]
    many = [[-literal for literal in chosen] for chosen in combinations(literals, number + 1)]
    return few + many
