"""Files with puzzles of witnesspuzzles.com: saved play pages, or puzzles as texts, one a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from witness.base.errors import InputError, quoted
from witness.base.files import STANDARD, json_value, read_text
from witness.puzzle.formats.lines import json_values, line_form, read_lines, refuse_damaged
from witness.puzzle.formats.skipping import MALFORMED, SkippedError
from witness.puzzle.formats.witnesspuzzles import puzzle_from_object
from witness.puzzle.formats.witnesspuzzles_binary import PREFIX, object_from_binary
from witness.puzzle.model import Puzzle

#: How a page begins.
_PAGE = re.compile(r"\s*<(?:!doctype|html|!--|\?xml)", re.IGNORECASE)

#: What a play page has: its id in its description, and the puzzle in a call.
_ON_PAGE = re.compile(r"Witness Puzzle (?P<id>\w+)\"|Puzzle\.deserialize\(\s*(?=\")")

#: A line of a file of texts, the id first; without one, the puzzle's name makes an id.
_LINE = line_form(r"(?:\{|_|https?://|(?:www\.)?witnesspuzzles\.).*?")

#: How a file with JSON begins that is not an object a line: with a list, or with more lines.
_SPREAD = re.compile(r"\s*(?:\[|\{(?:[^\n]*[{[,])?[ \t\r]*\n)")

_EXPECTED = (
    'a saved play page, or on each line a puzzle as the site writes it ({"grid": …} or _…), '
    "possibly after an id and a tab, or a JSON list of puzzles is expected"
)


def puzzle_from_text(identifier: str, text: str) -> Puzzle:
    """Return the puzzle of a text of the site: its JSON, or its short form.

    Raises `SkippedError` for one that the puzzle model cannot express, and for anything else.
    """
    return puzzle_from_object(identifier, _object(text))


def read_texts(paths: Iterable[str | Path]) -> list[tuple[str, str]]:
    """Return the id and the text of each puzzle of some files.

    Raises `InputError` with the file and the line for a file that has no puzzles of the site, and
    for a line that is damaged.
    """
    found: list[tuple[str, str]] = []
    taken: dict[str, int] = {}
    for path in paths:
        text = read_text(path)
        if _PAGE.match(text):
            found += _of_page(text, path)
        elif _SPREAD.match(text):
            found += _of_json(text, path, taken)
        else:
            found += _of_lines(text, path, taken)
    return found


def _of_page(text: str, path: str | Path) -> list[tuple[str, str]]:
    """Return the puzzles of a play page, or of several in one file."""
    identifier = "page" if str(path) == STANDARD else Path(path).stem
    found = []
    for match in _ON_PAGE.finditer(text):
        if match["id"] is not None:
            identifier = match["id"]
            continue
        try:
            puzzle, _ = json.JSONDecoder().raw_decode(text, match.end())
        except ValueError:
            line = text.count("\n", 0, match.end()) + 1
            raise InputError("the puzzle of the page is cut off", file=path, line=line) from None
        found.append((identifier, puzzle))
    if not found:
        raise InputError("there is no puzzle on this page; a play page is expected", file=path)
    return found


def _of_lines(text: str, path: str | Path, taken: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Yield the puzzles of a file of texts; ids from names are made different by numbers."""
    empty = True
    for _, identifier, puzzle in read_lines(text, path, _LINE, _EXPECTED, _undamaged):
        empty = False
        yield _named(puzzle, taken) if identifier is None else identifier, puzzle
    if empty:
        raise InputError(f"it is empty; {_EXPECTED}", file=path)


def _of_json(text: str, path: str | Path, taken: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Yield the puzzles of a file of JSON, printed in any way: objects, texts, or lists."""
    for line, name, value in json_values(text, path):
        try:
            if not isinstance(value, dict | str):
                raise InputError(f"{quoted(value)}: {_EXPECTED}")
            puzzle = _undamaged(value if isinstance(value, str) else json.dumps(value))
        except InputError as error:
            raise InputError(f"{name}: {error.reason}", file=path, line=line) from None
        yield _named(puzzle, taken), puzzle


def _undamaged(text: str) -> str:
    puzzle = _without_address(text)
    refuse_damaged(puzzle_from_text, puzzle, "the puzzle")
    return puzzle


def _without_address(text: str) -> str:
    """Return the puzzle of an address: its parameter `puzzle`; any other text as it is."""
    if text.startswith((PREFIX, "{")):
        return text
    try:
        found = parse_qs(urlsplit(text).query, max_num_fields=100).get("puzzle", [])
    except ValueError:
        found = []
    if len(found) != 1 or not found[0].startswith((PREFIX, "{")):
        raise InputError(
            f"the puzzle is not in the address {quoted(text)}: only the site has it, and nothing "
            "is fetched from there; open the page, save it, and import the file"
        )
    return found[0]


def _object(text: str) -> Any:
    if text.startswith(PREFIX):
        return object_from_binary(text)
    try:
        return json_value(text, "the puzzle")
    except InputError as error:
        raise SkippedError(MALFORMED, error.reason) from None


def _named(text: str, taken: dict[str, int]) -> str:
    """Return an id for a puzzle: its name, with a number if others have it, too."""
    name = _object(text).get("name")
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        name = "puzzle"
    while True:
        taken[name] = taken.get(name, 0) + 1
        if taken[name] == 1:
            return name
        name = f"{name}-{taken[name]}"
