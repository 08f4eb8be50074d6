"""The shipped panels one by one, among them the one whose goal is cut off."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from witness import solvers
from witness.base.errors import InputError
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle

#: In the checkout, wherever this is run.
FILE = Path(__file__).resolve().parents[2] / "examples" / "panels.jsonl"

#: The panel of "Solving The Witness with Z3 (Part 2)", by its id in that file.
CUT_OFF = "cut-off"


def measure_shipped(
    runs: Mapping[str, tuple[Callable[[Puzzle], Any], Any]], times: int
) -> pd.DataFrame:
    """Solve each panel so many times with every solver that knows all of it; a row for each run."""
    rows = []
    for puzzle in read_puzzles(FILE):
        for name, (answer, _) in runs.items():
            try:
                answer(puzzle)
            except InputError:
                continue
            for _ in range(times):
                begun = time.perf_counter()
                status = answer(puzzle)
                rows.append((puzzle.id, name, status, time.perf_counter() - begun))
    return pd.DataFrame(rows, columns=["puzzle", "solver", "status", "seconds"])


def paths_in_vain() -> int:
    """Return the number of simple paths from the start of the panel whose goal is cut off.

    They end at any vertex; the start alone is one. A search without a predicate would expand each.
    """
    (puzzle,) = (one for one in read_puzzles(FILE) if one.id == CUT_OFF)
    (start,), (goal,) = puzzle.starts, puzzle.goals
    ends = [vertex for vertex in puzzle.grid.vertices if vertex not in (start, goal)]
    return 1 + sum(solvers.count(replace(puzzle, goals=(end,)))[0] for end in ends)
