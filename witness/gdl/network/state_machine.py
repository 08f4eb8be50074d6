"""A game as a state machine: legal moves, next state, terminal, score.

A state is a bit set of fluents (bit i: fluent i is true), a move a number in `Network.moves`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from witness.base import machine_code
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network import arrays, kernel
from witness.gdl.network.arrays import ints, layout, width, words
from witness.gdl.network.construction import network
from witness.gdl.network.kleene import TRUE
from witness.gdl.network.network import Network


def compiled_kernel() -> SimpleNamespace:
    """Return the compiled functions of the kernel, from disk if they were compiled before."""
    return machine_code.load(
        kernel, arrays, note="the state machine of games", usual_seconds=3, checked=False
    )


class StateMachine:
    """A state machine by compiled loops; to lay them out may raise `LimitReachedError`."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.initial = network.initial
        self._transitions = layout(network).transitions
        loops = compiled_kernel()
        self._find_values = loops.evaluate
        self._find_next = loops.play
        self._width = width(network)
        self._state = -1
        #: The values of all nodes in this state.
        self._values: NDArray[np.uint8] = np.zeros(network.size, np.uint8)
        self._words = np.zeros(self._width, np.uint64)
        self._moves_of = [ints(network.moves_of(role)) for role in range(len(network.roles))]
        legal = self._transitions.legal
        self._legal_nodes = [legal[moves] >> 1 for moves in self._moves_of]
        self._illegal = [((legal[moves] & 1) * TRUE).astype(np.uint8) for moves in self._moves_of]

    def _evaluate(self, state: int) -> None:
        if state != self._state:
            self._find_values(words(state, self._width), self._values, self._transitions)
            self._state = state

    def _holds(self, literal: int) -> bool:
        return bool(self._values[literal >> 1] != (literal & 1) * TRUE)

    def legal(self, state: int, role: int = 0) -> list[int]:
        """Return the legal moves of a role, by number, in their order."""
        self._evaluate(state)
        holds = self._values[self._legal_nodes[role]] != self._illegal[role]
        legal: list[int] = self._moves_of[role][holds].tolist()
        return legal

    def next(self, state: int, joint: Sequence[int]) -> int:
        """Return the state after each role has made a move."""
        self._evaluate(state)
        self._find_next(self._words, ints(joint), self._values, self._transitions)
        return int.from_bytes(self._words.tobytes(), "little")

    def terminal(self, state: int) -> bool:
        """Return whether the game has ended."""
        return self.holds(self.network.terminal, state)

    def holds(self, literal: int, state: int) -> bool:
        """Return whether a literal that no move matters to is true."""
        self._evaluate(state)
        return self._holds(literal)

    def goal(self, state: int, role: int = 0) -> int:
        """Return the score of a role: the best that the rules give it here, or 0."""
        return max(self.scores(state, role), default=0)

    def scores(self, state: int, role: int = 0) -> list[int]:
        """Return all scores that the rules give a role, the best first."""
        self._evaluate(state)
        goals = (g for g in self.network.goals if g.role == role and self._holds(g.literal))
        return sorted((goal.score for goal in goals), reverse=True)


def played(machine: StateMachine, plan: Sequence[int]) -> int | None:
    """Return the state after the moves of the only role, None if one of them is not legal."""
    state = machine.initial
    for move in plan:
        if machine.terminal(state) or move not in machine.legal(state):
            return None
        state = machine.next(state, [move])
    return state


def playout(machine: StateMachine, rng: random.Random, longest: int) -> Iterator[int]:
    """Yield the states of a random play, at most `longest` of them."""
    state = machine.initial
    for _ in range(longest):
        yield state
        moves = [machine.legal(state, role) for role in range(len(machine.network.roles))]
        if machine.terminal(state) or not all(moves):
            break
        state = machine.next(state, [rng.choice(own) for own in moves])


def machine(path: str | Path) -> StateMachine:
    """Return the state machine of the game in a file. Raises `InputError`."""
    return StateMachine(network(read_rulesheet(path)))
