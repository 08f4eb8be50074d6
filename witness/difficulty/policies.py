"""Policies: continuations that players see at a glance, by name (thesis, 3.5 and Algorithm 3).

A policy looks at a state and returns the solved state to which it leads, None for none. Where it
finds one, π(s) = 1, and the state costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from witness.base.errors import InputError, quoted
from witness.difficulty.border import border_solution
from witness.difficulty.straight import straight_solution

Policy = Callable[[Any], Any]

#: What `--policy` takes.
POLICIES: dict[str, Policy] = {"straight": straight_solution, "border": border_solution}


def policies(names: str) -> tuple[Policy, ...]:
    """Return policies by their names, with commas between them. Raises `InputError`."""
    found = []
    for name in dict.fromkeys(name.strip() for name in names.split(",")):
        if name not in POLICIES:
            raise InputError(f"unknown policy {quoted(name)}; use {', '.join(POLICIES)}")
        found.append(POLICIES[name])
    return tuple(found)
