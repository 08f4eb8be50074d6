"""What players thought of the puzzles of a Windmill dump: votes, solves, and times of posting."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import json_value, read_maybe_gzipped


@dataclass(frozen=True)
class Post:
    """A puzzle as it was posted: its author, milliseconds of the epoch, votes and solves."""

    id: str
    creator: str
    created: int
    upvotes: int
    solves: int


def read_posts(path: str | Path) -> dict[str, Post]:
    """Read the posts of a dump by their ids; of one id, the first. Raises `InputError`."""
    dump = json_value(read_maybe_gzipped(path), path)
    if not isinstance(dump, list):
        raise InputError("a dump of the Windmill is a JSON list of objects", file=path)
    found: dict[str, Post] = {}
    for number, entry in enumerate(dump, start=1):
        post = _post(entry, number, path)
        found.setdefault(post.id, post)
    return found


def _post(entry: Any, number: int, path: str | Path) -> Post:
    if not isinstance(entry, dict):
        raise InputError(f"entry {number} is {entry!r:.60}; an object is expected", file=path)
    texts = [_value(entry, key, str, "text", number, path) for key in ("id", "creator")]
    numbers = [
        _value(entry, key, int, "whole number", number, path)
        for key in ("createUtc", "upvotes", "solves")
    ]
    return Post(*texts, *numbers)


def _value(
    entry: dict[str, Any], key: str, kind: type, what: str, number: int, path: str | Path
) -> Any:
    value = entry.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(
            f"entry {number} has {quoted(value)} as its {key}; a {what} is expected", file=path
        )
    return value
