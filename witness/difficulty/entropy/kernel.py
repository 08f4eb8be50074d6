"""The rater's depth-first search over states, for Numba: `reference` in arrays.

Scores depend on a state only through its moves L(s) and through those children below which there
is a solution: the others are infinite. So a child that is plainly lost
(`witness.difficulty.entropy.state_tests.is_hopeless`) is counted among the moves and not visited.
That changes no score, and makes large panels possible.
"""

from __future__ import annotations

import math
from typing import Any

from witness.base.jit import types
from witness.base.machine_code import inner
from witness.difficulty.entropy.arrays import (
    BEST,
    BOUND,
    BOUNDED,
    COST,
    COUNT,
    DEPTH,
    DONE,
    EDGE,
    EDGE_COUNT,
    LENGTH,
    LOOKAHEAD,
    MOVES,
    MUSE,
    OVER,
    PLACE,
    REMUSE,
    SOLVED,
    STATES,
    STRAIGHT,
    TO,
    ZERO,
    Layout,
    Stack,
    Trail,
)
from witness.difficulty.entropy.moves import back, moves, step
from witness.difficulty.entropy.state_tests import is_hopeless, is_solved, line_solves

#: What a lookahead finds.
DEAD, OPEN, WON = range(3)


@inner
def _outlook(steps, head, last_edge, stack, trail, layout):
    """Return what `steps` steps from a state lead to: a solution, further moves, or nothing."""
    level = 0
    look = stack.look
    look[0, PLACE], look[0, EDGE], look[0, MOVES] = head, last_edge, -1
    while True:
        place, edge = look[level, PLACE], look[level, EDGE]
        answer = -1
        if look[level, MOVES] < 0:
            if is_solved(place, trail.marks, stack.scratch, layout):
                answer = WON
            else:
                look[level, DONE] = 0
                look[level, BEST] = DEAD
                look[level, MOVES] = moves(
                    place, edge, trail, layout, look[level, TO:], look[level, OVER:]
                )
                if level == steps:
                    answer = OPEN if look[level, MOVES] > 0 else DEAD
        if answer < 0:
            done = look[level, DONE]
            if done < look[level, MOVES] and look[level, BEST] != WON:
                place, edge = look[level, TO + done], look[level, OVER + done]
                step(place, edge, trail, layout)
                level += 1
                look[level, PLACE], look[level, EDGE], look[level, MOVES] = place, edge, -1
                continue
            answer = look[level, BEST]
        if level == 0:
            return answer
        back(place, edge, trail, layout)
        level -= 1
        look[level, BEST] = max(look[level, BEST], answer)
        look[level, DONE] += 1


@inner
def _open_frame(depth, place, edge, solved, stack, trail, layout):
    """Fill in the frame of a state at which the search has arrived."""
    frame = stack.frames[depth]
    stack.progress[STATES] += 1
    frame[PLACE], frame[EDGE], frame[DONE] = place, edge, 0
    frame[SOLVED] = frame[ZERO] = solved
    stack.scores[depth, COUNT] = stack.scores[depth, EDGE_COUNT] = 0
    frame[MOVES] = moves(place, edge, trail, layout, frame[TO:], frame[OVER:])
    if layout.settings[LOOKAHEAD]:
        kept = 0
        for at in range(frame[MOVES]):
            there, over = frame[TO + at], frame[OVER + at]
            step(there, over, trail, layout)
            outlook = _outlook(layout.settings[LOOKAHEAD] - 1, there, over, stack, trail, layout)
            back(there, over, trail, layout)
            if outlook != DEAD:
                frame[TO + kept], frame[OVER + kept] = there, over
                kept += 1
            if outlook == WON:
                frame[ZERO] = 1
        frame[MOVES] = kept
    if layout.settings[STRAIGHT] and not frame[ZERO]:
        frame[ZERO] = line_solves(place, trail.marks, stack.scratch, layout)


@inner
def _muse(frame, scores):
    """Return log2|σ(s)| + the least of the children."""
    if frame[ZERO]:
        return 0.0
    least = math.inf
    for at in range(frame[MOVES]):
        least = min(least, scores[MUSE + at])
    return least if frame[MOVES] == 0 else least + math.log2(frame[MOVES])


@inner
def _remuse(frame, scores):
    """Return KL(softmin(children) ‖ uniform) + the least of the children."""
    if frame[ZERO]:
        return 0.0
    least = math.inf
    for at in range(frame[MOVES]):
        least = min(least, scores[REMUSE + at])
    if least == math.inf:
        return least
    total = 0.0
    for at in range(frame[MOVES]):
        total += math.exp(least - scores[REMUSE + at])
    divergence = 0.0
    for at in range(frame[MOVES]):
        share = math.exp(least - scores[REMUSE + at]) / total
        if share > 0.0:
            divergence += share * math.log2(share * frame[MOVES])
    return max(0.0, divergence) + least


@inner
def _try_move(depth, stack, trail, layout):
    """Make the next move of a state, and open the frame of the child, if there may be a solution.

    A bounded search does not go where the choices have cost as much as the bound: no more than 2^b
    states that are not forced can be reached with less than b bits, however many solutions there
    are.
    """
    frame, scores = stack.frames[depth], stack.scores[depth]
    done = frame[DONE]
    cost = scores[COST] + math.log2(frame[MOVES])
    if stack.progress[BOUNDED] and (frame[ZERO] or cost >= stack.result[BOUND]):
        for at in range(done, frame[MOVES]):
            scores[MUSE + at] = scores[REMUSE + at] = math.inf
        frame[DONE] = frame[MOVES]
        return
    place, edge = frame[TO + done], frame[OVER + done]
    step(place, edge, trail, layout)
    solved = is_solved(place, trail.marks, stack.scratch, layout)
    if not solved and is_hopeless(place, trail.marks, stack.scratch, layout):
        back(place, edge, trail, layout)
        scores[MUSE + done] = scores[REMUSE + done] = math.inf
        frame[DONE] += 1
        return
    _open_frame(depth + 1, place, edge, solved, stack, trail, layout)
    stack.scores[depth + 1, COST] = cost
    stack.progress[DEPTH] = depth + 1


@inner
def _close_frame(depth, stack, trail, layout):
    """Hand what was found below a state to its parent; at the root, to the result."""
    frame, scores, result = stack.frames[depth], stack.scores[depth], stack.result
    muse, remuse = _muse(frame, scores), _remuse(frame, scores)
    if stack.progress[BOUNDED]:
        result[BOUND] = min(result[BOUND], scores[COST] + muse)
    count = scores[COUNT] + frame[SOLVED]
    edges = scores[EDGE_COUNT] + frame[SOLVED] * trail.sizes[LENGTH]
    stack.progress[DEPTH] = depth - 1
    if depth == 0:
        result[0], result[1], result[2], result[3] = muse, remuse, count, edges
        return
    back(frame[PLACE], frame[EDGE], trail, layout)
    parent, above = stack.frames[depth - 1], stack.scores[depth - 1]
    above[MUSE + parent[DONE]], above[REMUSE + parent[DONE]] = muse, remuse
    above[COUNT] += count
    above[EDGE_COUNT] += edges
    parent[DONE] += 1


def explore(stack, trail, layout, most):
    """Go on with the search from a path until it is done or has visited `most` more states.

    Returns whether it is done; then `stack.result` has MUSE, ReMUSE, the number of solutions and
    their edges together. At the beginning the depth is -1, and the first frame has the place and
    the edge of the path's head. A bounded search finds MUSE only, and only if it is less than the
    bound; else it is infinite.
    """
    progress = stack.progress
    stop = progress[STATES] + most
    if progress[DEPTH] < 0:
        place, edge = stack.frames[0, PLACE], stack.frames[0, EDGE]
        solved = is_solved(place, trail.marks, stack.scratch, layout)
        # A constant would have Numba compile `_open_frame` once more, for constants.
        _open_frame(progress[DEPTH] + 1, place, edge, solved, stack, trail, layout)
        stack.scores[0, COST] = 0.0
        progress[DEPTH] = 0
    while progress[DEPTH] >= 0:
        depth = progress[DEPTH]
        if stack.frames[depth, DONE] == stack.frames[depth, MOVES]:
            _close_frame(depth, stack, trail, layout)
        elif progress[STATES] >= stop:
            return False
        else:
            _try_move(depth, stack, trail, layout)
    return True


def signatures() -> dict[str, tuple[Any, ...]]:
    """Return the types of the arguments of the functions that are called from Python."""
    of = types.BaseTuple.from_types
    integer, row, rows = types.int64, types.int64[::1], types.int64[:, ::1]
    layout = of((row, rows, rows, rows, row, row, row, types.uint8[::1]), Layout)
    trail = of((rows, row), Trail)
    stack = of((rows, types.float64[:, ::1], types.float64[::1], row, rows, rows), Stack)
    return {
        "step": (integer, integer, trail, layout),
        "explore": (stack, trail, layout, integer),
    }
