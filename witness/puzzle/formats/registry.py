"""The formats to which puzzles are exported, by name.

To add one, write its function in a file of its own, and name it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from witness.base.meant import none_such
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle


class Export(NamedTuple):
    """A format: how a puzzle is written as one line of text, and what that is.

    The function raises `InputError` for a puzzle that the format cannot express. The line has no
    tabs.
    """

    write: Callable[[Puzzle], str]
    words: str


EXPORTS = {
    "windmill": Export(windmill_link, "links that open puzzles in the Windmill's editor"),
    "witnesspuzzles": Export(
        witnesspuzzles_text, "texts that the editor of witnesspuzzles.com imports"
    ),
}


def exporter(name: str) -> Callable[[Puzzle], str]:
    """Return the function of a format; raise `InputError` if there is none of that name."""
    if name not in EXPORTS:
        raise none_such("format", name, EXPORTS)
    return EXPORTS[name].write
