"""Files with puzzles of an editor: one a line, after an id and a tab or without, or as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.files import DECODER, json_value


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

    `read` makes the puzzle of the text of a line. Where it raises `InputError`, or the line is of
    another form (`expected` says which), that error is there instead of the puzzle.
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
    """Yield the JSON values of a text, printed in any way, and those of lists in place of a list.

    Each comes with its line and with what a message calls it. An `InputError` is in the place of
    one that is not JSON, of an empty list, and of the end of a list that is cut off.
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

    What is no value ends before the next line that may begin one, and is not farther to the right.
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
