"""Files with puzzles of the Windmill: a dump, which is JSON objects in a list or not, or links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import read_maybe_gzipped
from witness.puzzle.formats.lines import json_values
from witness.puzzle.formats.skipping import Skipped, import_entries
from witness.puzzle.formats.windmill import puzzle_from_contents
from witness.puzzle.formats.windmill_links import entries_of_links, has_links, undamaged
from witness.puzzle.model import Puzzle

_EXPECTED = "a dump of the Windmill is a JSON list of objects with an id and contents, or of links"

#: How JSON begins that may be a dump; anything else may be a file of links.
_JSON = '[{"'

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
    try:
        if not text.strip():
            raise InputError(f"it is empty; {_EXPECTED}")
        if has_links(text) or text.lstrip()[0] not in _JSON:
            return list(entries_of_links(text, path))
        return list(_entries(text, path))
    except InputError as error:
        raise error.at(file=path) from None


def _entries(text: str, path: str | Path) -> Iterator[tuple[str, str]]:
    for number, (line, name, entry) in enumerate(json_values(text, path), start=1):
        try:
            if isinstance(entry, str) and has_links(entry):
                yield f"link-{number}", _link(name, entry)
            else:
                yield _entry(name, entry)
        except InputError as error:
            raise error.at(file=path, line=line) from None


def _link(name: str, link: str) -> str:
    """Return the contents in a link of a list."""
    try:
        return undamaged(link)
    except InputError as error:
        raise InputError(f"{name}: {error.reason}") from None


def _entry(name: str, entry: Any) -> tuple[str, str]:
    """Return the id and the contents of an entry; raise `InputError` for any other value."""
    if not isinstance(entry, dict):
        raise InputError(f"{name} is {quoted(entry)}; {_EXPECTED}")
    for key in _KEYS:
        if key not in entry:
            raise InputError(f"{name} has no {key}; {_EXPECTED}")
    for key, kind in _KEYS.items():
        value = entry[key]
        if not isinstance(value, str) or (key == "id" and not (value and value.isprintable())):
            shown = "an object" if isinstance(value, dict) else quoted(value)
            raise InputError(f"{name} has the {key} {shown}; a {kind} is expected")
    return entry["id"], entry["contents"]
