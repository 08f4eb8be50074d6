"""The filters of a search as arrays, for the compiled loops of `witness.gdl.filters.kernel`."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from witness.gdl.filters.analysis import Analysis
from witness.gdl.network.arrays import Ints, Words, ints, width, words

#: What a search keeps count of: open nodes in the first order and in the greedy one; whether the
#: last node was taken greedily; all nodes, pushes, expansions; the best score of an ended game and
#: its node (-1 each without one); whether no open node promises fewer moves; the most points that a
#: node cut off could have had; nodes cut off, nodes at which a game ended, nodes without a legal
#: move; and whether the score is certain at the node looked at.
PROGRESS = np.dtype(
    [
        ("open", "i8", 2), ("greedy", "i8"), ("nodes", "i8"), ("pushes", "i8"),
        ("expansions", "i8"), ("best", "i8"), ("best_node", "i8"), ("least", "i8"),
        ("bound", "i8"), ("cut", "i8"), ("ended", "i8"), ("stuck", "i8"), ("sealed", "i8"),
    ]
)  # fmt: skip


class Settings(NamedTuple):
    """Literals of the network, points, and which filters are on (0 or 1)."""

    #: The literal of ending with enough points, and that of having enough.
    win: int
    goal: int
    terminal: int
    #: The points aimed at.
    score: int
    latches: int
    extension: int
    #: Whether to report nodes at which the score is certain.
    seal: int


class Filters(NamedTuple):
    """What it takes to say of a state that the aim is out of reach."""

    settings: Settings
    #: Bit sets of the fluents that are latched when true, and when false.
    latched_true: Words
    latched_false: Words
    #: The components that the win, the end, and the goals depend on.
    win_order: Ints
    goal_literals: Ints
    goal_scores: Ints


def filter_arrays(analysis: Analysis, names: Collection[str], seal: bool = False) -> Filters:
    """Lay out some filters of an analysis."""
    network, size = analysis.network, width(analysis.network)
    goals = [goal for goal in network.goals if goal.role == 0]
    literals = [analysis.win, analysis.goal, network.terminal, *(g.literal for g in network.goals)]
    return Filters(
        settings=Settings(
            win=analysis.win,
            goal=analysis.goal,
            terminal=network.terminal,
            score=analysis.score,
            latches=int("latches" in names),
            extension=int("extension" in names),
            seal=int(seal),
        ),
        latched_true=words(analysis.latches.true, size),
        latched_false=words(analysis.latches.false, size),
        win_order=ints(network.order(literals)),
        goal_literals=ints([goal.literal for goal in goals]),
        goal_scores=ints([goal.score for goal in goals]),
    )
