"""The states of the frontier algorithm, and what follows them: its definition in plain Python.

A state is a *profile*. For each place at which the path may cross the frontier it has a label (0:
it does not; `START` or `GOAL`: this piece of the path ends at a start or a goal; from 3 on: pieces
whose two ends both cross, numbered from the left), and it has what the open squares still need. The
two ends of a piece have the same label. What the next vertex decides leads from one profile to
another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from support.frontier_steps import Step, Steps

from witness.boards.frontier.decode import GOAL, START
from witness.boards.frontier.plan import FAR_HALF, NEAR_HALF, UNUSED, WHOLE

_ENDS = {"S": START, "G": GOAL}


class Choice(NamedTuple):
    """What a vertex decides: its edge to the right, the one upwards, and the end that it is.

    `end` is 0, `START` or `GOAL`, or both (3) for the path that is this vertex alone.
    """

    right: int
    up: int
    end: int

    @property
    def edges(self) -> int:
        """The number of edges that come onto the path."""
        return (self.right != UNUSED) + (self.up != UNUSED)

    @property
    def label(self) -> int:
        """The choice as a number, as solutions have it (`witness.boards.frontier.arrays`)."""
        return self.right + 4 * self.up + 16 * self.end


@dataclass(frozen=True)
class Profile:
    """A state. `need` is the number of edges that the square left of the next vertex needs,
    `tops` says for each column whether the top edge of the open square there must be on the path.
    """

    plugs: tuple[int, ...]
    need: int
    tops: tuple[bool, ...]


Successor = tuple[Choice, Profile | None]


def first_profile(plan: Steps) -> Profile:
    """Return the state before the first vertex."""
    return Profile((0,) * (plan.columns + 1), 0, (False,) * plan.columns)


def successors(plan: Steps, number: int, state: Profile) -> list[Successor]:
    """Return the choices of step `number` in a state, each with the next state.

    None in place of a state: the path is complete and a solution.
    """
    step = plan.steps[number]
    found: list[Successor] = []
    for right in step.right:
        for up in step.up:
            squares = _squares(step, state, right != UNUSED, up != UNUSED)
            if squares is None:
                continue
            for end, plugs, complete in _connections(step, state.plugs, right, up):
                after = _after(plan, number, Profile(plugs, *squares), complete)
                if after is not False:
                    found.append((Choice(right, up, end), after))
    return found


def _squares(
    step: Step, state: Profile, right: bool, up: bool
) -> tuple[int, tuple[bool, ...]] | None:
    """Return what the open squares need after a choice of edges, None if it breaks a square."""
    tops = list(state.tops)
    if step.below_square:
        if tops[step.column] != right:
            return None
        tops[step.column] = False
    if step.left_square:
        left = state.need - up
        if left not in (0, 1):
            return None
        tops[step.column - 1] = left == 1
    need = step.triangles - right - up if step.triangles else 0
    return (need, tuple(tops)) if need in (0, 1, 2) else None


def _connections(
    step: Step, before: tuple[int, ...], right: int, up: int
) -> Iterator[tuple[int, tuple[int, ...], bool]]:
    """Yield what the pieces of the path can become: (end, plugs, whether the path is complete).

    The two plugs before a vertex are those from the left and from below, after it those upwards
    and to the right.
    """
    at = step.column
    arriving = [label for label in before[at : at + 2] if label]
    out_up, out_right = up in (WHOLE, NEAR_HALF), right in (WHOLE, NEAR_HALF)
    degree = len(arriving) + out_up + out_right
    for end in _ends(step, degree):
        pieces = _Pieces([*before[:at], 0, 0, *before[at + 2 :]])
        label = arriving[0] if arriving else 0
        if end == START | GOAL:
            pieces.complete = True
        elif degree == 1 and arriving:
            pieces.finish(label, end)
        elif degree == 1:
            label = pieces.begin(end)
        elif len(arriving) == 2:
            pieces.join(*arriving)
        elif degree == 2 and not arriving:
            label = max(max(before), GOAL) + 1
        pieces.plugs[at] = label if out_up else 0
        pieces.plugs[at + 1] = label if out_right else 0
        for kind, name, place in ((up, step.up_end, at), (right, step.right_end, at + 1)):
            if kind == NEAR_HALF:
                cut, pieces.plugs[place] = pieces.plugs[place], 0
                pieces.finish(cut, _ENDS[str(name)])
            elif kind == FAR_HALF:
                pieces.plugs[place] = pieces.begin(_ENDS[str(name)])
        if pieces.possible:
            yield end, tuple(pieces.plugs), pieces.complete


def _ends(step: Step, degree: int) -> list[int]:
    """Return which ends a vertex with `degree` edges of the path can be; 0 for none."""
    if degree == 0:
        return [*([] if step.needed else [0]), *([START | GOAL] if step.alone else [])]
    if degree == 1:
        return [*([START] if step.start else []), *([GOAL] if step.goal else [])]
    return [0] if degree == 2 and step.through else []


class _Pieces:
    """The pieces of a path, by the labels of where they cross the frontier."""

    def __init__(self, plugs: list[int]) -> None:
        self.plugs = plugs
        self.complete = False
        self.possible = True

    def begin(self, end: int) -> int:
        """A piece begins at an end, of which there is one."""
        self.possible = self.possible and end not in self.plugs
        return end

    def finish(self, label: int, end: int) -> None:
        """A piece that crosses here ends at an end."""
        if label in (START, GOAL):
            self.possible = self.possible and label != end
            self.complete = True
        else:
            self._rename(label, self.begin(end))

    def join(self, one: int, other: int) -> None:
        """Two pieces meet."""
        if one == other:
            self.possible = False  # a loop
        elif {one, other} == {START, GOAL}:
            self.complete = True
        elif one in (START, GOAL):
            self._rename(other, one)
        else:
            self._rename(one, other)

    def _rename(self, label: int, to: int) -> None:
        self.plugs = [to if plug == label else plug for plug in self.plugs]


def _after(
    plan: Steps, number: int, state: Profile, complete: bool
) -> Profile | Literal[False] | None:
    """Return a profile as it is before the next step, None for a solution, False if hopeless."""
    if complete:
        open_squares = state.need or any(state.tops)
        return False if any(state.plugs) or open_squares or number < plan.last_need else None
    if number >= plan.last_start and START not in state.plugs:
        return False
    if number >= plan.last_goal and GOAL not in state.plugs:
        return False
    plugs = state.plugs
    if plan.steps[number].column == plan.columns - 1:
        plugs = (0, *plugs[:-1])
    names = {0: 0, START: START, GOAL: GOAL}
    for label in plugs:
        names.setdefault(label, len(names))
    return Profile(tuple(names[label] for label in plugs), state.need, state.tops)
