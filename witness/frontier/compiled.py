"""The frontier algorithm in compiled loops; the answers are those of `reference`.

Tables grow here, outside the loops, and the budget is looked at between slices of the loops.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np

from witness.base import machine_code
from witness.base.limits import Budget
from witness.frontier import arrays, kernel
from witness.frontier import plan as plan_module
from witness.frontier import successors as successors_module
from witness.frontier.arrays import DONE, Dead, Layer, Layers, Lengths, Numbers, whole
from witness.frontier.plan import Plan
from witness.frontier.profile import Choice
from witness.frontier.reference import Draw
from witness.frontier.table import step_table

#: States between two looks at the clock: some hundredths of a second.
SLICE = 50_000

#: Room for states at first.
ROOM = 1 << 12


def load() -> SimpleNamespace:
    """Return the compiled functions, from disk if they were compiled before."""
    uses = (successors_module, arrays, plan_module)
    return machine_code.load(kernel, *uses, note="the frontier solver", usual_seconds=4)


def choice(label: int) -> Choice:
    """Read a label of the loops."""
    return Choice(label & 3, label >> 2 & 3, label >> 4)


class Compiled:
    """All answers about one panel; solutions are the labels of their choices."""

    def __init__(self, plan: Plan, budget: Budget) -> None:
        self.plan = plan
        self.budget = budget
        self.kernel = load()
        self.steps = step_table(plan)
        self.nexts = arrays.successors()

    def successors(self, number: int, key: int) -> list[tuple[int, int]]:
        """Return the (label, state) pairs that follow a state."""
        keys, labels = self.nexts
        found = self.kernel.successors(self.steps[number], self.plan.columns, key, keys, labels)
        return list(zip(labels[:found].tolist(), keys[:found].tolist(), strict=True))

    def solutions(self) -> Iterator[list[int]]:
        """Yield all solutions, depth first, never going where there is none."""
        stack = arrays.stack(self.plan.size)
        stack.number[0] = self.kernel.successors(
            self.steps[0], self.plan.columns, 0, stack.keys[0], stack.labels[0]
        )
        dead = arrays.dead(ROOM)
        for most in self.budget.slices(SLICE):
            answer = self.kernel.explore(self.steps, self.plan.columns, stack, dead, most)
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
        self.budget.check(10 * room + dead.keys.nbytes)
        larger = arrays.dead(room)
        self.kernel.rehash(dead, larger)
        return larger

    def count(self) -> int:
        """Return the number of solutions."""
        limbs = 2
        while True:
            layers = self._expand(arrays.layers(ROOM, limbs), self.plan.size)
            if layers is not None:
                return whole(layers.total[0])
            limbs *= 2

    def _expand(self, layers: Layers, stop: int, kept: int = 0) -> Layers | None:
        """Go on to the layer before step `stop`; return None when numbers become too long.

        `kept` bytes are in use beside the layers.
        """
        for most in self.budget.slices(SLICE):
            answer = self.kernel.expand(
                self.steps, self.plan.columns, layers, self.nexts, stop, most
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

    def shortest(self) -> list[int] | None:
        """Return a solution with as few edges as possible, None without any."""
        layers = self._layers()
        known: list[Lengths] = []
        following = Lengths(np.zeros(0, np.int64), np.zeros(0, np.int16))
        for number in reversed(range(len(layers))):
            layer = Lengths(layers[number], np.empty(len(layers[number]), np.int16))
            self.kernel.remaining(
                self.steps[number], self.plan.columns, layer, following, self.nexts
            )
            self.budget.check(sum(layer.nbytes for layer in layers))
            following = layer
            known.insert(0, layer)
        if known[0].lengths[0] < 0:
            return None
        path: list[int] = []
        key, left = 0, int(known[0].lengths[0])
        while key != DONE:
            for label, after in self.successors(len(path), key):
                rest = _edges_left(known, len(path) + 1, after)
                if rest >= 0 and choice(label).edges + rest == left:
                    path.append(label)
                    key, left = after, rest
                    break
        return path

    def sampler(self) -> tuple[int, Draw]:
        """Return the number of solutions, and a function that draws one of them."""
        layers = self._layers()
        limbs = 2
        counted = None
        while counted is None:
            counted = self._completions(layers, limbs)
            limbs *= 2
        known = counted

        def draw(rng: random.Random) -> list[int]:
            path: list[int] = []
            key = 0
            while key != DONE:
                options = [
                    (label, after, _solutions_from(known, len(path) + 1, after))
                    for label, after in self.successors(len(path), key)
                ]
                left = rng.randrange(sum(number for _, _, number in options))
                for label, after, number in options:
                    if left < number:
                        path.append(label)
                        key = after
                        break
                    left -= number
            return path

        return whole(known[0].counts[0]), draw

    def _completions(self, layers: list[Numbers], limbs: int) -> list[Layer] | None:
        """Return the layers, each state with its number of solutions; None when `limbs` words
        are too few for one.
        """
        one = _one(limbs)
        known: list[Layer] = []
        following = Layer(np.zeros(0, np.int64), np.zeros((0, limbs), np.uint64))
        states = sum(len(layer) for layer in layers)
        self.budget.check(states * 8 * (1 + limbs))
        for number in reversed(range(len(layers))):
            layer = Layer(layers[number], np.zeros((len(layers[number]), limbs), np.uint64))
            if self.kernel.completions(
                self.steps[number], self.plan.columns, layer, following, one, self.nexts
            ):
                return None
            self.budget.check()
            following = layer
            known.insert(0, layer)
        return known

    def _layers(self) -> list[Numbers]:
        """Return the states that can be reached, sorted, for each step."""
        found = [np.zeros(1, np.int64)]
        layers = arrays.layers(ROOM, 0)
        kept = 0
        for number in range(1, self.plan.size):
            expanded = self._expand(layers, number, kept)
            assert expanded is not None, "there are no numbers"
            layers = expanded
            found.append(np.sort(layers.keys[number & 1, : layers.progress[arrays.STATES]]))
            kept += found[-1].nbytes
        return found


def _edges_left(known: list[Lengths], number: int, key: int) -> int:
    """Return the fewest edges from a state before a step to a solution, -1 without one."""
    if key == DONE:
        return 0
    if number == len(known):
        return -1
    layer = known[number]
    return int(layer.lengths[np.searchsorted(layer.keys, key)])


def _solutions_from(known: list[Layer], number: int, key: int) -> int:
    """Return the number of solutions from a state before a step."""
    if key == DONE:
        return 1
    if number == len(known):
        return 0
    layer = known[number]
    return whole(layer.counts[int(np.searchsorted(layer.keys, key))])


def _one(limbs: int) -> Numbers:
    """Return the number 1 in `limbs` words."""
    one = np.zeros((1, limbs), np.uint64)
    one[0, 0] = 1
    return one
