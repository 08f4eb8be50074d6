"""The inner loop of the compiled engine (paper, Algorithm 1), for Numba.

It expands the nodes that `witness.searches.reference` expands, in the same order. `compiled` calls
it in slices, and looks at limits and Ctrl-C in between. All that it knows about the puzzle and the
predicate comes in arrays, so that no predicate costs a compilation.

**A node** is the bit set of a partial path's edges, in two planes of `W` 64-bit words: bit v of
the first plane is the edge from vertex v to the right, bit v of the second the edge from v
upwards. The second plane has no use for its eight highest bits, which hold the head. So a node
takes 16·W bytes: 16 on boards of up to 7×7 squares, 32 on boards of up to 10×10. If π looks ahead,
a third plane is its outlook (see `outlook`), from which those of its children are made. There is no
parent link: the edges determine the path. The visited vertices follow from the edges by shifts,
and so does, for all squares at once, whether one more edge would be too many.

**The open list** is a first-in-first-out queue for each (π, f, h), of chunks of 64 nodes that
follow one another in the pool; a bit set for each (π, f) says for which h there are nodes. An
emptied queue keeps its last chunk. The first child that comes nearer to the goal on a shortest
path is the node that would be taken next; it stays at hand and does not go through its queue.

All integers are unsigned: Numba would make a mixture with signed ones floating-point. The
parameters are the NamedTuples of `arrays`.

One loop, hence one function and one file: with more of it in functions that Numba inlines, searches
take 2 to 5 % longer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from witness.base.jit import types
from witness.searches import arrays
from witness.searches.ahead import estimated, fired_ahead
from witness.searches.arrays import OpenList, PanelArrays, Progress, Tables
from witness.searches.queues import CHUNK_BITS, IN_CHUNK, is_empty, lowest_h, new_slot, take_out
from witness.searches.set_up import begin
from witness.searches.squares import BESIDE, configuration, fired_anywhere, satisfied
from witness.searches.symbol_arrays import Symbols
from witness.searches.symbols import solves
from witness.searches.wide_integers import bits, low, lowest, none, read, widen, write

__all__ = ["begin", "run", "signatures"]

_U = np.uint64
_0, _1, _2, _3, _4, _6, _8, _15, _16 = map(_U, (0, 1, 2, 3, 4, 6, 8, 15, 16))
_62, _63 = _U(62), _U(63)
_BYTE = _U(0xFF)

# Constants of `arrays` that stand beside unsigned integers.
_SPARE_CHUNKS = _U(arrays.SPARE_CHUNKS)
_HEAD_SHIFT = _U(arrays.HEAD_SHIFT)
_NEARER, _GOALS, _ARRIVING = map(_U, (arrays.NEARER, arrays.GOALS, arrays.ARRIVING))
_LEAVING, _LEAVING_COUNT = map(_U, (arrays.LEAVING, arrays.LEAVING_COUNT))
_TWELVE_BITS = _U(0xFFF)
_STEP_HEAD = _U(arrays.STEP_HEAD)


# `shape` is a tuple of W elements. Its length is part of the type, so that there is one compiled
# version for each W, and planes are integers of W words. `witness.searches.compiled` has `run` and
# `begin` compiled, and keeps them on disk.


def run(
    shape,  # a tuple of W elements
    plain,  # a tuple of one element: EVERYWHERE and SORT are known to be 0; of two: they may be 1
    looks,  # of one element: π looks at squares alone; of two: ahead; of three: at all symbols
    guide,  # a tuple of one element: h is Manhattan; of two: *needs*; of three: more than 63 of it;
    # of four and five: the same with dots
    progress,
    open_list,
    panel,
    tables,
):
    """Search until the caller has something to do; return what (EXHAUSTED, SOLVED, …)."""
    state, node, path, there = progress
    pool, links, free, queues, levels = open_list
    vertices, steps, leaving, arriving, squares, triangles, _, _, _, _, _, _, _ = panel
    losing, table, _ = tables
    words = _U(len(shape))
    ahead = len(looks) != 1
    size = words * _3 if ahead else words << _1
    head_bits = (words << _6) - _8  # where the head begins in the second plane
    unit = widen(shape, _1)
    one_triangle = read(shape, triangles, _0)
    two_triangles = read(shape, triangles, words)
    three_triangles = read(shape, triangles, words << _1)
    any_triangles = one_triangle | two_triangles | three_triangles
    step_size = _8 if len(shape) <= 2 else _16
    # Rows are shorter than a word; LLVM makes less of a shift that is.
    stride = state[arrays.STRIDE] & _63
    around_vertex = unit | unit << _1 | (unit | unit << _1) << stride
    last_bit = (words << _6) - _1
    last_word = last_bit & ~_63
    distances = state[arrays.DISTANCES]
    any_kind = len(plain) != 1
    guided = len(guide) != 1
    many = len(guide) in (3, 5)
    sort = any_kind and state[arrays.SORT] != _0
    everywhere = any_kind and state[arrays.EVERYWHERE] != _0
    crowding = state[arrays.CROWDING] != _0
    drop_crowded = not any_kind or state[arrays.CROWDING] == _2
    expansions = state[arrays.EXPANSIONS]
    opened = state[arrays.OPEN]
    open_fired = state[arrays.OPEN_FIRED]
    lowest_f = state[arrays.LOWEST_SPARED]
    at_hand = state[arrays.AT_HAND]
    f = state[arrays.AT_F]
    h = state[arrays.AT_H]
    fired_parent = state[arrays.AT_FIRED] != _0
    right = read(shape, node, _0)
    up = read(shape, node, words)
    outlook = read(shape, node, words << _1) if ahead else unit
    # The queue that nodes are taken from, until it is empty or one before it is not.
    choose = True
    row = queue = queue_h = slot = last = _0
    while True:
        # Take the next node.
        if opened == _0:
            answer = arrays.EXHAUSTED
            break
        if expansions >= state[arrays.STOP_AT]:
            answer = arrays.PAUSED
            break
        if opened > state[arrays.MAX_OPEN]:
            answer = arrays.TOO_MANY_OPEN
            break
        if at_hand == _0:
            if (
                state[arrays.CHUNKS_FREE] + (_U(links.size) - state[arrays.CHUNKS_USED])
                < _SPARE_CHUNKS
            ):
                answer = arrays.POOL_FULL
                break
            if choose:
                fired_parent = any_kind and opened == open_fired
                if fired_parent:
                    while is_empty(levels, state[arrays.LEVELS] + state[arrays.LOWEST_FIRED], many):
                        state[arrays.LOWEST_FIRED] += _1
                    f = state[arrays.LOWEST_FIRED]
                    row = state[arrays.LEVELS] + f
                else:
                    while is_empty(levels, lowest_f, many):
                        lowest_f += _1
                    f = lowest_f
                    row = f
                queue_h = lowest_h(levels, row, many)
                queue = (row * distances + queue_h) << _1
                slot = queues[queue]
                last = queues[queue + _1]
                choose = False
            h = queue_h
        if everywhere and state[arrays.BY_LENGTH] != _0 and f - h + _1 >= state[arrays.LENGTHS]:
            answer = arrays.NEW_LENGTH
            break
        if at_hand == _0:
            right = read(shape, pool, slot * size)
            up = read(shape, pool, slot * size + words)
            if ahead:
                outlook = read(shape, pool, slot * size + (words << _1))
            if slot == last:
                take_out(levels, row, h, many)
                slot &= ~IN_CHUNK
                choose = True
            elif slot & IN_CHUNK == IN_CHUNK:
                chunk = slot >> CHUNK_BITS
                slot = links[chunk] << CHUNK_BITS
                free[state[arrays.CHUNKS_FREE]] = chunk
                state[arrays.CHUNKS_FREE] += _1
            else:
                slot += _1
            queues[queue] = slot
        opened -= _1
        if any_kind and fired_parent:
            open_fired -= _1
        expansions += _1
        here = low(up >> head_bits)
        up = up ^ widen(shape, here) << head_bits

        # The visited vertices; then, for all squares at once, those that have as many edges on the
        # path as triangles: which of them have one or two, so that a step can make it too many.
        visited = right | right << _1 | up | up << stride
        if none(visited):
            visited = unit << here
        around = vertices[here]
        top, side = right >> stride, up >> _1
        ones = right ^ top ^ up ^ side
        twos = (right & top) ^ (up & side) ^ ((right ^ top) & (up ^ side))
        full = one_triangle & ones & ~twos | two_triangles & twos & ~ones
        # Of a set, the words that begin and end with the bit of `here`: no more of it is needed.
        to_end = last_bit - here
        crowded = _0
        if crowding:
            below = low(full << _1 << stride >> here) & _3
            four = low(full << _1 >> here) & _3 | below << _2
            crowded = BESIDE >> (four << _2) & _15
        beginning, ending = low(visited >> here), low(visited << to_end >> last_word)
        todo = (
            around
            & _15
            & ~(
                beginning >> stride & _1
                | beginning & _2
                | (ending >> _63 - stride & _1) << _2
                | (ending >> _62 & _1) << _3
            )
        )
        first = here << _2

        # Steps to a goal; none of them is pushed.
        goals = todo & around >> _GOALS
        todo ^= goals
        # In vain, if there are squares that no step from here can satisfy.
        lacking = False
        if goals != _0:
            near = around_vertex << here >> stride + _1
            lacking = not none(any_triangles & ~(full | three_triangles & ones & twos | near))
        if goals != _0 and not lacking:
            answer = arrays.PAUSED
            while goals != _0:
                step = (first + lowest(goals)) * step_size + _STEP_HEAD
                goals &= goals - _1
                right_there = right | read(shape, steps, step)
                up_there = up | read(shape, steps, step + words)
                if satisfied(right_there, up_there, squares, stride) and (
                    panel.symbols.planes.size == 0
                    or solves(shape, right_there, up_there, panel.symbols, stride)
                ):
                    answer = arrays.SOLVED
                    write(path, _0, right_there)
                    write(path, words, up_there)
                    break
            if answer != arrays.PAUSED:
                break
        at_hand = _0

        length = f - h + _1
        if drop_crowded:
            todo &= ~crowded

        # The steps on which π is true.
        if ahead:
            anew = any_kind and (everywhere or fired_parent)
            fired = fired_ahead(
                shape, outlook, there, right, up, visited, here, first, todo, anew, panel, tables,
                looks, state,
            )  # fmt: skip
        elif any_kind and (everywhere or fired_parent):
            offset = length * state[arrays.BY_LENGTH]
            fired = fired_anywhere(
                shape, right, up, visited, first, todo, steps, squares, table, offset, stride
            )
        else:
            fired = crowded
            watch = around >> _LEAVING & _TWELVE_BITS
            end = watch + (around >> _LEAVING_COUNT)
            # To stop early also keeps LLVM from making vector code of these few rounds.
            while watch < end and todo & ~fired != _0:
                entry = leaving[watch]
                watch += _1
                case = configuration(right, up, visited, entry & _BYTE, stride)
                fired |= _U(losing[(entry >> _16) + case])
            fired &= todo
            looked_at = todo & ~fired & around >> _ARRIVING
            while looked_at != _0:
                direction = lowest(looked_at)
                looked_at &= looked_at - _1
                step = (first + direction) * step_size
                watch = steps[step + _1]
                end = steps[step + _2]
                while watch < end:
                    entry = arriving[watch]
                    watch += _1
                    case = configuration(right, up, visited, entry & _BYTE, stride)
                    if table[(entry >> _16) + (case | entry >> _8 & _BYTE)] != 0:
                        fired |= _1 << direction
                        break

        # h of the children, a byte for each direction.
        estimates = _0
        if guided:
            estimates, todo = estimated(
                shape, guide, right, up, first, todo if sort else todo & ~fired, h, length, panel,
                state,
            )  # fmt: skip
            fired &= todo

        # The children. The one that stays at hand is the first of those that would be taken next.
        todo &= ~fired
        following = _0
        if not (any_kind and fired_parent):
            if guided:
                left = todo
                while left != _0 and following == _0:
                    direction = lowest(left)
                    left &= left - _1
                    if (estimates >> (direction << _3) & _BYTE) + length == f:
                        following = _1 << direction
            else:
                following = todo & around >> _NEARER
                following &= ~following + _1
        todo ^= following
        opened += bits(todo | following)
        if sort:
            opened += bits(fired)
            open_fired += bits(fired)
            todo |= fired << _4
        while todo != _0:
            bit = lowest(todo)
            todo &= todo - _1
            direction = bit & _3 if any_kind else bit
            step = (first + direction) * step_size
            to_go = steps[step]
            if guided:
                to_go = estimates >> (direction << _3) & _BYTE
            child_row = length + to_go
            if any_kind:
                if bit & _4 != _0:
                    state[arrays.LOWEST_FIRED] = min(state[arrays.LOWEST_FIRED], child_row)
                    child_row += state[arrays.LEVELS]
                elif fired_parent:
                    lowest_f = min(lowest_f, child_row)
            choose |= child_row <= row
            place = (child_row * distances + to_go) << _1
            at = new_slot(state, open_list, child_row, to_go, place, many) * size
            step += _STEP_HEAD
            write(pool, at, right | read(shape, steps, step))
            write(pool, at + words, up | read(shape, steps, step + words))
            if ahead:
                write(pool, at + (words << _1), read(shape, there, direction * words))
        if following != _0:
            at_hand = _1
            h -= _1
            direction = lowest(following)
            step = (first + direction) * step_size + _STEP_HEAD
            right = right | read(shape, steps, step)
            up = up | read(shape, steps, step + words)
            if ahead:
                outlook = read(shape, there, direction * words)
    write(node, _0, right)
    write(node, words, up)
    if ahead:
        write(node, words << _1, outlook)
    state[arrays.EXPANSIONS] = expansions
    state[arrays.OPEN] = opened
    state[arrays.OPEN_FIRED] = open_fired
    state[arrays.LOWEST_SPARED] = lowest_f
    state[arrays.AT_HAND] = at_hand
    state[arrays.AT_F] = f
    state[arrays.AT_H] = h
    state[arrays.AT_FIRED] = _1 if fired_parent else _0
    return answer


def signatures(words: int, plain: int, looks: int, guide: int) -> dict[str, tuple[Any, ...]]:
    """Return the types with which `begin` and `run` are compiled for boards of W words.

    The other numbers are those of the elements of these arguments.
    """
    shape = types.UniTuple(types.int64, words)
    kinds = [types.UniTuple(types.int64, number) for number in (looks, guide)]
    array, bytes_, triples = types.uint64[::1], types.uint8[::1], types.uint64[:, ::1]
    signed, begins = types.int64[::1], types.boolean[:, :, :, ::1]
    named = types.BaseTuple.from_types  # of elements of one type, too
    progress = named([array] * 4, Progress)
    open_list = named([array] * 5, OpenList)
    symbols = named([array, array, bytes_, bytes_, array], Symbols)
    panel = named(
        [*[array] * 4, triples, *[array] * 3, bytes_, array, bytes_, bytes_, symbols], PanelArrays
    )
    tables = named([bytes_] * 3, Tables)
    return {
        "begin": (shape, *kinds, signed, begins, array, open_list, panel, signed, tables),
        "run": (
            shape,
            types.UniTuple(types.int64, plain),
            *kinds,
            progress,
            open_list,
            panel,
            tables,
        ),
    }
