"""The one form of each field of a puzzle, however it is written.

Lists are as good as tuples, as in a puzzle file, and so are the integers of NumPy, an edge with its
larger vertex first, and entries in any order. Every function takes the name of a field, for
messages, and a value, and raises `InputError` for a value that has no such form.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

from witness.base.errors import InputError, quoted
from witness.puzzle.grid import Edge, Square, Vertex, edge_between

COLOUR = re.compile(r"[a-z]{1,30}")


def integer(name: str, value: Any) -> int:
    """Return a whole number."""
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise InputError(f"{name} has {quoted(value)} where a whole number is expected")


def boolean(name: str, value: Any) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise InputError(f"{name} is {quoted(value)}; true or false is expected")
    return value


def identifier(name: str, value: Any) -> str:
    """Return the id of a puzzle."""
    if not isinstance(value, str) or not value or not value.isprintable():
        raise InputError(f"{name} is {quoted(value)}; a non-empty, printable string is expected")
    return str(value)


def vertex(name: str, value: Any) -> Vertex:
    """Return a vertex."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(f"{name} has {quoted(value)}; a vertex is [row, column]")
    return (integer(name, value[0]), integer(name, value[1]))


def edge(name: str, value: Any) -> Edge:
    """Return an edge, its smaller vertex first."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(f"{name} has {quoted(value)}; an edge is [vertex, vertex]")
    return edge_between(vertex(name, value[0]), vertex(name, value[1]))


def place(name: str, value: Any) -> Vertex | Edge:
    """Return a vertex or an edge."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple):
        return edge(name, value)
    if isinstance(value, int):
        raise InputError(f"{name} has {value}; {name} is a list of places, such as [[0, 0]]")
    return vertex(name, value)


def counted(name: str, value: Any) -> tuple[Any, ...]:
    """Return a square and a number, and perhaps a colour: (row, column, count[, colour])."""
    if not isinstance(value, list | tuple) or len(value) not in (3, 4):
        raise InputError(f"{name} has {quoted(value)}; [row, column, count] is expected")
    return (*(integer(name, part) for part in value[:3]), *(colour(name, one) for one in value[3:]))


def coloured(name: str, value: Any) -> tuple[int, int, str]:
    """Return a square and a colour: (row, column, colour)."""
    if not isinstance(value, list | tuple) or len(value) != 3 or not isinstance(value[2], str):
        raise InputError(f"{name} has {quoted(value)}; [row, column, colour] is expected")
    return (*square(name, value[:2]), colour(name, value[2]))


def square(name: str, value: Any) -> Square:
    """Return a square: (row, column)."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(f"{name} has {quoted(value)}; a square is [row, column]")
    return (integer(name, value[0]), integer(name, value[1]))


def colour(name: str, value: Any) -> str:
    """Return a colour."""
    if not isinstance(value, str) or not COLOUR.fullmatch(value):
        raise InputError(f"{name} has the colour {quoted(value)}; lower-case letters expected")
    return str(value)


def one_of(*values: str) -> Callable[[str, Any], str]:
    """Return the function that takes one of some words; the first stands for nothing special."""

    def word(name: str, value: Any) -> str:
        if value not in values:
            known = ", ".join(filter(None, values))
            raise InputError(f"{name} is {quoted(value)}; it can be {known}")
        return str(value)

    return word


def each(
    normal: Callable[[str, Any], Any], order: Callable[[Any], Any] | None = None
) -> Callable[[str, Any], tuple[Any, ...]]:
    """Return the function that brings a field of entries into the one form, and sorts them."""

    def entries(name: str, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise InputError(f"{name} is {quoted(value)}; a list is expected")
        found = [normal(name, entry) for entry in value]
        if len(found) > 1:
            found.sort(key=order)
        return tuple(found)

    return entries
