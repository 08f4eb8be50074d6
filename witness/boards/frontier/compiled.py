"""The frontier algorithm in compiled loops.

Tables grow here, outside the loops, and the budget is looked at between slices of the loops.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np

from witness.base import machine_code
from witness.base.limits import Budget
from witness.boards.frontier import arrays, kernel, region_successors, states
from witness.boards.frontier import plan as plan_module
from witness.boards.frontier import successors as successors_module
from witness.boards.frontier.arrays import LINE, PAIR, Dead, Layer, Layers, Lengths, Numbers, whole
from witness.boards.frontier.decode import Draw, edges_of
from witness.boards.frontier.plain import State, is_done
from witness.boards.frontier.plan import Plan
from witness.boards.frontier.region_table import coloured
from witness.boards.frontier.table import step_table

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


class Compiled:
    """All answers about one panel; solutions are the labels of their choices."""

    def __init__(self, plan: Plan, budget: Budget, room: int = ROOM, size: int = SLICE) -> None:
        """Begin with room for so many states, and look at the budget after `size` of them."""
        self.plan = plan
        self.budget = budget
        self.room, self.size = room, size
        self.kernel = load(regions=plan.coloured)
        self.kind = PAIR if plan.coloured else LINE
        self.first: State = (0, 0) if plan.coloured else 0
        self.panel = coloured(plan) if plan.coloured else step_table(plan)
        self.nexts = arrays.successors(self.kind)

    def successors(self, number: int, key: State) -> list[tuple[int, State]]:
        """Return the (label, state) pairs that follow a state."""
        keys, labels = self.nexts
        found = self.kernel.successors(self.panel, number, self.plan.columns, key, keys, labels)
        return list(zip(labels[:found].tolist(), keys[:found].tolist(), strict=True))

    def solutions(self) -> Iterator[list[int]]:
        """Yield all solutions, depth first, never going where there is none."""
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

    def shortest(self) -> list[int] | None:
        """Return a solution with as few edges as possible, None without any."""
        layers = self._layers()
        known: list[Lengths] = []
        following = Lengths(np.zeros(0, self.kind), np.zeros(0, np.int16))
        for number in reversed(range(len(layers))):
            layer = Lengths(layers[number], np.empty(len(layers[number]), np.int16))
            self.kernel.remaining(
                self.panel, number, self.plan.columns, layer, following, self.nexts
            )
            self.budget.check(sum(layer.nbytes for layer in layers))
            following = layer
            known.insert(0, layer)
        if known[0].lengths[0] < 0:
            return None
        path: list[int] = []
        key, left = self.first, int(known[0].lengths[0])
        while not is_done(key):
            for label, after in self.successors(len(path), key):
                rest = _edges_left(known, len(path) + 1, after)
                if rest >= 0 and edges_of(label) + rest == left:
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
            key = self.first
            while not is_done(key):
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
        following = Layer(np.zeros(0, self.kind), np.zeros((0, limbs), np.uint64))
        states = sum(len(layer) for layer in layers)
        self.budget.check(states * (self.kind.itemsize + 8 * limbs))
        for number in reversed(range(len(layers))):
            layer = Layer(layers[number], np.zeros((len(layers[number]), limbs), np.uint64))
            if self.kernel.completions(
                self.panel, number, self.plan.columns, layer, following, one, self.nexts
            ):
                return None
            self.budget.check()
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


def _place(keys: Numbers, key: State) -> int:
    """Return the place of a state among sorted ones."""
    return int(np.searchsorted(keys, np.array(key, keys.dtype)))


def _edges_left(known: list[Lengths], number: int, key: State) -> int:
    """Return the fewest edges from a state before a step to a solution, -1 without one."""
    if is_done(key):
        return 0
    if number == len(known):
        return -1
    layer = known[number]
    return int(layer.lengths[_place(layer.keys, key)])


def _solutions_from(known: list[Layer], number: int, key: State) -> int:
    """Return the number of solutions from a state before a step."""
    if is_done(key):
        return 1
    if number == len(known):
        return 0
    layer = known[number]
    return whole(layer.counts[_place(layer.keys, key)])


def _one(limbs: int) -> Numbers:
    """Return the number 1 in `limbs` words."""
    one = np.zeros((1, limbs), np.uint64)
    one[0, 0] = 1
    return one
