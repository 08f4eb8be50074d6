"""How many solutions each of many panels of one board has, from sets of the paths of the board.

The paths are listed once. Those that satisfy a symbol, or do not have two squares of different
colours in one region, are a bit set, and the solutions of a panel are what its symbols have in
common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations

from witness.base.limits import LimitReachedError
from witness.puzzle import solvers
from witness.puzzle.generate.exhaustive import Chosen, Placements
from witness.puzzle.grid import parts
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.rules import goal_test
from witness.puzzle.symbol_changes import is_monotone, only
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.rule import InRegion

#: The most paths of which sets are worth while; 4×4 boards have 8,512, and 5×5 over a million.
MOST_PATHS = 20_000


def counter(placed: Placements) -> Callable[[Chosen], int]:
    """Return a function of a placement, which returns the number of its solutions.

    Where the board has too many paths, or symbols depend on what all others are, a solver counts.
    """
    alone = (only(placed.board, [entry]) for entry in placed.entries)
    if all(map(is_monotone, alone)) and solvers.count(placed.board)[0] <= MOST_PATHS:
        return PathSets(placed).number

    def solved(chosen: Chosen) -> int:
        number, status = solvers.count(placed.panel(chosen))
        if status != "exact":
            raise LimitReachedError(status)  # type: ignore[arg-type]
        return number

    return solved


class PathSets:
    """The paths of a board that satisfy its entries."""

    def __init__(self, placed: Placements) -> None:
        board = placed.board
        masks = [path_masks(board, path) for path in simple_paths(board)]
        self._all = (1 << len(masks)) - 1
        #: Of each entry, and of each with an earlier one that it must be apart from.
        self._satisfied: list[int] = []
        self._apart: list[dict[int, int]] = [{} for _ in placed.entries]
        coloured = []
        for number, entry in enumerate(placed.entries):
            if isinstance(SYMBOLS[entry.symbol].rule, InRegion):
                coloured.append(number)
                self._satisfied.append(self._all)
            else:
                panel = only(board, [entry])
                test, barred = goal_test(panel), board.grid.edge_set(panel.barred)
                satisfied = (not mask[0] & barred and test(*mask) for mask in masks)
                self._satisfied.append(_set(satisfied))
        regions = [parts(board.grid, ~edges) for edges, _ in masks] if coloured else []
        separate = lru_cache(None)(lambda a, b: _set(not region[a] >> b & 1 for region in regions))
        for one, other in combinations(coloured, 2):
            first, second = placed.entries[one], placed.entries[other]
            if first.place != second.place and first.value[2] != second.value[2]:
                squares = map(board.grid.square_number, (first.place, second.place))
                self._apart[other][one] = separate(*squares)
        self._before = lru_cache(1024)(self._of)

    def number(self, chosen: Chosen) -> int:
        """Return the number of solutions of a placement."""
        return self._of(chosen).bit_count()

    def _of(self, chosen: Chosen) -> int:
        if not chosen:
            return self._all
        *before, last = chosen
        found = self._before(chosen[:-1]) & self._satisfied[last]
        apart = self._apart[last]
        if apart:
            for other in before:
                found &= apart.get(other, found)
        return found


def _set(members: Iterable[bool]) -> int:
    return int("".join("01"[member] for member in members) or "0", 2)
