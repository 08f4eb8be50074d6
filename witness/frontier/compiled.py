"""The frontier algorithm by compiled loops; the answers are those of `reference`.

Tables grow here, outside the loops, and the clock, the memory and Ctrl-C are looked at between
slices of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from witness.base import machine_code
from witness.base.limits import Budget
from witness.frontier import kernel, loops
from witness.frontier import plan as plan_module
from witness.frontier.plan import Plan, Step
from witness.frontier.reference import Choice, Draw

Numbers = npt.NDArray[Any]

#: States between two looks at the clock: some hundredths of a second.
SLICE = 50_000

#: Room for states at first.
ROOM = 1 << 12

_ENDS = {None: 0, "S": kernel.S, "G": kernel.G}


def _loops() -> Any:
    return machine_code.load(loops, kernel, plan_module, note="the frontier solver")


def fits(plan: Plan) -> bool:
    """Whether states of this panel have room in the loops' integers."""
    return plan.columns <= kernel.MOST_COLUMNS


def _step_row(plan: Plan, number: int, step: Step) -> list[int]:
    row = [0] * kernel.STEP_SIZE
    row[kernel.COLUMN] = step.column
    row[kernel.RIGHT_KINDS] = sum(1 << kind for kind in step.right)
    row[kernel.UP_KINDS] = sum(1 << kind for kind in step.up)
    row[kernel.RIGHT_END] = _ENDS[step.right_end]
    row[kernel.UP_END] = _ENDS[step.up_end]
    row[kernel.START] = step.start
    row[kernel.GOAL] = step.goal
    row[kernel.ALONE] = step.alone
    row[kernel.THROUGH] = step.through
    row[kernel.NEEDED] = step.needed
    row[kernel.TRIANGLES] = step.triangles
    row[kernel.LEFT_SQUARE] = step.left_square
    row[kernel.BELOW_SQUARE] = step.below_square
    row[kernel.LAST_COLUMN] = step.column == plan.columns - 1
    row[kernel.ENOUGH] = number >= plan.last_need
    row[kernel.BEGUN] = number >= plan.last_start
    row[kernel.ENDING] = number >= plan.last_goal
    return row


def choice(label: int) -> Choice:
    """Read a label of the loops."""
    return Choice(label & 3, label >> 2 & 3, label >> 4)


class Compiled:
    """All answers about one panel."""

    def __init__(self, plan: Plan, budget: Budget) -> None:
        self.plan = plan
        self.budget = budget
        self.loops = _loops()
        rows = [_step_row(plan, number, step) for number, step in enumerate(plan.steps)]
        self.steps = np.array(rows, np.int64)
        self.nexts = np.zeros((2, kernel.MOST_SUCCESSORS), np.int64)

    def successors(self, number: int, key: int) -> list[tuple[int, int]]:
        """Give the (label, state) pairs that follow a state."""
        keys, labels = self.nexts
        found = self.loops.successors(self.steps[number], self.plan.columns, key, keys, labels)
        return [(int(labels[i]), int(keys[i])) for i in range(found)]

    def solutions(self) -> Iterator[list[Choice]]:
        """Yield all solutions as lists of choices, depth first, never going where there is none."""
        depth = len(self.plan.steps)
        keys = np.zeros((depth, kernel.MOST_SUCCESSORS), np.int64)
        labels = np.zeros_like(keys)
        at = np.full(depth, -1, np.int64)
        number, before = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
        state = np.zeros(loops.STATE_SIZE, np.int64)
        dead_keys, dead_steps = _dead(ROOM)
        number[0] = self.loops.successors(self.steps[0], self.plan.columns, 0, keys[0], labels[0])
        while True:
            answer = self.loops.explore(
                self.steps, self.plan.columns, state, at, keys, labels, number, before,
                dead_keys, dead_steps, SLICE,
            )  # fmt: skip
            if answer == loops.EXHAUSTED:
                return
            if answer == loops.SOLUTION:
                taken = range(int(state[loops.DEPTH]) + 1)
                yield [choice(int(labels[step, at[step]])) for step in taken]
            elif answer == loops.TABLE_FULL:
                larger = _dead(2 * len(dead_keys), self.budget, dead_keys.nbytes)
                self.loops.rehash(dead_keys, dead_steps, *larger)
                dead_keys, dead_steps = larger
            self.budget.check()

    def count(self) -> int:
        """Give the number of solutions."""
        limbs = 2
        while True:
            total = self._count(limbs)
            if total is not None:
                return total
            limbs *= 2

    def _count(self, limbs: int) -> int | None:
        """Count with numbers of so many words; None when they are too short."""
        keys = np.zeros(1, np.int64)
        counts = np.zeros((1, limbs), np.uint64)
        counts[0, 0] = 1
        total = np.zeros((1, limbs), np.uint64)
        for number in range(len(self.plan.steps)):
            expanded = self._expand(number, keys, counts, total, 0)
            if expanded is None:
                return None
            keys, counts = expanded
            if not len(keys):
                break
        return _whole(total[0])

    def _expand(
        self, number: int, keys: Numbers, counts: Numbers, total: Numbers, kept: int
    ) -> tuple[Numbers, Numbers] | None:
        """Give the next layer; None when the numbers are too short. `kept` bytes are in use."""
        limbs = counts.shape[1]
        room = max(ROOM, 2 * len(keys))
        table = np.full(2 * _power(room), -1, np.int32)
        new_keys, new_counts = np.empty(room, np.int64), np.empty((room, limbs), np.uint64)
        filled = np.zeros(2, np.int64)
        begin = 0
        while begin < len(keys):
            begin_before, end = begin, min(len(keys), begin + SLICE)
            begin = self.loops.expand(
                self.steps[number], self.plan.columns, keys, counts, begin, end,
                table, new_keys, new_counts, filled, total, self.nexts,
            )  # fmt: skip
            arrays = (keys, counts, table, new_keys, new_counts)
            self.budget.check(kept + sum(array.nbytes for array in arrays))
            if filled[1]:
                return None
            if begin < end:
                room *= 2
                self.budget.check(kept + 2 * sum(array.nbytes for array in arrays))
                new_keys = np.resize(new_keys, room)
                new_counts = np.resize(new_counts, (room, limbs))
                table = np.full(2 * _power(room), -1, np.int32)
                self.loops.index(new_keys, filled[0], table)
            assert begin > begin_before or begin < end
        return new_keys[: filled[0]], new_counts[: filled[0]]

    def shortest(self) -> list[Choice] | None:
        """Give a solution with as few edges as possible, None without any."""
        layers = self._layers()
        lengths: list[Numbers] = []
        following = np.zeros(0, np.int64), np.zeros(0, np.int16)
        for number in reversed(range(len(layers))):
            found = np.empty(len(layers[number]), np.int16)
            self.loops.remaining(
                self.steps[number], self.plan.columns, layers[number], *following, found, self.nexts
            )
            self.budget.check(sum(layer.nbytes for layer in layers))
            following = layers[number], found
            lengths.insert(0, found)
        if lengths[0][0] < 0:
            return None
        path: list[Choice] = []
        key, left = 0, int(lengths[0][0])
        while key != kernel.DONE:
            number = len(path)
            for label, after in self.successors(number, key):
                rest = 0
                if after != kernel.DONE:
                    rest = _value(layers, lengths, number + 1, after, -1)
                if rest >= 0 and choice(label).edges + rest == left:
                    path.append(choice(label))
                    key, left = after, rest
                    break
        return path

    def sampler(self) -> tuple[int, Draw]:
        """Give the number of solutions, and what draws one of them."""
        layers = self._layers()
        limbs = 2
        counts = None
        while counts is None:
            counts = self._completions(layers, limbs)
            limbs *= 2
        known = counts

        def draw(rng: random.Random) -> list[Choice]:
            path: list[Choice] = []
            key = 0
            while key != kernel.DONE:
                number = len(path)
                options = [
                    (label, after, self._ways(layers, known, number + 1, after))
                    for label, after in self.successors(number, key)
                ]
                left = rng.randrange(sum(ways for _, _, ways in options))
                for label, after, ways in options:
                    if left < ways:
                        path.append(choice(label))
                        key = after
                        break
                    left -= ways
            return path

        return _whole(counts[0][0]), draw

    def _ways(self, layers: list[Numbers], counts: list[Numbers], number: int, key: int) -> int:
        if key == kernel.DONE:
            return 1
        if number == len(layers):
            return 0
        place = int(np.searchsorted(layers[number], key))
        return _whole(counts[number][place])

    def _completions(self, layers: list[Numbers], limbs: int) -> list[Numbers] | None:
        one = np.zeros((1, limbs), np.uint64)
        one[0, 0] = 1
        counts: list[Numbers] = []
        following = np.zeros(0, np.int64), np.zeros((0, limbs), np.uint64)
        states = sum(len(layer) for layer in layers)
        self.budget.check(states * 8 * (1 + limbs))
        for number in reversed(range(len(layers))):
            found = np.zeros((len(layers[number]), limbs), np.uint64)
            if self.loops.completions(
                self.steps[number], self.plan.columns, layers[number], *following,
                found, one, self.nexts,
            ):  # fmt: skip
                return None
            self.budget.check()
            following = layers[number], found
            counts.insert(0, found)
        return counts

    def _layers(self) -> list[Numbers]:
        """Give the states that can be reached, sorted, for each step."""
        layers = [np.zeros(1, np.int64)]
        nothing = np.zeros((1, 0), np.uint64)
        kept = 0
        for number in range(len(self.plan.steps) - 1):
            counts = np.zeros((len(layers[-1]), 0), np.uint64)
            expanded = self._expand(number, layers[-1], counts, nothing, kept)
            assert expanded is not None
            layers.append(np.sort(expanded[0]))
            kept += layers[-1].nbytes
        return layers


def _value(
    layers: list[Numbers], values: list[Numbers], number: int, key: int, missing: int
) -> int:
    if number == len(layers):
        return missing
    return int(values[number][np.searchsorted(layers[number], key)])


def _dead(room: int, budget: Budget | None = None, taken: int = 0) -> tuple[Numbers, Numbers]:
    if budget is not None:
        budget.check(10 * room + taken)
    return np.zeros(room, np.int64), np.full(room, -1, np.int16)


def _power(number: int) -> int:
    """Give the next power of two."""
    return 1 << (number - 1).bit_length()


def _whole(limbs: Numbers) -> int:
    """Read a number of several words, the lowest first."""
    return int.from_bytes(limbs.astype("<u8").tobytes(), "little")
