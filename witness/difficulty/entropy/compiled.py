"""The rater in compiled loops: the scores are those of `witness.difficulty.entropy.reference`.

The clock and Ctrl-C are looked at between slices of the search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from witness.base import machine_code
from witness.difficulty import inference
from witness.difficulty.entropy import arrays, kernel, moves, state_tests
from witness.difficulty.entropy.arrays import Layout
from witness.difficulty.entropy.reference import Entropy
from witness.difficulty.rules import move_table

#: States between two looks at the clock: some hundredths of a second.
SLICE = 20_000


@dataclass(frozen=True)
class Scores:
    """What a search from a state has found: its scores, the number of solutions, and the number of
    edges that these have together.
    """

    entropy: Entropy
    solutions: int
    edges: int


def load() -> SimpleNamespace:
    """Return the compiled functions, from disk if they were compiled before."""
    uses = (moves, state_tests, arrays, move_table, inference)
    return machine_code.load(kernel, *uses, note="the rater of puzzles", usual_seconds=7)


class DepthFirst:
    """A search from a path through `places`, with `edges` between them.

    With a bound it finds MUSE alone, and only if it is less than the bound.
    """

    def __init__(
        self,
        layout: Layout,
        places: Sequence[int],
        edges: Sequence[int] = (),
        bound: float | None = None,
    ) -> None:
        self.layout = layout
        self.kernel = load()
        self.trail = arrays.trail(layout)
        self.stack = arrays.stack(layout, bound)
        for place, edge in zip(places, (-1, *edges), strict=True):
            self.kernel.step(place, edge, self.trail, layout)
        root = self.stack.frames[0]
        root["place"], root["edge"] = places[-1], (-1, *edges)[-1]
        self.done = False

    @property
    def states(self) -> int:
        """The number of states visited so far."""
        return int(self.stack.progress["states"][0])

    def run(self, most: int) -> None:
        """Go on for `most` states at most; if `most` is 0, do nothing."""
        if most:
            most = machine_code.slice_of(self.kernel, most)
            self.done = bool(self.kernel.explore(self.stack, self.trail, self.layout, most))

    @property
    def scores(self) -> Scores:
        """What it has found, when it is done."""
        muse, remuse, solutions, edges = map(float, self.stack.result[0].item()[:4])
        return Scores(Entropy(muse, remuse), int(solutions), int(edges))

    @property
    def bounds(self) -> tuple[float, float]:
        """Two bounds of MUSE, the lower and the upper, from what was seen before it is done."""
        low = high = math.inf
        before = 0.0
        deepest = int(self.stack.progress["depth"][0])
        for depth in range(deepest + 1):
            frame = self.stack.frames[depth]
            if frame["zero"]:
                # Whatever its children have.
                return min(low, before), min(high, before)
            if frame["moves"] == 0:
                break
            before += math.log2(frame["moves"])
            done = int(frame["done"])
            least = min((before + float(muse) for muse in frame["muse"][:done]), default=math.inf)
            high, low = min(high, least), min(low, least)
            if done + (depth < deepest) < frame["moves"]:
                low = min(low, before)
        else:
            # The state in which the search is has not been looked at to the end.
            low = min(low, before)
        return low, high
