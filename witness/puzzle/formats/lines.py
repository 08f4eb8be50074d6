"""Files with puzzles of an editor: one a line, after an id and a tab or without, or as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import json_value
from witness.puzzle.formats.skipping import MALFORMED, SkippedError
from witness.puzzle.model import Puzzle


def line_form(text: str) -> re.Pattern[str]:
    """Return the form of a line whose text has a form."""
    return re.compile(rf"(?:(?P<id>[^\t\n]*)\t)?[ ]*(?P<text>{text})\s*")


def read_lines(
    content: str,
    path: str | Path,
    form: re.Pattern[str],
    expected: str,
    read: Callable[[str], str],
) -> Iterator[tuple[int, str | None, str]]:
    """Yield the number, the id (None without one) and the puzzle of each line that is not empty.

    `read` makes the puzzle of the text of a line. Raises `InputError` with the file and the line
    for a line of another form (`expected` says which), and as `read` does.
    """
    for number, line in enumerate(content.split("\n"), start=1):
        if not line.strip():
            continue
        match = form.fullmatch(line)
        try:
            if match is None:
                raise InputError(f"{quoted(line)}: {expected}")
            identifier, puzzle = match["id"], read(match["text"])
            if identifier is not None and not (identifier and identifier.isprintable()):
                raise InputError(
                    f"the id is {quoted(identifier)}; a non-empty, printable text is expected"
                )
        except InputError as error:
            raise error.at(file=path, line=number) from None
        yield number, identifier, puzzle


def json_values(text: str, path: str | Path) -> Iterator[tuple[int, str, Any]]:
    """Yield the JSON values of a text, printed in any way, and those of lists in place of a list.

    Each comes with its line and with what a message calls it. Raises `InputError` for a text that
    is not JSON, and for an empty list.
    """
    place, number = 0, 0
    while found := re.compile(r"\S").search(text, place):
        begun = found.start()
        line = text.count("\n", 0, begun) + 1
        if number and found[0] == ",":
            raise InputError(
                f"there is a comma after entry {number}; entries stand in a list, [ … ], or "
                "without commas",
                file=path,
                line=line,
            )
        try:
            _, place = json.JSONDecoder().raw_decode(text, begun)
        except (ValueError, RecursionError):
            place = len(text)
        column = begun - text.rfind("\n", 0, begun) - 1
        before = "\n" * (line - 1) + " " * column  # so that a mistake is found in its place
        try:
            value = json_value(before + text[begun:place], path)
        except InputError as error:
            raise error.at(line=line) from None
        if value == []:
            raise InputError("the list is empty", file=path, line=line)
        for one in value if isinstance(value, list) else [value]:
            number += 1
            yield line, f"entry {number}", one


def refuse_damaged(importer: Callable[[str, str], Puzzle], text: str, what: str) -> None:
    """Raise `InputError` for a text that is no puzzle at all; `what` names it."""
    try:
        importer("puzzle", text)
    except SkippedError as error:
        if error.reason == MALFORMED:
            raise InputError(f"{what} is damaged: {error.detail}") from None
