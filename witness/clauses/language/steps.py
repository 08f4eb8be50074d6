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


class Steps:
    """The steps that an evaluation has left."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def begin(self) -> None:
        """Begin another evaluation."""
        self.left = self.most

    def spend(self, number: int = 1) -> None:
        """Count steps; raise `TooManyStepsError` if there are too many."""
        self.left -= number
        if self.left < 0:
            raise self.too_many()

    def times(self, a: int, b: int) -> int:
        """Return a product; raise `TooManyStepsError` if the number becomes too long."""
        if isinstance(a, int) and isinstance(b, int):
            check_bits(a.bit_length() + b.bit_length())
        return a * b

    def too_many(self) -> TooManyStepsError:
        """Return the error for an evaluation that takes too many steps."""
        return TooManyStepsError(
            f"it takes more than {self.most:,} steps to evaluate; use shorter loops, such as "
            "smaller numbers in between/3"
        )


# ---- for emitted Python -------------------------------------------------------------------------

#: The steps of the emitted clause that is being evaluated; one clause never evaluates another.
_STEPS = Steps(MOST_STEPS)

begin = _STEPS.begin
spend = _STEPS.spend
times = _STEPS.times


def steps_taken() -> int:
    """Return the steps since emitted Python began to evaluate a clause."""
    return _STEPS.most - _STEPS.left


def steps(items: Iterable[_T]) -> Iterator[_T]:
    """Yield items, each of which is a step."""
    for item in items:
        _STEPS.left -= 1
        if _STEPS.left < 0:
            raise _STEPS.too_many()
        yield item


def paid_steps(items: Iterable[_T]) -> Iterator[_T]:
    """Yield items, each of which is as many steps as looking at all of it takes."""
    for item in steps(items):
        yield paid(item)


def paid(value: _T) -> _T:
    """Return a value after as many steps as looking at all of it takes."""
    if isinstance(value, tuple):
        _STEPS.spend(_weight(value))
    return value


def _weight(items: tuple[Any, ...]) -> int:
    """Return the number of items of a list, and count the steps for those of inner lists."""
    for item in items:
        if isinstance(item, tuple):
            _STEPS.spend(_weight(item))
    return 1 + len(items)
