"""What both engines can answer about a panel, and from what was decided at each vertex to a path.

A *label* is a choice: the kind of the edge to the right, plus four times that of the edge upwards,
plus sixteen times the end that the vertex is (`START`, `GOAL`, or both for the path that is this
vertex alone). Solutions are the labels of their choices.

An engine knows what follows a state, and the value of each state that leads to a solution: the
fewest edges to one, or the number of solutions. From these a solution is put together here.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar

from witness.puzzle.frontier.plan import FAR_HALF, NEAR_HALF, Plan, turn
from witness.puzzle.grid import Edge, Vertex, edge_between
from witness.puzzle.model import Place
from witness.puzzle.rules import Path

#: A state: a number, or with regions two.
State = int | tuple[int, int]

#: The label of a choice, and the next state; None for a complete path that is a solution.
Successor = tuple[int, State | None]

#: The value of a state before a step, None if it leads to no solution.
Value = Callable[[int, State], int | None]


class Answers(ABC):
    """All answers about one panel with any symbols, starts and goals anywhere.

    Every method raises `LimitReachedError` when the budget does not suffice.
    """

    #: The name in records.
    engine: ClassVar[str]

    plan: Plan

    #: The state before the first step.
    first: State

    @abstractmethod
    def successors(self, number: int, state: State) -> list[Successor]:
        """Return what follows a state before a step."""

    @abstractmethod
    def choices(self) -> Iterator[list[int]]:
        """Yield the labels of all solutions, depth first, never going where there is none."""

    @abstractmethod
    def count(self) -> int:
        """Return the number of solutions."""

    @abstractmethod
    def edges_left(self) -> Value:
        """Return the fewest edges from each state to a solution."""

    @abstractmethod
    def completions(self) -> Value:
        """Return the number of solutions from each state."""

    def solutions(self) -> Iterator[Path]:
        """Yield all solutions, without ever following a path that leads to none."""
        return (decode(self.plan, labels) for labels in self.choices())

    def shortest(self) -> Path | None:
        """Return a solution with as few edges as possible, None without any."""
        value = self.edges_left()

        def pick(options: list[tuple[int, State | None, int]]) -> Successor:
            label, after, _ = min(options, key=lambda option: edges_of(option[0]) + option[2])
            return label, after

        return None if value(0, self.first) is None else self._descend(value, 0, pick)

    def sampler(self) -> tuple[int, Callable[[random.Random], Path]]:
        """Return the number of solutions, and a function that draws one, all equally probable.

        It can draw any number of times, if there are solutions.
        """
        value = self.completions()

        def draw(rng: random.Random) -> Path:
            def pick(options: list[tuple[int, State | None, int]]) -> Successor:
                left = rng.randrange(sum(number for _, _, number in options))
                for label, after, number in options:
                    if left < number:
                        return label, after
                    left -= number
                raise AssertionError("a number below the sum is within one of its parts")

            return self._descend(value, 1, pick)

        return value(0, self.first) or 0, draw

    def _descend(
        self,
        value: Value,
        complete: int,
        pick: Callable[[list[tuple[int, State | None, int]]], Successor],
    ) -> Path:
        """Return one solution, each choice picked among those that lead to one.

        A complete path has the value `complete`.
        """
        path: list[int] = []
        state: State | None = self.first
        while state is not None:
            options = [
                (label, after, rest)
                for label, after in self.successors(len(path), state)
                if (rest := complete if after is None else value(len(path) + 1, after)) is not None
            ]
            label, state = pick(options)
            path.append(label)
        return decode(self.plan, path)


START, GOAL = 1, 2


def edges_of(label: int) -> int:
    """Return the number of edges that come onto the path."""
    return (label & 3 != 0) + (label >> 2 & 3 != 0)


def decode(plan: Plan, labels: Sequence[int]) -> Path:
    """Return the path that the choices make; vertices beyond the last choice have no part in it."""
    vertices = _vertices(plan.rows, plan.columns, plan.turned)
    # For each place its one or two neighbours on the path; vertices by the numbers of their steps.
    near: dict[int | Edge, list[int | Edge]] = {}
    ends: dict[int, int | Edge] = {}
    for number, label in enumerate(labels):
        if not label:
            continue
        for kind, there in ((label & 3, number + 1), (label >> 2 & 3, number + plan.columns)):
            if not kind:
                continue
            one: int | Edge = number
            other: int | Edge = there
            if kind in (NEAR_HALF, FAR_HALF):
                middle = edge_between(vertices[number], vertices[there])
                ends[START if middle in plan.puzzle.starts else GOAL] = middle
                one, other = (number, middle) if kind == NEAR_HALF else (middle, there)
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        for end in (START, GOAL):
            if label >> 4 & end:
                ends[end] = number
    path = [ends[START]]
    before = None
    while path[-1] != ends[GOAL]:
        one, *others = near[path[-1]]
        before, after = path[-1], one if one != before else others[0]
        path.append(after)
    places: list[Place] = [vertices[step] if isinstance(step, int) else step for step in path]
    return tuple(places)


@lru_cache(maxsize=32)
def _vertices(rows: int, columns: int, turned: bool) -> list[Vertex]:
    """Return the vertices in the order of the steps."""
    return [turn((row, column), turned) for row in range(rows) for column in range(columns)]
