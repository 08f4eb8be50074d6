"""The frontier algorithm in plain Python, for states that have no room in the compiled loops.

What follows a state is found by the functions that the compiled loops call (`successors` and
`region_successors`). Python runs them as well, and its integers are of any length. Here are the
loops over these states.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from witness.base.limits import Budget
from witness.boards.frontier.arrays import DONE, MOST_SUCCESSORS
from witness.boards.frontier.decode import Draw, edges_of
from witness.boards.frontier.plan import Plan
from witness.boards.frontier.region_successors import region_successors
from witness.boards.frontier.region_table import coloured_without_end
from witness.boards.frontier.successors import successors
from witness.boards.frontier.table import step_table

#: The bytes that a state and its place in a dictionary take, besides 8 for each column; and what
#: regions add to that.
_STATE_BYTES = 200
_ROW_BYTES = 200

#: A state: a number, or with regions two.
State = int | tuple[int, int]

#: The label of a choice, and the next state; None for a complete path that is a solution.
Successor = tuple[int, State | None]

#: The label of a choice that leads to solutions, the next state, and its value.
Option = tuple[int, State | None, int]


class Plain:
    """All answers about one panel, layer by layer; solutions are the labels of their choices."""

    def __init__(self, plan: Plan, budget: Budget) -> None:
        self.plan = plan
        self.budget = budget
        self._bytes = _STATE_BYTES + 8 * plan.columns
        self._labels = [0] * MOST_SUCCESSORS
        self.first: State = 0
        self.successors = self._line_successors
        self._panel: Any = step_table(plan).tolist()
        if plan.coloured:
            self._bytes += _ROW_BYTES + 8 * plan.columns
            self.first = (0, 0)
            self.successors = self._region_successors
            self._panel = coloured_without_end(plan)

    def _line_successors(self, number: int, state: State) -> list[Successor]:
        """Return what follows a state."""
        keys, labels = [0] * MOST_SUCCESSORS, self._labels
        found = successors(self._panel[number], self.plan.columns, state, keys, labels)
        return [(labels[n], None if is_done(keys[n]) else keys[n]) for n in range(found)]

    def _region_successors(self, number: int, state: State) -> list[Successor]:
        """Return what follows a state with regions."""
        keys, labels = [SimpleNamespace() for _ in range(MOST_SUCCESSORS)], self._labels
        found = region_successors(self._panel, number, self.plan.columns, state, keys, labels)
        after = [(key.line, key.regions) for key in keys[:found]]
        return [(labels[n], None if is_done(key) else key) for n, key in enumerate(after)]

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
            for label, after in options:
                path[len(todo) - 1 :] = [label]
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
            lambda options: min((edges_of(label) + rest for label, rest in options), default=None),
            complete=0,
        )
        if self.first not in lengths[0]:
            return None

        def pick(options: list[Option]) -> Successor:
            best = min(edges_of(label) + rest for label, _, rest in options)
            return next(
                (label, after) for label, after, rest in options if edges_of(label) + rest == best
            )

        return self._descend(lengths, 0, pick)

    def sampler(self) -> tuple[int, Draw]:
        """Return the number of solutions, and a function that draws one of them."""
        ways = self._values(lambda options: sum(rest for _, rest in options) or None, complete=1)

        def draw(rng: random.Random) -> list[int]:
            def pick(options: list[Option]) -> Successor:
                left = rng.randrange(sum(number for _, _, number in options))
                for label, after, number in options:
                    if left < number:
                        return label, after
                    left -= number
                raise AssertionError("a number below the sum is within one of its parts")

            return self._descend(ways, 1, pick)

        return ways[0].get(self.first, 0), draw

    def _values(
        self, combine: Callable[[list[tuple[int, int]]], int | None], complete: int
    ) -> list[dict[State, int]]:
        """Return the values of the states that lead to a solution, for each step.

        `combine` makes a value from the choices of a state and the values they lead to; a complete
        path has the value `complete`.
        """
        layers = self._layers()
        values: list[dict[State, int]] = [{} for _ in range(len(layers) + 1)]
        for number in reversed(range(len(layers))):
            for state in layers[number]:
                options = self._options(values, number, state, complete)
                found = combine([(label, value) for label, _, value in options])
                if found is not None:
                    values[number][state] = found
        return values

    def _options(
        self, values: list[dict[State, int]], number: int, state: State, complete: int
    ) -> list[Option]:
        """Return the choices that lead to solutions, with the next state and its value."""
        return [
            (label, after, complete if after is None else values[number + 1][after])
            for label, after in self.successors(number, state)
            if after is None or after in values[number + 1]
        ]

    def _descend(
        self,
        values: list[dict[State, int]],
        complete: int,
        pick: Callable[[list[Option]], Successor],
    ) -> list[int]:
        """Return the choices of one solution, each picked among those that lead to one."""
        path: list[int] = []
        state: State | None = self.first
        while state is not None:
            label, state = pick(self._options(values, len(path), state, complete))
            path.append(label)
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


def is_done(key: State) -> bool:
    """Whether this stands for a complete path that is a solution."""
    return (key if isinstance(key, int) else key[0]) == DONE
