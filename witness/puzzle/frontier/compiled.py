"""The frontier algorithm in compiled loops.

Tables grow here, outside the loops, and the budget is looked at between slices of the loops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from witness.base import machine_code
from witness.base.limits import Budget
from witness.puzzle.frontier import arrays, kernel, region_successors, states
from witness.puzzle.frontier import plan as plan_module
from witness.puzzle.frontier import successors as successors_module
from witness.puzzle.frontier.answers import Answers, State, Successor, Value
from witness.puzzle.frontier.arrays import LINE, PAIR, Dead, Layer, Layers, Numbers, whole
from witness.puzzle.frontier.plain import is_done
from witness.puzzle.frontier.plan import Plan
from witness.puzzle.frontier.region_table import coloured
from witness.puzzle.frontier.table import step_table

#: States between two looks at the clock: some hundredths of a second.
SLICE = 50_000

#: Room for states at first.
ROOM = 1 << 12


def load(*, regions: bool = False) -> SimpleNamespace:
    """Return the compiled functions, from disk if they were compiled before.

    They are for panels whose symbols ask for regions if `regions`, else for the others.
    """
    return machine_code.load(
        kernel,
        successors_module,
        region_successors,
        states,
        arrays,
        plan_module,
        note="the frontier solver for regions" if regions else "the frontier solver",
        usual_seconds=6 if regions else 5,
        variant="regions" if regions else "any",
        arguments=(PAIR if regions else LINE,),
    )


class Compiled(Answers):
    """All answers about one panel."""

    engine = "compiled"

    def __init__(self, plan: Plan, budget: Budget, room: int = ROOM, size: int = SLICE) -> None:
        """Begin with `room` for some states, and look at the budget after `size` of them."""
        self.plan = plan
        self.budget = budget
        self.room, self.size = room, size
        self.kernel = load(regions=plan.coloured)
        self.kind = PAIR if plan.coloured else LINE
        self.first = (0, 0) if plan.coloured else 0
        self.panel = coloured(plan) if plan.coloured else step_table(plan)
        self.nexts = arrays.successors(self.kind)

    def successors(self, number: int, state: State) -> list[Successor]:
        """Return what follows a state before a step."""
        keys, labels = self.nexts
        found = self.kernel.successors(self.panel, number, self.plan.columns, state, keys, labels)
        pairs = zip(labels[:found].tolist(), keys[:found].tolist(), strict=True)
        return [(label, None if is_done(key) else key) for label, key in pairs]

    def choices(self) -> Iterator[list[int]]:
        """Yield the labels of all solutions."""
        stack = arrays.stack(self.plan.size, self.kind)
        stack.number[0] = self.kernel.successors(
            self.panel, 0, self.plan.columns, self.first, stack.keys[0], stack.labels[0]
        )
        dead = arrays.dead(self.room, self.kind)
        for most in self.budget.slices(self.size):
            answer = self.kernel.explore(self.panel, self.plan.columns, stack, dead, most)
            if answer == kernel.EXHAUSTED:
                return
            if answer == kernel.SOLUTION:
                begun = np.arange(stack.progress[arrays.DEPTH] + 1)
                yield stack.labels[begun, stack.taken[begun]].tolist()
            elif answer == kernel.TABLE_FULL:
                dead = self._larger(dead)

    def _larger(self, dead: Dead) -> Dead:
        """Return the same dead states in a table with twice as much room."""
        room = 2 * len(dead.keys)
        self.budget.check(3 * dead.keys.nbytes + 2 * room)
        larger = arrays.dead(room, self.kind)
        self.kernel.rehash(dead, larger)
        return larger

    def count(self) -> int:
        """Return the number of solutions."""
        limbs = 2
        while True:
            layers = self._expand(arrays.layers(self.room, limbs, self.kind), self.plan.size)
            if layers is not None:
                return whole(layers.total[0])
            limbs *= 2

    def _expand(self, layers: Layers, stop: int, kept: int = 0) -> Layers | None:
        """Go on to the layer before step `stop`; return None when numbers become too long.

        `kept` bytes are in use beside the layers.
        """
        for most in self.budget.slices(self.size):
            answer = self.kernel.expand(
                self.panel, self.plan.columns, layers, self.nexts, stop, most
            )
            taken = sum(array.nbytes for array in layers)
            self.budget.check(kept + taken)
            if answer == kernel.EXHAUSTED:
                return layers
            if answer == kernel.TOO_LONG:
                return None
            if answer == kernel.TABLE_FULL:
                self.budget.check(kept + 3 * taken)
                layers = arrays.enlarged(layers)
                self.kernel.index(layers)
        raise AssertionError("slices end with an error")

    def edges_left(self) -> Value:
        """Return the fewest edges from each state to a solution."""
        known = self._backwards(
            self._layers(), lambda states: np.empty(states, np.int16), self.kernel.remaining
        )
        assert known is not None, "edges are few"
        return _looked_up(known, lambda length: None if length < 0 else int(length))

    def completions(self) -> Value:
        """Return the number of solutions from each state."""
        layers = self._layers()
        limbs = 2
        while (known := self._counted(layers, limbs)) is None:
            limbs *= 2
        return _looked_up(known, lambda number: whole(number) or None)

    def _counted(self, layers: list[Numbers], limbs: int) -> list[Layer] | None:
        """Return the layers with numbers of solutions; None when `limbs` words are too few."""
        one = np.zeros((1, limbs), np.uint64)
        one[0, 0] = 1
        self.budget.check(sum(map(len, layers)) * (self.kind.itemsize + 8 * limbs))
        return self._backwards(
            layers,
            lambda states: np.zeros((states, limbs), np.uint64),
            self.kernel.completions,
            one,
        )

    def _backwards(
        self,
        layers: list[Numbers],
        room: Callable[[int], Numbers],
        find: Callable[..., int | None],
        *given: Numbers,
    ) -> list[Layer] | None:
        """Return the layers with the values that a loop finds, from the last to the first.

        `room` makes an array for the values of a number of states. None where the loop returns 1.
        """
        taken = sum(layer.nbytes for layer in layers)
        known: list[Layer] = []
        following = Layer(np.zeros(0, self.kind), room(0))
        for number in reversed(range(len(layers))):
            layer = Layer(layers[number], room(len(layers[number])))
            if find(self.panel, number, self.plan.columns, layer, following, *given, self.nexts):
                return None
            self.budget.check(taken)
            following = layer
            known.insert(0, layer)
        return known

    def _layers(self) -> list[Numbers]:
        """Return the states that can be reached, sorted, for each step."""
        found = [np.zeros(1, self.kind)]
        layers = arrays.layers(self.room, 0, self.kind)
        kept = 0
        for number in range(1, self.plan.size):
            expanded = self._expand(layers, number, kept)
            assert expanded is not None, "there are no numbers"
            layers = expanded
            found.append(_sorted(layers.keys[number & 1, : layers.progress[arrays.STATES]]))
            kept += found[-1].nbytes
        return found


def _sorted(keys: Numbers) -> Numbers:
    """Return states in the order of the loops, in an array of their own."""
    if keys.dtype == LINE:
        return np.sort(keys)
    return keys[np.lexsort((keys["regions"], keys["line"]))]


def _looked_up(known: list[Layer], read: Callable[[Any], int | None]) -> Value:
    """Return the values of states, as `read` reads them; after the last step there are none."""

    def value(number: int, state: State) -> int | None:
        if number == len(known):
            return None
        keys, values = known[number]
        return read(values[np.searchsorted(keys, np.array(state, keys.dtype))])

    return value
