"""The rater's depth-first search over states, for Numba: `reference` in arrays.

Scores depend on a state only through its moves L(s) and through those children below which there
is a solution: the others are infinite. So a child that is plainly lost
(`witness.difficulty.entropy.state_tests.is_hopeless`) is counted among the moves and not visited.
That changes no score, and makes large panels possible.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from witness.base.jit import from_dtype, types
from witness.base.machine_code import inner
from witness.difficulty.entropy import arrays
from witness.difficulty.entropy.arrays import Layout, Stack, Trail
from witness.difficulty.entropy.moves import back, moves, step
from witness.difficulty.entropy.state_tests import is_hopeless, is_solved, line_solves

#: What a lookahead finds.
DEAD, OPEN, WON = range(3)


@inner
def _outlook(steps, head, last_edge, stack, trail, layout):
    """Return what `steps` steps from a state lead to: a solution, further moves, or nothing."""
    level = 0
    frame = stack.look[0]
    frame["place"], frame["edge"], frame["moves"] = head, last_edge, -1
    while True:
        frame = stack.look[level]
        place, edge = frame["place"], frame["edge"]
        answer = -1
        if frame["moves"] < 0:
            if is_solved(place, trail.marks, stack.scratch, layout):
                answer = WON
            else:
                frame["done"], frame["best"] = 0, DEAD
                frame["moves"] = moves(place, edge, trail, layout, frame["to"], frame["over"])
                if level == steps:
                    answer = OPEN if frame["moves"] > 0 else DEAD
        if answer < 0:
            done = frame["done"]
            if done < frame["moves"] and frame["best"] != WON:
                place, edge = frame["to"][done], frame["over"][done]
                step(place, edge, trail, layout)
                level += 1
                child = stack.look[level]
                child["place"], child["edge"], child["moves"] = place, edge, -1
                continue
            answer = frame["best"]
        if level == 0:
            return answer
        back(place, edge, trail, layout)
        level -= 1
        parent = stack.look[level]
        parent["best"] = max(parent["best"], answer)
        parent["done"] += 1


@inner
def _open_frame(depth, place, edge, solved, stack, trail, layout):
    """Fill in the frame of a state at which the search has arrived."""
    frame, settings = stack.frames[depth], layout.settings[0]
    to, over = frame["to"], frame["over"]
    stack.progress[0]["states"] += 1
    frame["place"], frame["edge"], frame["done"] = place, edge, 0
    frame["solved"] = frame["zero"] = solved
    frame["solutions"] = frame["edges"] = 0.0
    frame["moves"] = moves(place, edge, trail, layout, to, over)
    if settings["lookahead"]:
        kept = 0
        for at in range(frame["moves"]):
            there, way = to[at], over[at]
            step(there, way, trail, layout)
            outlook = _outlook(settings["lookahead"] - 1, there, way, stack, trail, layout)
            back(there, way, trail, layout)
            if outlook != DEAD:
                to[kept], over[kept] = there, way
                kept += 1
            if outlook == WON:
                frame["zero"] = 1
        frame["moves"] = kept
    if settings["straight"] and not frame["zero"]:
        frame["zero"] = line_solves(place, trail.marks, stack.scratch, layout)


@inner
def _muse(frame):
    """Return log2|σ(s)| + the least of the children."""
    if frame["zero"]:
        return 0.0
    number, least = frame["moves"], math.inf
    for at in range(number):
        least = min(least, frame["muse"][at])
    return least if number == 0 else least + math.log2(number)


@inner
def _remuse(frame):
    """Return KL(softmin(children) ‖ uniform) + the least of the children."""
    if frame["zero"]:
        return 0.0
    number, scores, least = frame["moves"], frame["remuse"], math.inf
    for at in range(number):
        least = min(least, scores[at])
    if least == math.inf:
        return least
    total = 0.0
    for at in range(number):
        total += math.exp(least - scores[at])
    divergence = 0.0
    for at in range(number):
        share = math.exp(least - scores[at]) / total
        if share > 0.0:
            divergence += share * math.log2(share * number)
    return max(0.0, divergence) + least


@inner
def _try_move(depth, stack, trail, layout):
    """Make the next move of a state, and open the frame of the child, if there may be a solution.

    A bounded search does not go where the choices have cost as much as the bound: no more than 2^b
    states that are not forced can be reached with less than b bits, however many solutions there
    are.
    """
    frame = stack.frames[depth]
    done, number = frame["done"], frame["moves"]
    muse, remuse = frame["muse"], frame["remuse"]
    cost = frame["cost"] + math.log2(number)
    bounded = stack.progress[0]["bounded"]
    if bounded and (frame["zero"] or cost >= stack.result[0]["bound"]):
        for at in range(done, number):
            muse[at] = remuse[at] = math.inf
        frame["done"] = number
        return
    place, edge = frame["to"][done], frame["over"][done]
    step(place, edge, trail, layout)
    solved = is_solved(place, trail.marks, stack.scratch, layout)
    if not solved and is_hopeless(place, trail.marks, stack.scratch, layout):
        back(place, edge, trail, layout)
        muse[done] = remuse[done] = math.inf
        frame["done"] += 1
        return
    _open_frame(depth + 1, place, edge, solved, stack, trail, layout)
    stack.frames[depth + 1]["cost"] = cost
    stack.progress[0]["depth"] = depth + 1


@inner
def _close_frame(depth, stack, trail, layout):
    """Hand what was found below a state to its parent; at the root, to the result."""
    frame, result = stack.frames[depth], stack.result[0]
    muse, remuse = _muse(frame), _remuse(frame)
    if stack.progress[0]["bounded"]:
        result["bound"] = min(result["bound"], frame["cost"] + muse)
    count = frame["solutions"] + frame["solved"]
    edges = frame["edges"] + frame["solved"] * trail.sizes[0]["length"]
    stack.progress[0]["depth"] = depth - 1
    if depth == 0:
        result["muse"], result["remuse"] = muse, remuse
        result["solutions"], result["edges"] = count, edges
        return
    back(frame["place"], frame["edge"], trail, layout)
    parent = stack.frames[depth - 1]
    parent["muse"][parent["done"]], parent["remuse"][parent["done"]] = muse, remuse
    parent["solutions"] += count
    parent["edges"] += edges
    parent["done"] += 1


def explore(stack, trail, layout, most):
    """Go on with the search from a path until it is done or has visited `most` more states.

    Returns whether it is done; then `stack.result` has MUSE, ReMUSE, the number of solutions and
    their edges together. At the beginning the depth is -1, and the first frame has the place and
    the edge of the path's head. A bounded search finds MUSE only, and only if it is less than the
    bound; else it is infinite.
    """
    progress = stack.progress[0]
    stop = progress["states"] + most
    if progress["depth"] < 0:
        place, edge = stack.frames[0]["place"], stack.frames[0]["edge"]
        solved = is_solved(place, trail.marks, stack.scratch, layout)
        # A constant would have Numba compile `_open_frame` once more, for constants.
        _open_frame(progress["depth"] + 1, place, edge, solved, stack, trail, layout)
        stack.frames[0]["cost"] = 0.0
        progress["depth"] = 0
    while progress["depth"] >= 0:
        depth = progress["depth"]
        if stack.frames[depth]["done"] == stack.frames[depth]["moves"]:
            _close_frame(depth, stack, trail, layout)
        elif progress["states"] >= stop:
            return False
        else:
            _try_move(depth, stack, trail, layout)
    return True


def signatures() -> dict[str, tuple[Any, ...]]:
    """Return the types of the arguments of the functions that are called from Python."""
    of, integer = types.BaseTuple.from_types, types.int64

    def table(*records: np.dtype[np.void]) -> list[Any]:
        return [from_dtype(record)[::1] for record in records]

    tables = table(arrays.SETTINGS, arrays.PLACE, arrays.EDGE, arrays.SQUARE)
    layout = of((*tables, *3 * (integer[::1],), types.uint8[::1]), Layout)
    trail = of(table(arrays.MARK, arrays.SIZES), Trail)
    frames = table(arrays.FRAME, arrays.RESULT, arrays.PROGRESS, arrays.FRAME, arrays.SCRATCH)
    stack = of(frames, Stack)
    return {
        "step": (integer, integer, trail, layout),
        "explore": (stack, trail, layout, integer),
    }
