"""Best-first search for a plan that ends with enough points: A* over a stack of filters.

Nodes are taken by (moves so far + distance, distance, the latest first). With a distance that never
overestimates the first plan found is a shortest one; without any it is breadth-first search.
Greedily the moves so far do not count: without a distance that is depth-first search.
`reference` is the definition, in plain Python; `witness.games.play.kernel` does the same in arrays.
"""

from __future__ import annotations

import heapq

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.games.filters.base import Base
from witness.games.play.result import Outcome, PlanSearch


def reference(
    machine: Base,
    score: int,
    limits: Limits | None = None,
    greedy: bool = False,
    seal: bool = False,
) -> PlanSearch:
    """Search for a plan that ends with `score` points or more.

    Of several ways to a state the shortest counts; greedily the first, unless it may come too late.
    With `seal` the search is over where the points are certain whenever the game ends.
    """
    budget = Budget(limits)
    search = _BestFirst(machine, score, greedy, seal)
    status: Outcome | None = None
    try:
        for expansions in budget.slices(1, lambda: search.expansions):
            status = search.go_on(expansions)
            if status is not None:
                break
    except LimitReachedError as reached:
        status = reached.status
    assert status is not None
    best = search.best
    return PlanSearch(
        status=status,
        seconds=budget.seconds,
        engine="reference",
        plan=None if best is None else search.plan(best[1]),
        score=None if best is None or status == "sealed" else best[0],
        expansions=search.expansions,
        ended=search.ended,
        cut=search.cut,
        bound=search.bound,
        stuck=search.stuck,
    )


class _BestFirst:
    """The nodes of a search, by the keys of their states, and what it has seen so far."""

    def __init__(self, machine: Base, score: int, greedy: bool, seal: bool) -> None:
        self.machine, self.game = machine, machine.game
        self.score, self.greedy, self.seal = score, greedy, seal
        # States with the same key may differ in their control propositions, such as a clock.
        self.reopen = not greedy or machine.key(-1) != -1
        self.depth: dict[int, int] = {}
        #: The node and the move before each node.
        self.came: dict[int, tuple[int, int] | None] = {}
        self.state: dict[int, int] = {}
        self.closed: set[int] = set()
        self.heap: list[tuple[int, int, int, int]] = []
        self.pushes = self.expansions = self.ended = self.cut = self.stuck = 0
        #: The best score of an ended game, and its node.
        self.best: tuple[int, int] | None = None
        self.bound = -1
        self.add(machine.initial, 0, None)

    def add(self, state: int, depth: int, came: tuple[int, int] | None) -> None:
        """Add an open node, or open it again."""
        key = self.machine.key(state)
        self.depth[key], self.came[key], self.state[key] = depth, came, state
        self.closed.discard(key)
        far = self.machine.distance(state)
        self.pushes -= 1
        heapq.heappush(self.heap, (far + (0 if self.greedy else depth), far, self.pushes, key))

    def go_on(self, expansions: int) -> Outcome | None:
        """Expand some nodes; return how the search ends, None if there is more to do."""
        stop = self.expansions + expansions
        while self.heap:
            if self.expansions >= stop:
                return None
            key = heapq.heappop(self.heap)[-1]
            if key not in self.closed:
                self.closed.add(key)
                status = self.look(key)
                if status is not None:
                    return status
        return "unsolvable"

    def look(self, key: int) -> Outcome | None:
        """Look at a node, and expand it if it is neither ended nor lost."""
        machine, state = self.machine, self.state[key]
        if self.game.terminal(state):
            self.ended += 1
            points = self.game.goal(state)
            if self.best is None or points > self.best[0]:
                self.best = (points, key)
            return "solved" if points >= self.score else None
        if machine.terminal(state):
            self.cut += 1
            self.bound = max(self.bound, machine.bound(state))
            return None
        if self.seal and machine.sealed(state):
            self.best = (self.score, key)
            return "sealed"
        self.expand(key, state)
        return None

    def expand(self, key: int, state: int) -> None:
        """Add the children of a node, the last move first."""
        self.expansions += 1
        moves = self.machine.legal(state)
        self.stuck += not moves and not self.game.legal(state)
        depth = self.depth[key] + 1
        for move in reversed(moves):
            child = self.machine.next(state, [move])
            before = self.depth.get(self.machine.key(child))
            if before is None or (before > depth and self.reopen):
                self.add(child, depth, (key, move))

    def plan(self, key: int) -> tuple[int, ...]:
        """Return the moves that lead to a node."""
        moves = []
        step = self.came[key]
        while step is not None:
            moves.append(step[1])
            step = self.came[step[0]]
        return tuple(reversed(moves))
