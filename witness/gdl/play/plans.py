"""Plans: the player of a puzzle is alone, so a plan for the best score stays one, and is kept.

A plan comes from a search or from a random playout that happens to win; from then on it says the
next move. Some playouts go where the choice is smallest, as a knight on its tour
(H. C. von Warnsdorf, *Des Rösselsprungs einfachste und allgemeinste Lösung*, 1823).

*Proves*: the score can be reached. *Applies* to games of one role.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from witness.base.limits import current
from witness.gdl.network.state_machine import StateMachine, played

#: The number of moves of all random playouts together.
MOST_MOVES = 5_000

#: The number of moves of one playout.
LONGEST = 200

#: The number of states looked at by the playouts that go where the choice is smallest.
MOST_LOOKS = 2_000


def final_score(machine: StateMachine, plan: Sequence[int]) -> int | None:
    """Return the score that a plan ends with, None if it does not end the game or is not legal."""
    state = played(machine, plan)
    return machine.goal(state) if state is not None and machine.terminal(state) else None


class Plans:
    """The best plan so far from the initial state: the most points, then the fewest moves."""

    def __init__(self, machine: StateMachine) -> None:
        self.machine = machine
        self.score = -1
        self.plan: tuple[int, ...] = ()

    def keep(self, plan: Sequence[int]) -> bool:
        """Play a plan, and keep it if it ends the game with more points than the one so far."""
        state = played(self.machine, plan)
        if state is None:
            raise ValueError("a move of this plan is not legal here")
        if not self.machine.terminal(state):
            return False
        score = self.machine.goal(state)
        if (score, -len(plan)) <= (self.score, -len(self.plan)):
            return False
        self.score, self.plan = score, tuple(plan)
        return True

    def play_at_random(self, rng: random.Random, enough: int) -> None:
        """Play at random, for `MOST_MOVES` moves, or until a plan has enough points.

        Raises `LimitReachedError`.
        """
        left = MOST_MOVES
        while left > 0 and self.score < enough:
            left -= 1 + self._play(lambda _, moves: rng.choice(moves))

    def play_narrowly(self, rng: random.Random, enough: int) -> None:
        """Play to where the fewest moves are legal, ties at random, until a plan has enough points.

        Ends with fewer points come last, and before them states that the playout has seen. Looks
        at `MOST_LOOKS` states at most. Raises `LimitReachedError`.
        """
        machine, left = self.machine, MOST_LOOKS

        def choose(state: int, moves: list[int]) -> int:
            nonlocal left
            if left <= 0:
                return rng.choice(moves)
            left -= len(moves)
            seen.add(state)
            after = [machine.next(state, [move]) for move in current().each(moves, 1)]
            return min(
                (
                    machine.terminal(child) and machine.goal(child) < enough,
                    child in seen,
                    len(machine.legal(child)),
                    rng.random(),
                    move,
                )
                for child, move in zip(current().each(after, 1), moves, strict=True)
            )[-1]

        while left > 0 and self.score < enough:
            seen: set[int] = set()
            left -= 1
            self._play(choose)

    def _play(self, choose: Callable[[int, list[int]], int]) -> int:
        """Play once, keep the plan if it is the best so far, and return its number of moves."""
        machine, state = self.machine, self.machine.initial
        plan: list[int] = []
        while len(plan) < LONGEST and not machine.terminal(state):
            current().check()
            moves = machine.legal(state)
            if not moves:
                break
            plan.append(choose(state, moves))
            state = machine.next(state, [plan[-1]])
        if machine.terminal(state) and machine.goal(state) > self.score:
            self.keep(plan)
        return len(plan)
