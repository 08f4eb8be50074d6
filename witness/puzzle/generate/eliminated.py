"""Placing elimination marks on panels with mixed symbols (`--kind eliminations`).

There are 1..⌊n/8⌋ marks (n squares on the board). Around a path each is in another region, together
with a symbol that is wrong there and must go: one that was right and is changed, or a new one. The
rule checker says whether exactly one has to go.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from witness.puzzle.generate import mixed
from witness.puzzle.generate.mixed import free_squares
from witness.puzzle.grid import Square
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, is_solution
from witness.puzzle.symbols.placing import COLOURS, number, regions_of

#: What puzzles with marks may have.
FEATURES = frozenset({*mixed.SYMBOLS, "eliminations"})

#: How many wrong symbols are tried in a region.
_TRIED = 6


def random_marked(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place mixed symbols and marks anywhere."""
    found = mixed.random_mixed(panel, rng)
    free = free_squares(found)
    marks = rng.sample(free, min(len(free), _number(panel, rng)))
    return found.changed(eliminations=tuple(marks))


def marked_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle | None:
    """Place mixed symbols that a path satisfies, and marks that take wrong ones away.

    None if there is no room for that.
    """
    found = mixed.mixed_around(panel, path, rng)
    marked = found and with_marks(found, path, rng)
    return marked if marked and marked.eliminations else None


def with_marks(puzzle: Puzzle, path: Path, rng: random.Random) -> Puzzle:
    """Return a puzzle that a path solves, with wrong symbols and marks, which the path solves."""
    most = _number(puzzle, rng)
    regions = regions_of(puzzle, path)
    for region in rng.sample(regions, len(regions)):
        if len(puzzle.eliminations) == most:
            break
        puzzle = _spoiled(puzzle, path, region, rng) or puzzle
    return puzzle


def _spoiled(puzzle: Puzzle, path: Path, region: list[Square], rng: random.Random) -> Puzzle | None:
    """Return a puzzle with a wrong symbol and a mark in a region, None if that was not found."""
    free = [square for square in free_squares(puzzle) if square in region]
    if not free:
        return None
    mark = rng.choice(free)
    mistakes = list(_mistakes(puzzle, region, [square for square in free if square != mark]))
    for name, entries in rng.sample(mistakes, min(len(mistakes), _TRIED)):
        fields: dict[str, Any] = {name: entries, "eliminations": (*puzzle.eliminations, mark)}
        found = puzzle.changed(**fields)
        if is_solution(found, path):
            return found
    return None


def _mistakes(
    puzzle: Puzzle, region: list[Square], free: list[Square]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield symbols of a puzzle with one that is another, or new, in a region."""
    values = {"triangles": (1, 2, 3), "squares": COLOURS, "stars": COLOURS}
    for name, possible in values.items():
        entries = getattr(puzzle, name)
        for entry in entries:
            if entry[:2] in region:
                rest = tuple(other for other in entries if other != entry)
                yield from (
                    (name, (*rest, (*entry[:2], value))) for value in possible if value != entry[2]
                )
        yield from ((name, (*entries, (*at, value))) for at in free for value in possible)


def _number(panel: Puzzle, rng: random.Random) -> int:
    return number(rng, 1, len(panel.grid.squares) // 8)
