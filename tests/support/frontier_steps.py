"""What each vertex of a panel may do: the definition of `witness.boards.frontier.table`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from witness.boards.frontier.marks import Mark
from witness.boards.frontier.plan import FAR_HALF, NEAR_HALF, UNUSED, WHOLE, Plan, turn
from witness.puzzle.grid import Edge, Square, Vertex, edge_between
from witness.puzzle.model import Place, is_edge


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


class Steps(Plan):
    """A panel as the frontier passes over it, step by step."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps, one for each vertex."""
        return tuple(_steps(self))

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


def _steps(plan: Steps) -> Iterator[Step]:
    puzzle, turned = plan.puzzle, plan.turned
    triangles = {turn(square, turned): count for square, count in puzzle.triangle_at.items()}
    starts, goals, dots, gaps = (
        {turn_place(place, turned) for place in places}
        for places in (puzzle.starts, puzzle.goals, puzzle.dots, puzzle.gaps)
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


def turn_place(place: Place, turned: bool) -> Place:
    """Turn a vertex or an edge over the diagonal, or leave it."""
    if is_edge(place):
        return edge_between(turn(place[0], turned), turn(place[1], turned))
    return turn(cast(Vertex, place), turned)
