"""The Prolog built-ins that background files may use, and what they become in Python.

Lists are tuples, atoms are strings, integers are integers. Each entry of `BUILTINS` has, for one
mode (i: input, o: output), a kind and a Python expression:

- "test": an expression that is true or false;
- "det": an expression for the outputs, which never fails;
- "semidet": the same, but None where the call fails;
- "nondet": an iterable of the outputs.

A single output stands by itself, several form a tuple. `{0}`, `{1}`, … stand for the arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from witness.logic.language.steps import begin, paid, spend, steps, times
from witness.logic.language.terms import Ground, Key

Kind = Literal["test", "det", "semidet", "nondet"]
Values = tuple[Ground, ...]


@dataclass(frozen=True)
class Builtin:
    """One built-in in one mode."""

    kind: Kind
    template: str


def intersection(a: Values, b: Values) -> Values:
    """Return the elements of `a` that are in `b`, in the order of `a`."""
    return tuple(filter(frozenset(b).__contains__, a))


def subtract(a: Values, b: Values) -> Values:
    """Return the elements of `a` that are not in `b`, in the order of `a`."""
    known = frozenset(b)
    return tuple(x for x in a if x not in known)


def union(a: Values, b: Values) -> Values:
    """Return the elements of `a` that are not in `b`, then those of `b`."""
    return (*subtract(a, b), *b)


def list_to_set(a: Values) -> Values:
    """Return the elements without repetitions, in the order of their first occurrences."""
    return tuple(dict.fromkeys(a))


def nth0(n: int, a: Values) -> Ground | None:
    """Return the element at a position counted from 0; None (failure) if there is none."""
    return a[n] if 0 <= n < len(a) else None


def nth1(n: int, a: Values) -> Ground | None:
    """Return the element at a position counted from 1; None (failure) if there is none."""
    return nth0(n - 1, a)


def last(a: Values) -> Ground | None:
    """Return the last element; None (failure) for the empty list."""
    return a[-1] if a else None


def max_list(a: tuple[int, ...]) -> int | None:
    """Return the greatest element; None (failure) for the empty list."""
    return max(map(_number, a)) if a else None


def min_list(a: tuple[int, ...]) -> int | None:
    """Return the least element; None (failure) for the empty list."""
    return min(map(_number, a)) if a else None


def _number(value: Ground) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a number is needed, not {value!r}")
    return value


def int_div(a: int, b: int) -> int:
    """Return the quotient, rounded towards zero as `//` does in Prolog."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


BUILTINS: dict[Key, dict[str, Builtin]] = {
    ("length", 2): {
        "ii": Builtin("test", "len({0}) == {1}"),
        "io": Builtin("det", "len({0})"),
    },
    ("member", 2): {
        "ii": Builtin("test", "{0} in {1}"),
        "oi": Builtin("nondet", "{1}"),
    },
    ("memberchk", 2): {"ii": Builtin("test", "{0} in {1}")},
    ("intersection", 3): {"iio": Builtin("det", "intersection({0}, {1})")},
    ("subtract", 3): {"iio": Builtin("det", "subtract({0}, {1})")},
    ("union", 3): {"iio": Builtin("det", "union({0}, {1})")},
    ("append", 3): {"iio": Builtin("det", "({0} + {1})")},
    ("reverse", 2): {"io": Builtin("det", "{0}[::-1]")},
    ("list_to_set", 2): {"io": Builtin("det", "list_to_set({0})")},
    ("nth0", 3): {"iio": Builtin("semidet", "nth0({0}, {1})")},
    ("nth1", 3): {"iio": Builtin("semidet", "nth1({0}, {1})")},
    ("last", 2): {"io": Builtin("semidet", "last({0})")},
    ("sum_list", 2): {"io": Builtin("det", "sum({0})")},
    ("sumlist", 2): {"io": Builtin("det", "sum({0})")},
    ("max_list", 2): {"io": Builtin("semidet", "max_list({0})")},
    ("min_list", 2): {"io": Builtin("semidet", "min_list({0})")},
    ("between", 3): {
        "iii": Builtin("test", "{0} <= {2} <= {1}"),
        "iio": Builtin("nondet", "range({0}, {1} + 1)"),
    },
    ("fail", 0): {"": Builtin("test", "False")},
    ("false", 0): {"": Builtin("test", "False")},
    ("true", 0): {"": Builtin("test", "True")},
}

#: What emitted Python calls where it counts its steps.
METERED = (begin, paid, spend, steps, times)

#: Helper functions that emitted Python calls, by name.
HELPERS: dict[str, Any] = {
    function.__name__: function
    for function in (
        intersection,
        subtract,
        union,
        list_to_set,
        nth0,
        nth1,
        last,
        max_list,
        min_list,
        int_div,
        *METERED,
    )
}

#: Comparisons of numbers; both sides are evaluated.
ARITHMETIC_COMPARISONS = {
    "<": "<",
    ">": ">",
    "=<": "<=",
    ">=": ">=",
    "=:=": "==",
    "=\\=": "!=",
}

#: Comparisons of terms; both sides must be bound.
TERM_COMPARISONS = {"==": "==", "\\==": "!=", "\\=": "!="}
