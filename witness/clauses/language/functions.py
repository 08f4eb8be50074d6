"""What the built-ins of the subset do in emitted Python, where an expression is not enough.

Lists are tuples, atoms are strings, integers are integers; other values are terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from witness.clauses.language.terms import (
    Compound,
    Float,
    Ground,
    Text,
    WrongKindError,
    standard_order,
)

Values = tuple[Ground, ...]


def number(value: Ground) -> int:
    """Return a number; raise `WrongKindError` for anything else."""
    if not isinstance(value, int):
        raise WrongKindError("a number", value)
    return value


def proper(value: Ground) -> Values:
    """Return a list; raise `WrongKindError` for anything else."""
    if not isinstance(value, tuple):
        raise WrongKindError("a list", value)
    return value


def members(a: Ground) -> Values:
    """Return the items of a list whose order does not matter; what is no list has none."""
    return a if isinstance(a, tuple) else ()


def items(a: Ground) -> Values:
    """Return the items of a list whose order matters; what is no list has none."""
    return a if isinstance(a, tuple) else ()


def splits(c: Ground) -> Iterator[tuple[Ground, Ground]]:
    """Yield the ways to take a list apart into a beginning and an end, the shortest first."""
    if not isinstance(c, tuple):
        yield (), c
        return
    for place in range(len(c) + 1):
        yield c[:place], c[place:]


def without_start(a: Ground, c: Ground) -> Ground | None:
    """Return what follows the list `a` in `c`; None (failure) if `c` does not begin with it."""
    if a == ():
        return c
    if not (isinstance(a, tuple) and isinstance(c, tuple)):
        return None
    return c[len(a) :] if c[: len(a)] == a else None


def without_end(b: Ground, c: Ground) -> Ground | None:
    """Return what precedes `b` at the end of the list `c`; None (failure) if it is not there."""
    if b == c:
        return ()
    if not (isinstance(b, tuple) and isinstance(c, tuple)) or len(b) > len(c):
        return None
    place = len(c) - len(b)
    return c[:place] if c[place:] == b else None


def concatenated(a: Values) -> Values:
    """Return the items of all lists of a list."""
    return tuple(chain.from_iterable(map(proper, proper(a))))


def selections(a: Ground) -> Iterator[tuple[Ground, Values]]:
    """Yield each item of a list with the list without it."""
    found = items(a)
    for place, item in enumerate(found):
        yield item, found[:place] + found[place + 1 :]


def insertions(x: Ground, a: Values) -> Iterator[Values]:
    """Yield the lists from which taking `x` away leaves `a`."""
    for place in range(len(proper(a)) + 1):
        yield (*a[:place], x, *a[place:])


def reverse(a: Values) -> Values:
    """Return the elements, the last one first."""
    return proper(a)[::-1]


def delete(a: Values, x: Ground) -> Values:
    """Return the elements of `a` that differ from `x`."""
    return tuple(item for item in proper(a) if item != x)


def subset(a: Values, b: Values) -> bool:
    """Return whether all elements of `a` are in `b`."""
    return all(item in b for item in proper(a))


def is_set(a: Ground) -> bool:
    """Return whether something is a list without repetitions."""
    return isinstance(a, tuple) and len(frozenset(a)) == len(a)


def msort(a: Values) -> Values:
    """Return the elements in the standard order of terms."""
    return tuple(sorted(proper(a), key=standard_order))


def sort(a: Values) -> Values:
    """Return the different elements in the standard order of terms."""
    return list_to_set(msort(a))


def max_member(a: Values) -> Ground | None:
    """Return the last element in the standard order of terms; None (failure) for no element."""
    return max(proper(a), key=standard_order, default=None)


def min_member(a: Values) -> Ground | None:
    """Return the first element in the standard order of terms; None (failure) for no element."""
    return min(proper(a), key=standard_order, default=None)


def succ(a: int) -> int:
    """Return the number after one that is at least 0."""
    return _natural(a) + 1


def pred(b: int) -> int | None:
    """Return the number before one that is at least 0; None (failure) for 0."""
    return _natural(b) - 1 if b else None


def plus(a: int, b: int) -> int:
    """Return the sum of two numbers."""
    return number(a) + number(b)


def minus(a: int, b: int) -> int:
    """Return the difference of two numbers."""
    return number(a) - number(b)


def _natural(value: int) -> int:
    if number(value) < 0:
        raise ValueError(f"a number from 0 on is needed, found {value}")
    return value


def intersection(a: Values, b: Values) -> Values:
    """Return the elements of `a` that are in `b`, in the order of `a`."""
    return tuple(filter(frozenset(proper(b)).__contains__, proper(a)))


def subtract(a: Values, b: Values) -> Values:
    """Return the elements of `a` that are not in `b`, in the order of `a`."""
    known = frozenset(proper(b))
    return tuple(x for x in proper(a) if x not in known)


def union(a: Values, b: Values) -> Values:
    """Return the elements of `a` that are not in `b`, then those of `b`."""
    return (*subtract(a, b), *b)


def list_to_set(a: Values) -> Values:
    """Return the elements without repetitions, in the order of their first occurrences."""
    return tuple(dict.fromkeys(proper(a)))


def nth0(n: int, a: Ground) -> Ground | None:
    """Return the element at a position counted from 0; None (failure) if there is none."""
    found = items(a)
    return found[n] if 0 <= number(n) < len(found) else None


def nth1(n: int, a: Ground) -> Ground | None:
    """Return the element at a position counted from 1; None (failure) if there is none."""
    return nth0(number(n) - 1, a)


def last(a: Ground) -> Ground | None:
    """Return the last element; None (failure) for the empty list."""
    found = items(a)
    return found[-1] if found else None


def sum_list(a: tuple[int, ...]) -> int:
    """Return the sum of the elements."""
    return sum(map(number, proper(a)))


def max_list(a: tuple[int, ...]) -> int | None:
    """Return the greatest element; None (failure) for the empty list."""
    return max(map(number, proper(a)), default=None)


def min_list(a: tuple[int, ...]) -> int | None:
    """Return the least element; None (failure) for the empty list."""
    return min(map(number, proper(a)), default=None)


def is_integer(value: object) -> bool:
    """Return whether a value is a whole number."""
    return isinstance(value, int)


def is_number(value: object) -> bool:
    """Return whether a value is a number."""
    return isinstance(value, int | Float)


def is_atom(value: object) -> bool:
    """Return whether a value is a name, as paths and squares are."""
    return not isinstance(value, int | tuple | Float | Text | Compound)


def is_items(value: object) -> bool:
    """Return whether a value is a list."""
    return isinstance(value, tuple)


def order(a: Ground, b: Ground) -> int:
    """Return -1, 0 or 1: whether `a` is before, at, or after `b` in the standard order of terms."""
    one, other = standard_order(a), standard_order(b)
    return (one > other) - (one < other)


def negative(a: int) -> int:
    """Return a number with the other sign."""
    return -number(a)


def int_rem(a: int, b: int) -> int:
    """Return what is left of a division that is rounded towards zero; it has the sign of `a`."""
    return a - b * int_div(a, b)


def int_div(a: int, b: int) -> int:
    """Return the quotient, rounded towards zero as `//` does in Prolog."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient
