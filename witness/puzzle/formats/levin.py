"""The text files of Levin tree search research: squares of several colours, one start, one goal.

A puzzle takes a few lines; an empty line separates puzzles in one file:

    Size: 5 4
    Init: 0 0
    Goal: 5 4
    Colors: |0 0 1|2 2 2|3 3 6|2 0 1

Size is the number of rows and columns of squares, Init and Goal are vertices, and Colors (which may
be missing) has row, column and colour of each square. There, the action "up" adds 1 to the row: as
here, rows count from the bottom, and columns from the left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from witness.base.errors import InputError, listed, quoted
from witness.base.files import read_text
from witness.puzzle.formats.editor_files import check_text, is_name
from witness.puzzle.formats.skipping import Entry, some_sound
from witness.puzzle.model import Coloured, Puzzle

#: The colours, numbered from 1.
COLOURS = ("blue", "red", "green", "cyan", "yellow", "magenta")

_PAIR = re.compile(r"[0-9]{1,9} [0-9]{1,9}")
_TRIPLES = re.compile(r"(\|[0-9]{1,9} [0-9]{1,9} [0-9]{1,9})+")

#: For each keyword, the form of its value, and how a message describes it.
_LINES = {
    "Size": (_PAIR, "rows and columns, such as Size: 4 4"),
    "Init": (_PAIR, "row and column of the start, such as Init: 0 0"),
    "Goal": (_PAIR, "row and column of the goal, such as Goal: 4 4"),
    "Colors": (
        _TRIPLES,
        "row, column and colour of squares, such as Colors: |0 0 1|2 2 2",
    ),
}
_REQUIRED = ("Size", "Init", "Goal")


def puzzle_from_text(identifier: str, text: str) -> Puzzle:
    """Return the puzzle of some lines. Raises `InputError`, with the line of the text."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        name, _, value = line.partition(": ")
        if name not in _LINES:
            known = ", ".join(f"{name}: …" for name in _LINES)
            raise InputError(f"{quoted(line)} is none of {known}", line=number)
        pattern, expected = _LINES[name]
        if not pattern.fullmatch(value):
            raise InputError(f"{quoted(line)}: expected {expected}", line=number)
        if name in found:
            once = f"{name} is there twice in one puzzle; an empty line separates puzzles"
            raise InputError(once, line=number)
        found[name] = value
    try:
        for name in _REQUIRED:
            if name not in found:
                raise InputError(f"the puzzle that begins here has no {name}: {_LINES[name][1]}")
        (rows, cols), start, goal = (_pair(found[name]) for name in _REQUIRED)
        squares = tuple(_squares(found.get("Colors", "")))
        puzzle = Puzzle(rows, cols, (start,), (goal,), squares=squares, id=identifier)
        if problems := puzzle.problems():
            raise InputError("the puzzle that begins here: " + listed(problems))
    except InputError as error:
        raise error.at(line=1) from None
    return puzzle


def read_levin(paths: Iterable[str | Path]) -> list[Entry]:
    """Return the id and the lines of each puzzle of these files.

    The id is the name of the file; if the file has several, "-1", "-2", … follow. Raises
    `InputError` with the file and the line if there is no puzzle in them; in place of the lines of
    one among others that is damaged is the error.
    """
    return some_sound([entry for path in paths for entry in _entries(path)])


def _entries(path: str | Path) -> Iterator[Entry]:
    name = Path(path).name
    if not is_name(name):
        raise InputError("the name of the file would become an id, but is not printable", file=path)
    text = read_text(path, errors="surrogateescape")
    blocks = list(_blocks(text))
    if not blocks:
        wanted = "there is no puzzle in it; Size, Init and Goal are expected"
        yield name, InputError(wanted, file=path)
    for number, (before, lines) in enumerate(blocks, start=1):
        identifier = name if len(blocks) == 1 else f"{name}-{number}"
        try:
            check_text(lines)
            puzzle_from_text(identifier, lines)
            yield identifier, lines
        except InputError as error:
            yield identifier, InputError(error.reason, file=path, line=before + (error.line or 1))


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of each puzzle, and the number of those before them."""
    lines = ((number, line.strip()) for number, line in enumerate(text.split("\n")))
    for filled, block in groupby(lines, key=lambda line: bool(line[1])):
        if filled:
            numbers, texts = zip(*block, strict=True)
            yield numbers[0], "\n".join(texts)


def _pair(text: str) -> tuple[int, int]:
    first, second = text.split(" ")
    return int(first), int(second)


def _squares(text: str) -> Iterator[Coloured]:
    for entry in text.split("|")[1:]:
        row, column, colour = map(int, entry.split(" "))
        if not 1 <= colour <= len(COLOURS):
            raise InputError(f"Colors has the colour {colour}; 1 to {len(COLOURS)} are possible")
        yield row, column, COLOURS[colour - 1]
