"""The compiled engine: the search of `witness.search.reference`, far faster.

The loop itself is in `witness.search.kernel`. Here are its surroundings: the puzzle and the
predicate are laid out in arrays, limits and Ctrl-C are looked at between slices of the search, and
a goal is confirmed where regions or dots matter.

A predicate that has no tables, and a board that nodes have no room for, go to the reference engine,
with a warning; the result names the engine that gave it.
"""

from __future__ import annotations

import time
import warnings
from types import SimpleNamespace
from weakref import WeakKeyDictionary

import numpy as np

from witness.base import machine_code
from witness.base.machine import memory
from witness.predicates.arrays import Lookup, UntabulatedError
from witness.predicates.interface import Predicate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks
from witness.puzzle.rules import Path as VertexPath
from witness.puzzle.rules import goal_test
from witness.search import kernel, layout, reference, wide
from witness.search.board_arrays import Arrays, arrays, too_large, words_of
from witness.search.request import Request
from witness.search.result import Limits, Mode, SearchResult, Status

#: Expansions between two looks at the clock: some hundredths of a second.
SLICE = 1 << 18

#: Lengths for which tables are made at set-up, and how many more when a search gets there.
EARLY = 36
FURTHER = 16

_FOREVER = (1 << 63) - 1

_lookups: WeakKeyDictionary[Predicate, Lookup] = WeakKeyDictionary()


def compiled_kernel(words: int, plain: bool) -> SimpleNamespace:
    """Return the compiled `begin` and `run` of `witness.search.kernel`, for boards of W words.

    The plain one is for pruning searches that need to look only where a step can matter.
    """
    boards = {1: "up to 7×7", 2: "up to 10×10"}.get(words, "beyond 10×10")
    searches = "pruning" if plain else "other"
    return machine_code.load(
        kernel,
        layout,
        wide,
        note=f"the search engine for {searches} searches on boards {boards} squares",
        variant=f"words-{words}-{'plain' if plain else 'any'}",
        arguments=(words, 1 if plain else 2),
    )


class Pool:
    """Room for open nodes, which searches that follow one another can share.

    It is reserved at once, as large as a search may need it; the machine provides the memory when
    it is used for the first time. What has been used is used again, and kept.
    """

    def __init__(self) -> None:
        self.release()

    def release(self) -> None:
        """Have no room."""
        self.words = 0
        self.nodes = self.links = self.free = np.zeros(0, np.uint64)

    def prepare(self, words: int, chunks: int) -> None:
        """Have so many chunks for nodes of `words` words; fewer if the machine refuses them."""
        if words == self.words and chunks <= len(self.links):
            return
        self.release()
        while True:
            try:
                nodes = np.empty(chunks * layout.CHUNK * 2 * words, np.uint64)
                links, free = np.empty(chunks, np.uint64), np.empty(chunks, np.uint64)
                break
            except MemoryError:
                if chunks < 4 * layout.SPARE_CHUNKS:
                    raise
                chunks //= 2
        self.words, self.nodes, self.links, self.free = words, nodes, links, free


#: What searches use that are given no pool.
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

    Status, path and expansions are the same; so are the limits, but that a node takes less memory
    (`node_bytes`). Without a memory limit, the search ends when it would need more than the
    machine has. `pool` is room for open nodes that is used again; by default one for all searches
    of the process, so that two threads must not search at once without one each.
    """
    request = Request(puzzle, predicate, mode, baseline_layer, limits or Limits())
    reason = too_large(puzzle.rows, puzzle.cols)
    if reason is None:
        try:
            search = _Search(request, pool or _shared)
            begun = time.perf_counter()
            status, path = search.run(begun)
            return SearchResult(
                status, path, search.expansions, time.perf_counter() - begun, engine="compiled"
            )
        except UntabulatedError as error:
            reason = str(error)
    warnings.warn(f"{reason}: the reference engine is used", RuntimeWarning, stacklevel=2)
    return reference.solve(puzzle, predicate, mode, baseline_layer=baseline_layer, limits=limits)


def node_bytes(puzzle: Puzzle) -> int:
    """Give the memory that one open node of this puzzle takes, in bytes."""
    return 16 * words_of(puzzle.rows, puzzle.cols)


def _lookup(predicate: Predicate) -> Lookup:
    """Give the tables of a predicate, which are made once. Raises `UntabulatedError`."""
    if predicate not in _lookups:
        _lookups[predicate] = Lookup(predicate)
    return _lookups[predicate]


class _Search:
    """The state of one search."""

    def __init__(self, request: Request, pool: Pool) -> None:
        self.request = request
        self.puzzle = puzzle = request.puzzle
        self.limits = request.limits
        self.pool = pool
        self.lookup = lookup = _lookup(request.predicate)
        sort, layered = request.sort, request.layered
        crowding = layered or lookup.crowded
        begins = lookup.begins(crowded=not crowding)
        self.arrays: Arrays = arrays(puzzle, request.distance, begins)
        self.losing = lookup.leaving(crowded=not crowding).ravel()
        self.shape = (0,) * self.arrays.words
        vertices = len(self.arrays.distance)
        distances = int(self.arrays.distance.max()) + 1
        levels = vertices + distances
        self.state = np.zeros(layout.STATE_SIZE, np.uint64)
        self.state[layout.STRIDE] = puzzle.cols + 1
        self.state[layout.DISTANCES] = distances
        self.state[layout.LEVELS] = levels
        self.state[layout.SORT] = sort
        self.state[layout.EVERYWHERE] = lookup.by_length
        self.state[layout.BY_LENGTH] = lookup.by_length
        self.state[layout.CROWDING] = crowding * (2 if layered or not sort else 1)
        self.state[layout.CONFIRM] = bool(puzzle.dots or puzzle.squares or puzzle.stars)
        self.state[layout.MAX_OPEN] = most_open = self._most_open()
        self.table = lookup.local.ravel()
        if lookup.by_length:
            self._know_lengths(EARLY)
        self.node = np.zeros(2 * self.arrays.words, np.uint64)
        self.found = np.zeros(2 * self.arrays.words, np.uint64)
        self.queues = np.full(4 * levels * distances, layout.NO_CHUNK, np.uint64)
        self.levels = np.zeros(2 * levels, np.uint64)
        # Every queue may have two chunks that are not full.
        spare = len(self.queues) + 2 * layout.SPARE_CHUNKS
        pool.prepare(self.arrays.words, most_open // layout.CHUNK + spare)
        fired = {start: self._fires_at(start) for start in request.starts}
        if any(fired.values()) and not sort:
            # Starts are never pruned. Below one that fires no parent is known to be spared.
            self.state[layout.EVERYWHERE] = 1
        # Without what other searches need, the loop is a good deal faster.
        plain = not (sort or self.state[layout.EVERYWHERE])
        self.plain = (0,) if plain else (0, 0)
        self.kernel = compiled_kernel(self.arrays.words, plain)
        self._begin({start: sort and fires for start, fires in fired.items()})

    @property
    def expansions(self) -> int:
        """Nodes taken off the open list so far."""
        return int(self.state[layout.EXPANSIONS])

    def _most_open(self) -> int:
        limit = self.limits.memory_limit
        allowed = memory() if limit is None else min(limit * 1e6, memory())
        return int(allowed / node_bytes(self.puzzle))

    def _know_lengths(self, number: int) -> None:
        """Have tables for paths of fewer edges than `number`, or of any length."""
        number = min(number, len(self.arrays.distance))
        self.table = self.lookup.of_lengths(number).ravel()
        self.state[layout.LENGTHS] = self.table.size // layout.TABLE_SIZE

    def _begin(self, starts: dict[int, bool]) -> None:
        """Fill the open list with starts, each with what orders it."""
        self.state[layout.LOWEST_SPARED] = self.state[layout.LOWEST_FIRED] = len(self.levels) // 2
        for start, fired in starts.items():
            self.kernel.begin(
                self.shape, self.state, self.pool.nodes, self.pool.links, self.pool.free,
                self.queues, self.levels,
                np.uint64(start), self.arrays.distance[start], np.uint64(fired),
            )  # fmt: skip

    def run(self, begun: float) -> tuple[Status, VertexPath | None]:
        """Search until there is an answer or a limit; the time limit counts from `begun`."""
        if self.request.solved_start is not None:
            return "solved", self.request.solved_start
        most = self.limits.max_expansions
        most = _FOREVER if most is None else min(most, _FOREVER)
        deadline = None if self.limits.time_limit is None else begun + self.limits.time_limit
        given, pool = self.arrays, self.pool
        while True:
            # An empty open list and the other limits come before the time.
            late = deadline is not None and time.perf_counter() >= deadline
            self.state[layout.STOP_AT] = min(most, self.expansions + (0 if late else SLICE))
            answer = self.kernel.run(
                self.shape, self.plain, self.state, self.node, self.found,
                pool.nodes, pool.links, pool.free, self.queues, self.levels,
                given.vertices, given.steps, given.leaving, self.losing, given.arriving,
                self.table, given.squares, given.triangles,
            )  # fmt: skip
            if answer == layout.EXHAUSTED:
                return "unsolvable", None
            if answer == layout.SOLVED:
                return "solved", self._path()
            if answer == layout.AT_GOAL:
                path = self._path()
                if goal_test(self.puzzle)(*path_masks(self.puzzle, path)):
                    return "solved", path
            elif answer == layout.PAUSED:
                if self.expansions >= most:
                    return "expansion-limit", None
                if late:
                    return "time-limit", None
            elif answer == layout.NEW_LENGTH:
                self._know_lengths(int(self.state[layout.LENGTHS]) + FURTHER)
            else:  # TOO_MANY_OPEN, or POOL_FULL where the machine gave less than was asked for
                return "memory-limit", None

    def _fires_at(self, vertex: int) -> bool:
        """Give π of the path that is a start alone."""
        stride = self.puzzle.cols + 1
        table = self.table[: layout.TABLE_SIZE].reshape(3, 5, layout.CONFIGURATIONS)
        for square, triangles in self.arrays.squares.tolist():
            corners = (square, square + 1, square + stride, square + stride + 1)
            at = corners.index(vertex) if vertex in corners else -1
            if table[triangles - 1, at + 1, 16 << at if at >= 0 else 0]:
                return True
        return False

    def _path(self) -> VertexPath:
        """Give the path that reached a goal."""
        words, stride = self.arrays.words, self.puzzle.cols + 1
        rights, ups = (
            int.from_bytes(self.found[first : first + words].astype("<u8").tobytes(), "little")
            for first in (0, words)
        )
        here = ups >> 64 * words - 8
        ups ^= here << 64 * words - 8
        path = [divmod(here, stride)]
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
            path.append(divmod(here, stride))
        return tuple(reversed(path))
