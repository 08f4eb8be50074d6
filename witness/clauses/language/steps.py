"""A bound on the steps of one evaluation of a clause, so that every evaluation ends.

Emitted Python counts only where the text of the clauses does not show that few steps are enough
(`witness.clauses.compiler.work`); it then calls the helpers of this file. The work and memory of a
step are bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from witness.base.errors import InputError

_T = TypeVar("_T")

#: The most steps of one evaluation of a clause, in emitted Python: a second or two.
#: Learned clauses take dozens.
MOST_STEPS = 1_000_000

#: The longest number, in bits: about as many digits as Python prints.
MOST_BITS = 14_000


class TooManyStepsError(InputError):
    """An evaluation takes too many steps, or a number too many digits."""


def check_bits(number: int) -> None:
    """Raise `TooManyStepsError` if a number of this many bits is too long."""
    if number > MOST_BITS:
        raise TooManyStepsError("a number of more than 4,000 digits; use smaller numbers")


# ---- for emitted Python -------------------------------------------------------------------------

#: The steps that are left to the emitted clause which is evaluated; no clause evaluates another.
_left = MOST_STEPS


def begin() -> None:
    """Begin another evaluation."""
    global _left
    _left = MOST_STEPS


def spend(number: int = 1) -> None:
    """Count steps; raise `TooManyStepsError` if there are too many."""
    global _left
    _left -= number
    if _left < 0:
        raise TooManyStepsError(
            f"it takes more than {MOST_STEPS:,} steps to evaluate; use shorter loops, such as "
            "smaller numbers in between/3"
        )


def times(a: int, b: int) -> int:
    """Return a product; raise `TooManyStepsError` if the number becomes too long."""
    if isinstance(a, int) and isinstance(b, int):
        check_bits(a.bit_length() + b.bit_length())
    return a * b


def steps_taken() -> int:
    """Return the steps since emitted Python began to evaluate a clause."""
    return MOST_STEPS - _left


def steps(items: Iterable[_T]) -> Iterator[_T]:
    """Yield items, each of which is a step."""
    global _left
    for item in items:
        _left -= 1
        if _left < 0:
            spend(0)
        yield item


def paid_steps(items: Iterable[_T]) -> Iterator[_T]:
    """Yield items, each of which is as many steps as looking at all of it takes."""
    for item in steps(items):
        yield paid(item)


def paid(value: _T) -> _T:
    """Return a value after as many steps as looking at all of it takes."""
    if isinstance(value, tuple):
        spend(_weight(value))
    return value


def _weight(items: tuple[Any, ...]) -> int:
    """Return the number of items of a list, and count the steps for those of inner lists."""
    for item in items:
        if isinstance(item, tuple):
            spend(_weight(item))
    return 1 + len(items)
