"""The compiled engine: the search of `witness.search.reference`, far faster.

The loop itself is in `witness.search.kernel`. What surrounds it is here: this module lays out the
puzzle and the predicate in arrays, looks at limits and Ctrl-C between slices of the search, and
confirms a goal where regions or dots matter.

A predicate without tables and a board that is too large for nodes go to the reference engine, with
a warning; the result names the engine that gave it.
"""

from __future__ import annotations

import warnings
from types import SimpleNamespace
from weakref import WeakKeyDictionary

import numpy as np

from witness.base import machine_code
from witness.base.limits import MOST_MEMORY, Budget, LimitReachedError
from witness.base.machine import memory
from witness.base.reserved import reserved
from witness.predicates.arrays import Lookup, UntabulatedError
from witness.predicates.interface import Predicate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks
from witness.puzzle.rules import Path as VertexPath
from witness.puzzle.rules import goal_test
from witness.search import arrays, kernel, queues, reference, squares, wide
from witness.search.arrays import OpenList, Progress, Tables, lay_out, too_large, words_of
from witness.search.request import Request
from witness.search.result import Limits, Mode, SearchResult, Status

#: Expansions between two looks at the clock: some hundredths of a second.
SLICE = 1 << 18

#: The number of lengths for which tables are made at set-up, and again when a search gets there.
EARLY = 36
FURTHER = 16

_lookups: WeakKeyDictionary[Predicate, Lookup] = WeakKeyDictionary()


def compiled_kernel(words: int, plain: bool) -> SimpleNamespace:
    """Return the compiled `push_start` and `run` of the kernel, for boards of W words.

    The `plain` one is for pruning searches that need to look only where a step can matter.
    """
    boards = {1: "up to 7×7", 2: "up to 10×10"}.get(words, "beyond 10×10")
    searches = "pruning" if plain else "other"
    return machine_code.load(
        kernel,
        arrays,
        queues,
        squares,
        wide,
        note=f"the search engine for {searches} searches on boards {boards} squares",
        usual_seconds=2 if plain else 3,
        variant=f"words-{words}-{'plain' if plain else 'any'}",
        arguments=(words, 1 if plain else 2),
        checked=False,
    )


class Pool:
    """Room for open nodes, which one search after another can use.

    It is reserved at once, as large as a search may need it; the machine provides the memory when
    it is first used, and the pool keeps it.
    """

    def __init__(self) -> None:
        self.release()

    def release(self) -> None:
        """Give the memory back."""
        self.words = 0
        self.nodes = self.links = self.free = np.zeros(0, np.uint64)

    def prepare(self, words: int, chunks: int) -> None:
        """Reserve chunks for nodes of `words` words; fewer if the machine refuses them.

        Raises `MemoryError` when it refuses even a few.
        """
        if words == self.words and chunks <= len(self.links):
            return
        self.release()
        while True:
            try:
                nodes = reserved(chunks * arrays.CHUNK * 2 * words)
                links, free = reserved(chunks), reserved(chunks)
                break
            except MemoryError:
                if chunks < 4 * arrays.SPARE_CHUNKS:
                    raise
                chunks //= 2
        self.words, self.nodes, self.links, self.free = words, nodes, links, free


#: The pool of searches that are given none.
_shared = Pool()


def solve(
    puzzle: Puzzle,
    predicate: Predicate,
    mode: Mode = "prune",
    *,
    baseline_layer: bool = False,
    limits: Limits | None = None,
    pool: Pool | None = None,
) -> SearchResult:
    """Search for a solution of `puzzle` (paper, Algorithm 1), as `reference.solve` does.

    Status, path and expansions are the same, and so are the limits, except that a node takes less
    memory (`node_bytes`). Without a memory limit, the search ends when it would need more than four
    fifths of the machine's. `pool` is room for open nodes; by default all searches of the process
    share one, so two threads that search at once each need their own.
    """
    request = Request(puzzle, predicate, mode, baseline_layer, limits or Limits())
    reason = too_large(puzzle.rows, puzzle.cols)
    if reason is None:
        try:
            search = _Search(request, pool or _shared)
            budget = Budget(request.limits)
            status, path = search.run(budget)
            return SearchResult(
                status=status,
                path=path,
                expansions=search.expansions,
                seconds=budget.seconds,
                engine="compiled",
            )
        except UntabulatedError as error:
            reason = str(error)
    warnings.warn(f"{reason}: the reference engine is used", RuntimeWarning, stacklevel=2)
    return reference.solve(puzzle, predicate, mode, baseline_layer=baseline_layer, limits=limits)


def node_bytes(puzzle: Puzzle) -> int:
    """Return the memory that one open node of this puzzle takes, in bytes."""
    return 16 * words_of(puzzle.rows, puzzle.cols)


def _lookup(predicate: Predicate) -> Lookup:
    """Return the tables of a predicate, which are made once. Raises `UntabulatedError`."""
    if predicate not in _lookups:
        _lookups[predicate] = Lookup(predicate)
    return _lookups[predicate]


class _Search:
    """One search, from its arrays to its answer."""

    def __init__(self, request: Request, pool: Pool) -> None:
        self.request = request
        self.puzzle = puzzle = request.puzzle
        self.lookup = lookup = _lookup(request.predicate)
        sort, layered = request.sort, request.layered
        crowding = layered or lookup.crowded
        self.distance = np.array(request.distance, np.uint64)
        self.panel = lay_out(puzzle, self.distance, lookup.begins(crowded=not crowding))
        words = words_of(puzzle.rows, puzzle.cols)
        distances = int(self.distance.max()) + 1
        levels = len(self.distance) + distances
        self.state = np.zeros(arrays.STATE_SIZE, np.uint64)
        self.state[arrays.STRIDE] = puzzle.cols + 1
        self.state[arrays.DISTANCES] = distances
        self.state[arrays.LEVELS] = levels
        self.state[arrays.SORT] = sort
        self.state[arrays.EVERYWHERE] = lookup.by_length
        self.state[arrays.BY_LENGTH] = lookup.by_length
        self.state[arrays.CROWDING] = crowding * (2 if layered or not sort else 1)
        self.state[arrays.CONFIRM] = bool(puzzle.dots or puzzle.squares or puzzle.stars)
        self.state[arrays.MAX_OPEN] = most_open = self._most_open()
        losing = lookup.leaving(crowded=not crowding).ravel()
        self.tables = Tables(losing, lookup.local.ravel())
        if lookup.by_length:
            self._know_lengths(EARLY)
        node, path = np.zeros((2, 2 * words), np.uint64)
        self.progress = Progress(self.state, node, path)
        queues = np.full(4 * levels * distances, arrays.NO_CHUNK, np.uint64)
        # Every queue may have two chunks that are not full.
        pool.prepare(words, most_open // arrays.CHUNK + len(queues) + 2 * arrays.SPARE_CHUNKS)
        rows = np.zeros(2 * levels, np.uint64)
        self.open_list = OpenList(pool.nodes, pool.links, pool.free, queues, rows)
        fired = {start: self._fires_at(start) for start in request.starts}
        if any(fired.values()) and not sort:
            # Starts are never pruned. Below one that fires no parent is known to be spared.
            self.state[arrays.EVERYWHERE] = 1
        # Without what other searches need, the loop is a good deal faster.
        plain = not (sort or self.state[arrays.EVERYWHERE])
        self.shape, self.plain = (0,) * words, (0,) if plain else (0, 0)
        self.kernel = compiled_kernel(words, plain)
        self.state[arrays.LOWEST_SPARED] = self.state[arrays.LOWEST_FIRED] = levels
        for start, fires in fired.items():
            self.kernel.push_start(
                self.shape, self.state, self.open_list,
                np.uint64(start), self.distance[start], np.uint64(sort and fires),
            )  # fmt: skip

    @property
    def expansions(self) -> int:
        """The number of nodes taken off the open list so far."""
        return int(self.state[arrays.EXPANSIONS])

    def _most_open(self) -> int:
        limit = self.request.limits.memory_limit
        most = MOST_MEMORY * memory()
        allowed = most if limit is None else min(limit * 1e6, most)
        return int(allowed / node_bytes(self.puzzle))

    def _know_lengths(self, number: int) -> None:
        """Make tables for paths of fewer edges than `number`, or of any length."""
        number = min(number, len(self.distance))
        self.tables = self.tables._replace(table=self.lookup.of_lengths(number).ravel())
        self.state[arrays.LENGTHS] = self.tables.table.size // arrays.TABLE_SIZE

    def run(self, budget: Budget) -> tuple[Status, VertexPath | None]:
        """Search until there is an answer, or a limit is met."""
        if self.request.solved_start is not None:
            return "solved", self.request.solved_start
        try:
            for size in budget.slices(SLICE, lambda: self.expansions):
                answer = self._run(size)
                if answer == arrays.EXHAUSTED:
                    return "unsolvable", None
                if answer == arrays.SOLVED:
                    return "solved", self._path()
                if answer != arrays.PAUSED:
                    # TOO_MANY_OPEN, or POOL_FULL where the machine gave less than was asked for.
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
            answer: int = self.kernel.run(
                self.shape, self.plain, self.progress, self.open_list, self.panel, self.tables
            )
            if answer == arrays.NEW_LENGTH:
                self._know_lengths(int(self.state[arrays.LENGTHS]) + FURTHER)
            elif answer == arrays.AT_GOAL:
                if goal_test(self.puzzle)(*path_masks(self.puzzle, self._path())):
                    return arrays.SOLVED
                self.state[arrays.STOP_AT] = self.expansions
            else:
                return answer

    def _fires_at(self, vertex: int) -> bool:
        """Return π of the path that is a start alone."""
        stride = self.puzzle.cols + 1
        size = arrays.TABLE_SIZE
        table = self.tables.table[:size].reshape(3, 5, arrays.CONFIGURATIONS)
        for square, triangles in self.panel.squares.tolist():
            corners = (square, square + 1, square + stride, square + stride + 1)
            at = corners.index(vertex) if vertex in corners else -1
            if table[triangles - 1, at + 1, 16 << at if at >= 0 else 0]:
                return True
        return False

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
