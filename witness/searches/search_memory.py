"""The memory of searches, which one after another can use."""

from __future__ import annotations

import mmap
import sys
from contextlib import suppress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from witness.searches import arrays
from witness.searches.arrays import OpenList, PanelArrays, Progress, node_size, step_size, words_of
from witness.searches.symbol_arrays import no_symbols

#: The sizes of boards for which arrays are kept.
MOST_SIZES = 64

#: Linux's MAP_NORESERVE, which Python's `mmap` has from 3.13 on.
_NO_RESERVE = 0x4000


class Room(NamedTuple):
    """The arrays of a search on boards of one size; `set_up.begin` fills them."""

    progress: Progress
    open_list: OpenList
    panel: PanelArrays
    #: Three numbers for each vertex, for `set_up.begin`.
    numbers: npt.NDArray[np.int64]


class Pool:
    """Room for one search at a time.

    Open nodes get as much as a search may need, reserved at once; the machine provides the memory
    when it is first used, and the pool keeps it.
    """

    def __init__(self) -> None:
        self.release()

    def release(self) -> None:
        """Release the memory."""
        self.nodes = self.links = self.free = np.zeros(0, np.uint64)
        self._asked = 0
        self._rooms: dict[tuple[int, int, bool, bool], Room] = {}

    def prepare(self, size: int, chunks: int) -> None:
        """Reserve chunks for nodes of `size` words; fewer if the machine refuses them.

        The machine is not asked again for what it refused, until the pool is released. Raises
        `MemoryError` when it refuses even a few.
        """
        asked = size * chunks
        if asked <= self._asked:
            return
        self.release()
        while True:
            try:
                nodes = reserved(chunks * arrays.CHUNK * size)
                # With narrower nodes there are more chunks.
                most = chunks * size // 2
                links, free = reserved(most), reserved(most)
                break
            except MemoryError:
                if chunks < 4 * arrays.SPARE_CHUNKS:
                    raise
                chunks //= 2
        self.nodes, self.links, self.free = nodes, links, free
        self._asked = asked

    def room(
        self, rows: int, cols: int, most_open: int, guided: bool = False, ahead: bool = False
    ) -> Room:
        """Return the arrays for a board, with room for `most_open` nodes; raise as `prepare`.

        `guided` says that h is not the Manhattan distance, and may be as large as a path is long;
        `ahead`, that nodes have an outlook.
        """
        words = words_of(rows, cols)
        size = node_size(words, ahead)
        vertices = (rows + 1) * (cols + 1)
        distances = vertices if guided else rows + cols + 1
        queues = 4 * (vertices + distances) * distances
        # Every queue may have two chunks that are not full.
        self.prepare(size, most_open // arrays.CHUNK + queues + 2 * arrays.SPARE_CHUNKS)
        found = self._rooms.get((rows, cols, guided, ahead))
        if found is None:
            if len(self._rooms) >= MOST_SIZES:
                self._rooms.clear()
            found = self._new_room(vertices, words, size, queues, distances)
            self._rooms[rows, cols, guided, ahead] = found
        return found

    def _new_room(self, vertices: int, words: int, size: int, queues: int, distances: int) -> Room:
        def zeros(*shape: int) -> arrays.Words:
            return np.zeros(shape, np.uint64)

        chunks = self.nodes.size // (arrays.CHUNK * size)
        return Room(
            Progress(zeros(arrays.STATE_SIZE), zeros(size), zeros(2 * words), zeros(4 * words)),
            OpenList(
                self.nodes,
                self.links[:chunks],
                self.free[:chunks],
                zeros(queues),
                zeros(2 * (vertices + distances) * arrays.LEVEL_WORDS),
            ),
            PanelArrays(
                vertices=zeros(vertices),
                steps=zeros(4 * vertices * step_size(words)),
                leaving=zeros(4 * vertices),
                # A step leads to at most two squares that were not around the head before.
                arriving=zeros(8 * vertices),
                squares=zeros(vertices, 3),
                triangles=zeros(3 * words),
                board=zeros(arrays.BOARD_SETS * words),
                bases=zeros(vertices),
                ways=np.zeros(vertices * 64 * words, np.uint8),
                # Searches that need these bring their own.
                dots=zeros(0),
                symbols=no_symbols(),
                walks=np.zeros(0, np.uint8),
                tours=np.zeros(0, np.uint8),
            ),
            np.zeros(3 * vertices, np.int64),
        )


def reserved(number: int) -> npt.NDArray[np.uint64]:
    """Return an array of `number` words, all 0; raise `MemoryError` if the machine refuses it.

    It may be larger than the memory that is free. On Linux the system does not count it as taken:
    else it would refuse to fork a process that has reserved much, even one that uses little of it.
    """
    size = max(1, number) * 8
    try:
        if sys.platform == "linux":
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
            place = mmap.mmap(-1, size, flags=flags)
            with suppress(OSError):  # without huge pages the system has smaller ones
                place.madvise(mmap.MADV_HUGEPAGE)
        else:
            place = mmap.mmap(-1, size)
    except (OSError, OverflowError):
        raise MemoryError(f"{size:,} bytes cannot be reserved") from None
    return np.frombuffer(place, np.uint64, number)
