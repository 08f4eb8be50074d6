"""The regions along the frontier, in plain Python: what they add to a state.

The squares below the frontier that have one above it yet to come are a row, one in each column.
Besides the profile, a state says which of them are in one region, and the mark of each of these
regions (`witness.boards.frontier.marks`). A vertex lets the square above it to the right come into
this row, and the one below that leave it; half an edge on the path divides squares as a whole one
does. A region closes when its last square leaves the row.
"""

from __future__ import annotations

from typing import NamedTuple

from support import frontier_profile as profile
from support.frontier_profile import Choice, Profile
from support.frontier_steps import Steps

from witness.boards.frontier.marks import Mark, Questions
from witness.boards.frontier.plan import UNUSED


class Row(NamedTuple):
    """For each column of squares the number of its region, from 1 on, in the order in which they
    come (0: there is no square in the row), and the mark of each region.
    """

    regions: tuple[int, ...]
    marks: tuple[Mark, ...]


#: A state of a panel whose symbols ask something of regions.
State = tuple[Profile, Row]


def first_state(plan: Steps) -> State:
    """Return the state before the first vertex."""
    return profile.first_profile(plan), Row((0,) * (plan.columns - 1), ())


def successors(plan: Steps, number: int, state: State) -> list[tuple[Choice, State | None]]:
    """Return the choices of step `number` in a state, each with the next state.

    None in place of a state: the path is complete and a solution.
    """
    line, row = state
    found: list[tuple[Choice, State | None]] = []
    for choice, after in profile.successors(plan, number, line):
        row_after = _after(plan, number, row, choice.right != UNUSED, choice.up != UNUSED)
        if row_after is None:
            continue
        if after is not None:
            found.append((choice, (after, row_after)))
        elif _completes(plan, number, row_after):
            found.append((choice, None))
    return found


def _completes(plan: Steps, number: int, row: Row) -> bool:
    """Whether all regions are right if no edge after step `number` is on the path."""
    rest: Row | None = row
    for later in range(number + 1, plan.size):
        if rest is not None:
            rest = _after(plan, later, rest, right=False, up=False)
    return rest is not None


def _after(plan: Steps, number: int, row: Row, right: bool, up: bool) -> Row | None:
    """Return the row after a vertex, given whether its edges are on the path.

    None if a region breaks a rule.
    """
    line, column = divmod(number, plan.columns)
    if column == plan.columns - 1:
        return row
    regions = list(row.regions)
    marks: dict[int, Mark] = dict(enumerate(row.marks, start=1))
    below, regions[column] = regions[column], 0
    if line < plan.rows - 1:
        new = plan.columns  # above the numbers of all regions so far
        regions[column], marks[new] = new, plan.mark((line, column))
        if min(marks[new], default=0) < 0:
            return None
        if below and not right and not _join(plan.questions, regions, marks, new, below):
            return None
        if (
            column > 0
            and not up
            and not _join(plan.questions, regions, marks, new, regions[column - 1])
        ):
            return None
    if below in marks and below not in regions and not plan.questions.closes(marks[below]):
        return None
    names = {0: 0}
    for region in regions:
        names.setdefault(region, len(names))
    return Row(tuple(names[region] for region in regions), tuple(marks[n] for n in names if n))


def _join(
    asked: Questions, regions: list[int], marks: dict[int, Mark], one: int, other: int
) -> bool:
    """Let the region `other` become part of `one`; return whether that breaks no rule."""
    if other == one:
        return True
    mark = asked.join(marks[one], marks.pop(other))
    if mark is None:
        return False
    marks[one] = mark
    regions[:] = [one if region == other else region for region in regions]
    return True
