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


def read_levin(paths: Iterable[str | Path]) -> list[Puzzle]:
    """Return the puzzles of these files.

    The id of a puzzle is the name of its file; if the file has several, "-1", "-2", … follow.
    Raises `InputError` with the file and the line at the first thing that is wrong.
    """
    puzzles: list[Puzzle] = []
    files: dict[str, str | Path] = {}
    for path in paths:
        for puzzle in _file(path):
            if puzzle.id in files:
                raise InputError(
                    f"the id {quoted(puzzle.id)}, from the name of the file, is already taken by "
                    f"{files[puzzle.id]}; import files of the same name separately",
                    file=path,
                )
            files[puzzle.id] = path
            puzzles.append(puzzle)
    return puzzles


def _file(path: str | Path) -> list[Puzzle]:
    name = Path(path).name
    if not name.isprintable():
        raise InputError("the name of the file would become an id, but is not printable", file=path)
    try:
        puzzles = [_puzzle(block) for block in _blocks(read_text(path))]
    except InputError as error:
        raise error.at(file=path) from None
    if not puzzles:
        raise InputError("there is no puzzle in it; Size, Init and Goal are expected", file=path)
    if len(puzzles) == 1:
        return [puzzles[0].changed(id=name)]
    return [puzzle.changed(id=f"{name}-{n}") for n, puzzle in enumerate(puzzles, start=1)]


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the numbered lines of each puzzle."""
    lines = ((number, line.strip()) for number, line in enumerate(text.split("\n"), start=1))
    for filled, block in groupby(lines, key=lambda line: bool(line[1])):
        if filled:
            yield list(block)


def _puzzle(block: list[tuple[int, str]]) -> Puzzle:
    """Read the lines of one puzzle. Raises `InputError` with the line."""
    found: dict[str, str] = {}
    for number, line in block:
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
        puzzle = Puzzle(rows, cols, (start,), (goal,), squares=squares)
        if problems := puzzle.problems():
            raise InputError("the puzzle that begins here: " + listed(problems))
    except InputError as error:
        raise error.at(line=block[0][0]) from None
    return puzzle


def _pair(text: str) -> tuple[int, int]:
    first, second = text.split(" ")
    return int(first), int(second)


def _squares(text: str) -> Iterator[Coloured]:
    for entry in text.split("|")[1:]:
        row, column, colour = map(int, entry.split(" "))
        if not 1 <= colour <= len(COLOURS):
            raise InputError(f"Colors has the colour {colour}; 1 to {len(COLOURS)} are possible")
        yield row, column, COLOURS[colour - 1]
