"""What is known of a puzzle, for one aim: to end with enough points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.control import Control
from witness.games.analyses.distance import Heuristic
from witness.games.analyses.factors import Factors
from witness.games.analyses.latches import GoalLatch, Latches
from witness.games.analyses.one_step import Invariants, OneStep
from witness.games.analyses.partition import Part
from witness.games.analyses.targets import Targets
from witness.games.analyses.traps import Trap
from witness.games.network.kleene import FALSE
from witness.games.network.network import Network

#: The fields of an analysis that filters set.
_FOUND = (
    "latches", "goal_latches", "trap", "control", "targets", "heuristic", "extension", "parts",
    "no_parts", "others",
)  # fmt: skip


@dataclass
class Analysis:
    """What is known of a puzzle with the aim to end with `score` points or more."""

    #: With gates for `win` (to end with enough points) and `goal` (to have enough).
    network: Network
    score: int
    win: int
    goal: int
    abstraction: Abstraction
    invariants: Invariants = field(default_factory=Invariants)
    latches: Latches = field(default_factory=lambda: Latches(0, 0))
    goal_latches: tuple[GoalLatch, ...] = ()
    trap: Trap = field(default_factory=Trap)
    control: Control = field(default_factory=Control)
    targets: Targets = field(default_factory=Targets)
    heuristic: Heuristic = field(default_factory=Heuristic)
    #: Whether the extension of states sees more than latches and traps.
    extension: bool = False
    parts: tuple[Part, ...] = ()
    #: Why there are no parts.
    no_parts: str = ""
    #: The independent parts of the game, which are games of their own.
    factors: Factors | None = None
    #: What filters without a field of their own keep, by the name of the filter: anything that
    #: `pickle` takes.
    others: dict[str, Any] = field(default_factory=dict)
    #: Seconds that each analysis took.
    seconds: dict[str, float] = field(default_factory=dict)
    #: Analyses that took too long, and have found nothing.
    left_out: list[str] = field(default_factory=list)

    def found(self) -> dict[str, Any]:
        """Return what filters may have found, by the names of the fields."""
        return {name: getattr(self, name) for name in _FOUND}

    def keep(self, found: Mapping[str, Any]) -> None:
        """Take what another process has found."""
        for name in _FOUND:
            setattr(self, name, found[name])

    @property
    def impossible(self) -> bool:
        """Whether the rules exclude the win from the beginning."""
        return self.abstraction.value(self.abstraction.nothing(), self.win) == FALSE

    @property
    def lower(self) -> int:
        """The best score below the aim, 0 if there is none."""
        return max((g.score for g in self.network.goals if g.score < self.score), default=0)

    @cached_property
    def step(self) -> OneStep:
        """One step of the game, for questions to clingo."""
        return OneStep(self.network, self.invariants)
