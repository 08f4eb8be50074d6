"""The frontier algorithm in plain Python, for states that have no room in the compiled loops.

What follows a state is found by the functions that the compiled loops call (`successors` and
`region_successors`). Python runs them as well, and its integers are of any length. Here are the
loops over these states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from witness.base.limits import Budget
from witness.puzzle.frontier.answers import Answers, State, Successor, Value, edges_of
from witness.puzzle.frontier.arrays import DONE, MOST_SUCCESSORS
from witness.puzzle.frontier.plan import Plan
from witness.puzzle.frontier.region_successors import region_successors
from witness.puzzle.frontier.region_table import coloured_without_end
from witness.puzzle.frontier.successors import successors
from witness.puzzle.frontier.table import step_table

#: The bytes that a state and its place in a dictionary take, besides 8 for each column; and what
#: regions add to that.
_STATE_BYTES = 200
_ROW_BYTES = 200


class Plain(Answers):
    """All answers about one panel, layer by layer."""

    engine = "reference"

    def __init__(self, plan: Plan, budget: Budget) -> None:
        self.plan = plan
        self.budget = budget
        self._bytes = _STATE_BYTES + 8 * plan.columns
        self._labels = [0] * MOST_SUCCESSORS
        self.first = 0
        self._panel: Any = step_table(plan).tolist()
        if plan.coloured:
            self._bytes += _ROW_BYTES + 8 * plan.columns
            self.first = (0, 0)
            self._panel = coloured_without_end(plan)

    def successors(self, number: int, state: State) -> list[Successor]:
        """Return what follows a state before a step."""
        columns, labels = self.plan.columns, self._labels
        if self.plan.coloured:
            pairs = [SimpleNamespace() for _ in range(MOST_SUCCESSORS)]
            found = region_successors(self._panel, number, columns, state, pairs, labels)
            keys: list[State] = [(pair.line, pair.regions) for pair in pairs[:found]]
        else:
            keys = [0] * MOST_SUCCESSORS
            found = successors(self._panel[number], columns, state, keys, labels)
        return [(labels[n], None if is_done(keys[n]) else keys[n]) for n in range(found)]

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

    def choices(self) -> Iterator[list[int]]:
        """Yield the labels of all solutions."""
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

    def edges_left(self) -> Value:
        """Return the fewest edges from each state to a solution."""
        return self._values(
            lambda options: min((edges_of(label) + rest for label, rest in options), default=None),
            complete=0,
        )

    def completions(self) -> Value:
        """Return the number of solutions from each state."""
        return self._values(lambda options: sum(rest for _, rest in options) or None, complete=1)

    def _values(
        self, combine: Callable[[list[tuple[int, int]]], int | None], complete: int
    ) -> Value:
        """Return the values of states, found from the last step to the first.

        `combine` makes a value from the choices of a state and the values they lead to; a complete
        path has the value `complete`.
        """
        layers = self._layers()
        values: list[dict[State, int]] = [{} for _ in range(len(layers) + 1)]
        for number in reversed(range(len(layers))):
            for state in layers[number]:
                found = combine(
                    [
                        (label, complete if after is None else values[number + 1][after])
                        for label, after in self.successors(number, state)
                        if after is None or after in values[number + 1]
                    ]
                )
                if found is not None:
                    values[number][state] = found
        return lambda number, state: values[number].get(state)

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
