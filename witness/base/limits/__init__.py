"""Limits on time and memory, and Ctrl-C: three ways to keep work within them.

- `budget`: loops of this package ask a budget as they go, and machine code runs in slices between
  which it is asked.
- `alarm`: Python code that asks no budget gets an exception from outside, and keeps what it has
  found.
- `child`: what nothing in this process can interrupt, another program or a library in another
  language, runs in a process of its own, which can be ended.

Budgets are imported with the package, the other two when they are needed.
"""

from __future__ import annotations

from witness.base.limits.budget import (
    ANSWERED,
    MOST_MEMORY,
    UNLIMITED,
    Budget,
    Limit,
    LimitReachedError,
    Limits,
    Status,
    budget_of,
    check_amount,
    current,
    set_up,
)

__all__ = [
    "ANSWERED",
    "MOST_MEMORY",
    "UNLIMITED",
    "Budget",
    "Limit",
    "LimitReachedError",
    "Limits",
    "Status",
    "budget_of",
    "check_amount",
    "current",
    "set_up",
]
