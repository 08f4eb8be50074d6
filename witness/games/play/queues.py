"""The open nodes of a search through a game, for Numba: a queue for each order.

A node that is taken from one queue stays in the other, and is passed over there as it is closed.
"""

from __future__ import annotations

from witness.base.jit import types
from witness.base.machine_code import inner
from witness.games.filters.arrays import GREEDY, OPEN, OPEN_GREEDY, PUSHES

#: Bits of the keys of open nodes: the distance, and the order of pushes.
DISTANCE_BITS, PUSH_BITS = 15, 33

#: The most moves that a node may promise: greedily a search may go very deep.
LONGEST = (1 << (63 - DISTANCE_BITS - PUSH_BITS)) - 1


@inner
def push(node, value, far, rank, number, progress, heap):
    """Add an open node to those of which there are `number`, a place of the progress."""
    last = (types.int64(1) << (PUSH_BITS - 1)) + rank
    key = ((types.int64(min(value, LONGEST)) << DISTANCE_BITS | far) << PUSH_BITS) | last
    place = progress[number]
    progress[number] += 1
    while place > 0 and heap.keys[(place - 1) >> 1] > key:
        heap.keys[place] = heap.keys[(place - 1) >> 1]
        heap.nodes[place] = heap.nodes[(place - 1) >> 1]
        place = (place - 1) >> 1
    heap.keys[place] = key
    heap.nodes[place] = node


@inner
def pop(number, progress, heap):
    """Take the first of the open nodes of which there are `number`, a place of the progress."""
    first = heap.nodes[0]
    progress[number] -= 1
    size = progress[number]
    key, node = heap.keys[size], heap.nodes[size]
    place = 0
    while 2 * place + 1 < size:
        child = 2 * place + 1
        if child + 1 < size and heap.keys[child + 1] < heap.keys[child]:
            child += 1
        if heap.keys[child] >= key:
            break
        heap.keys[place], heap.nodes[place] = heap.keys[child], heap.nodes[child]
        place = child
    heap.keys[place], heap.nodes[place] = key, node
    return first


@inner
def open_node(node, far, anew, problem, nodes, progress):
    """Add an open node in each order; `anew` says that it was met before."""
    progress[PUSHES] += 1
    # Where nodes tie, what one order brings comes last in the other, not to lead it astray.
    rank = progress[PUSHES] if progress[GREEDY] else -progress[PUSHES]
    if problem.shortest:
        push(node, nodes.depths[node] + far, far, rank, OPEN, progress, nodes.heap)
    if problem.greedy and (problem.again or not anew):
        push(node, far, far, -rank, OPEN_GREEDY, progress, nodes.greedy_heap)


@inner
def take(progress, nodes):
    """Take the next node that is open, in turns if there are several orders; -1 for none."""
    for _ in range(2):
        progress[GREEDY] = not progress[GREEDY]
        number, heap = OPEN, nodes.heap
        if progress[GREEDY]:
            number, heap = OPEN_GREEDY, nodes.greedy_heap
        while progress[number] > 0:
            node = pop(number, progress, heap)
            if not nodes.closed[node]:
                return node
    return -1


@inner
def is_least(depth, progress, nodes):
    """Return whether no open node promises fewer moves than `depth`."""
    while progress[OPEN] > 0 and nodes.closed[nodes.heap.nodes[0]]:
        pop(OPEN, progress, nodes.heap)
    promised = nodes.heap.keys[0] >> (DISTANCE_BITS + PUSH_BITS)
    return progress[OPEN] == 0 or depth <= promised
