"""Best-first search for a plan that ends with so many points: A* over a stack of filters.

Nodes are taken by (moves so far + distance, distance, the latest first). With a distance that never
overestimates the first plan found is a shortest one; without any it is breadth-first search.
Greedily the moves so far do not count: without a distance that is depth-first search.
`reference` is the definition, in plain Python; `witness.games.play.kernel` does the same in arrays.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Literal

from witness.base.limits import Budget, LimitReachedError, Limits, Status
from witness.games.play.filters import Base

#: How a search ends; where it is "sealed" the points are certain, but the end is still to come.
Outcome = Status | Literal["sealed"]


@dataclass(frozen=True)
class Found:
    """What a search has found.

    `plan` leads to the best score among the states in which the game ended, None if it never did;
    where the search is "sealed", to the state from which on the points are certain.
    `bound` is the most that a state which was cut off could have had, -1 if none was.
    """

    status: Outcome
    plan: tuple[int, ...] | None
    score: int | None
    expansions: int
    ended: int = 0
    cut: int = 0
    bound: int = -1
    stuck: int = 0
    seconds: float = 0.0


def reference(
    machine: Base,
    score: int,
    limits: Limits | None = None,
    greedy: bool = False,
    seal: bool = False,
) -> Found:
    """Search for a plan that ends with so many points or more.

    Of several ways to a state the shortest counts; greedily the first, unless it may come too late.
    With `seal` the search is over where the points are certain whenever the game ends.
    """
    budget = Budget(limits)
    most = budget.limits.max_expansions
    game = machine
    while hasattr(game, "inner") and isinstance(game.inner, Base):
        game = game.inner
    # States that are one may differ in time.
    reopen = not greedy or machine.key(-1) != -1
    start = machine.initial
    depth = {machine.key(start): 0}
    came: dict[int, tuple[int, int] | None] = {machine.key(start): None}
    state_of = {machine.key(start): start}
    closed: set[int] = set()
    far = machine.distance(start)
    heap = [(far, far, 0, machine.key(start))]
    pushes = expansions = ended = cut = stuck = 0
    best: tuple[int, int] | None = None
    bound = -1
    status: Outcome = "unsolvable"
    try:
        while heap:
            if most is not None and expansions >= most:
                raise LimitReachedError("expansion-limit")
            if not expansions % 64:
                budget.check()
            key = heapq.heappop(heap)[-1]
            if key in closed:
                continue
            closed.add(key)
            state = state_of[key]
            if game.terminal(state):
                ended += 1
                points = game.goal(state)
                if best is None or points > best[0]:
                    best = (points, key)
                if points >= score:
                    status = "solved"
                    break
                continue
            if machine.terminal(state):
                cut += 1
                bound = max(bound, machine.bound(state))
                continue
            if seal and machine.sealed(state):
                status = "sealed"
                best = (score, key)
                break
            expansions += 1
            moves = machine.legal(state)
            stuck += not moves and not game.legal(state)
            for move in reversed(moves):
                child = machine.next(state, [move])
                child_key = machine.key(child)
                if depth.get(child_key, 1 << 60) <= depth[key] + 1:
                    continue
                if child_key in depth and not reopen:
                    continue
                depth[child_key], came[child_key] = depth[key] + 1, (key, move)
                state_of[child_key] = child
                closed.discard(child_key)
                far = machine.distance(child)
                pushes -= 1
                so_far = 0 if greedy else depth[child_key]
                heapq.heappush(heap, (so_far + far, far, pushes, child_key))
    except LimitReachedError as reached:
        status = reached.status
    plan = None if best is None else _plan(came, best[1])
    points_of = None if best is None or status == "sealed" else best[0]
    return Found(status, plan, points_of, expansions, ended, cut, bound, stuck, budget.seconds)


def _plan(came: dict[int, tuple[int, int] | None], key: int) -> tuple[int, ...]:
    moves = []
    step = came[key]
    while step is not None:
        moves.append(step[1])
        step = came[step[0]]
    return tuple(reversed(moves))
