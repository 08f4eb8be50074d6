"""The frontier algorithm in plain Python: its definition.

Its states go from layer to layer: profiles (`support.frontier_profile`), with regions beside them
(`support.frontier_regions`) where symbols ask for regions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from support import frontier_profile as profile
from support import frontier_regions as regions
from support.frontier_profile import Choice
from support.frontier_steps import Steps

from witness.base.limits import Budget
from witness.boards.frontier.decode import Draw
from witness.boards.frontier.plan import Plan

#: The bytes that a state and its place in a dictionary take, besides 8 for each column; and what
#: regions add to that.
_STATE_BYTES = 400
_ROW_BYTES = 250

#: A `Profile`, or a `regions.State`.
State = Any

#: A choice that leads to solutions, the next state, and its value.
Option = tuple[Choice, State | None, int]


class Reference:
    """All answers about one panel, layer by layer; solutions are the labels of their choices."""

    def __init__(self, plan: Plan, budget: Budget) -> None:
        self.plan = Steps(plan.puzzle)
        self.budget = budget
        self._bytes = _STATE_BYTES + 8 * plan.columns
        # The state before the first vertex; and what follows a state before a step: each choice,
        # with the next state, None for a solution.
        self.first: State = profile.first_profile(self.plan)
        self.successors: Callable[[int, State], list[Any]] = partial(profile.successors, self.plan)
        if plan.coloured:
            self._bytes += _ROW_BYTES + 8 * plan.columns
            self.first = regions.first_state(self.plan)
            self.successors = partial(regions.successors, self.plan)

    def count(self) -> int:
        """Return the number of solutions."""
        layer, total = {self.first: 1}, 0
        for number in range(self.plan.size):
            following: dict[State, int] = {}
            for state, ways in layer.items():
                self.budget.check(self._bytes * (len(layer) + len(following)))
                for _, after in self.successors(number, state):
                    if after is None:
                        total += ways
                    else:
                        following[after] = following.get(after, 0) + ways
            layer = following
        return total

    def solutions(self) -> Iterator[list[int]]:
        """Yield all solutions, depth first, never going where there is none."""
        dead: set[tuple[int, State]] = set()
        path: list[int] = []
        found = 0
        # For each step begun: its state, the number of solutions before it, and what is left.
        first = self.first
        todo = [(first, found, iter(self.successors(0, first)))]
        while todo:
            state, before, options = todo[-1]
            for choice, after in options:
                path[len(todo) - 1 :] = [choice.label]
                if after is None:
                    found += 1
                    yield list(path)
                    # Solutions can follow one another without a dead end, where the clock is seen.
                    self.budget.check(self._bytes * len(dead))
                elif len(todo) < self.plan.size and (len(todo), after) not in dead:
                    following = self.successors(len(todo), after)
                    todo.append((after, found, iter(following)))
                    break
            else:
                todo.pop()
                if before == found:
                    dead.add((len(todo), state))
                    self.budget.check(self._bytes * len(dead))

    def shortest(self) -> list[int] | None:
        """Return a solution with as few edges as possible, None without any."""
        lengths = self._values(
            lambda options: min((choice.edges + rest for choice, rest in options), default=None),
            complete=0,
        )
        if self.first not in lengths[0]:
            return None

        def pick(options: list[Option]) -> tuple[Choice, State | None]:
            best = min(choice.edges + rest for choice, _, rest in options)
            return next((c, after) for c, after, rest in options if c.edges + rest == best)

        return self._descend(lengths, 0, pick)

    def sampler(self) -> tuple[int, Draw]:
        """Return the number of solutions, and a function that draws one of them."""
        ways = self._values(lambda options: sum(rest for _, rest in options) or None, complete=1)

        def draw(rng: random.Random) -> list[int]:
            def pick(options: list[Option]) -> tuple[Choice, State | None]:
                left = rng.randrange(sum(number for _, _, number in options))
                for choice, after, number in options:
                    if left < number:
                        return choice, after
                    left -= number
                raise AssertionError("a number below the sum is within one of its parts")

            return self._descend(ways, 1, pick)

        return ways[0].get(self.first, 0), draw

    def _values(
        self, combine: Callable[[list[tuple[Choice, int]]], int | None], complete: int
    ) -> list[dict[State, int]]:
        """Return the values of the states that lead to a solution, for each step.

        `combine` makes a value from the choices of a state and the values they lead to; a complete
        path has the value `complete`.
        """
        layers = self._layers()
        values: list[dict[State, int]] = [{} for _ in range(len(layers) + 1)]
        for number in reversed(range(len(layers))):
            for state in layers[number]:
                found = combine(
                    [(c, v) for c, _, v in self._options(values, number, state, complete)]
                )
                if found is not None:
                    values[number][state] = found
        return values

    def _options(
        self, values: list[dict[State, int]], number: int, state: State, complete: int
    ) -> list[Option]:
        """Return the choices that lead to solutions, with the next state and its value."""
        return [
            (choice, after, complete if after is None else values[number + 1][after])
            for choice, after in self.successors(number, state)
            if after is None or after in values[number + 1]
        ]

    def _descend(
        self,
        values: list[dict[State, int]],
        complete: int,
        pick: Callable[[list[Option]], tuple[Choice, State | None]],
    ) -> list[int]:
        """Return the choices of one solution, each picked among those that lead to one."""
        path: list[int] = []
        state: State | None = self.first
        while state is not None:
            choice, state = pick(self._options(values, len(path), state, complete))
            path.append(choice.label)
        return path

    def _layers(self) -> list[dict[State, None]]:
        """Return the states that can be reached, for each step."""
        layers: list[dict[State, None]] = [{self.first: None}]
        kept = 1
        for number in range(self.plan.size - 1):
            following: dict[State, None] = {}
            for state in layers[-1]:
                for _, after in self.successors(number, state):
                    if after is not None:
                        following[after] = None
                self.budget.check(2 * self._bytes * (kept + len(following)))
            layers.append(following)
            kept += len(following)
        return layers
