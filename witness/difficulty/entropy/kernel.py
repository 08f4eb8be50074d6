"""The rater's depth-first search over states, for Numba: `reference` in arrays.

Scores depend on a state only through its moves L(s) and through those children below which there
is a solution: the others are infinite. So a child that is plainly lost (`outcome.is_hopeless`) is
counted among the moves and not visited. That changes no score, and makes large panels possible.
"""

from __future__ import annotations

import math
from typing import Any

from numba import njit, types

from witness.difficulty.entropy.arrays import BOUNDED, LOOKAHEAD, RING_AT, STRAIGHT
from witness.difficulty.entropy.moves import moves
from witness.difficulty.entropy.path import TAKEN, enter, leave
from witness.difficulty.entropy.state_tests import is_hopeless, is_solved, line_solves

#: Columns of `frames`, one row a state on the path: its place, the edge that led there (-1 at a
#: start), its moves and how many of them are done, whether its scores are 0 whatever its children
#: have, whether it is solved; then the places of the moves, and their edges (four each).
PLACE, EDGE, MOVES, DONE, ZERO, SOLVED, TO, OVER, FRAME_SIZE = 0, 1, 2, 3, 4, 5, 6, 10, 14

#: In `frames` for the lookahead, the best that the children have shown.
BEST = ZERO

#: Columns of `scores`: MUSE and ReMUSE of the children (four each), the number of solutions below
#: the state, the edges that these have together, and the bits of all choices on the way to it.
MUSE, REMUSE, COUNT, LENGTHS, COST, SCORES_SIZE = 0, 4, 8, 9, 10, 11

#: `result`: the scores, the number of solutions, their edges together; and in a bounded search what
#: MUSE is less than.
BOUND, RESULT_SIZE = 4, 5

#: `progress`: the depth (-1 when done), the edges on the path, its places on the border, states
#: visited.
DEPTH, LENGTH, TOUCHES, STATES, PROGRESS_SIZE = range(5)

#: What a lookahead finds.
DEAD, OPEN, WON = range(3)


def begin(place, edge, marks, progress, place_table, edge_table):
    """Add a step to the path on which the search is to begin; `edge` is -1 at its start."""
    _step(place, edge, marks, progress, place_table, edge_table)


@njit
def _step(place, edge, marks, progress, place_table, edge_table):
    enter(place, edge, marks, place_table, edge_table)
    # Two halves of an edge are one edge.
    progress[LENGTH] += edge >= 0 and marks[TAKEN, edge] == 1
    progress[TOUCHES] += place_table[place, RING_AT] >= 0


@njit
def _back(place, edge, marks, progress, place_table, edge_table):
    progress[LENGTH] -= edge >= 0 and marks[TAKEN, edge] == 1
    leave(place, edge, marks, place_table, edge_table)
    progress[TOUCHES] -= place_table[place, RING_AT] >= 0


@njit
def _outlook(
    steps, head, last_edge, marks, scratch, look, progress,
    settings, place_table, edge_table, square_table, ring, table,
):  # fmt: skip
    """Say what so many steps from a state lead to: to a solution, to further moves, to nothing."""
    level = 0
    look[0, PLACE], look[0, EDGE], look[0, MOVES] = head, last_edge, -1
    while True:
        place, edge = look[level, PLACE], look[level, EDGE]
        answer = -1
        if look[level, MOVES] < 0:
            if is_solved(place, marks, scratch, settings, place_table, edge_table, square_table):
                answer = WON
            else:
                look[level, DONE] = 0
                look[level, BEST] = DEAD
                look[level, MOVES] = moves(
                    place, edge, progress[LENGTH], progress[TOUCHES], marks, settings,
                    place_table, edge_table, square_table, ring, table,
                    look[level, TO:], look[level, OVER:],
                )  # fmt: skip
                if level == steps:
                    answer = OPEN if look[level, MOVES] > 0 else DEAD
        if answer < 0:
            done = look[level, DONE]
            if done < look[level, MOVES] and look[level, BEST] != WON:
                place, edge = look[level, TO + done], look[level, OVER + done]
                _step(place, edge, marks, progress, place_table, edge_table)
                level += 1
                look[level, PLACE], look[level, EDGE], look[level, MOVES] = place, edge, -1
                continue
            answer = look[level, BEST]
        if level == 0:
            return answer
        _back(place, edge, marks, progress, place_table, edge_table)
        level -= 1
        look[level, BEST] = max(look[level, BEST], answer)
        look[level, DONE] += 1


@njit
def _open_frame(
    frame, scores, place, edge, solved, marks, scratch, look, progress,
    settings, place_table, edge_table, square_table, ring, line_starts, line_places, table,
):  # fmt: skip
    """Fill in the frame of a state at which the search has arrived."""
    progress[STATES] += 1
    frame[PLACE], frame[EDGE], frame[DONE], frame[SOLVED], frame[ZERO] = (
        place,
        edge,
        0,
        solved,
        solved,
    )
    scores[COUNT] = scores[LENGTHS] = 0
    frame[MOVES] = moves(
        place, edge, progress[LENGTH], progress[TOUCHES], marks, settings,
        place_table, edge_table, square_table, ring, table, frame[TO:], frame[OVER:],
    )  # fmt: skip
    if settings[LOOKAHEAD]:
        kept = 0
        for at in range(frame[MOVES]):
            there, over = frame[TO + at], frame[OVER + at]
            _step(there, over, marks, progress, place_table, edge_table)
            outlook = _outlook(
                settings[LOOKAHEAD] - 1, there, over, marks, scratch, look, progress,
                settings, place_table, edge_table, square_table, ring, table,
            )  # fmt: skip
            _back(there, over, marks, progress, place_table, edge_table)
            if outlook != DEAD:
                frame[TO + kept], frame[OVER + kept] = there, over
                kept += 1
            if outlook == WON:
                frame[ZERO] = 1
        frame[MOVES] = kept
    if settings[STRAIGHT] and not frame[ZERO]:
        frame[ZERO] = line_solves(
            place, marks, scratch, settings, place_table, edge_table, square_table,
            line_starts, line_places,
        )  # fmt: skip


@njit
def _muse(frame, scores):
    """Give log2|σ(s)| + the least of the children."""
    if frame[ZERO]:
        return 0.0
    least = math.inf
    for at in range(frame[MOVES]):
        least = min(least, scores[MUSE + at])
    return least if frame[MOVES] == 0 else least + math.log2(frame[MOVES])


@njit
def _remuse(frame, scores):
    """Give KL(softmin(children) ‖ uniform) + the least of the children."""
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


def explore(
    frames, scores, result, marks, scratch, look, progress,
    settings, place_table, edge_table, square_table, ring, line_starts, line_places, table, most,
):  # fmt: skip
    """Go on with the search from the path in `marks`, until it is done or `most` states further.

    Gives whether it is done; then `result` has MUSE, ReMUSE, the number of solutions and their
    edges together. At the beginning the depth is -1, and `frames` has the place and the edge of the
    path's head.

    A bounded search finds MUSE only, and only if it is less than the bound; else it is infinite. It
    does not go where the choices have cost that much: no more than 2^b states that are not forced
    can be reached with less than b bits, however many solutions there are.
    """
    stop = progress[STATES] + most
    if progress[DEPTH] < 0:
        place, edge = frames[0, PLACE], frames[0, EDGE]
        solved = is_solved(place, marks, scratch, settings, place_table, edge_table, square_table)
        _open_frame(
            frames[0], scores[0], place, edge, solved, marks, scratch, look, progress,
            settings, place_table, edge_table, square_table, ring, line_starts, line_places, table,
        )  # fmt: skip
        scores[0, COST] = 0.0
        progress[DEPTH] = 0
    while True:
        depth = progress[DEPTH]
        frame = frames[depth]
        done = frame[DONE]
        if done < frame[MOVES]:
            if progress[STATES] >= stop:
                return False
            cost = scores[depth, COST] + math.log2(frame[MOVES])
            if settings[BOUNDED] and (frame[ZERO] or cost >= result[BOUND]):
                for at in range(done, frame[MOVES]):
                    scores[depth, MUSE + at] = scores[depth, REMUSE + at] = math.inf
                frame[DONE] = frame[MOVES]
                continue
            place, edge = frame[TO + done], frame[OVER + done]
            _step(place, edge, marks, progress, place_table, edge_table)
            solved = is_solved(
                place, marks, scratch, settings, place_table, edge_table, square_table
            )
            if not solved and is_hopeless(
                place, marks, scratch, settings, place_table, edge_table, square_table
            ):
                _back(place, edge, marks, progress, place_table, edge_table)
                scores[depth, MUSE + done] = scores[depth, REMUSE + done] = math.inf
                frame[DONE] += 1
                continue
            depth += 1
            _open_frame(
                frames[depth], scores[depth], place, edge, solved, marks, scratch, look, progress,
                settings, place_table, edge_table, square_table, ring, line_starts, line_places,
                table,
            )  # fmt: skip
            scores[depth, COST] = cost
            progress[DEPTH] = depth
            continue
        muse, remuse = _muse(frame, scores[depth]), _remuse(frame, scores[depth])
        if settings[BOUNDED]:
            result[BOUND] = min(result[BOUND], scores[depth, COST] + muse)
        count = scores[depth, COUNT] + frame[SOLVED]
        lengths = scores[depth, LENGTHS] + frame[SOLVED] * progress[LENGTH]
        progress[DEPTH] = depth - 1
        if depth == 0:
            result[0], result[1], result[2], result[3] = muse, remuse, count, lengths
            return True
        _back(frame[PLACE], frame[EDGE], marks, progress, place_table, edge_table)
        done = frames[depth - 1, DONE]
        scores[depth - 1, MUSE + done], scores[depth - 1, REMUSE + done] = muse, remuse
        scores[depth - 1, COUNT] += count
        scores[depth - 1, LENGTHS] += lengths
        frames[depth - 1, DONE] += 1


def signatures() -> dict[str, tuple[Any, ...]]:
    """Give the types of the arguments of the functions that are called from Python."""
    row, rows = types.int64[::1], types.int64[:, ::1]
    scores, result = types.float64[:, ::1], types.float64[::1]
    return {
        "begin": (types.int64, types.int64, rows, row, rows, rows),
        "explore": (
            rows,
            scores,
            result,
            rows,
            rows,
            rows,
            row,
            row,
            rows,
            rows,
            rows,
            row,
            row,
            row,
            types.uint8[::1],
            types.int64,
        ),
    }
