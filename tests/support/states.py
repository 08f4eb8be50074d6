"""States of a search."""

from __future__ import annotations

import random
from collections.abc import Iterator

from support.examples import random_puzzle

from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk


def states(seed: str, number: int) -> Iterator[tuple[Puzzle, int, int, int, tuple]]:
    """Yield random partial paths as (puzzle, head, vertices, edges, path)."""
    rng = random.Random(seed)
    for _ in range(number):
        puzzle = random_puzzle(rng, 3)
        paths = [path for path, at_goal in walk(puzzle) if not at_goal]
        for path in rng.sample(paths, min(40, len(paths))):
            edges, vertices = path_masks(puzzle, path)
            yield puzzle, puzzle.grid.vertex_number(path[-1]), vertices, edges, path
