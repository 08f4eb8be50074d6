"""The straight-line policy: players see straight lines to the goal (thesis, section 3.5).

The thesis describes straight lines and, on a diagonal, zigzags (Figure 3.3), and leaves others to
the eye. The shapes for sides of different lengths are not in its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from witness.difficulty.state import State
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Place, is_edge


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


def straight_solution(state: State) -> State | None:
    """Give the solved state to which some line from the head to a goal leads, None for none."""
    places = state.panel.graph.places
    for goal in sorted(state.panel.graph.goals):
        for line in lines(places[state.head], places[goal]):
            found = _along(state, line)
            if found is not None and found.solved:
                return found
    return None


def _along(state: State, line: tuple[Vertex, ...]) -> State | None:
    """Give the state at the end of a line, None if the path cannot go there."""
    for vertex in line:
        move = next((m for m in state.moves if state.panel.graph.places[m.place] == vertex), None)
        if move is None:
            return None
        state = state.after(move)
    return state
