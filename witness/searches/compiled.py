"""The compiled engine: the search of `witness.searches.reference`, far faster.

The loop itself is in `witness.searches.kernel`. What surrounds it is here: this module lays out the
puzzle and the predicate in arrays, and looks at limits and Ctrl-C between slices of the search.

A predicate without tables and a board that is too large for nodes go to the reference engine, with
a warning; the result names the engine that gave it.
"""

from __future__ import annotations

import threading
import warnings
from functools import lru_cache
from types import SimpleNamespace
from weakref import WeakKeyDictionary

import numpy as np

from witness.base import machine_code
from witness.base.limits import MOST_MEMORY, Budget, LimitReachedError
from witness.base.machine import memory
from witness.clauses.dependence import Dependence
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.rules import Path as VertexPath
from witness.searches import ahead as ahead_
from witness.searches import (
    arrays,
    block_arrays,
    blocks,
    dots,
    dots_ahead,
    kernel,
    outlook,
    queues,
    reference,
    set_up,
    squares,
    symbol_arrays,
    symbols,
    wide_integers,
)
from witness.searches.arrays import Tables, given, node_size, too_large, words_of
from witness.searches.predicates.arrays import Lookup, UntabulatedError
from witness.searches.predicates.interface import Predicate
from witness.searches.request import Request
from witness.searches.result import Limits, Mode, SearchResult, Status, answer
from witness.searches.search_memory import Pool
from witness.searches.symbol_arrays import Compiled, MixedCaseError

#: Expansions between two looks at the clock: some hundredths of a second.
SLICE = 1 << 18

#: The number of lengths for which tables are made at set-up, and again when a search gets there.
EARLY = 36
FURTHER = 16

_known: WeakKeyDictionary[Predicate, tuple[Lookup, Compiled]] = WeakKeyDictionary()


@lru_cache(maxsize=8)
def compiled_kernel(words: int, plain: bool, looks: int = 1, guide: int = 1) -> SimpleNamespace:
    """Return the compiled `begin` and `run` of the kernel, for boards of W words.

    The `plain` one is for pruning searches that need to look only where a step can matter, the one
    others for predicates that look ahead, or at all symbols; `looks` and `guide` are as in
    `kernel.signatures`.
    """
    boards = {1: "up to 7×7", 2: "up to 10×10"}.get(words, "beyond 10×10")
    searches = "pruning" if plain else "other"
    if looks > 1:
        searches += ", far-sighted"
    if guide > 1:
        searches += ", guided" if guide < 4 else ", guided to dots"
    return machine_code.load(
        kernel,
        ahead_,
        arrays,
        block_arrays,
        blocks,
        dots,
        dots_ahead,
        outlook,
        queues,
        set_up,
        squares,
        symbol_arrays,
        symbols,
        wide_integers,
        note=f"the search engine for {searches} searches on boards {boards} squares",
        usual_seconds=2 if plain else 3,
        variant="-".join(
            [
                f"words-{words}",
                "plain" if plain else "any",
                *([f"ahead-{looks - 1}"] if looks > 1 else []),
                *([f"needs-{guide - 1}"] if guide > 1 else []),
            ]
        ),
        arguments=(words, 1 if plain else 2, looks, guide),
        checked=False,
    )


#: In place of `Tables.whole`.
_NO_TABLE = np.zeros(1, np.uint8)


class _Own(threading.local):
    """The pool of the searches in a thread."""

    def __init__(self) -> None:
        self.pool = Pool()


_own = _Own()


def solve(
    puzzle: Puzzle,
    predicate: Predicate,
    mode: Mode = "prune",
    *,
    baseline_layer: bool = False,
    heuristic: str = "manhattan",
    limits: Limits | None = None,
    pool: Pool | None = None,
) -> SearchResult:
    """Search for a solution of `puzzle` (paper, Algorithm 1), as `reference.solve` does.

    Status, path and expansions are the same, and so are the limits, except that a node takes less
    memory (`node_bytes`). Without a memory limit, the search ends when it would need more than four
    fifths of the machine's. `pool` is room for open nodes; by default all searches of a thread
    share one.
    """
    request = Request(puzzle, predicate, mode, baseline_layer, limits or Limits(), heuristic)
    return answer(begin(request, pool or _own.pool), request.limits)


def begin(request: Request, pool: Pool) -> CompiledSearch | reference.ReferenceSearch:
    """Return a search that is set up, within its time limit.

    It is one of the reference engine where this one cannot be used; a warning says why, or
    `witness.base.machine_code` does.
    """
    if machine_code.disabled():
        return reference.begin(request)
    reason = too_large(request.puzzle.rows, request.puzzle.cols) or _unknown(request.puzzle)
    if reason is None:
        try:
            with request.set_up():
                return CompiledSearch(request, pool)
        except UntabulatedError as error:
            reason = str(error)
    warnings.warn(f"{reason}: the reference engine is used", RuntimeWarning, stacklevel=3)
    return reference.begin(request)


#: The features of puzzles that the compiled loops know, of those of `request.SUPPORTED`.
KNOWN = frozenset({"triangles", "gaps", "dots", "squares", "stars", "blocks", "start-goals"})


def _unknown(puzzle: Puzzle) -> str | None:
    """Return what a puzzle has that the compiled loops do not know, as a reason, or None."""
    words = [FEATURES[name].words for name in FEATURES if name in puzzle.features - KNOWN]
    return f"the compiled engine does not know {' and '.join(words)}" if words else None


def node_bytes(puzzle: Puzzle, ahead: bool = False) -> int:
    """Return the memory that one open node of this puzzle takes, in bytes.

    It is half as much again if the predicate looks `ahead`, at all symbols or at live edges.
    """
    return 8 * node_size(words_of(puzzle.rows, puzzle.cols), ahead)


def _tables(predicate: Predicate) -> tuple[Lookup, Compiled]:
    """Return what a predicate says of triangles and of other symbols, which is laid out once.

    Raises `UntabulatedError`.
    """
    if predicate not in _known:
        lookup, cases = Lookup(predicate), predicate.symbol_cases
        try:
            symbols = None if cases is None else Compiled(cases)
        except MixedCaseError:
            symbols = None
        if symbols is None:
            raise UntabulatedError(
                f"{predicate.name} looks at more than one symbol with its edges or its region"
            )
        _known[predicate] = lookup, symbols
    return _known[predicate]


class CompiledSearch:
    """One search, from its arrays to its answer."""

    engine = "compiled"

    def __init__(self, request: Request, pool: Pool) -> None:
        self.request = request
        self.puzzle = puzzle = request.puzzle
        self.pool = pool
        lookup, compiled = _tables(request.predicate)
        self.lookup = lookup
        sort, layered = request.sort, request.layered
        crowding = layered or lookup.crowded
        with_symbols = bool(puzzle.regional or puzzle.dots)
        at_symbols = with_symbols and bool(compiled.cases)
        ahead = at_symbols or lookup.ahead
        self.looks: tuple[int, ...] = (0, 0, 0) if at_symbols else (0, 0) if ahead else (0,)
        most_open = self._most_open(ahead)
        room = pool.room(puzzle.rows, puzzle.cols, most_open, request.guided, ahead)
        self.progress, self.open_list, panel, numbers = room
        self.state = state = self.progress.state
        state.fill(0)
        state[arrays.SORT] = sort
        state[arrays.EVERYWHERE] = lookup.by_length
        state[arrays.BY_LENGTH] = lookup.local.size if lookup.by_length else 0
        state[arrays.CROWDING] = crowding * (2 if layered or not sort else 1)
        state[arrays.MAX_OPEN] = most_open
        losing = lookup.leaving(crowded=not crowding).ravel()
        state[arrays.LONGEST] = request.longest
        state[arrays.BLOCK] = lookup.local.size // arrays.CONFIGURATIONS
        state[arrays.REACHABLE] = bool(lookup.features & Dependence.REACHABLE)
        if with_symbols:
            panel = panel._replace(symbols=compiled.of(puzzle))
        if at_symbols:
            if lookup.by_length:
                name = request.predicate.name
                raise UntabulatedError(f"{name} looks at the length of the path, and at symbols")
            state[arrays.REACHABLE] |= np.uint64(compiled.reachable)
        whole = lookup.whole.ravel() if ahead else _NO_TABLE
        self.tables = Tables(losing, lookup.local.ravel(), whole)
        if lookup.by_length:
            self._know_lengths(EARLY)
        self.shape = (0,) * words_of(puzzle.rows, puzzle.cols)
        self.guide: tuple[int, ...] = (0,)
        if request.guided:
            self.guide = (0, 0) if request.longest < 64 else (0, 0, 0)
            if puzzle.dots:
                self.guide += (0, 0)
                panel = dots_ahead.with_dots(panel, puzzle)
        # Without what other searches need, the loop is a good deal faster.
        plain = not (sort or lookup.by_length)
        self.kernel = self._kernel(plain)
        squares = self.kernel.begin(
            self.shape, self.looks, self.guide,
            given(puzzle, request.starts), lookup.begins(crowded=not crowding),
            state, self.open_list, panel, numbers, self.tables,
        )  # fmt: skip
        if plain and state[arrays.EVERYWHERE]:
            plain = False
            self.kernel = self._kernel(plain)
        self.plain = (0,) if plain else (0, 0)
        self.panel = panel._replace(squares=panel.squares[:squares])

    def _kernel(self, plain: bool) -> SimpleNamespace:
        return compiled_kernel(len(self.shape), plain, len(self.looks), len(self.guide))

    @property
    def expansions(self) -> int:
        """The number of nodes taken off the open list so far."""
        return int(self.state[arrays.EXPANSIONS])

    def _most_open(self, ahead: bool) -> int:
        limit = self.request.limits.memory_limit
        most = MOST_MEMORY * memory()
        allowed = most if limit is None else min(limit * 1e6, most)
        return int(allowed / node_bytes(self.puzzle, ahead))

    def _know_lengths(self, number: int) -> None:
        """Make tables for paths of fewer edges than `number`, or of any length."""
        number = min(number, len(self.puzzle.grid.vertices))
        self.tables = self.tables._replace(table=self.lookup.of_lengths(number).ravel())
        self.state[arrays.LENGTHS] = self.tables.table.size // self.lookup.local.size

    def run(self, budget: Budget) -> tuple[Status, VertexPath | None]:
        """Search until there is an answer, or a limit is met."""
        if self.request.solved_start is not None:
            return "solved", self.request.solved_start
        try:
            for size in budget.slices(SLICE, lambda: self.expansions):
                code = self._run(size)
                if code == arrays.EXHAUSTED:
                    return "unsolvable", None
                if code == arrays.SOLVED:
                    return "solved", self._path()
                if code == arrays.POOL_FULL:
                    # The machine gave less than was asked for. The next search asks again.
                    self.pool.release()
                if code != arrays.PAUSED:
                    return "memory-limit", None
        except LimitReachedError as error:
            return error.status, None
        raise AssertionError("slices end with an exception")

    def _run(self, size: int) -> int:
        """Run the kernel for a number of expansions; return why it cannot go on.

        The slice ends early, after the node at hand, if that has reached a goal in vain: testing
        goals takes time, too.
        """
        self.state[arrays.STOP_AT] = self.expansions + size
        while True:
            code: int = self.kernel.run(
                self.shape,
                self.plain,
                self.looks,
                self.guide,
                self.progress,
                self.open_list,
                self.panel,
                self.tables,
            )
            if code == arrays.NEW_LENGTH:
                self._know_lengths(int(self.state[arrays.LENGTHS]) + FURTHER)
            else:
                return code

    def _path(self) -> VertexPath:
        """Return the path that reached a goal."""
        path, stride = self.progress.path, self.puzzle.cols + 1
        words = len(path) // 2
        rights, ups = (
            int.from_bytes(path[first : first + words].astype("<u8").tobytes(), "little")
            for first in (0, words)
        )
        here = ups >> 64 * words - 8
        ups ^= here << 64 * words - 8
        found = [divmod(here, stride)]
        while rights or ups:
            if rights >> here & 1:
                rights ^= 1 << here
                here += 1
            elif ups >> here & 1:
                ups ^= 1 << here
                here += stride
            elif here and rights >> here - 1 & 1:
                here -= 1
                rights ^= 1 << here
            else:
                here -= stride
                ups ^= 1 << here
            found.append(divmod(here, stride))
        return tuple(reversed(found))
