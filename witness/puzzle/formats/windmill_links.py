"""Links of the Windmill, which open its editor with a panel: written from puzzles, and read.

A link ends in the same text as `contents` in a dump (`windmill`). Whatever the editor would show,
or judge, in another way is refused.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from urllib.parse import unquote

from witness.base.errors import InputError, quoted
from witness.puzzle.formats.refusing import NO_PASSING, refuse
from witness.puzzle.formats.skipping import MALFORMED, SkippedError
from witness.puzzle.formats.table import Cell, cell_of, cell_of_square
from witness.puzzle.formats.windmill import (
    COLOURS,
    END,
    START,
    TRIANGLE_COLOUR,
    puzzle_from_contents,
)
from witness.puzzle.formats.wire_format import bytes_field, number_field
from witness.puzzle.model import Puzzle, is_edge, place_text
from witness.puzzle.symbols import COUNTING, SYMBOLS

#: What a link begins with.
EDITOR = "https://windmill.thefifthmatt.com/build/"

#: The features of puzzles that links can say.
SUPPORTED = frozenset({"pass-goals"}) | {
    name for name, one in SYMBOLS.items() if one.windmill is not None
}

#: The version of the format, with which `contents` ends.
VERSION = "_0"

#: An address with a panel in it: in its path, or after "#", as on the first site of the editor.
_LINK = re.compile(r"https?://[^/\s]+/(?:witness/)?build(?:/|\.html#)(?P<contents>\S+)")

#: A line of a file of links, the id first; without one, the line's number makes an id.
_LINE = re.compile(r"(?:(?P<id>[^\t\n]*)\t)?[ ]*(?P<link>https?://.*?)\s*")

_EXPECTED = f"{EDITOR}…, on a line of its own or after an id and a tab, is expected"

#: The fields of an entry, by name.
_TYPE, _COLOUR, _COUNT, _TRIANGLES = 1, 2, 5, 6

#: An entry of the table without its count: the message of its fields. An empty one is `_NOTHING`.
_NOTHING = b""


def windmill_link(puzzle: Puzzle) -> str:
    """Return the link that opens a puzzle in the editor of the Windmill.

    Links have no ids. Raises `InputError` if the puzzle is not well formed, or has anything that
    the Windmill does not; the message names all of that.
    """
    refuse(puzzle, SUPPORTED, _reasons(puzzle), "a link of the Windmill")
    return EDITOR + _contents(puzzle)


def puzzle_from_link(link: str, identifier: str = "puzzle") -> Puzzle:
    """Return the puzzle that a link of the Windmill opens.

    Raises `InputError` for any other text, and `SkippedError` for a panel that the puzzle model
    cannot express.
    """
    return puzzle_from_contents(identifier, _contents_of(link))


def has_links(text: str) -> bool:
    """Whether the text of a file looks like links, rather than a dump."""
    return bool(_LINE.match(text.lstrip("\n")))


def read_links(text: str, path: str | Path) -> Iterator[tuple[str, str]]:
    """Yield the id and the contents of each link of a file, one a line.

    Raises `InputError` with the file and the line for a line without a link, and for a link that is
    damaged.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line)
        try:
            if match is None:
                raise InputError(f"{quoted(line)}: {_EXPECTED}")
            identifier = f"link-{number}" if match["id"] is None else match["id"]
            if not identifier or not identifier.isprintable():
                raise InputError(
                    f"the id is {quoted(identifier)}; a non-empty, printable text is expected"
                )
            contents = _contents_of(match["link"])
            _refuse_damaged(contents)
        except InputError as error:
            raise error.at(file=path, line=number) from None
        yield identifier, contents


def _contents_of(link: str) -> str:
    match = _LINK.fullmatch(link)
    if match is None:
        raise InputError(f"{quoted(link)} is no link of the Windmill: {_EXPECTED}")
    contents = unquote(match["contents"])
    if not contents.endswith(VERSION):
        raise InputError(
            f"the link is damaged: it does not end in {VERSION}, the version of the format"
        )
    return contents


def _refuse_damaged(contents: str) -> None:
    """Raise `InputError` for contents that are no panel at all."""
    try:
        puzzle_from_contents("puzzle", contents)
    except SkippedError as error:
        if error.reason == MALFORMED:
            raise InputError(f"the link is damaged: {error.detail}") from None


def _reasons(puzzle: Puzzle) -> Iterator[str]:
    """Yield what the puzzle has that a link cannot say, or that the editor judges otherwise."""
    border = puzzle.grid.peripheral_vertices
    for goal in puzzle.goals:
        if not is_edge(goal) and goal not in border:
            yield f"a goal inside the board ({place_text(goal)})"
    if len(puzzle.goals) > 1 and not puzzle.pass_goals:
        yield NO_PASSING
    places = Counter((*puzzle.starts, *puzzle.goals, *puzzle.dots, *puzzle.gaps))
    for place, number in places.items():
        if number > 1:
            yield f"two things in one place ({place_text(place)})"
    colours = {colour for _, colour in puzzle.colours_at.values()}
    for colour in sorted(colours - set(COLOURS)):
        yield f"the colour {colour} (it has {', '.join(COLOURS)})"
    for name in COUNTING:
        counted = {colour for *_, colour in getattr(puzzle, name)}
        if puzzle.triangles and TRIANGLE_COLOUR in counted:
            yield f"triangles beside {TRIANGLE_COLOUR} {name}, which would count them"


def _contents(puzzle: Puzzle) -> str:
    """Return the storage of a puzzle, without runs of anything but empty entries, as the editor."""
    entries: dict[Cell, bytes] = {}
    for kind, places in ((START, puzzle.starts), (END, puzzle.goals)):
        for place in places:
            entries[cell_of(place)] = number_field(_TYPE, kind)
    for symbol in SYMBOLS.values():
        for entry in getattr(puzzle, symbol.name):
            message = number_field(_TYPE, symbol.windmill or 0)
            if symbol.where != "square":
                entries[cell_of(entry)] = message
            elif symbol.coloured:
                message += number_field(_COLOUR, 1 + COLOURS.index(entry[2]))
                entries[cell_of_square(entry[:2])] = message
            else:
                message += number_field(_TRIANGLES, entry[2])
                entries[cell_of_square(entry[:2])] = message
    width = 2 * puzzle.cols + 1
    table = [
        entries.get((row, column), _NOTHING)
        for row in range(2 * puzzle.rows, -1, -1)
        for column in range(width)
    ]
    message = number_field(1, width)
    for entry, run in groupby(table):
        count = len(list(run))
        if entry == _NOTHING and count > 1:
            message += bytes_field(2, number_field(_COUNT, count))
        else:
            message += bytes_field(2, entry) * count
    return base64.b64encode(message, b"-_").decode() + VERSION
