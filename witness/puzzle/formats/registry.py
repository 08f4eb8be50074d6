"""The formats to which puzzles are exported, by name.

To add one, write its function in a file of its own, and name it here: among `EDITORS` if it is a
line of text, which then has a command.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from witness.base.meant import none_such
from witness.puzzle.formats.pddl import pddl
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle


class Export(NamedTuple):
    """A format: how a puzzle is written as text, and what that is.

    The function raises `InputError` for a puzzle that the format cannot express.
    """

    write: Callable[[Puzzle], str]
    words: str


#: Texts of one line without tabs.
EDITORS = {
    "windmill": Export(windmill_link, "links that open puzzles in the Windmill's editor"),
    "witnesspuzzles": Export(
        witnesspuzzles_text, "texts that the editor of witnesspuzzles.com imports"
    ),
}

EXPORTS = EDITORS | {"pddl": Export(pddl, "planning problems in PDDL")}


def exporter(name: str) -> Callable[[Puzzle], str]:
    """Return the function of a format; raise `InputError` if there is none of that name."""
    if name not in EXPORTS:
        raise none_such("format", name, EXPORTS)
    return EXPORTS[name].write
