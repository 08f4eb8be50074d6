"""The frontier algorithm as it is defined: what follows a state, step by step.

The loops over states are those of the package's plain engine. What follows a state is defined here:
profiles (`support.frontier_profile`), with regions beside them (`support.frontier_regions`) where
symbols ask for regions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from support import frontier_profile as profile
from support import frontier_regions as regions
from support.frontier_steps import Steps

from witness.base.limits import Budget
from witness.boards.frontier.plain import Plain
from witness.boards.frontier.plan import Plan

#: The bytes that a state and its place in a dictionary take, besides 8 for each column; and what
#: regions add to that.
_STATE_BYTES = 400
_ROW_BYTES = 250


class Reference(Plain):
    """All answers about one panel; a state is a `Profile`, or a `regions.State`."""

    def __init__(self, plan: Plan, budget: Budget) -> None:
        self.plan: Any = Steps(plan.puzzle)
        self.budget = budget
        self._bytes = _STATE_BYTES + 8 * plan.columns
        self.first: Any = profile.first_profile(self.plan)
        choices: Callable[[int, Any], Any] = partial(profile.successors, self.plan)
        if plan.coloured:
            self._bytes += _ROW_BYTES + 8 * plan.columns
            self.first = regions.first_state(self.plan)
            choices = partial(regions.successors, self.plan)
        self.successors: Any = lambda number, state: [
            (choice.label, after) for choice, after in choices(number, state)
        ]
