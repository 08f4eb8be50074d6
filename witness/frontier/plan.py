"""In what order a frontier passes over the vertices of a panel, and what each of them may do.

The vertices are taken row by row from the bottom left, along the shorter side: a board with more
columns than rows is turned over its diagonal first. At a vertex two edges are decided, the one
to the right and the one upwards. So a square is *open* from its bottom left vertex, which decides
its bottom and its left edge, over the bottom right one (its right edge) to the top left one (its
top edge). What an open square with triangles still needs is part of the state: from 0 to 2 edges
while its right edge is open as well, and then 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from witness.frontier.marks import Mark, Questions, questions_of
from witness.puzzle.demands import region_demands
from witness.puzzle.grid import Edge, Square, Vertex, edge_between
from witness.puzzle.model import ENDS, Place, Puzzle, is_edge
from witness.puzzle.symbols import BARRING, REGIONAL, SYMBOLS
from witness.puzzle.symbols.rule import OnPath
from witness.puzzle.symbols.symbol import Symbol

#: What can become of an edge: not on the path; on it; or, where a start or goal is in its middle,
#: half of it, from the vertex that decides it or from the other one.
UNUSED, WHOLE, NEAR_HALF, FAR_HALF = range(4)

#: The most edges of a square for which a state has room.
_MOST_EDGES = 3


def _number(symbol: Symbol) -> int | None:
    """Return how many edges of its square a symbol asks for, if that is one number, 1 to 3.

    0 stands for the number of the entry, None for anything else.
    """
    rule = symbol.rule
    if not isinstance(rule, OnPath) or rule.of != "edges":
        return None
    one = 0 if rule.numbers is None else rule.numbers[0]
    wanted = symbol.values or () if rule.numbers is None else rule.numbers
    small = bool(wanted) and min(wanted) >= 1 and max(wanted) <= _MOST_EDGES
    return one if small and (one == 0 or len(wanted) == 1) else None


#: The symbols that ask for one number of their square's edges, with that number (`_number`), and
#: those that ask to be on the path.
NUMBERS = {name: number for name, one in SYMBOLS.items() if (number := _number(one)) is not None}
NEEDED = tuple(
    name
    for name, one in SYMBOLS.items()
    if isinstance(one.rule, OnPath) and one.rule.of == "place" and one.rule.numbers == (1,)
)

#: The features of panels that this algorithm knows.
SUPPORTED = ENDS | {*NUMBERS, *NEEDED, *BARRING, *REGIONAL}


@dataclass(frozen=True)
class Step:
    """One vertex: what it may do, and which squares it decides about.

    `right` and `up` hold the possibilities of these two edges (`UNUSED` …), `right_end` and
    `up_end` whether a half ends at a start ("S") or a goal ("G"). A path with edges may begin here
    if `start`, end here if `goal`, and pass through if `through`; it must come here if `needed`;
    the path that is this vertex alone is possible if `alone`. The vertex is the bottom left corner
    of a square with `triangles`, the bottom right one of a square with triangles if `left_square`,
    and the top left one if `below_square`.
    """

    column: int
    vertex: Vertex
    right: tuple[int, ...]
    up: tuple[int, ...]
    right_end: str | None
    up_end: str | None
    start: bool
    goal: bool
    alone: bool
    through: bool
    needed: bool
    triangles: int
    left_square: bool
    below_square: bool


@dataclass(frozen=True)
class Plan:
    """A panel as the frontier passes over it.

    The compiled loops take the steps from `witness.frontier.table`, without making them one by one.
    """

    puzzle: Puzzle

    @cached_property
    def turned(self) -> bool:
        """Whether the board is turned over its diagonal."""
        return self.puzzle.cols > self.puzzle.rows

    @property
    def rows(self) -> int:
        """The number of vertices in a column of the board, as it lies here."""
        return max(self.puzzle.rows, self.puzzle.cols) + 1

    @property
    def columns(self) -> int:
        """The number of vertices in a row."""
        return min(self.puzzle.rows, self.puzzle.cols) + 1

    @property
    def size(self) -> int:
        """The number of steps."""
        return self.rows * self.columns

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps, one for each vertex."""
        return tuple(_steps(self))

    @property
    def coloured(self) -> bool:
        """Whether regions matter: a symbol asks something of them."""
        return self.puzzle.regional

    @cached_property
    def numbers(self) -> dict[Square, int]:
        """The numbers of edges that squares ask for."""
        found: dict[Square, int] = {}
        for name, number in NUMBERS.items():
            entries = getattr(self.puzzle, name)
            found.update((entry[:2], number or entry[2]) for entry in entries)
        return found

    @cached_property
    def needed(self) -> tuple[Place, ...]:
        """The vertices and edges that must be on the path."""
        return tuple(place for name in NEEDED for place in getattr(self.puzzle, name))

    @cached_property
    def asked(self) -> tuple[Questions, dict[int, Mark]]:
        """What is asked of regions, and the marks of squares by their numbers on the board."""
        return questions_of(region_demands(self.puzzle))

    @property
    def questions(self) -> Questions:
        """What is asked of regions."""
        return self.asked[0]

    @cached_property
    def marks(self) -> dict[Square, Mark]:
        """The marks of squares that add something to a region, as the board lies here."""
        squares = self.puzzle.grid.squares
        return {turn(squares[number], self.turned): mark for number, mark in self.asked[1].items()}

    def mark(self, square: Square) -> Mark:
        """Return what a square adds to its region."""
        return self.marks.get(square, self.questions.empty)

    @cached_property
    def last_need(self) -> int:
        """The step from which on a complete path is a solution if nothing is open.

        No later step adds a demand.
        """
        return self._last(
            lambda step: (
                step.needed
                or step.triangles > 0
                or UNUSED not in step.right
                or UNUSED not in step.up
            )
        )

    @cached_property
    def last_start(self) -> int:
        """The step after which no path can begin."""
        return self._last(
            lambda step: step.start or step.alone or "S" in (step.right_end, step.up_end)
        )

    @cached_property
    def last_goal(self) -> int:
        """The step after which no path can end."""
        return self._last(lambda step: step.goal or "G" in (step.right_end, step.up_end))

    def _last(self, chosen: Callable[[Step], bool]) -> int:
        """Return the number of the last step of a kind, 0 without any."""
        return max((number for number, step in enumerate(self.steps) if chosen(step)), default=0)


def plan(puzzle: Puzzle) -> Plan:
    """Lay out a panel for the frontier. Raises `InputError` for features that it does not know."""
    puzzle.require(SUPPORTED, "the frontier solver does not know that")
    return Plan(puzzle)


def _steps(plan: Plan) -> Iterator[Step]:
    puzzle, turned = plan.puzzle, plan.turned
    triangles = {turn(square, turned): count for square, count in plan.numbers.items()}
    starts, goals, dots, gaps = (
        {turn_place(place, turned) for place in places}
        for places in (puzzle.starts, puzzle.goals, plan.needed, puzzle.barred)
    )

    def kinds(edge: Edge) -> tuple[tuple[int, ...], str | None]:
        """Return what can become of an edge, and where a half of it ends."""
        found = [] if edge in dots else [UNUSED]
        if edge in gaps:
            return tuple(found), None
        end = "S" if edge in starts else "G" if edge in goals else None
        if end != "G" or puzzle.pass_goals:
            found.append(WHOLE)
        if end is not None:
            found += [NEAR_HALF, FAR_HALF]
        return tuple(found), end

    no_edge: tuple[tuple[int, ...], str | None] = ((UNUSED,), None)
    for row in range(plan.rows):
        for column in range(plan.columns):
            vertex = (row, column)
            is_last = column == plan.columns - 1
            right = no_edge if is_last else kinds((vertex, (row, column + 1)))
            up = no_edge if row == plan.rows - 1 else kinds((vertex, (row + 1, column)))
            goal = vertex in goals
            yield Step(
                column=column,
                vertex=vertex,
                right=right[0],
                up=up[0],
                right_end=right[1],
                up_end=up[1],
                start=vertex in starts and (puzzle.pass_goals or not goal),
                goal=goal,
                alone=vertex in starts and goal,
                through=not goal or puzzle.pass_goals,
                needed=vertex in dots,
                triangles=triangles.get(vertex, 0),
                left_square=(row, column - 1) in triangles,
                below_square=(row - 1, column) in triangles,
            )


def turn(place: Vertex, turned: bool) -> Vertex:
    """Turn a vertex or a square over the diagonal, or leave it."""
    return (place[1], place[0]) if turned else place


def turn_place(place: Place, turned: bool) -> Place:
    """Turn a vertex or an edge over the diagonal, or leave it."""
    if is_edge(place):
        return edge_between(turn(place[0], turned), turn(place[1], turned))
    return turn(cast(Vertex, place), turned)
