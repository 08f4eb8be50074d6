"""Positions of a puzzle's game as the definitions of difficulty ask for states (thesis, 2.1).

A solution is a play that ends with enough points. `witness.difficulty.entropy.reference` takes such
positions as it takes the paths of a panel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from witness.games.network.network import Network
from witness.games.network.state_machine import StateMachine


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
            raise machine.network.without_moves()
        return tuple(moves)

    def after(self, move: int) -> Position:
        """Return the position that a move leads to."""
        left = None if self.left is None else self.left - 1
        return Position(self.game, self.game.machine.next(self.state, [move]), left)
