"""Files with puzzles of the Windmill: a dump, which is a JSON list of objects, or links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import json_value, read_maybe_gzipped
from witness.puzzle.formats.skipping import Skipped, import_entries
from witness.puzzle.formats.windmill import puzzle_from_contents
from witness.puzzle.formats.windmill_links import entries_of_links, has_links
from witness.puzzle.model import Puzzle

_EXPECTED = "a dump of the Windmill is a JSON list of objects with an id and contents"

#: The keys of an entry that are read, and what their values are.
_KEYS = {"id": "non-empty, printable string", "contents": "string"}


@dataclass(frozen=True)
class Imported:
    """The puzzles of a dump, imported or skipped, in the order of the dump."""

    puzzles: tuple[Puzzle, ...]
    skipped: tuple[Skipped, ...]


def import_dump(path: str | Path) -> Imported:
    """Read a dump and import its puzzles. Raises `InputError` for a file that is not a dump."""
    found = list(import_entries(puzzle_from_contents, read_dump(path)))
    puzzles = tuple(puzzle for puzzle in found if isinstance(puzzle, Puzzle))
    return Imported(puzzles, tuple(puzzle for puzzle in found if isinstance(puzzle, Skipped)))


def read_dump(path: str | Path) -> list[tuple[str, str]]:
    """Return the id and the contents of each puzzle of a dump, which may be gzipped.

    A file of links (`windmill_links`) is as good. Raises `InputError` for any other file.
    """
    text = read_maybe_gzipped(path)
    if has_links(text):
        return list(entries_of_links(text, path))
    try:
        if not text.strip():
            raise InputError(f"it is empty; {_EXPECTED}")
        return list(_entries(json_value(text, path)))
    except InputError as error:
        raise error.at(file=path) from None


def _entries(dump: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(dump, list):
        raise InputError(f"it has {_shown(dump)}; {_EXPECTED}")
    if not dump:
        raise InputError(f"the list is empty; {_EXPECTED}")
    for number, entry in enumerate(dump, start=1):
        if not isinstance(entry, dict):
            raise InputError(f"entry {number} is {_shown(entry)}; {_EXPECTED}")
        for key in _KEYS:
            if key not in entry:
                raise InputError(f"entry {number} has no {key}; {_EXPECTED}")
        for key, kind in _KEYS.items():
            value = entry[key]
            if not isinstance(value, str) or (key == "id" and not (value and value.isprintable())):
                has = f"entry {number} has the {key} {_shown(value)}"
                raise InputError(f"{has}; a {kind} is expected")
        yield entry["id"], entry["contents"]


def _shown(value: Any) -> str:
    return "an object" if isinstance(value, dict) else quoted(value)
