"""Arithmetic on whole numbers and floats, as in SWI-Prolog, for models and refutations."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import cast

from witness.clauses.language.functions import int_div, int_rem
from witness.clauses.language.steps import check_bits
from witness.clauses.language.terms import Float, Key

Number = int | float

COMPARISONS: dict[str, Callable[[Number, Number], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "=<": operator.le,
    ">=": operator.ge,
    "=:=": operator.eq,
    "=\\=": operator.ne,
}

#: The names that stand for numbers.
CONSTANTS = {"pi": math.pi, "e": math.e, "inf": math.inf, "epsilon": 2.0**-52}


def holds(name: str, left: Number, right: Number) -> bool:
    """Whether two numbers compare as a comparison says; a whole number is made a float for one."""
    if isinstance(left, float) or isinstance(right, float):
        left, right = float(left), float(right)
    return COMPARISONS[name](left, right)


def applied(function: Key, values: list[Number]) -> Number:
    """Return the value of a function.

    Raises `ArithmeticError`, `ValueError` or `TypeError` where Prolog raises an error, also for
    what is too large for a float, and `TooManyStepsError` for a whole number that is too long.
    """
    if function[0] in _OF_WHOLE and any(isinstance(value, float) for value in values):
        raise TypeError("a whole number is needed")
    found = FUNCTIONS[function](*values)
    if isinstance(found, complex) or (isinstance(found, float) and not math.isfinite(found)):
        raise ArithmeticError("no number")
    return found


def number_of(value: Number) -> int | Float:
    """Return the term of a number."""
    return Float.of(value) if isinstance(value, float) else value


def _times(a: Number, b: Number) -> Number:
    check_bits(_bits(a) + _bits(b))
    return a * b


def _bits(a: Number) -> int:
    return a.bit_length() if isinstance(a, int) else 0


def _divided(a: Number, b: Number) -> Number:
    """Return an integer where a quotient of integers is one, else a float."""
    if isinstance(a, int) and isinstance(b, int) and a % b == 0:
        return a // b
    return a / b


def _power(a: Number, b: Number) -> Number:
    if isinstance(b, int) and b == 0:
        return 1
    if isinstance(a, int) and isinstance(b, int):
        check_bits(_bits(abs(a) - 1) * abs(b))
        if b < 0 and abs(a) == 1:
            return a if b % 2 else 1
    found: Number | complex = float(a) ** b if b < 0 else a**b
    return cast(Number, found)


def _shifted(a: int, b: int) -> int:
    check_bits(_bits(a) + b)
    return a << b if b >= 0 else a >> -b


def _rounded(a: Number) -> int:
    return math.floor(Fraction(abs(a)) + Fraction(1, 2)) * (-1 if a < 0 else 1)


def _chosen(choose: Callable[[Number, Number], bool]) -> Callable[[Number, Number], Number]:
    """Return which of two numbers comes first; of two that are equal, the float."""
    return lambda a, b: b if choose(b, a) or (a == b and isinstance(b, float)) else a


def _sign(a: Number) -> Number:
    sign = (a > 0) - (a < 0)
    return float(sign) if isinstance(a, float) else sign


def _fraction(a: Number) -> Number:
    return math.fmod(a, 1.0) if isinstance(a, float) else 0


def _whole(a: Number) -> Number:
    return float(math.trunc(a)) if isinstance(a, float) else a


FUNCTIONS: dict[Key, Callable[..., Number]] = {
    ("+", 2): operator.add,
    ("-", 2): operator.sub,
    ("*", 2): _times,
    ("/", 2): _divided,
    ("//", 2): int_div,
    ("div", 2): operator.floordiv,
    ("mod", 2): operator.mod,
    ("rem", 2): int_rem,
    ("**", 2): _power,
    ("^", 2): _power,
    ("<<", 2): _shifted,
    (">>", 2): lambda a, b: _shifted(a, -b),
    ("/\\", 2): operator.and_,
    ("\\/", 2): operator.or_,
    ("xor", 2): operator.xor,
    ("\\", 1): operator.invert,
    ("gcd", 2): math.gcd,
    ("-", 1): operator.neg,
    ("+", 1): operator.pos,
    ("min", 2): _chosen(operator.lt),
    ("max", 2): _chosen(operator.gt),
    ("abs", 1): abs,
    ("sign", 1): _sign,
    ("float", 1): float,
    ("integer", 1): _rounded,
    ("round", 1): _rounded,
    ("truncate", 1): math.trunc,
    ("ceiling", 1): math.ceil,
    ("floor", 1): math.floor,
    ("float_integer_part", 1): _whole,
    ("float_fractional_part", 1): _fraction,
    **{(name, 1): getattr(math, name) for name in ("sqrt", "exp", "log", "sin", "cos", "tan")},
    **{(name, 1): getattr(math, name) for name in ("asin", "acos", "atan")},
    ("atan2", 2): math.atan2,
    ("atan", 2): math.atan2,
}

_OF_WHOLE = frozenset(("//", "div", "mod", "rem", "<<", ">>", "/\\", "\\/", "xor", "\\", "gcd"))
