"""What is measured: all boards of each size and number of symbols, one of each orbit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from studies.records import Row
from witness.boards import solvers
from witness.boards.generate.exhaustive import placements
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.difficulty.rules.thesis import THESIS
from witness.puzzle.changes import entries, removed
from witness.puzzle.model import Puzzle


def boards(
    source: Mapping[str, Any], *, sizes: Sequence[Sequence[int]], **most: int
) -> Iterator[Row]:
    """Yield a row for each kind of symbol, size and number of symbols, up to `most` of a kind."""
    for kind, number in most.items():
        for rows, cols in sizes:
            places = len(placements(rows, cols, kind, 0).places)
            for symbols in range(1, min(number, places) + 1):
                yield row(rows, cols, kind, symbols)


def row(rows: int, cols: int, kind: str, symbols: int) -> Row:
    """Return what is found among the boards with a number of symbols.

    That are the numbers of boards by their number of solutions; of those with one solution, how
    many need each of their symbols for that; and the hardest one of these.
    """
    player = Player(THESIS)
    found: Counter[int] = Counter()
    needed = 0
    hardest, most = None, -1.0
    for _, puzzle in placements(rows, cols, kind, symbols).panels():
        number = solvers.count(puzzle)[0]
        found[number] += 1
        if number == 1 and _needs_all(puzzle):
            needed += 1
            remuse = rate(puzzle, player).remuse or 0.0
            if remuse > most + 1e-9:
                hardest, most = puzzle, remuse
    return {
        "kind": kind,
        "rows": rows,
        "cols": cols,
        "symbols": symbols,
        "boards": found.total(),
        "solutions": {str(number): found[number] for number in sorted(found)},
        "needed": needed,
        "hardest": None if hardest is None else hardest.to_json(),
        "remuse": None if hardest is None else round(most, 9),
    }


def _needs_all(puzzle: Puzzle) -> bool:
    """Whether a board with one solution has several without any one of its symbols."""
    return all(solvers.count(removed(puzzle, entry))[0] > 1 for entry in entries(puzzle))
