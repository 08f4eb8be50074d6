"""All analyses of a puzzle, for one aim: to end with so many points or more."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import TypeVar

from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.control import Control, control
from witness.games.analyses.distance import Heuristic, heuristic
from witness.games.analyses.extension import sees_more
from witness.games.analyses.factors import Factors, factors
from witness.games.analyses.invariants import invariants
from witness.games.analyses.latches import GoalLatch, Latches, goal_latches, latches, stays
from witness.games.analyses.one_step import Invariants, OneStep
from witness.games.analyses.partition import Part, partition
from witness.games.analyses.targets import Targets, targets
from witness.games.analyses.traps import Trap, trap
from witness.games.network.kleene import FALSE
from witness.games.network.network import Network

T = TypeVar("T")

#: The analyses that become filters, in the order in which they are put around a state machine.
FILTERS = ("control", "traps", "latches", "extension", "partition", "targets")


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
    #: The parts that the game comes apart into, which are games of their own.
    factors: Factors | None = None
    #: Seconds that each analysis took.
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def impossible(self) -> bool:
        """Whether the rules exclude the win from the beginning."""
        return self.abstraction.value(self.abstraction.nothing(), self.win) == FALSE

    @property
    def lower(self) -> int:
        """The best score below the one that is aimed at, 0 if there is none."""
        return max((g.score for g in self.network.goals if g.score < self.score), default=0)


def analyse(network: Network, score: int, without: Collection[str] = ()) -> Analysis:
    """Analyse a game of one role, leaving out some filters' analyses."""
    whole = network
    network, win = network.with_win(0, score)
    enough = tuple((g.literal,) for g in network.goals if g.role == 0 and g.score >= score)
    network, goal = network.with_gate(enough if score > 0 else ((),))
    found = Analysis(network, score, win, goal, Abstraction(network))

    def timed(name: str, work: Callable[[], T]) -> T:
        begun = time.perf_counter()
        result = work()
        found.seconds[name] = time.perf_counter() - begun
        return result

    if found.impossible:
        return found
    if "factors" not in without:
        found.factors = timed("factors", lambda: factors(whole, score))
    if not {"traps", "partition", "targets"} <= set(without):
        found.invariants = timed("invariants", lambda: invariants(network))
        found.abstraction = Abstraction(network, 0, found.invariants)
    abstraction = found.abstraction
    found.control = timed("control", lambda: control(network, win, goal))
    if "latches" not in without:
        found.latches = timed("latches", lambda: latches(abstraction))
        timeless = score > 0 and found.control.fixed and found.control.free
        if timeless and stays(network, found.latches, goal):
            found.control = replace(found.control, exact=True)
        found.goal_latches = timed(
            "goal latches", lambda: tuple(goal_latches(abstraction, found.latches, win, goal))
        )
    if not {"traps", "targets"} <= set(without):
        step = OneStep(network, found.invariants)
        if "traps" not in without:
            found.trap = timed("traps", lambda: trap(abstraction, step, win))
        if "targets" not in without:
            found.targets = timed(
                "targets", lambda: targets(abstraction, win, found.control.fluents)
            )
            found.heuristic = timed("distance", lambda: heuristic(abstraction, step, found.targets))
    if "extension" not in without:
        found.extension = timed(
            "extension", lambda: sees_more(abstraction, win, found.latches, found.trap)
        )
    if "partition" not in without:
        found.parts, found.no_parts = timed("partition", lambda: partition(abstraction, win))
    return found
