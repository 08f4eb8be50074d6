"""Puzzle files: JSON Lines, one puzzle per line.

A line looks like this; the keys of symbols and `pass_goals` are optional:

    {"id": "p1", "rows": 1, "cols": 2, "starts": [[0, 0]], "goals": [[1, 2]],
     "triangles": [[0, 0, 1]], "gaps": [[[0, 0], [0, 1]]], "dots": [[1, 1]],
     "squares": [[0, 1, "black"]], "pass_goals": false}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from witness.base.errors import InputError, quoted, shortened
from witness.base.files import read_jsonl, write_jsonl
from witness.base.meant import did_you_mean
from witness.puzzle.model import Puzzle
from witness.puzzle.model import puzzle_from_json as puzzle_from_json


def read_puzzles(path: str | Path, first: int = 0, count: int | None = None) -> list[Puzzle]:
    """Return the puzzles of a file, or `count` of them from index `first` on.

    An address with a panel in it is as good as a file. Raises `InputError` with the file and the
    line at the first thing wrong with them.
    """
    if link := _of_link(str(path)):
        return [link]
    return [puzzle for _, puzzle in numbered_puzzles(path, first, count)]


def numbered_puzzles(
    path: str | Path, first: int = 0, count: int | None = None
) -> Iterator[tuple[int, Puzzle]]:
    """Yield (line number, puzzle) for the puzzles of a file, as `read_puzzles` returns them."""
    lines: dict[str, int] = {}
    for number, record in read_jsonl(path, first, count):
        try:
            puzzle = puzzle_from_json(record)
        except InputError as error:
            raise error.at(file=path, line=number) from None
        if puzzle.id in lines:
            raise InputError(
                f"the id {quoted(puzzle.id)} is already on line {lines[puzzle.id]}",
                file=path,
                line=number,
            )
        lines[puzzle.id] = number
        yield number, puzzle


def _of_link(name: str) -> Puzzle | None:
    """Return the panel in an address, None for the name of a file."""
    from witness.puzzle.formats.addresses import is_link, puzzle_from_link
    from witness.puzzle.formats.skipping import SkippedError

    try:
        return puzzle_from_link(name) if is_link(name) else None
    except SkippedError as error:
        raise InputError(f"the panel of {quoted(name)} cannot be imported: {error}") from None


#: The message about a file without puzzles.
NO_PUZZLES = "there are no puzzles in it; one per line is expected"


def find_puzzle(puzzles: list[Puzzle], identifier: str, path: str | Path) -> Puzzle:
    """Return the puzzle with an id.

    Raises `InputError`, which names the file at `path`, if there is none.
    """
    for puzzle in puzzles:
        if puzzle.id == identifier:
            return puzzle
    if not puzzles:
        raise InputError(NO_PUZZLES, file=path)
    known = ", ".join(shortened(puzzle.id, 30) for puzzle in puzzles[:5])
    more = ", …" if len(puzzles) > 5 else ""
    raise InputError(
        f"no puzzle has the id {quoted(identifier)} (it has {known}{more})"
        + did_you_mean(identifier, [shortened(puzzle.id, 30) for puzzle in puzzles]),
        file=path,
    )


def write_puzzles(path: str | Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a puzzle file; it appears whole or not at all."""
    write_jsonl(path, (puzzle.to_json() for puzzle in puzzles))
