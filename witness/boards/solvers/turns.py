"""Solvers that work in turns of some steps, so that several can look for the same thing.

Turns are counted by what is done, not by clocks: the same one is the first to have an answer
whatever the machine.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from witness.puzzle.rules import Path

#: A generator that yields after each turn, and returns a solution, None without any.
Turns = Generator[None, None, Path | None]


def exhausted(turns: Turns) -> Path | None:
    """Return what turns come to."""
    return first_of({"": turns})[0]


def first_of(runners: Mapping[str, Turns]) -> tuple[Path | None, str]:
    """Return the first answer of some that take turns, in their order, and whose it is."""
    try:
        while True:
            for name, turns in runners.items():
                try:
                    next(turns)
                except StopIteration as end:
                    return end.value, name
    finally:
        for turns in runners.values():
            turns.close()
