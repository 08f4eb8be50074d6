"""The one form of each field of a puzzle, however it is written.

Lists are as good as tuples, as in a puzzle file, and so are the integers of NumPy, an edge with its
larger vertex first, and entries in any order.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

from witness.base.errors import InputError, quoted
from witness.puzzle.grid import Edge, Vertex, edge_between

COLOUR = re.compile(r"[a-z]{1,30}")


def _integer(name: str, value: Any) -> int:
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise InputError(f"{name} has {quoted(value)} where a whole number is expected")


def _boolean(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{name} is {quoted(value)}; true or false is expected")
    return value


def _identifier(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value or not value.isprintable():
        raise InputError(f"{name} is {quoted(value)}; a non-empty, printable string is expected")
    return str(value)


def _vertex(name: str, value: Any) -> Vertex:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(f"{name} has {quoted(value)}; a vertex is [row, column]")
    return (_integer(name, value[0]), _integer(name, value[1]))


def _edge(name: str, value: Any) -> Edge:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(f"{name} has {quoted(value)}; an edge is [vertex, vertex]")
    return edge_between(_vertex(name, value[0]), _vertex(name, value[1]))


def _place(name: str, value: Any) -> Vertex | Edge:
    if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple):
        return _edge(name, value)
    return _vertex(name, value)


def _triangle(name: str, value: Any) -> tuple[int, int, int]:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise InputError(f"{name} has {quoted(value)}; [row, column, count] is expected")
    row, column, count = value
    return (_integer(name, row), _integer(name, column), _integer(name, count))


def _coloured(name: str, value: Any) -> tuple[int, int, str]:
    if not isinstance(value, list | tuple) or len(value) != 3 or not isinstance(value[2], str):
        raise InputError(f"{name} has {quoted(value)}; [row, column, colour] is expected")
    row, column, colour = value
    if not COLOUR.fullmatch(colour):
        raise InputError(f"{name} has the colour {quoted(colour)}; lower-case letters expected")
    return (_integer(name, row), _integer(name, column), str(colour))


def place_order(place: Any) -> tuple[bool, Any]:
    """The sort key of a place: vertices come before edges."""
    return (isinstance(place[0], tuple), place)


def _each(
    normal: Callable[[str, Any], Any], order: Callable[[Any], Any] | None = None
) -> Callable[[str, Any], tuple[Any, ...]]:
    """Return the function that normalises each entry of a field, and sorts them."""

    def entries(name: str, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise InputError(f"{name} is {quoted(value)}; a list is expected")
        found = [normal(name, entry) for entry in value]
        if len(found) > 1:
            found.sort(key=order)
        return tuple(found)

    return entries


#: For each field, the function of its name and value that returns the one form of the value, or
#: raises `InputError`.
NORMAL_FORMS: dict[str, Callable[[str, Any], Any]] = {
    "id": _identifier,
    "rows": _integer,
    "cols": _integer,
    "starts": _each(_place, place_order),
    "goals": _each(_place, place_order),
    "triangles": _each(_triangle),
    "gaps": _each(_edge),
    "dots": _each(_place, place_order),
    "squares": _each(_coloured),
    "stars": _each(_coloured),
    "pass_goals": _boolean,
}
