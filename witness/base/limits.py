"""Limits on a search, whichever engine runs it, and how it says that it met one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from witness.base.machine import memory

Limit = Literal["expansion-limit", "time-limit", "memory-limit"]
Status = Literal["solved", "unsolvable", "expansion-limit", "time-limit", "memory-limit"]

#: The statuses of a search with an answer; every other status is a limit.
ANSWERED: tuple[Status, ...] = ("solved", "unsolvable")

#: The fraction of the machine's memory that a search may take by default.
MOST_MEMORY = 0.8


@dataclass(frozen=True)
class Limits:
    """When to give up: expansions, seconds, and megabytes of open nodes; None means never."""

    max_expansions: int | None = None
    time_limit: float | None = None
    memory_limit: float | None = None


class LimitReachedError(Exception):
    """A search met a limit before it had an answer; `status` names the limit."""

    def __init__(self, status: Limit) -> None:
        super().__init__(status)
        self.status: Limit = status


class Budget:
    """The time and memory that a search has left, from the moment the budget is made."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits = limits or Limits()
        self.begun = time.perf_counter()
        self._deadline = None if limits.time_limit is None else self.begun + limits.time_limit
        most = MOST_MEMORY * memory()
        self._bytes = most if limits.memory_limit is None else min(limits.memory_limit * 1e6, most)

    @property
    def seconds(self) -> float:
        """The seconds since the budget was made."""
        return time.perf_counter() - self.begun

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
            raise LimitReachedError("memory-limit")
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise LimitReachedError("time-limit")

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
