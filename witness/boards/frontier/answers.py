"""What both engines can answer about a panel; solutions are the labels of their choices.

An engine knows what follows a state, and the value of each state that leads to a solution: the
fewest edges to one, or the number of solutions. From these a solution is put together here.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from witness.boards.frontier.decode import Draw, edges_of

#: A state: a number, or with regions two.
State = int | tuple[int, int]

#: The label of a choice, and the next state; None for a complete path that is a solution.
Successor = tuple[int, State | None]

#: The value of a state before a step, None if it leads to no solution.
Value = Callable[[int, State], int | None]


class Answers(ABC):
    """All answers about one panel."""

    #: The state before the first step.
    first: State

    @abstractmethod
    def successors(self, number: int, state: State) -> list[Successor]:
        """Return what follows a state before a step."""

    @abstractmethod
    def solutions(self) -> Iterator[list[int]]:
        """Yield all solutions, depth first, never going where there is none."""

    @abstractmethod
    def count(self) -> int:
        """Return the number of solutions."""

    @abstractmethod
    def edges_left(self) -> Value:
        """Return the fewest edges from each state to a solution."""

    @abstractmethod
    def completions(self) -> Value:
        """Return the number of solutions from each state."""

    def shortest(self) -> list[int] | None:
        """Return a solution with as few edges as possible, None without any."""
        value = self.edges_left()

        def pick(options: list[tuple[int, State | None, int]]) -> Successor:
            label, after, _ = min(options, key=lambda option: edges_of(option[0]) + option[2])
            return label, after

        return None if value(0, self.first) is None else self._descend(value, 0, pick)

    def sampler(self) -> tuple[int, Draw]:
        """Return the number of solutions, and a function that draws one of them."""
        value = self.completions()

        def draw(rng: random.Random) -> list[int]:
            def pick(options: list[tuple[int, State | None, int]]) -> Successor:
                left = rng.randrange(sum(number for _, _, number in options))
                for label, after, number in options:
                    if left < number:
                        return label, after
                    left -= number
                raise AssertionError("a number below the sum is within one of its parts")

            return self._descend(value, 1, pick)

        return value(0, self.first) or 0, draw

    def _descend(
        self,
        value: Value,
        complete: int,
        pick: Callable[[list[tuple[int, State | None, int]]], Successor],
    ) -> list[int]:
        """Return the choices of one solution, each picked among those that lead to one.

        A complete path has the value `complete`.
        """
        path: list[int] = []
        state: State | None = self.first
        while state is not None:
            options = [
                (label, after, rest)
                for label, after in self.successors(len(path), state)
                if (rest := complete if after is None else value(len(path) + 1, after)) is not None
            ]
            label, state = pick(options)
            path.append(label)
        return path
