"""Plans: a puzzle's player is alone, so a way to the best score stays one, and is kept.

A plan comes from a search or from a random playout that happens to win; from then on the next
move is read off it.

*Proves*: the score can be reached. *Applies* to games of one role.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from witness.games.state_machine import Machine

#: Moves of all random playouts together.
MOST_MOVES = 5_000

#: Moves of one.
LONGEST = 200


def outcome(machine: Machine, plan: Sequence[int]) -> int | None:
    """Return the score that a plan ends with, None if it does not end, or cannot be played."""
    state = machine.initial
    for move in plan:
        if machine.terminal(state) or move not in machine.legal(state):
            return None
        state = machine.next(state, [move])
    return machine.goal(state) if machine.terminal(state) else None


class Plans:
    """The best plan so far from the initial state: the most points, then the fewest moves."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.score = -1
        self.plan: tuple[int, ...] = ()
        self._next: dict[int, int] = {}

    def keep(self, plan: Sequence[int]) -> bool:
        """Play a plan, and keep it if it ends the game with more points than the one so far."""
        machine = self.machine
        state, moves = machine.initial, {}
        for move in plan:
            if machine.terminal(state) or move not in machine.legal(state):
                raise ValueError(f"{machine.network.moves[move]} is not legal here")
            moves[state] = move
            state = machine.next(state, [move])
        if not machine.terminal(state):
            return False
        score = machine.goal(state)
        if (score, -len(plan)) <= (self.score, -len(self.plan)):
            return False
        self.score, self.plan, self._next = score, tuple(plan), moves
        return True

    def move(self, state: int) -> int | None:
        """Give the next move, None for a state that is not on the plan."""
        return self._next.get(state)

    def play_at_random(self, rng: random.Random, enough: int) -> None:
        """Play at random, for so many moves, or until a plan has enough points."""
        machine, left = self.machine, MOST_MOVES
        while left > 0 and self.score < enough:
            state = machine.initial
            plan: list[int] = []
            while len(plan) < LONGEST and not machine.terminal(state):
                moves = machine.legal(state)
                if not moves:
                    break
                plan.append(rng.choice(moves))
                state = machine.next(state, [plan[-1]])
            left -= 1 + len(plan)
            if machine.terminal(state) and machine.goal(state) > self.score:
                self.keep(plan)
