"""States of one word or of two, for Numba: the loops over states are compiled for either.

A panel whose symbols ask nothing of regions has states of one integer. Else a state has a second
one for the regions (`witness.puzzle.frontier.arrays.PAIR`), in arrays of records; here it is a
tuple. Which functions are meant follows from the types when the loops are compiled.
"""

from __future__ import annotations

from typing import Any

from witness.base.jit import intrinsic, ir, overload, types
from witness.puzzle.frontier.arrays import DONE
from witness.puzzle.frontier.region_successors import region_successors
from witness.puzzle.frontier.successors import lowest, successors


def get(keys: Any, place: Any) -> Any:
    """Return the state at a place of an array; a place is a number or a tuple of numbers."""
    raise NotImplementedError


def put(keys: Any, place: Any, key: Any) -> None:
    """Put a state at a place of an array."""
    raise NotImplementedError


def is_done(key: Any) -> bool:
    """Whether this stands for a complete path that is a solution."""
    raise NotImplementedError


def slot(key: Any, number: Any, mask: Any) -> int:
    """Return where to look for a state first, in a hash table of `mask` + 1 places."""
    raise NotImplementedError


def follow(panel: Any, number: int, columns: int, key: Any, keys: Any, labels: Any) -> int:
    """Write the states that follow a state before step `number`, and the labels of the choices;
    return their number.

    `panel` is a table of steps, or a `witness.puzzle.frontier.arrays.Coloured`.
    """
    raise NotImplementedError


def _of_one_word(keys: Any) -> bool:
    """Whether states in an array of this type, or as this type, have one word."""
    return isinstance(keys.dtype if isinstance(keys, types.Array) else keys, types.Integer)


@overload(get)
def _get(keys, place):
    if _of_one_word(keys):
        return lambda keys, place: keys[place]
    return lambda keys, place: (keys[place].line, keys[place].regions)


@overload(put)
def _put(keys, place, key):
    def put_one(keys, place, key):
        keys[place] = key

    def put_two(keys, place, key):
        keys[place].line = key[0]
        keys[place].regions = key[1]

    return put_one if _of_one_word(keys) else put_two


@overload(is_done)
def _is_done(key):
    return (lambda key: key == DONE) if _of_one_word(key) else (lambda key: key[0] == DONE)


@overload(slot)
def _slot(key, number, mask):
    def slot_of_one(key, number, mask):
        mixed = (key + number * 0x632BE59BD9B4E019) * 0x1E3779B97F4A7C15
        return (mixed ^ mixed >> 32) & mask

    def slot_of_two(key, number, mask):
        mixed = (key[1] + number * 0x632BE59BD9B4E019) * 0x1E3779B97F4A7C15
        mixed = ((mixed ^ mixed >> 29) + key[0]) * 0x1E3779B97F4A7C15
        return (mixed ^ mixed >> 32) & mask

    return slot_of_one if _of_one_word(key) else slot_of_two


@overload(follow)
def _follow(panel, number, columns, key, keys, labels):
    def follow_one(panel, number, columns, key, keys, labels):
        return successors(panel[number], columns, key, keys, labels)

    def follow_two(panel, number, columns, key, keys, labels):
        return region_successors(panel, number, columns, key, keys, labels)

    return follow_one if isinstance(panel, types.Array) else follow_two


@intrinsic
def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@overload(lowest)
def _lowest(bits):
    return lambda bits: _trailing_zeros(bits)
