"""The rater by compiled loops: the scores are those of `witness.difficulty.entropy`.

The clock and Ctrl-C are looked at between slices of the search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from witness import machine_code
from witness.difficulty import inference, kernel, loop, marks, move_table, outcome
from witness.difficulty import layout as layout_module
from witness.difficulty.entropy import Entropy
from witness.difficulty.layout import BOUNDED, LOOKAHEAD, PLACES, Layout

#: States between two looks at the clock: some hundredths of a second.
SLICE = 20_000


@dataclass(frozen=True)
class Found:
    """What a search from a state has found: its scores, the solutions, the edges of all of them."""

    entropy: Entropy
    solutions: int
    edges: int


@lru_cache(maxsize=1)
def load() -> Any:
    """Give the compiled functions, from disk if they were compiled before."""
    functions = {name: (getattr(loop, name), types) for name, types in loop.signatures().items()}
    functions = {
        name: (getattr(function, "py_func", function), types)
        for name, (function, types) in functions.items()
    }
    return SimpleNamespace(
        **machine_code.compiled(
            functions,
            (loop, kernel, marks, outcome, layout_module, move_table, inference),
            variant="any",
            note="the rater of puzzles",
        )
    )


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
        self.marks = np.zeros((marks.MARKS_SIZE, widest), np.int64)
        self.scratch = np.zeros((outcome.SCRATCH_SIZE, widest), np.int64)
        self.frames = np.zeros((number + 1, loop.FRAME_SIZE), np.int64)
        self.look = np.zeros((int(layout.settings[LOOKAHEAD]) + 1, loop.FRAME_SIZE), np.int64)
        self.scores = np.zeros((number + 1, loop.SCORES_SIZE), np.float64)
        self.result = np.zeros(loop.RESULT_SIZE, np.float64)
        self.result[loop.BOUND] = math.inf if bound is None else bound
        self.progress = np.zeros(loop.PROGRESS_SIZE, np.int64)
        for place, edge in zip(trail, (-1, *edges), strict=True):
            self.loops.begin(
                place, edge, self.marks, self.progress, layout.place_table, layout.edge_table
            )
        self.progress[loop.DEPTH] = -1
        self.frames[0, loop.PLACE], self.frames[0, loop.EDGE] = trail[-1], (-1, *edges)[-1]
        self.done = False

    @property
    def states(self) -> int:
        """The states visited so far."""
        return int(self.progress[loop.STATES])

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
        muse, remuse, solutions, edges = map(float, self.result[: loop.BOUND])
        return Found(Entropy(muse, remuse), int(solutions), int(edges))

    @property
    def bounds(self) -> tuple[float, float]:
        """Two bounds of MUSE, the lower and the upper, from what was seen before it is done."""
        low = high = math.inf
        before = 0.0
        for depth in range(int(self.progress[loop.DEPTH]) + 1):
            frame, scores = self.frames[depth], self.scores[depth]
            if frame[loop.ZERO]:
                # Whatever its children have.
                return min(low, before), min(high, before)
            if frame[loop.MOVES] == 0:
                break
            before += math.log2(frame[loop.MOVES])
            done = int(frame[loop.DONE])
            least = min((before + float(muse) for muse in scores[:done]), default=math.inf)
            high, low = min(high, least), min(low, least)
            if done + (depth < self.progress[loop.DEPTH]) < frame[loop.MOVES]:
                low = min(low, before)
        else:
            # The state in which the search is has not been looked at to the end.
            low = min(low, before)
        return low, high
