"""A budget: the time, memory and expansions that some work has left.

It is used where the loops are this package's own: those in Python ask it as they go, and machine
code runs in slices between which it is asked. What is called on the way asks the one in force.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from numbers import Integral, Real
from typing import Literal, TypeVar

from witness.base import clock
from witness.base.errors import InputError, quoted
from witness.base.machine import memory

Limit = Literal["expansion-limit", "time-limit", "memory-limit"]
Status = Literal["solved", "unsolvable", "expansion-limit", "time-limit", "memory-limit"]

#: The statuses of a search with an answer; every other status is a limit.
ANSWERED: tuple[Status, ...] = ("solved", "unsolvable")

T = TypeVar("T")

#: The fraction of the machine's memory that a search may take by default.
MOST_MEMORY = 0.8


@dataclass(frozen=True)
class Limits:
    """When to give up: expansions, seconds, and megabytes of open nodes; None means never."""

    max_expansions: int | None = None
    time_limit: float | None = None
    memory_limit: float | None = None

    def __post_init__(self) -> None:
        check_amount("max_expansions", self.max_expansions, whole=True)
        check_amount("time_limit", self.time_limit, least=-inf)  # what is left may be less than 0
        check_amount("memory_limit", self.memory_limit)


def check_amount(name: str, value: object, *, whole: bool = False, least: float = 0) -> None:
    """Raise `InputError` for what is not None and no number from `least` on (or no whole one)."""
    if value is None:
        return
    kind_of_number = Integral if whole else Real
    if (
        isinstance(value, bool)
        or not isinstance(value, kind_of_number)
        or not float(value) >= least  # nor is NaN
    ):
        kind = "a whole number" if whole else "a number"
        bound = "" if least == -inf else f" of at least {least:g}"
        raise InputError(f"{name} is {quoted(value)}; {kind}{bound} is expected")


class LimitReachedError(Exception):
    """A limit was met before there was an answer; `status` names it.

    The message says as well what was being done, where `Budget.during` does.
    """

    def __init__(self, status: Limit, message: str | None = None) -> None:
        super().__init__(message or status)
        self.status: Limit = status


class Budget:
    """The time and memory that a search has left, from the moment the budget is made.

    One budget serves all parts of a command; `during` names them.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits = limits or Limits()
        self._part = ""
        self._begun = clock.worked()
        limit = limits.time_limit
        self._deadline = None if limit is None else time.perf_counter() + limit
        self._bytes = self._machine = MOST_MEMORY * memory()
        if limits.memory_limit is not None:
            self._bytes = min(limits.memory_limit * 1e6, self._machine)

    @property
    def seconds(self) -> float:
        """The processor seconds that this thread has worked since the budget was made.

        Limits are by the wall clock, what is reported by this one (`witness.base.clock`).
        """
        return clock.worked() - self._begun

    @property
    def seconds_left(self) -> float | None:
        """The seconds left, None without a limit."""
        return None if self._deadline is None else self._deadline - time.perf_counter()

    def wait(self, most: float) -> float:
        """Return `most` seconds, or the seconds left if these are fewer."""
        left = self.seconds_left
        return most if left is None else max(0.0, min(most, left))

    def check(self, taken: float = 0, expanded: int | None = None) -> None:
        """Raise `LimitReachedError` at a limit.

        It is met when no expansions are left after `expanded`, when `taken` bytes are too many, or
        when the time is over.
        """
        most = self.limits.max_expansions
        if expanded is not None and most is not None and expanded >= most:
            raise LimitReachedError("expansion-limit")
        if taken > self._bytes:
            raise self.reached("memory-limit", f"{self._bytes / 1e6:,.0f} MB")
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise self.reached("time-limit", f"{self.limits.time_limit:g} s")

    def fits(self, taken: float) -> None:
        """Raise `LimitReachedError` if bytes that are not nodes' are too many for the machine."""
        if taken > self._machine:
            raise self.reached("memory-limit", f"{self._machine / 1e6:,.0f} MB")

    def reached(self, status: Limit, amount: str) -> LimitReachedError:
        """Return the error that says that some amount is used up."""
        part = f"{status}: {amount} were used up while {self._part}" if self._part else None
        return LimitReachedError(status, part)

    @contextmanager
    def during(self, part: str) -> Iterator[None]:
        """Name what the block does ("building the network"), for the error at a limit."""
        before, self._part = self._part, part
        try:
            self.check()
            yield
            self.check()
        finally:
            self._part = before

    @contextmanager
    def part(self, fraction: float) -> Iterator[None]:
        """Allow the block a fraction of the time that is left."""
        whole = self._deadline
        if whole is not None:
            now = time.perf_counter()
            self._deadline = now + fraction * (whole - now)
        try:
            yield
        finally:
            self._deadline = whole

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Let everything in the block look at this budget that asks for the `current` one.

        Where another one is in force whose time is over sooner, that one stays.
        """
        outer = current()
        stays = self._deadline is None or (
            outer._deadline is not None and outer._deadline <= self._deadline
        )
        token = _CURRENT.set(outer if stays else self)
        try:
            yield
        finally:
            _CURRENT.reset(token)

    def each(self, items: Iterable[T], every: int = 64) -> Iterator[T]:
        """Yield items; look at the clock once for each `every` items. Raises as `check` does."""
        left = 0
        for item in items:
            if not left:
                self.check()
                left = every
            left -= 1
            yield item

    def slices(self, size: int, expanded: Callable[[], int] | None = None) -> Iterator[int]:
        """Yield the number of expansions to make before the next look at the clock, `size` at most.

        `expanded` returns the number of expansions so far; without it they have no limit. At a
        limit, 0 is yielded once, as there may be nothing left to expand; the next step raises
        `LimitReachedError`. The limit on expansions comes before the one on time. Ctrl-C arrives
        between two slices.
        """
        most = self.limits.max_expansions
        while True:
            left = size if most is None or expanded is None else min(size, most - expanded())
            late = self._deadline is not None and time.perf_counter() >= self._deadline
            if left <= 0 or late:
                yield 0
                raise LimitReachedError("expansion-limit" if left <= 0 else "time-limit")
            yield left


def budget_of(limits: Limits | Budget | None) -> Budget:
    """Return the budget that is given, or else a new one within the limits."""
    return limits if isinstance(limits, Budget) else Budget(limits)


#: How many seconds a set-up may take at least, such as that of the tables of a predicate.
SET_UP = 10.0

#: For callers without any limit.
UNLIMITED = Budget()

_CURRENT: ContextVar[Budget] = ContextVar("budget", default=UNLIMITED)


def current() -> Budget:
    """Return the budget in force (`Budget.in_force`), `UNLIMITED` if there is none.

    For what is done on the way, such as tables that are kept for all who ask for them.
    """
    return _CURRENT.get()


@contextmanager
def set_up(what: str, seconds: float | None) -> Iterator[None]:
    """Bound the set-up for searches or ratings with a time limit, which begins after it.

    It may take as long as one of them, or `SET_UP` seconds if that is longer, as it serves all of
    them. Raises `InputError`, which says what was not ready, when it takes longer.
    """
    if seconds is None:
        yield
        return
    most = max(seconds, SET_UP)
    try:
        with Budget(Limits(time_limit=most)).in_force():
            yield
    except LimitReachedError:
        raise InputError(f"{what} is not ready within the time limit of {most:g} s") from None
