"""The filters of a search, for Numba: `witness.games.play.filters` in arrays.

The machine code is made and kept by `witness.base.machine_code`.
"""

from __future__ import annotations

from numba import njit, types

from witness.games.network.kernel import (
    GATES,
    INTS,
    VALUES,
    copy,
    lasting,
    literal_value,
    put,
    settle,
)

#: `settings`.
(
    WIN, GOAL, TERMINAL, SCORE, LOWER, LATCHES, TRAPS, EXTENSION, SEAL, GREEDY, REOPEN,
    SETTINGS_SIZE,
) = range(12)  # fmt: skip

#: `progress`: open nodes, all nodes, pushes, expansions, the best score of an ended game and its
#: node (-1 each without one), the most that a node cut off could have had, nodes cut off, nodes at
#: which a game ended, nodes without a legal move, and whether the node looked at has the score for
#: certain.
(
    OPEN, NODES, PUSHES, EXPANSIONS, BEST, BEST_NODE, BOUND, CUT, ENDED, STUCK, SEALED,
    PROGRESS_SIZE,
) = range(12)  # fmt: skip

#: Rows of `masks`: what tells states apart; latched true and false; fatal when true and when false.
KEY, LATCHED_TRUE, LATCHED_FALSE, FATAL_TRUE, FATAL_FALSE, MASKS_SIZE = range(6)


@njit
def most_points(values, settings, goal_literals, goal_scores):
    """Give the most points below the score that may still be had when so much is known."""
    best = -1
    if literal_value(values, settings[TERMINAL]) != 0:
        for at in range(len(goal_literals)):
            possible = literal_value(values, goal_literals[at]) != 0
            if possible and goal_scores[at] < settings[SCORE] and goal_scores[at] > best:
                best = goal_scores[at]
        best = max(best, 0)
    return best


@njit
def is_excluded(
    values, fluents, settings, progress, gates, win_order, goal_literals, goal_scores
):  # fmt: skip
    """Whether what is known of the fluents excludes the score; it then bounds what can be had."""
    values[fluents : gates[0][0]] = 1
    settle(values, win_order, 0, len(win_order), gates)
    if literal_value(values, settings[WIN]) != 0:
        return False
    found = most_points(values, settings, goal_literals, goal_scores)
    progress[BOUND] = max(progress[BOUND], found)
    return True


@njit
def is_cut(
    words, settings, progress, masks, known, gone, counts, values, saved, gates,
    step_order, move_order, down_starts, down, touched_starts, touched, above_starts, above,
    following, legal, own, win_order, goal_literals, goal_scores,
):  # fmt: skip
    """Whether a filter says that the score is out of reach."""
    fluents = len(following)
    if settings[TRAPS]:
        for at in range(len(words)):
            if words[at] & masks[FATAL_TRUE, at] or ~words[at] & masks[FATAL_FALSE, at]:
                progress[BOUND] = max(progress[BOUND], settings[LOWER])
                return True
    if settings[LATCHES]:
        for fluent in range(fluents):
            at, bit = fluent >> 6, types.uint64(1) << types.uint64(fluent & 63)
            values[fluent] = 1
            if words[at] & bit:
                if masks[LATCHED_TRUE, at] & bit:
                    values[fluent] = 2
            elif masks[LATCHED_FALSE, at] & bit:
                values[fluent] = 0
        if is_excluded(
            values, fluents, settings, progress, gates, win_order, goal_literals, goal_scores
        ):
            return True
        if settings[SEAL]:
            progress[SEALED] = literal_value(values, settings[GOAL]) == 2
    if settings[EXTENSION]:
        put(known, words, fluents)
        lasting(
            known, gone, counts, values, saved, gates, step_order, move_order,
            down_starts, down, touched_starts, touched, above_starts, above, following, legal,
            own,
        )  # fmt: skip
        copy(known, values, 0, fluents)
        return is_excluded(
            values, fluents, settings, progress, gates, win_order, goal_literals, goal_scores
        )
    return False


@njit
def choose_part(words, values, legal, part_literals, part_starts, part_moves):
    """Give the first of the open parts with the fewest legal moves, -1 without one."""
    chosen, fewest = -1, 0
    for part in range(len(part_literals)):
        fluent = part_literals[part] >> 1
        now = types.int64(words[fluent >> 6] >> types.uint64(fluent & 63)) & 1
        if now != (part_literals[part] & 1):
            continue
        number = 0
        for at in range(part_starts[part], part_starts[part + 1]):
            number += literal_value(values, legal[part_moves[at]]) == 2
        if chosen < 0 or number < fewest:
            chosen, fewest = part, number
    return chosen


def cut(
    words, settings, progress, masks, known, gone, counts, values, saved, gates,
    step_order, move_order, down_starts, down, touched_starts, touched, above_starts, above,
    following, legal, own, win_order, goal_literals, goal_scores,
):  # fmt: skip
    """`is_cut`, to be called from Python."""
    return is_cut(
        words, settings, progress, masks, known, gone, counts, values, saved, gates,
        step_order, move_order, down_starts, down, touched_starts, touched, above_starts, above,
        following, legal, own, win_order, goal_literals, goal_scores,
    )  # fmt: skip


WORDS = types.uint64[::1]
TABLE = types.uint64[:, ::1]
LONGS = types.int64[::1]


def signatures():
    """Give the types of the arguments of what Python calls."""
    return {
        "cut": (
            WORDS, LONGS, LONGS, TABLE, VALUES, VALUES, INTS, VALUES, VALUES, GATES,
            *(INTS,) * 11, INTS, INTS, INTS,
        ),
    }  # fmt: skip
