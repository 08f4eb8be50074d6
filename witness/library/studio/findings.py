"""What an answer consists of: findings, each a JSON object with a name, in any order."""

from __future__ import annotations

from typing import Any

#: One thing that was found.
Finding = dict[str, Any]

#: The largest integer that JavaScript has exactly.
MOST_EXACT = 2**53


def number(value: int) -> int | str:
    """Return a number as JavaScript can read it: beyond 2^53 it is a string of digits."""
    return value if value <= MOST_EXACT else str(value)


def found(name: str, value: Any, **more: Any) -> Finding:
    """Return something that is known."""
    return {"name": name, "value": value, **more}


def unknown(name: str, why: str) -> Finding:
    """Return something that cannot be had, with the reason."""
    return {"name": name, "unknown": why}
