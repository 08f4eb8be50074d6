"""Puzzles that have partial paths, and the prefixes of paths."""

from __future__ import annotations

import random

from support.examples import random_puzzle

from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path


def prefixes(paths: list[Path]) -> set[Path]:
    """Return all proper prefixes of paths."""
    return {path[:length] for path in paths for length in range(1, len(path))}


def drawn_puzzles(count: int, seed: int) -> list[Puzzle]:
    """Return drawn puzzles with triangles and with a path to a goal."""
    rng = random.Random(seed)
    found: list[Puzzle] = []
    while len(found) < count:
        puzzle = random_puzzle(rng)
        if puzzle.triangles and next(simple_paths(puzzle), None) is not None:
            found.append(puzzle)
    return found
