"""Files with puzzles of the Windmill: a dump, which is JSON objects in a list or not, or links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import read_maybe_gzipped
from witness.puzzle.formats.addresses import LINE, is_link, panel_in, puzzle_from_text
from witness.puzzle.formats.lines import is_name, json_values, line_form, read_lines
from witness.puzzle.formats.skipping import Entry, Skipped, import_entries, some_sound
from witness.puzzle.formats.windmill_links import EDITOR
from witness.puzzle.model import Puzzle

_EXPECTED = "a dump of the Windmill is a JSON list of objects with an id and contents, or of links"

#: How JSON begins that may be a dump; anything else may be a file of links.
_JSON = '[{"'

#: A line of a file of links, the id first; without one, the line's number makes an id.
_LINE = line_form(LINE)
_LINKS_EXPECTED = (
    f"{EDITOR}… is expected, on a line of its own or after an id and a tab, or a dump in JSON"
)

#: The keys of an entry that are read, and what their values are.
_KEYS = {"id": "non-empty, printable string", "contents": "string"}


@dataclass(frozen=True)
class Imported:
    """The puzzles of a dump, imported or skipped, in the order of the dump."""

    puzzles: tuple[Puzzle, ...]
    skipped: tuple[Skipped, ...]


def import_dump(path: str | Path) -> Imported:
    """Read a dump and import its puzzles. Raises `InputError` for a file that is not a dump."""
    found = list(import_entries(puzzle_from_text, read_dump(path)))
    puzzles = tuple(puzzle for puzzle in found if isinstance(puzzle, Puzzle))
    return Imported(puzzles, tuple(puzzle for puzzle in found if isinstance(puzzle, Skipped)))


def read_dump(path: str | Path) -> list[Entry]:
    """Return the id and the contents of each puzzle of a dump, which may be gzipped.

    A file of links is as good, and so is a link instead of a file. Raises `InputError` for any
    other file; in place of the contents of one entry among others that is damaged is the error.
    """
    if is_link(path):
        return [("link-1", panel_in(str(path)))]
    text = read_maybe_gzipped(path, errors="surrogateescape")
    entries = list(_entries(text, path) if _is_json(text) else _links(text, path))
    empty = InputError(f"it is empty; {_EXPECTED}", file=path)
    return some_sound(entries or [("", empty)])


def _is_json(text: str) -> bool:
    """Whether a text is JSON rather than links: by its lines, as the first may be damaged."""
    lines = [line.lstrip() for line in text.split("\n")]
    return sum(line[:1] in _JSON for line in lines if line) > sum(map(has_link, lines))


def has_link(line: str) -> bool:
    """Whether a line of a file begins with a link, or with an id and a link."""
    return _LINE.match(line) is not None


def _links(text: str, path: str | Path) -> Iterator[Entry]:
    for number, identifier, contents in read_lines(text, path, _LINE, _LINKS_EXPECTED, panel_in):
        yield identifier or f"link-{number}", contents


def _entries(text: str, path: str | Path) -> Iterator[Entry]:
    for number, (line, name, entry) in enumerate(json_values(text, path), start=1):
        identifier = f"link-{number}" if isinstance(entry, str) else name
        try:
            if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                identifier = entry["id"] if is_name(entry["id"]) else name
            yield identifier, _contents(entry)
        except InputError as error:
            reason = error.reason if isinstance(entry, InputError) else f"{name}: {error.reason}"
            yield identifier, InputError(reason, file=path, line=line)


def _contents(entry: Any) -> str:
    """Return the contents of an entry of a dump, or in a link; raise `InputError` for another."""
    if isinstance(entry, InputError):
        raise entry
    if isinstance(entry, str) and has_link(entry):
        return panel_in(entry)
    if not isinstance(entry, dict):
        raise InputError(f"{quoted(entry)}: {_EXPECTED}")
    for key, kind in _KEYS.items():
        if key not in entry:
            raise InputError(f"it has no {key}; {_EXPECTED}")
        value = entry[key]
        if not isinstance(value, str) or (key == "id" and not is_name(value)):
            shown = "an object" if isinstance(value, dict) else quoted(value)
            raise InputError(f"it has the {key} {shown}; a {kind} is expected")
    contents: str = entry["contents"]
    return contents
