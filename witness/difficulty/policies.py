"""Policies: continuations that players see at a glance, by name (thesis, 3.5 and Algorithm 3).

A policy looks at a state and returns the solved state to which it leads, None for none. Where it
finds one, π(s) = 1, and the state costs nothing.

The thesis describes straight lines to the goal and, on a diagonal, zigzags (Figure 3.3), and leaves
others to the eye. The shapes for sides of different lengths are not in its text, nor is the border.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from witness.base.errors import InputError, quoted
from witness.base.meant import did_you_mean
from witness.difficulty.state import State
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Place, is_edge

Policy = Callable[[Any], Any]


def straight_solution(state: State) -> State | None:
    """Return the solved state to which some line from the head to a goal leads, None for none."""
    places = state.panel.graph.places
    for goal in sorted(state.panel.graph.goals):
        for line in lines(places[state.head], places[goal]):
            *_, end = _along(state, map(places.index, line))
            if end is not None and end.solved:
                return end
    return None


def border_solution(state: State) -> State | None:
    """Return the solved state to which the border leads from the head, None for none.

    If the head is on the border, the path follows it either way round, for as long as it can; it
    cannot pass a gap.
    """
    ring = state.panel.ring
    if state.head not in ring:
        return None
    at = ring.index(state.head)
    for places in (ring[at + 1 :] + ring[:at], ring[:at][::-1] + ring[at + 1 :][::-1]):
        for after in _along(state, places):
            if after is not None and after.solved:
                return after
    return None


def _along(state: State, places: Iterable[int]) -> Iterator[State | None]:
    """Yield the states on the way through some places, and None where the path cannot go on."""
    for place in places:
        after = state.to(place)
        yield after
        if after is None:
            return
        state = after


def lines(here: Place, goal: Place) -> Iterator[tuple[Vertex, ...]]:
    """Yield the lines from a vertex to another that the policy knows, without their first vertex.

    One straight line, where there is one; on a diagonal the two zigzags; one row or column away
    the two lines with one corner; else those that go along the longer side in one go, somewhere
    between the first and the last step of the shorter one. None from or to the middle of an edge.
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


#: What `--policy` takes.
POLICIES: dict[str, Policy] = {"straight": straight_solution, "border": border_solution}


def policies(names: str) -> tuple[Policy, ...]:
    """Return policies by their names, with commas between them. Raises `InputError`."""
    found = []
    for name in dict.fromkeys(name.strip() for name in names.split(",")):
        if name not in POLICIES:
            raise InputError(
                f"unknown policy {quoted(name)}; use {', '.join(POLICIES)}"
                + did_you_mean(name, POLICIES)
            )
        found.append(POLICIES[name])
    return tuple(found)
