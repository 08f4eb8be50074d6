"""Best-first search with filters in plain Python: the definition of the compiled search."""

from __future__ import annotations

import heapq
from collections.abc import Collection
from math import inf

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.gdl.analyses.abstraction import Known
from witness.gdl.filters import FILTERS, filter_class
from witness.gdl.filters.analysis import Analysis
from witness.gdl.filters.latches import known_latches
from witness.gdl.network.kleene import FALSE, TRUE
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play.result import Order, Outcome, PlanSearch


class Filtered:
    """The state machine of a game of one role, with filters around it: what a search asks."""

    def __init__(self, analysis: Analysis, names: Collection[str]) -> None:
        self.game = StateMachine(analysis.network)
        self.analysis = analysis
        self.layers = {n: filter_class(n)(analysis) for n in FILTERS if n in names}

    def legal(self, state: int) -> list[int]:
        """Return the legal moves that the filters leave."""
        moves = self.game.legal(state)
        return self.layers["partition"].moves(state, moves) if "partition" in self.layers else moves

    def key(self, state: int) -> int:
        """Return what distinguishes the state from others."""
        return state & ~self.analysis.control.fluents if "control" in self.layers else state

    def distance(self, state: int) -> int:
        """Return a lower bound of the number of moves to the aim."""
        return self.analysis.heuristic(state) if "targets" in self.layers else 0

    def _known(self, name: str, state: int) -> Known:
        abstraction = self.analysis.abstraction
        if name == "latches":
            return known_latches(abstraction, self.analysis.latches, state)
        return abstraction.lasting(abstraction.all_of(state))

    def sealed(self, state: int) -> bool:
        """Return whether enough points are certain from here on, whenever the game ends."""
        if "latches" not in self.layers:
            return False
        known = self._known("latches", state)
        return self.analysis.abstraction.value(known, self.analysis.goal) == TRUE

    def bound(self, state: int) -> int | None:
        """Return the most points that a lost state can still have; None if no filter calls it lost.

        The innermost filter counts that calls it lost.
        """
        name = next((name for name, layer in self.layers.items() if layer.lost(state)), None)
        if name is None:
            return None
        known, value = self._known(name, state), self.analysis.abstraction.value
        if value(known, self.analysis.network.terminal) == FALSE:
            return -1
        goals = (g for g in self.analysis.network.goals if g.score < self.analysis.score)
        return max((g.score for g in goals if value(known, g.literal) != FALSE), default=0)


def reference(
    machine: Filtered,
    score: int,
    limits: Limits | None = None,
    order: Order = "shortest",
    seal: bool = False,
    fewer: float = inf,
) -> PlanSearch:
    """Search for a plan that ends with `score` points or more, in `fewer` moves than so many.

    Of several ways to a state the shortest counts; greedily the first, unless it may come too late.
    With `seal` the search is over where the points are certain whenever the game ends.
    """
    budget = Budget(limits)
    search = _BestFirst(machine, score, order, seal, fewer)
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
        least=search.least,
        expansions=search.expansions,
        ended=search.ended,
        cut=search.cut,
        bound=search.bound,
        stuck=search.stuck,
    )


class _BestFirst:
    """The nodes of a search, by the keys of their states, and what it has seen so far."""

    def __init__(
        self, machine: Filtered, score: int, order: Order, seal: bool, fewer: float
    ) -> None:
        self.machine, self.game, self.fewer = machine, machine.game, fewer
        self.score, self.order, self.seal = score, order, seal
        # States with the same key may differ in their control propositions, such as a clock.
        self.again = machine.key(-1) != -1
        self.depth: dict[int, int] = {}
        #: The node and the move before each node.
        self.came: dict[int, tuple[int, int] | None] = {}
        self.state: dict[int, int] = {}
        self.closed: set[int] = set()
        #: The open nodes in each order; nodes taken in one are still in the other.
        self.shortest: list[tuple[int, int, int, int]] = []
        self.greedy: list[tuple[int, int, int, int]] = []
        #: Where the last node was taken from.
        self.last = self.shortest
        self.pushes = self.expansions = self.ended = self.cut = self.stuck = 0
        #: The best score of an ended game, and its node.
        self.best: tuple[int, int] | None = None
        self.bound = -1
        #: Whether no open node promises fewer moves than the plan.
        self.least = False
        self.add(self.game.initial, 0, None)

    def add(self, state: int, depth: int, came: tuple[int, int] | None) -> None:
        """Add an open node, or open it again if it can be reached in fewer moves."""
        key = self.machine.key(state)
        before = self.depth.get(key)
        shortest = self.order != "greedy"
        greedy = self.order != "shortest" and (before is None or self.again)
        if before is not None and (before <= depth or not (shortest or greedy)):
            return
        far = self.machine.distance(state)
        if came is not None and depth + far >= self.fewer:
            return
        self.depth[key], self.came[key], self.state[key] = depth, came, state
        self.closed.discard(key)
        self.pushes += 1
        # Where nodes tie, what one order brings comes last in the other, not to lead it astray.
        rank = self.pushes if self.last is self.greedy else -self.pushes
        if shortest:
            heapq.heappush(self.shortest, (depth + far, far, rank, key))
        if greedy:
            heapq.heappush(self.greedy, (far, far, -rank, key))

    def go_on(self, expansions: int) -> Outcome | None:
        """Expand some nodes; return how the search ends, None if there is more to do."""
        stop = self.expansions + expansions
        while self.shortest or self.greedy:
            if self.expansions >= stop:
                return None
            key = self.take()
            if key is None:
                break
            self.closed.add(key)
            status = self.look(key)
            if status is not None:
                return status
        return "unsolvable"

    def take(self) -> int | None:
        """Take the next node that is open, in turns if there are several orders; None for none."""
        for _ in range(2):
            self.last = self.greedy if self.last is self.shortest else self.shortest
            while self.last:
                key = heapq.heappop(self.last)[-1]
                if key not in self.closed:
                    return key
        return None

    def look(self, key: int) -> Outcome | None:
        """Look at a node, and expand it if it is neither ended nor lost."""
        machine, state = self.machine, self.state[key]
        if self.game.terminal(state):
            self.ended += 1
            points = self.game.goal(state)
            if self.best is None or points > self.best[0]:
                self.best = (points, key)
            if points < self.score:
                return None
            self.least = self.order != "greedy" and self.depth[key] <= self.fewest()
            return "solved"
        bound = machine.bound(state)
        if bound is not None:
            self.cut += 1
            self.bound = max(self.bound, bound)
            return None
        if self.seal and machine.sealed(state):
            self.best = (self.score, key)
            return "sealed"
        self.expand(key, state)
        return None

    def fewest(self) -> float:
        """Return the least number of moves that a plan through an open node may have."""
        open_nodes = (value for value, *_, key in self.shortest if key not in self.closed)
        return min(open_nodes, default=inf)

    def expand(self, key: int, state: int) -> None:
        """Add the children of a node, the last move first."""
        self.expansions += 1
        moves = self.machine.legal(state)
        self.stuck += not moves and not self.game.legal(state)
        depth = self.depth[key] + 1
        for move in reversed(moves):
            self.add(self.game.next(state, [move]), depth, (key, move))

    def plan(self, key: int) -> tuple[int, ...]:
        """Return the moves that lead to a node."""
        moves = []
        step = self.came[key]
        while step is not None:
            moves.append(step[1])
            step = self.came[step[0]]
        return tuple(reversed(moves))
