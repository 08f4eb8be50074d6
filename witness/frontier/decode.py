"""From what was decided at each vertex to the path."""

from __future__ import annotations

from collections.abc import Sequence

from witness.frontier.plan import FAR_HALF, NEAR_HALF, UNUSED, Plan, turn_place
from witness.frontier.profile import GOAL, START, Choice
from witness.puzzle.model import Place
from witness.puzzle.rules import Path


def decode(plan: Plan, choices: Sequence[Choice]) -> Path:
    """Return the path that the choices make; vertices beyond the last choice have no part in it."""
    near: dict[Place, list[Place]] = {}
    ends: dict[int, Place] = {}
    for step, choice in zip(plan.steps, choices, strict=False):
        (row, column), here = step.vertex, turn_place(step.vertex, plan.turned)
        for end in (START, GOAL):
            if choice.end & end:
                ends[end] = here
                near.setdefault(here, [])
        for kind, name, vertex in (
            (choice.right, step.right_end, (row, column + 1)),
            (choice.up, step.up_end, (row + 1, column)),
        ):
            there = turn_place(vertex, plan.turned)
            edge = turn_place((step.vertex, vertex), plan.turned)
            if kind in (NEAR_HALF, FAR_HALF):
                ends[START if name == "S" else GOAL] = edge
            if kind != UNUSED:
                one = edge if kind == FAR_HALF else here
                other = edge if kind == NEAR_HALF else there
                near.setdefault(one, []).append(other)
                near.setdefault(other, []).append(one)
    path = [ends[START]]
    while path[-1] != ends[GOAL]:
        path.append(next(place for place in near[path[-1]] if place not in path[-2:-1]))
    return tuple(path)
