"""The filters of a search, for Numba: the classes of `witness.gdl.filters` in arrays.

The machine code is made and kept by `witness.base.machine_code`.
"""

from __future__ import annotations

from witness.base.jit import from_dtype, types
from witness.base.machine_code import inner
from witness.gdl.filters.arrays import PROGRESS as RECORD
from witness.gdl.filters.arrays import Filters, Settings
from witness.gdl.network.kernel import (
    GAME,
    INTS,
    SCRATCH,
    WORDS,
    copy,
    lasting,
    literal_value,
    named,
    settle,
    unpack,
)


@inner
def most_points(values, filters):
    """Return the most points below the score that agree with what is known, -1 for no end."""
    best = -1
    if literal_value(values, filters.settings.terminal) != 0:
        for goal in range(len(filters.goal_literals)):
            score = filters.goal_scores[goal]
            possible = literal_value(values, filters.goal_literals[goal]) != 0
            if possible and score < filters.settings.score and score > best:
                best = score
        best = max(best, 0)
    return best


@inner
def is_excluded(values, fluents, filters, gates, progress):
    """Return whether the known fluents exclude the score, and if so, bound what can be had."""
    values[fluents : gates.first] = 1
    settle(values, filters.win_order, 0, len(filters.win_order), gates)
    if literal_value(values, filters.settings.win) != 0:
        return False
    progress[0]["bound"] = max(progress[0]["bound"], most_points(values, filters))
    return True


@inner
def is_lost(words, filters, game, scratch, progress):
    """Return whether a filter says that the score is out of reach."""
    settings, values = filters.settings, scratch.values
    fluents = len(game.transitions.following)
    if settings.latches:
        for fluent in range(fluents):
            place, bit = fluent >> 6, types.uint64(1) << types.uint64(fluent & 63)
            values[fluent] = 1
            if words[place] & bit:
                if filters.latched_true[place] & bit:
                    values[fluent] = 2
            elif filters.latched_false[place] & bit:
                values[fluent] = 0
        if is_excluded(values, fluents, filters, game.transitions.gates, progress):
            return True
        if settings.seal:
            progress[0]["sealed"] = literal_value(values, settings.goal) == 2
    if settings.extension:
        unpack(words, scratch.known, fluents)
        lasting(scratch.known, game, scratch)
        copy(scratch.known, values, 0, fluents)
        return is_excluded(values, fluents, filters, game.transitions.gates, progress)
    return False


PROGRESS = from_dtype(RECORD)[::1]
SETTINGS = named((types.int64,) * 7, Settings)
FILTERS = named((SETTINGS, *(WORDS,) * 2, *(INTS,) * 3), Filters)


def signatures():
    """Return the types of the arguments of what Python calls."""
    return {"is_lost": (WORDS, FILTERS, GAME, SCRATCH, PROGRESS)}
