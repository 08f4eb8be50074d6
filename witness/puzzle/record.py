"""A puzzle as a JSON object: a line of a puzzle file."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from witness.base.errors import InputError, quoted
from witness.puzzle.model import REQUIRED, Puzzle

_KEYS = frozenset(f.name for f in fields(Puzzle))


def puzzle_from_json(record: Any) -> Puzzle:
    """Return the puzzle that a JSON object describes.

    Raises `InputError`, which says what is wrong with it.
    """
    if not isinstance(record, dict):
        raise InputError(f"a puzzle is a JSON object, not {quoted(record)}")
    for key in record:
        if key not in _KEYS:
            raise InputError(f"unknown key {quoted(key)}; the keys are {', '.join(sorted(_KEYS))}")
    for key in REQUIRED:
        if key not in record:
            raise InputError(f"the key {quoted(key)} is missing")
    puzzle = Puzzle(**record)
    puzzle.check()
    return puzzle
