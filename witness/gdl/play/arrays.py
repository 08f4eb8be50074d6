"""A search as arrays, for the compiled loops of `witness.gdl.play.kernel`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from witness.gdl.filters.analysis import Analysis, LiteralSet
from witness.gdl.filters.arrays import Filters, filter_arrays
from witness.gdl.network.arrays import (
    Game,
    Ints,
    Rows,
    Scratch,
    Values,
    Words,
    ints,
    rows,
    width,
    words,
)
from witness.gdl.play.result import Order


class Targets(NamedTuple):
    """Targets with the measures of each, and the weights of transition distances."""

    #: For each measure the literals, as bit sets of true and of false fluents.
    literals: NDArray[np.uint64]
    #: For each measure how many of them a move can make true, and how many need not be.
    changes: Ints
    #: The first measure of each target.
    starts: Ints
    #: For each target pairs of a fluent and its weight.
    weights: Rows


class Parts(NamedTuple):
    """The parts of a partition: their literals and moves."""

    literals: Ints
    moves: Rows


class Problem(NamedTuple):
    """What is searched, in which order."""

    game: Game
    filters: Filters
    targets: Targets
    parts: Parts
    #: The bit set of the fluents that distinguish states.
    key: Words
    #: Whether nodes are taken with the fewest moves first, and whether greedily (0 or 1).
    shortest: int
    greedy: int
    #: Whether a node that was expanded is opened again greedily by a shorter way to it (0 or 1).
    again: int
    #: Only plans with fewer moves than this are wanted.
    fewer: int


class Heap(NamedTuple):
    """The open nodes in one order, by their keys; some are taken already, in another."""

    keys: NDArray[np.int64]
    nodes: Ints


class Nodes(NamedTuple):
    """The states that were met, a node for each."""

    states: NDArray[np.uint64]
    parents: Ints
    #: The moves that lead to them.
    moves: Ints
    depths: Ints
    closed: Values
    #: The first order, and the greedy one.
    heap: Heap
    greedy_heap: Heap
    #: A hash table of nodes by their states.
    table: Ints

    @property
    def lists(self) -> list[NDArray[Any]]:
        """All arrays but the hash table."""
        nodes: list[NDArray[Any]] = [
            self.states,
            self.parents,
            self.moves,
            self.depths,
            self.closed,
        ]
        return [*nodes, *self.heap, *self.greedy_heap]

    @property
    def nbytes(self) -> int:
        """The number of bytes of all arrays."""
        return sum(array.nbytes for array in [*self.lists, self.table])


class Work(NamedTuple):
    """Room for looking at one node."""

    #: The state that follows a move.
    child: Words
    #: The values of all nodes of the network.
    values: Values
    scratch: Scratch


def problem(
    analysis: Analysis, names: Collection[str], order: Order, seal: bool, fewer: float
) -> Problem:
    """Lay out a search with some filters."""
    key = (1 << len(analysis.network.fluents)) - 1
    if "control" in names:
        key &= ~analysis.control.fluents
    parts = analysis.parts if "partition" in names else ()
    return Problem(
        game=analysis.abstraction.layout.game,
        filters=filter_arrays(analysis, names, seal),
        targets=_targets(analysis, "targets" in names),
        parts=Parts(
            ints([part.literal for part in parts]),
            rows([part.moves for part in parts]),
        ),
        key=words(key, width(analysis.network)),
        shortest=int(order != "greedy"),
        greedy=int(order != "shortest"),
        # States with the same key may differ in their control propositions, such as a clock.
        again=int("control" in names),
        fewer=int(min(fewer, np.iinfo(np.int32).max)),
    )


def _targets(analysis: Analysis, used: bool) -> Targets:
    aims = analysis.heuristic.aims if used else ()
    measures = [measure for aim in aims for measure in aim.measures]
    size = width(analysis.network)
    literals = np.zeros((len(measures), 2, size), np.uint64)
    changes = np.zeros((len(measures), 2), np.int32)
    for number, measure in enumerate(measures):
        wanted = LiteralSet.of(measure.literals)
        literals[number] = words(wanted.true, size), words(wanted.false, size)
        changes[number] = measure.change, measure.spared
    return Targets(
        literals,
        changes,
        starts=ints(np.cumsum([0, *(len(aim.measures) for aim in aims)])),
        weights=rows([[x for pair in aim.weights for x in pair] for aim in aims]),
    )


def work(analysis: Analysis) -> Work:
    """Return new room for looking at nodes."""
    network = analysis.network
    return Work(
        np.zeros(width(network), np.uint64),
        np.zeros(network.size, np.uint8),
        analysis.abstraction.layout.scratch(),
    )


def room(size: int, moves: int, width: int, before: Nodes | None = None) -> Nodes:
    """Return room for `size` nodes, and one more for each move, with what was there before.

    The hash table is to be filled again.
    """
    number = size + moves

    def heap() -> Heap:
        return Heap(np.empty(size + number, np.int64), np.empty(size + number, np.int32))

    nodes = Nodes(
        states=np.empty((number, width), np.uint64),
        parents=np.empty(number, np.int32),
        moves=np.empty(number, np.int32),
        depths=np.empty(number, np.int32),
        closed=np.empty(number, np.uint8),
        heap=heap(),
        greedy_heap=heap(),
        table=np.empty(1 << (2 * number).bit_length(), np.int32),
    )
    if before is not None:
        for new, old in zip(nodes.lists, before.lists, strict=True):
            new[: len(old)] = old
    return nodes
