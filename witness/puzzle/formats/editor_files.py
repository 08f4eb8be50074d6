"""Files with panels of web editors.

A file of the Windmill is a dump, which is JSON objects in a list or not, or it has links. A file of
witnesspuzzles.com is a saved play page, or it has puzzles as texts. Links and texts stand one on a
line, after an id and a tab or without, or in JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import DECODER, STANDARD, json_value, read_maybe_gzipped, read_text
from witness.puzzle.formats.addresses import (
    LINE,
    is_link,
    name_of,
    panel_in,
    undamaged,
)
from witness.puzzle.formats.addresses import puzzle_from_text as puzzle_from_text
from witness.puzzle.formats.skipping import Entry, Skipped, import_entries, some_sound
from witness.puzzle.formats.windmill_links import EDITOR
from witness.puzzle.model import Puzzle

# ---- lines, and values of JSON ------------------------------------------------------------------


def line_form(text: str) -> re.Pattern[str]:
    """Return the form of a line whose text has a form."""
    return re.compile(rf"(?:(?P<id>[^\t\n]*)\t)?[ ]*(?P<text>{text})\s*")


def read_lines(
    content: str,
    path: str | Path,
    form: re.Pattern[str],
    expected: str,
    read: Callable[[str], str],
) -> Iterator[tuple[int, str | None, str | InputError]]:
    """Yield the number, the id (None without one) and the puzzle of each line that is not empty.

    `read` makes the puzzle of the text of a line. Where `read` raises `InputError`, the error is
    yielded instead of the puzzle, and so is an error for a line of another form than `expected`.
    """
    for number, line in enumerate(content.split("\n"), start=1):
        if not line.strip():
            continue
        match = form.fullmatch(line)
        identifier = None if match is None else match["id"]
        puzzle: str | InputError
        try:
            check_text(line)
            if match is None:
                raise InputError(f"{quoted(line)}: {expected}")
            puzzle = read(match["text"])
            if identifier is not None and not is_name(identifier):
                raise InputError(
                    f"the id is {quoted(identifier)}; a non-empty, printable text is expected"
                )
        except InputError as error:
            puzzle = error.at(file=path, line=number)
            identifier = identifier if identifier and is_name(identifier) else f"line {number}"
        yield number, identifier, puzzle


def json_values(text: str, path: str | Path) -> Iterator[tuple[int, str, Any]]:
    """Yield the JSON values of a text, however they are printed; of a list, yield its entries.

    Each value comes with its line and its name in messages, such as "entry 3". An `InputError` is
    yielded for a value that is not JSON, for an empty list, and at the end of a list that is cut
    off.
    """
    place, number, entries, line, counted = 0, 0, False, 1, 0
    value: Any = None
    while found := _VALUE.search(text, place):
        begun = found.start()
        line, counted = line + text.count("\n", counted, begun), begun
        value, place = _value(text, begun, line, path)
        if isinstance(value, InputError) and text[begun] == "[" and number == 0 and not entries:
            place, entries = begun + 1, True  # its entries, one by one
            continue
        if value == []:
            value = InputError("the list is empty", file=path, line=line)
        for one in value if isinstance(value, list) else [value]:
            number += 1
            yield line, f"entry {number}", one
    if entries and not isinstance(value, InputError) and not text.rstrip().endswith("]"):
        yield line, "the list is cut off", InputError("the list is cut off", file=path, line=line)


#: Where a value begins, in a list or not.
_VALUE = re.compile(r"[^\s,\]]")


def _value(text: str, begun: int, line: int, path: str | Path) -> tuple[Any, int]:
    """Return the value that begins at a place of a text, or what is wrong with it, and its end.

    A damaged value ends before the next line that may begin another value: one that is indented no
    further.
    """
    try:
        value, end = DECODER.raw_decode(text, begun)
        check_text(text[begun:end])
        return value, end
    except (ValueError, RecursionError, InputError):
        column = begun - text.rfind("\n", 0, begun) - 1
    try:
        _, end = json.JSONDecoder().raw_decode(text, begun)
    except (ValueError, RecursionError):
        next_ = re.compile(rf"\n[ \t]{{0,{column}}}(?=[\[{{\"])").search(text, begun)
        end = len(text) if next_ is None else next_.end()
    try:
        check_text(text[begun:end])
        return json_value(" " * column + text[begun:end], path), end
    except InputError as error:
        return InputError(error.reason, file=path, line=line + (error.line or 1) - 1), end


def check_text(text: str) -> None:
    """Raise `InputError` for a text with bytes that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("not UTF-8 text") from None


def is_name(text: str) -> bool:
    """Whether a text can be an id."""
    return bool(text) and text.isprintable()


# ---- of the Windmill ----------------------------------------------------------------------------

_DUMP_EXPECTED = (
    "a dump of the Windmill is a JSON list of objects with an id and contents, or of links"
)

#: How JSON begins that may be a dump; anything else may be a file of links.
_JSON = '[{"'

#: A line of a file of links, the id first; without one, the line's number makes an id.
_LINK_LINE = line_form(LINE)
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
    entries = list(_of_dump(text, path) if _is_json(text) else _of_links(text, path))
    empty = InputError(f"it is empty; {_DUMP_EXPECTED}", file=path)
    return some_sound(entries or [("", empty)])


def _is_json(text: str) -> bool:
    """Whether a text is JSON rather than links: by its lines, as the first may be damaged."""
    lines = [line.lstrip() for line in text.split("\n")]
    return sum(line[:1] in _JSON for line in lines if line) > sum(map(has_link, lines))


def has_link(line: str) -> bool:
    """Whether a line of a file begins with a link, or with an id and a link."""
    return _LINK_LINE.match(line) is not None


def _of_links(text: str, path: str | Path) -> Iterator[Entry]:
    for number, identifier, contents in read_lines(
        text, path, _LINK_LINE, _LINKS_EXPECTED, panel_in
    ):
        yield identifier or f"link-{number}", contents


def _of_dump(text: str, path: str | Path) -> Iterator[Entry]:
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
        raise InputError(f"{quoted(entry)}: {_DUMP_EXPECTED}")
    for key, kind in _KEYS.items():
        if key not in entry:
            raise InputError(f"it has no {key}; {_DUMP_EXPECTED}")
        value = entry[key]
        if not isinstance(value, str) or (key == "id" and not is_name(value)):
            shown = "an object" if isinstance(value, dict) else quoted(value)
            raise InputError(f"it has the {key} {shown}; a {kind} is expected")
    contents: str = entry["contents"]
    return contents


# ---- of witnesspuzzles.com ----------------------------------------------------------------------

#: How a page begins.
_PAGE = re.compile(r"\s*<(?:!doctype|html|!--|\?xml)", re.IGNORECASE)

#: What a play page has: its id in its description, and the puzzle in a call.
_ON_PAGE = re.compile(r"Witness Puzzle (?P<id>\w+)\"|Puzzle\.deserialize\(\s*(?=\")")

#: A line of a file of texts, the id first; without one, the puzzle's name makes an id.
_TEXT_LINE = line_form(rf"\{{.*?|{LINE}")

#: How a file with JSON begins that is not an object a line: with a list, or with more lines.
_SPREAD = re.compile(r"\s*(?:\[|\{(?:[^\n]*[{[,])?[ \t\r]*\n)")

#: A line that is none of JSON, but of a file of texts, whose first line may be cut off.
_ALONE = re.compile(r"^(?:[^\s\"{\[][^\t\n]*\t *[{h]|https?://)", re.MULTILINE)

_TEXT_EXPECTED = (
    'a saved play page, or on each line a puzzle as the site writes it ({"grid": …}), '
    "possibly after an id and a tab, or a JSON list of puzzles is expected"
)


def read_texts(paths: Iterable[str | Path]) -> list[Entry]:
    """Return the id and the text of each puzzle of some files, or links instead of files.

    Raises `InputError` with the file and the line if there is no puzzle of the site in them; in
    place of the text of one among others that is damaged is the error.
    """
    found: list[Entry] = []
    taken: dict[str, int] = {}
    for path in paths:
        if is_link(path):
            text = panel_in(str(path))
            found.append((_named(text, taken), text))
            continue
        text = read_text(path, errors="surrogateescape")
        if _PAGE.match(text):
            entries = list(_of_page(text, path))
        elif _SPREAD.match(text) and not _ALONE.search(text):
            entries = list(_of_json(text, path, taken))
        else:
            entries = list(_of_texts(text, path, taken))
        empty = InputError(f"it is empty; {_TEXT_EXPECTED}", file=path)
        found += entries or [(Path(path).stem, empty)]
    return some_sound(found)


def _of_page(text: str, path: str | Path) -> Iterator[Entry]:
    """Yield the puzzles of a play page, or of several in one file."""
    identifier = "page" if str(path) == STANDARD else Path(path).stem
    missing = InputError("there is no puzzle on this page; a play page is expected", file=path)
    waits, pages = True, 0
    for match in _ON_PAGE.finditer(text):
        if match["id"] is not None:
            if waits and pages:
                yield identifier, missing
            identifier, waits = match["id"], True
            pages += 1
            continue
        waits = False
        try:
            puzzle, end = json.JSONDecoder().raw_decode(text, match.end())
            check_text(text[match.end() : end])
        except (ValueError, InputError):
            line = text.count("\n", 0, match.end()) + 1
            puzzle = InputError("the puzzle of the page is damaged", file=path, line=line)
        yield identifier, puzzle
    if waits:
        yield identifier, missing


def _of_texts(text: str, path: str | Path, taken: dict[str, int]) -> Iterator[Entry]:
    """Yield the puzzles of a file of texts; ids from names are made different by numbers."""
    for _, identifier, puzzle in read_lines(text, path, _TEXT_LINE, _TEXT_EXPECTED, _undamaged):
        if identifier is None:
            assert isinstance(puzzle, str)
            identifier = _named(puzzle, taken)
        yield identifier, puzzle


def _of_json(text: str, path: str | Path, taken: dict[str, int]) -> Iterator[Entry]:
    """Yield the puzzles of a file of JSON, printed in any way: objects, texts, or lists."""
    for line, name, value in json_values(text, path):
        try:
            if isinstance(value, InputError):
                raise value
            if not isinstance(value, dict | str):
                raise InputError(f"{quoted(value)}: {_TEXT_EXPECTED}")
            puzzle = _undamaged(value if isinstance(value, str) else json.dumps(value))
        except InputError as error:
            reason = error.reason if value is error else f"{name}: {error.reason}"
            yield name, InputError(reason, file=path, line=line)
        else:
            yield _named(puzzle, taken), puzzle


def _undamaged(text: str) -> str:
    """Return the text of a panel, or that which is in an address; raise `InputError`."""
    return undamaged(text) if text.startswith("{") else panel_in(text)


def _named(text: str, taken: dict[str, int]) -> str:
    """Return an id for a puzzle: its name, with a number if others have it, too."""
    name = name_of(text)
    while True:
        taken[name] = taken.get(name, 0) + 1
        if taken[name] == 1:
            return name
        name = f"{name}-{taken[name]}"
