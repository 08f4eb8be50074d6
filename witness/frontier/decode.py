"""From what was decided at each vertex to the path."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from witness.frontier.plan import FAR_HALF, NEAR_HALF, Plan, turn
from witness.frontier.profile import GOAL, START
from witness.puzzle.grid import Edge, Vertex, edge_between
from witness.puzzle.model import Place
from witness.puzzle.rules import Path


def decode(plan: Plan, labels: Sequence[int]) -> Path:
    """Return the path that the choices make; vertices beyond the last choice have no part in it.

    The labels are those of `witness.frontier.arrays`.
    """
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
