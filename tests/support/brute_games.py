"""Everything about a small puzzle by looking at all of its states."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine


class Brute:
    """The reachable states of a game of one role, and what can be had from each."""

    def __init__(self, network: Network, most: int = 5_000) -> None:
        self.machine = machine = StateMachine(network)
        self.after: dict[int, dict[int, int]] = {}
        self.depth = {machine.initial: 0}
        todo = deque([machine.initial])
        while todo:
            state = todo.popleft()
            moves = [] if machine.terminal(state) else machine.legal(state)
            self.after[state] = {move: machine.next(state, [move]) for move in moves}
            for child in self.after[state].values():
                if child not in self.depth:
                    self.depth[child] = self.depth[state] + 1
                    todo.append(child)
            assert len(self.depth) <= most
        self.ended = [state for state in self.after if machine.terminal(state)]
        self.open = [state for state in self.after if not machine.terminal(state)]

    @property
    def stuck(self) -> bool:
        """Whether in some state that has not ended nothing can be done."""
        return any(not self.after[state] for state in self.open)

    @cached_property
    def best(self) -> dict[int, int]:
        """The best score that can be had from each state, -1 where no play ends."""
        found = dict.fromkeys(self.after, -1)
        found.update((state, self.machine.goal(state)) for state in self.ended)
        changed = True
        while changed:
            changed = False
            for state in self.open:
                now = max((found[child] for child in self.after[state].values()), default=-1)
                if now > found[state]:
                    found[state], changed = now, True
        return found

    def moves_to(self, score: int) -> dict[int, int]:
        """Return the least number of moves to an end with `score` points, by state."""
        before: dict[int, list[int]] = {}
        for state, moves in self.after.items():
            for child in moves.values():
                before.setdefault(child, []).append(state)
        found = {state: 0 for state in self.ended if self.machine.goal(state) >= score}
        todo = deque(found)
        while todo:
            state = todo.popleft()
            for parent in before.get(state, ()):
                if parent not in found:
                    found[parent] = found[state] + 1
                    todo.append(parent)
        return found
