"""Files with puzzles of witnesspuzzles.com: saved play pages, or puzzles as texts, one a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from witness.base.errors import InputError, quoted
from witness.base.files import STANDARD, read_text
from witness.puzzle.formats.addresses import (
    LINE,
    is_link,
    name_of,
    panel_in,
    undamaged,
)
from witness.puzzle.formats.addresses import puzzle_from_text as puzzle_from_text
from witness.puzzle.formats.lines import check_text, json_values, line_form, read_lines
from witness.puzzle.formats.skipping import Entry, some_sound

#: How a page begins.
_PAGE = re.compile(r"\s*<(?:!doctype|html|!--|\?xml)", re.IGNORECASE)

#: What a play page has: its id in its description, and the puzzle in a call.
_ON_PAGE = re.compile(r"Witness Puzzle (?P<id>\w+)\"|Puzzle\.deserialize\(\s*(?=\")")

#: A line of a file of texts, the id first; without one, the puzzle's name makes an id.
_LINE = line_form(rf"\{{.*?|{LINE}")

#: How a file with JSON begins that is not an object a line: with a list, or with more lines.
_SPREAD = re.compile(r"\s*(?:\[|\{(?:[^\n]*[{[,])?[ \t\r]*\n)")

#: A line that is none of JSON, but of a file of texts, whose first line may be cut off.
_ALONE = re.compile(r"^(?:[^\s\"{\[][^\t\n]*\t *[{h]|https?://)", re.MULTILINE)

_EXPECTED = (
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
            entries = list(_of_lines(text, path, taken))
        empty = InputError(f"it is empty; {_EXPECTED}", file=path)
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


def _of_lines(text: str, path: str | Path, taken: dict[str, int]) -> Iterator[Entry]:
    """Yield the puzzles of a file of texts; ids from names are made different by numbers."""
    for _, identifier, puzzle in read_lines(text, path, _LINE, _EXPECTED, _undamaged):
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
                raise InputError(f"{quoted(value)}: {_EXPECTED}")
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
