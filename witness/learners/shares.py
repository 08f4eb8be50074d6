"""How a learner that runs another program shares out its time limit."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from witness.base.limits import Limit

#: The other program is told to stop this many seconds before its time limit (but at most a fifth of
#: the limit earlier): it then prints what it has found.
GRACE = 10.0


def grace(seconds: float) -> float:
    """Return how many seconds before its time limit a program is told to stop."""
    return min(GRACE, seconds / 5)


@dataclass(frozen=True)
class Shares:
    """The parts of a time limit that begins now, in seconds; they are None if there is none."""

    timeout: float | None
    begun: float = field(default_factory=time.perf_counter)

    @property
    def collapsing(self) -> float | None:
        """The time for collapsing the examples: a fifth. Without it, the program gets them all."""
        return None if self.timeout is None else self.timeout / 5

    @property
    def program(self) -> float | None:
        """The time for the program: what is left, but at least a second."""
        return self._left(1.0)

    @property
    def counting(self) -> float | None:
        """The time for counting what the answer covers: what is left, but at least the grace.

        So an answer that comes at the limit can be counted, too.
        """
        return None if self.timeout is None else self._left(grace(self.timeout))

    def _left(self, least: float) -> float | None:
        if self.timeout is None:
            return None
        return max(self.timeout - (time.perf_counter() - self.begun), least)


def why_all(limit: Limit, seconds: float | None) -> str:
    """Return why the examples are not collapsed, if that takes more than its share of a limit."""
    if limit == "memory-limit":
        return "collapsing takes more memory than the limit"
    return f"collapsing takes more than {seconds:g} s, a fifth of the time"


def why_not_counted(limit: Limit) -> str:
    """Return why an answer cannot be used whose coverage is not counted within a limit."""
    return f"it takes too {'much memory' if limit == 'memory-limit' else 'long'} on all examples"
