"""What each vertex of a panel may do: the steps as a table, a row each.

What depends on the size of the board alone is made once; what a panel has is written over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product
from typing import Any, cast

import numpy as np

from witness.puzzle.frontier import arrays
from witness.puzzle.frontier.arrays import G, Numbers, S
from witness.puzzle.frontier.plan import FAR_HALF, NEAR_HALF, NUMBERS, UNUSED, WHOLE, Plan, turn
from witness.puzzle.grid import Edge, Vertex
from witness.puzzle.model import Place, is_edge

_NONE, _WHOLE, _HALVES = 1 << UNUSED, 1 << WHOLE, 1 << NEAR_HALF | 1 << FAR_HALF


def step_table(plan: Plan) -> Numbers:
    """Return the steps of a panel; the columns are those of `witness.puzzle.frontier.arrays`."""
    puzzle = plan.puzzle
    table = _bare(plan.rows, plan.columns).copy()
    starts = [_start(plan, table, start) for start in puzzle.starts]
    goals = [_goal(plan, table, goal) for goal in puzzle.goals]
    needs = [_needed(plan, table, place) for place in plan.needed]
    for name, number in NUMBERS.items():
        if entries := getattr(puzzle, name):
            needs.append(_numbers(plan, table, entries, number))
    for edge in puzzle.barred:
        table[_edge(plan, edge)] &= _NONE
    table[max(needs, default=0) :, arrays.ENOUGH] = 1
    table[max(starts, default=0) :, arrays.BEGUN] = 1
    table[max(goals, default=0) :, arrays.ENDING] = 1
    _choose(table)
    return table


def _ending(end: int, degree: int) -> list[int]:
    """Return for 0, 1 and 2 pieces that arrive the choices with an end and a degree."""
    found = [0, 0, 0]
    for number, (right, up, own) in _ALL:
        arriving = degree - (right in _LEAVING) - (up in _LEAVING)
        if own == end and arriving >= 0:
            found[arriving] |= 1 << number
    return found


#: The kinds of edges that lead away from the vertex that decides them.
_LEAVING = (WHOLE, NEAR_HALF)

#: All choices, by number. The last one, two halves beside a path that is one vertex, is never made.
_ALL = [*enumerate(product(range(4), repeat=3))][:-1]

#: The choices with edges of some kinds, and those with as many edges as triangles allow.
_RIGHTS, _UPS = (
    np.array([sum(1 << n for n, one in _ALL if kinds >> one[place] & 1) for kinds in range(16)])
    for place in (0, 1)
)
_TRIANGLES = np.array(
    [
        sum(1 << n for n, (right, up, _) in _ALL if not k or k - 2 <= (right > 0) + (up > 0) <= k)
        for k in range(5)
    ]
)

#: The choices past a vertex; and what each of the columns from `START` to `NEEDED` adds to them.
_PAST = np.array(_ending(0, 0))
_ENDS = np.array([_ending(1, 1), _ending(2, 1), [1 << 3, 0, 0], _ending(0, 2), -_PAST])


def _choose(table: Numbers) -> None:
    """Write the choices of all steps."""
    ends = _PAST + table[:, arrays.START : arrays.NEEDED + 1] @ _ENDS
    edges = _RIGHTS[table[:, arrays.RIGHT_KINDS]] & _UPS[table[:, arrays.UP_KINDS]]
    edges &= _TRIANGLES[table[:, arrays.TRIANGLES]]
    table[:, arrays.CHOICES :] = ends & edges[:, np.newaxis]


@lru_cache(maxsize=32)
def _bare(rows: int, columns: int) -> Numbers:
    """Return the steps of a board without symbols, starts and goals."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    table = np.zeros((rows * columns, arrays.STEP_SIZE), np.int64)
    table[:, arrays.COLUMN] = column
    table[:, arrays.RIGHT_KINDS] = np.where(column < columns - 1, _NONE | _WHOLE, _NONE)
    table[:, arrays.UP_KINDS] = np.where(row < rows - 1, _NONE | _WHOLE, _NONE)
    table[:, arrays.THROUGH] = 1
    table[:, arrays.LAST_COLUMN] = column == columns - 1
    return table


def _step(plan: Plan, vertex: Vertex) -> int:
    """Return the number of the step of a vertex."""
    row, column = turn(vertex, plan.turned)
    return row * plan.columns + column


def _edge(plan: Plan, edge: Edge) -> tuple[int, int]:
    """Return the step that decides about an edge, and the column for its kinds."""
    one, other = edge
    across = (one[0] == other[0]) != plan.turned
    return _step(plan, one), arrays.RIGHT_KINDS if across else arrays.UP_KINDS


def _half(plan: Plan, table: Numbers, edge: Edge, end: int) -> tuple[int, int]:
    """Let half of an edge be on the path; return its place in the table."""
    number, kinds = _edge(plan, edge)
    table[number, kinds] |= _HALVES
    table[number, arrays.RIGHT_END if kinds == arrays.RIGHT_KINDS else arrays.UP_END] = end
    return number, kinds


def _start(plan: Plan, table: Numbers, start: Place) -> int:
    """Enter a start; return its step."""
    if is_edge(start):
        return _half(plan, table, start, S)[0]
    number = _step(plan, cast(Vertex, start))
    table[number, arrays.START] = 1
    return number


def _goal(plan: Plan, table: Numbers, goal: Place) -> int:
    """Enter a goal, after the starts; return its step."""
    if is_edge(goal):
        number, kinds = _half(plan, table, goal, G)
        if not plan.puzzle.pass_goals:
            table[number, kinds] &= ~_WHOLE
        return number
    number = _step(plan, cast(Vertex, goal))
    step = table[number]
    step[arrays.GOAL] = 1
    step[arrays.ALONE] = step[arrays.START]
    if not plan.puzzle.pass_goals:
        step[arrays.THROUGH] = step[arrays.START] = 0
    return number


def _needed(plan: Plan, table: Numbers, place: Place) -> int:
    """Enter a place that must be on the path; return its step."""
    if is_edge(place):
        number, kinds = _edge(plan, place)
        table[number, kinds] &= ~_NONE
        return number
    number = _step(plan, cast(Vertex, place))
    table[number, arrays.NEEDED] = 1
    return number


def _numbers(plan: Plan, table: Numbers, entries: Sequence[Any], number: int) -> int:
    """Enter numbers of edges, those of the entries for 0; return the last step that begins one."""
    entries = [(*entry[:2], number or entry[2]) for entry in entries]
    flat = np.fromiter(chain.from_iterable(entries), np.int64, 3 * len(entries))
    row, column, count = flat.reshape(-1, 3).T
    if plan.turned:
        row, column = column, row
    corner = row * plan.columns + column
    table[corner, arrays.TRIANGLES] = count
    table[corner + 1, arrays.LEFT_SQUARE] = 1
    table[corner + plan.columns, arrays.BELOW_SQUARE] = 1
    return int(corner.max())
