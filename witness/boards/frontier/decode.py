"""From what was decided at each vertex to the path.

A *label* is a choice: the kind of the edge to the right, plus four times that of the edge upwards,
plus sixteen times the end that the vertex is (`START`, `GOAL`, or both for the path that is this
vertex alone).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

from witness.boards.frontier.plan import FAR_HALF, NEAR_HALF, Plan, turn
from witness.puzzle.grid import Edge, Vertex, edge_between
from witness.puzzle.model import Place
from witness.puzzle.rules import Path

START, GOAL = 1, 2

#: A function that draws a solution at random, all equally probable: the labels of its choices.
Draw = Callable[[random.Random], list[int]]


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
