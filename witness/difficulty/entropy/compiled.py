"""The rater by compiled loops: the scores are those of `witness.difficulty.entropy.reference`.

The clock and Ctrl-C are looked at between slices of the search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from witness.base import machine_code
from witness.difficulty import inference
from witness.difficulty.entropy import arrays as layout_module
from witness.difficulty.entropy import kernel, moves, path, state_tests
from witness.difficulty.entropy.arrays import BOUNDED, LOOKAHEAD, PLACES, Layout
from witness.difficulty.entropy.reference import Entropy
from witness.difficulty.rules import move_table

#: States between two looks at the clock: some hundredths of a second.
SLICE = 20_000


@dataclass(frozen=True)
class Found:
    """What a search from a state has found: its scores, the solutions, the edges of all of them."""

    entropy: Entropy
    solutions: int
    edges: int


def load() -> SimpleNamespace:
    """Return the compiled functions, from disk if they were compiled before."""
    uses = (moves, path, state_tests, layout_module, move_table, inference)
    return machine_code.load(kernel, *uses, note="the rater of puzzles")


class Search:
    """A search from a path of so many places, the edges between them in `edges`.

    With a bound it finds MUSE alone, and only if it is less than the bound.
    """

    def __init__(
        self,
        layout: Layout,
        trail: Sequence[int],
        edges: Sequence[int],
        bound: float | None = None,
    ) -> None:
        self.layout = layout
        self.settings = layout.settings.copy()
        self.settings[BOUNDED] = bound is not None
        self.loops = load()
        number = int(layout.settings[PLACES])
        widest = max(number, len(layout.edge_table), len(layout.square_table), 1)
        self.marks = np.zeros((path.MARKS_SIZE, widest), np.int64)
        self.scratch = np.zeros((state_tests.SCRATCH_SIZE, widest), np.int64)
        self.frames = np.zeros((number + 1, kernel.FRAME_SIZE), np.int64)
        self.look = np.zeros((int(layout.settings[LOOKAHEAD]) + 1, kernel.FRAME_SIZE), np.int64)
        self.scores = np.zeros((number + 1, kernel.SCORES_SIZE), np.float64)
        self.result = np.zeros(kernel.RESULT_SIZE, np.float64)
        self.result[kernel.BOUND] = math.inf if bound is None else bound
        self.progress = np.zeros(kernel.PROGRESS_SIZE, np.int64)
        for place, edge in zip(trail, (-1, *edges), strict=True):
            self.loops.begin(
                place, edge, self.marks, self.progress, layout.place_table, layout.edge_table
            )
        self.progress[kernel.DEPTH] = -1
        self.frames[0, kernel.PLACE], self.frames[0, kernel.EDGE] = trail[-1], (-1, *edges)[-1]
        self.done = False

    @property
    def states(self) -> int:
        """The states visited so far."""
        return int(self.progress[kernel.STATES])

    def run(self, most: int) -> None:
        """Go on for so many states, or until it is done."""
        layout = self.layout
        self.done = bool(
            self.loops.explore(
                self.frames, self.scores, self.result, self.marks, self.scratch, self.look,
                self.progress, self.settings, layout.place_table, layout.edge_table,
                layout.square_table, layout.ring, layout.line_starts, layout.line_places,
                layout.table, most,
            )
        )  # fmt: skip

    @property
    def found(self) -> Found:
        """What it has found, when it is done."""
        muse, remuse, solutions, edges = map(float, self.result[: kernel.BOUND])
        return Found(Entropy(muse, remuse), int(solutions), int(edges))

    @property
    def bounds(self) -> tuple[float, float]:
        """Two bounds of MUSE, the lower and the upper, from what was seen before it is done."""
        low = high = math.inf
        before = 0.0
        for depth in range(int(self.progress[kernel.DEPTH]) + 1):
            frame, scores = self.frames[depth], self.scores[depth]
            if frame[kernel.ZERO]:
                # Whatever its children have.
                return min(low, before), min(high, before)
            if frame[kernel.MOVES] == 0:
                break
            before += math.log2(frame[kernel.MOVES])
            done = int(frame[kernel.DONE])
            least = min((before + float(muse) for muse in scores[:done]), default=math.inf)
            high, low = min(high, least), min(low, least)
            if done + (depth < self.progress[kernel.DEPTH]) < frame[kernel.MOVES]:
                low = min(low, before)
        else:
            # The state in which the search is has not been looked at to the end.
            low = min(low, before)
        return low, high
