"""Positions of a puzzle's game, the graph of those that a player can reach, and both scores on it.

A solution is a play that ends with enough points. A position is a state as the definitions of
difficulty ask for it (thesis, 2.1), so that `witness.difficulty.entropy.reference` takes it as it
takes the path of a panel.

`witness.difficulty.entropy.reference.entropy_of` defines the scores by recursion over plays. Many
plays lead to one position, whose scores are the same in all of them; so each position is visited
once.

MUSE is the cost of a cheapest solution, where every move from s costs log2|σ(s)| bits: positions
are visited in the order of what the way to them costs. That is right even if positions recur, as
no move has a negative cost. ReMUSE is found backwards from the solutions, and only where no
position comes back that can still be solved; else its recursion never ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from witness.base.limits import Budget
from witness.difficulty.entropy.reference import Player, remuse_of
from witness.difficulty.inference import allowed
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine

#: Positions between two looks at the clock.
SLICE = 64

#: The bytes that a position and each of its moves take, roughly.
POSITION_BYTES, MOVE_BYTES = 400, 40


class Aimed:
    """A game of one role, and the points with which it must end."""

    def __init__(self, network: Network, score: int) -> None:
        self.machine = StateMachine(network)
        self.score = score

    def begin(self, horizon: int | None = None) -> Position:
        """Return the initial position, for a player who has `horizon` moves; None for no limit."""
        return Position(self, self.machine.initial, horizon)


@dataclass(frozen=True)
class Position:
    """A state of the game, by its bit set, and the moves that are left; None for no limit."""

    game: Aimed
    state: int
    left: int | None = None

    @cached_property
    def solved(self) -> bool:
        """Γ(s): whether the game has ended with enough points."""
        machine = self.game.machine
        return machine.terminal(self.state) and machine.goal(self.state) >= self.game.score

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """A(s): the legal moves by number; none when the game has ended, or no move is left.

        Raises `InputError` where the rules forget to end the game.
        """
        machine = self.game.machine
        if self.left == 0 or machine.terminal(self.state):
            return ()
        moves = machine.legal(self.state)
        if not moves:
            raise machine.network.without_moves(0, self.state)
        return tuple(moves)

    def after(self, move: int) -> Position:
        """Return the position that a move leads to."""
        left = None if self.left is None else self.left - 1
        return Position(self.game, self.game.machine.next(self.state, [move]), left)


class Plays:
    """A search from one position; `hopeless` tells which states are lost.

    Lost states are counted among the moves and not visited, which changes no score.
    """

    def __init__(
        self, start: Position, player: Player, hopeless: Callable[[int], bool] | None = None
    ) -> None:
        self.player = player
        self.hopeless = hopeless
        self.muse = math.inf
        self.visited = 0
        self.done = False
        self._number = {(start.state, start.left): 0}
        self._open: list[Position | None] = [start]
        self._cost = [0.0]
        self._parent = [-1]
        self._children: list[Sequence[int] | None] = [None]
        self._solved: list[int] = []
        self._heap = [(0.0, 0)]
        self._edges = 0

    def run(self, budget: Budget, until: Callable[[], bool] = lambda: False) -> None:
        """Visit positions until there are no more, or until MUSE is known if `until` is true then.

        Raises `LimitReachedError`.
        """
        for most in budget.slices(SLICE, lambda: self.visited):
            budget.check(POSITION_BYTES * len(self._cost) + MOVE_BYTES * self._edges)
            for _ in range(most):
                if not self._next():
                    break
                cost, here = heappop(self._heap)
                self._visit(here, cost)
                if self._solved == [here] and until():
                    return
            if not self._next():
                self.done = True
                return

    def _next(self) -> bool:
        """Whether there is a position to visit: then it comes first in the heap."""
        while self._heap and self._children[self._heap[0][1]] is not None:
            heappop(self._heap)
        return bool(self._heap)

    def _visit(self, here: int, cost: float) -> None:
        position = self._open[here]
        assert position is not None
        self._open[here] = None
        self.visited += 1
        player = self.player
        if player.sees(position) is not None:
            self.muse = min(self.muse, cost)
            self._solved.append(here)
            self._children[here] = ()
            return
        moves = allowed(player.rules, position, player.lookahead)
        further = cost + math.log2(len(moves)) if moves else 0.0
        children = []
        for move in moves:
            child = position.after(move)
            number = self._number.setdefault((child.state, child.left), len(self._cost))
            children.append(number)
            if number == len(self._cost):
                lost = self.hopeless is not None and self.hopeless(child.state)
                self._open.append(None if lost else child)
                self._cost.append(math.inf)
                self._parent.append(-1)
                self._children.append(() if lost else None)
            if self._children[number] is None and further < self._cost[number]:
                self._cost[number], self._parent[number] = further, here
                heappush(self._heap, (further, number))
        self._children[here] = children
        self._edges += len(children)

    @property
    def low(self) -> float:
        """A lower bound of MUSE, before it is known."""
        return min((c for c, n in self._heap if self._children[n] is None), default=math.inf)

    @property
    def turns_back(self) -> bool:
        """Whether from the cheapest solution a move leads back to where it came from.

        Then positions come back that can be solved. (They may all the same where this is false.)
        """
        path: set[int] = set()
        here = self._solved[0]
        behind = [here]
        while (here := self._parent[here]) >= 0:
            behind.append(here)
        for here in reversed(behind):
            path.add(here)
            if not path.isdisjoint(self._children[here] or ()):
                return True
        return False

    def backwards(self) -> tuple[float, int, int] | None:
        """Return ReMUSE, the number of solutions and their moves together; None for a cycle.

        For a search that is done. Positions that a player sees to be solved count as solutions.
        """
        before: dict[int, list[int]] = {}
        for here, children in enumerate(self._children):
            for child in children or ():
                before.setdefault(child, []).append(here)
        # How many moves lead to where a solution is, from positions where one is.
        waiting: dict[int, int] = dict.fromkeys(self._solved, 0)
        todo = list(self._solved)
        for here in todo:
            for parent in before.get(here, ()):
                if parent not in waiting:
                    waiting[parent] = 0
                    todo.append(parent)
                waiting[parent] += 1
        if 0 not in waiting:
            return math.inf, 0, 0
        remuse: dict[int, float] = {}
        count: dict[int, int] = {}
        moves: dict[int, int] = {}
        todo = list(self._solved)
        for here in todo:
            children = self._children[here] or ()
            if children:
                values = [remuse.get(child, math.inf) for child in children]
                remuse[here] = remuse_of(values)
                count[here] = sum(count.get(child, 0) for child in children)
                moves[here] = count[here] + sum(moves.get(child, 0) for child in children)
            else:
                remuse[here], count[here], moves[here] = 0.0, 1, 0
            for parent in before.get(here, ()):
                waiting[parent] -= 1
                if not waiting[parent]:
                    todo.append(parent)
        return (remuse[0], count[0], moves[0]) if 0 in remuse else None
