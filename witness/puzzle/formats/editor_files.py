"""Files with panels of web editors: dumps of the Windmill, play pages, and links and texts of any.

Links and texts stand one on a line, after an id and a tab or without, or in JSON. A dump is JSON
objects with an id and contents, in a list or not. A saved play page of witnesspuzzles.com has a
panel in a call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import DECODER, STANDARD, json_value, read_maybe_gzipped
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

_EXPECTED = (
    f"a dump of the Windmill, a saved play page, or on each line a link ({EDITOR}…) or a puzzle as "
    "JSON, possibly after an id and a tab, or a list of these is expected"
)

#: A panel of a file: its number there, its id if the file says one, and its text or an error.
_Found = tuple[int, str | None, str | InputError]


@dataclass(frozen=True)
class Imported:
    """The puzzles of a file, imported or skipped, in the order of the file."""

    puzzles: tuple[Puzzle, ...]
    skipped: tuple[Skipped, ...]


def import_panels(path: str | Path) -> Imported:
    """Read a file and import its puzzles. Raises `InputError` as `read_panels` does."""
    found = list(import_entries(puzzle_from_text, read_panels([path])))
    puzzles = tuple(puzzle for puzzle in found if isinstance(puzzle, Puzzle))
    return Imported(puzzles, tuple(puzzle for puzzle in found if isinstance(puzzle, Skipped)))


def read_panels(paths: Iterable[str | Path]) -> list[Entry]:
    """Return the id and the text of each panel of some files, or of links instead of files.

    Files may be gzipped. A panel without an id has that of its name, or of its number among links;
    ids that were there are made different by numbers. Raises `InputError` with the file and the
    line if there is no panel in them; in place of the text of one among others that is damaged is
    the error.
    """
    found: list[Entry] = []
    taken: dict[str, int] = {}
    for path in paths:
        panels = [(1, None, panel_in(str(path)))] if is_link(path) else [*_of_file(path)]
        for number, identifier, panel in panels:
            if identifier is None:
                text = str(panel)
                named = name_of(text) if text.startswith("{") else f"link-{number}"
                identifier = _free(named, taken)
            found.append((identifier, panel))
    return some_sound(found)


def _free(name: str, taken: dict[str, int]) -> str:
    """Return a name, with a number if others have it, too."""
    while True:
        taken[name] = taken.get(name, 0) + 1
        if taken[name] == 1:
            return name
        name = f"{name}-{taken[name]}"


#: How a page begins.
_PAGE = re.compile(r"\s*<(?:!doctype|html|!--|\?xml)", re.IGNORECASE)

#: How a file with JSON begins that is not a value a line: with a list, or with more lines.
_SPREAD = re.compile(r"\s*(?:\[|\{(?:[^\n]*[{[,])?[ \t\r]*\n)")

#: A line that is none of JSON, but of a file of lines, whose first line may be cut off.
_ALONE = re.compile(r"^(?:[^\s\"{\[][^\t\n]*\t *[{h]|https?://)", re.MULTILINE)


def _of_file(path: str | Path) -> Iterator[_Found]:
    """Yield the panels of a file."""
    text = read_maybe_gzipped(path, errors="surrogateescape")
    if not text.strip():
        yield 1, Path(path).stem, InputError(f"it is empty; {_EXPECTED}", file=path)
    elif _PAGE.match(text):
        yield from _of_page(text, path)
    elif _SPREAD.match(text) and not _ALONE.search(text):
        yield from _of_json(text, path)
    else:
        yield from _of_lines(text, path)


def _panel(value: Any) -> tuple[str | None, str]:
    """Return the id, if it has one, and the text of a panel in JSON, or in an address.

    Raises `InputError` for anything else.
    """
    if isinstance(value, dict) and "contents" in value:
        for key in ("id", "contents"):
            one = value.get(key)
            if not isinstance(one, str) or (key == "id" and not is_name(one)):
                has = f"it has no {key}" if key not in value else f"its {key} is {quoted(one)}"
                raise InputError(f"{has}; {_EXPECTED}")
        return value["id"], value["contents"]
    if isinstance(value, dict):
        value = json.dumps(value)
    if not isinstance(value, str):
        raise InputError(f"{quoted(value)}: {_EXPECTED}")
    return None, undamaged(value) if value.startswith("{") else panel_in(value)


# ---- lines --------------------------------------------------------------------------------------

#: A line of a file, the id first; after the text there may be a comma, as in a list.
_LINE = re.compile(rf"(?:(?P<id>[^\t\n]*)\t)?[ ]*(?P<text>[{{\"\[].*?|{LINE}),?\s*")


def _of_lines(text: str, path: str | Path) -> Iterator[_Found]:
    """Yield the panels of lines that are not empty."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line)
        identifier = None if match is None else match["id"]
        try:
            check_text(line)
            if match is None:
                raise InputError(f"{quoted(line)}: {_EXPECTED}")
            said = match["text"]
            own, panel = _panel(json_value(said, path) if _is_json(said) else said)
            if identifier is not None and not is_name(identifier):
                raise InputError(
                    f"the id is {quoted(identifier)}; a non-empty, printable text is expected"
                )
            yield number, own if identifier is None else identifier, panel
        except InputError as error:
            name = identifier if identifier and is_name(identifier) else f"line {number}"
            yield number, name, InputError(error.reason, file=path, line=number)


def _is_json(text: str) -> bool:
    """Whether a line has JSON that is not the text of a panel itself."""
    return text[0] in '["' or (text[0] == "{" and '"contents"' in text)


def check_text(text: str) -> None:
    """Raise `InputError` for a text with bytes that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("not UTF-8 text") from None


def is_name(text: str) -> bool:
    """Whether a text can be an id."""
    return bool(text) and text.isprintable()


# ---- JSON ---------------------------------------------------------------------------------------


def _of_json(text: str, path: str | Path) -> Iterator[_Found]:
    """Yield the panels of a text of JSON, printed in any way: objects, texts, or lists."""
    for number, (line, name, value) in enumerate(_json_values(text, path), start=1):
        try:
            if isinstance(value, InputError):
                raise value
            yield number, *_panel(value)
        except InputError as error:
            reason = error.reason if value is error else f"{name}: {error.reason}"
            yield number, name, InputError(reason, file=path, line=line)


def _json_values(text: str, path: str | Path) -> Iterator[tuple[int, str, Any]]:
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


# ---- play pages ---------------------------------------------------------------------------------

#: What a play page has: its id in its description, and the puzzle in a call.
_ON_PAGE = re.compile(r"Witness Puzzle (?P<id>\w+)\"|Puzzle\.deserialize\(\s*(?=\")")


def _of_page(text: str, path: str | Path) -> Iterator[_Found]:
    """Yield the puzzles of a play page, or of several in one file."""
    identifier = "page" if str(path) == STANDARD else Path(path).stem
    missing = InputError("there is no puzzle on this page; a play page is expected", file=path)
    waits, pages = True, 0
    for match in _ON_PAGE.finditer(text):
        if match["id"] is not None:
            if waits and pages:
                yield pages, identifier, missing
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
        yield pages, identifier, puzzle
    if waits:
        yield pages, identifier, missing
