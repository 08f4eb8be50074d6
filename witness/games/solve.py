"""Solving a puzzle: the best score that can be had, a plan for it, and what is proved of both.

The best score is aimed at first. If the search shows that it cannot be had, the next aim is the
best score that any state which was cut off could still have had, and so on: what is found then is
maximal.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from witness.errors import InputError
from witness.games import best_first
from witness.games.analysis import Analysis, analyse
from witness.games.filters import chosen
from witness.games.network import Network
from witness.games.plans import Plans
from witness.games.roles import puzzle_of
from witness.games.search import Found
from witness.games.state_machine import StateMachine
from witness.limits import Limits, Status


@dataclass(frozen=True)
class Solution:
    """The answer about a puzzle.

    `puzzle` is the game of the role alone, which numbers the moves. `status` is "solved" when the
    best score is known and reached, "never-ends" when no play ends the game, or the limit that was
    met; `plan` are numbers of moves, None if the game was never brought to an end. `maximal` says
    that no play has more points, `shortest` that no plan with that score has fewer moves. Seconds
    are of the search, and of the analysis before it.
    """

    puzzle: Network
    status: Status | str
    plan: tuple[int, ...] | None
    score: int | None
    maximal: bool
    shortest: bool
    expansions: int
    seconds: float
    analysis_seconds: float
    filters: tuple[str, ...]


def puzzle(network: Network, role: str | None = None, reduced: bool = True) -> Network:
    """Give the game of one role, the first one if none is named.

    If `reduced`, without roles and fluents that do not matter. Raises `InputError` if other roles
    matter, or there is no such role.
    """
    if role is None:
        number = 0
    elif role in network.roles:
        number = network.roles.index(role)
    else:
        raise InputError(
            f"there is no role {role}; the game has {', '.join(network.roles)}",
            file=network.file,
        )
    if not reduced and len(network.roles) > 1:
        raise InputError(
            "a game of several roles can only be solved with the filter roles", file=network.file
        )
    found = puzzle_of(network, number) if reduced else network
    if found is None:
        raise InputError(
            f"this is no puzzle: what the other roles do matters to {network.roles[number]}",
            file=network.file,
        )
    if not any(goal.score for goal in found.goals):
        raise InputError(
            f"no state that the rules can reach has points for {network.roles[number]}",
            file=network.file,
        )
    return found


def solve(
    network: Network,
    role: str | None = None,
    *,
    without: Collection[str] = (),
    approximate: bool = False,
    first: bool = False,
    limits: Limits | None = None,
    seed: int = 0,
) -> Solution:
    """Solve the puzzle that a game is for a role, with all filters that apply but some.

    `approximate` lets filters in that may miss plans; `first` takes any plan with the best score,
    by random playouts and greedy search, not only a shortest. Random playouts use `seed`. Raises
    `InputError` for a game that is none.
    """
    game, network = network, puzzle(network, role, "roles" not in without)
    begun = time.perf_counter()
    limits = limits or Limits()
    plans = Plans(StateMachine(network))
    if "plans" not in without:
        plans.play_at_random(random.Random(seed), network.scores(0)[0])
    expansions, searched, analysed = 0, 0.0, 0.0
    aim = network.scores(0)[0]
    exact, shortest, ended = True, False, plans.score >= 0
    names: list[str] = []
    status: str = "solved"
    while plans.score < aim or not (first and plans.score >= aim):
        start = time.perf_counter()
        analysis = analyse(network, aim, without)
        names = chosen(analysis, without, approximate)
        analysed += time.perf_counter() - start
        if analysis.impossible:
            found = Found("unsolvable", None, None, 0, bound=analysis.lower)
        else:
            found = best_first.search(
                analysis, names, _left(limits, begun, expansions), greedy=first
            )
        expansions += found.expansions
        searched += found.seconds
        if found.stuck:
            raise InputError(
                "in some state of this game no move is legal, and it has not ended; a rulesheet "
                "must say that it is terminal",
                file=network.file,
            )
        if found.plan is not None:
            ended = True
            if found.score is not None and found.score >= aim:
                # The shortest, even if a playout has found one of the same length.
                plans.score = min(plans.score, found.score - 1)
            plans.keep(found.plan)
        if found.status == "solved":
            exact &= _exact(analysis, names)
            shortest = not first and exact and _admissible(analysis, names)
            break
        if found.status != "unsolvable":
            status = found.status
            break
        exact &= _exact(analysis, names)
        # What is below the aim has been seen, but where a filter is right for the aim only.
        narrow = {"partition", "control"} & set(names)
        bound = max(found.bound, analysis.lower if narrow else -1)
        if bound <= plans.score or aim <= 0:
            break
        aim = min(bound, analysis.lower)
    if not ended and status == "solved":
        status = "never-ends"
    top = plans.score >= network.scores(0)[0]
    if network is not game:
        names = ["roles", *names]
    return Solution(
        network,
        status,
        plans.plan if ended else None,
        plans.score if ended else None,
        maximal=ended and (top or (status == "solved" and exact)),
        shortest=shortest,
        expansions=expansions,
        seconds=searched,
        analysis_seconds=analysed,
        filters=tuple(names),
    )


def _exact(analysis: Analysis, names: Sequence[str]) -> bool:
    return "control" not in names or analysis.control.exact


def _admissible(analysis: Analysis, names: Sequence[str]) -> bool:
    return "targets" not in names or analysis.heuristic.admissible


def _left(limits: Limits, begun: float, expansions: int) -> Limits:
    """Give what is left of some limits."""
    left = limits
    if limits.time_limit is not None:
        seconds = limits.time_limit - (time.perf_counter() - begun)
        left = replace(left, time_limit=max(0.0, seconds))
    if limits.max_expansions is not None:
        left = replace(left, max_expansions=max(0, limits.max_expansions - expansions))
    return left
