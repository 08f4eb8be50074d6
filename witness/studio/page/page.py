"""The page of the studio: one file that needs no network (`witness.studio.panel`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from witness.base.errors import InputError, quoted
from witness.base.files import read_text
from witness.base.shipped import shipped_file
from witness.clauses.background import background_of
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_text
from witness.pipeline.report.templates import environment
from witness.puzzle.formats import windmill, witnesspuzzles
from witness.puzzle.formats.addresses import KINDS
from witness.puzzle.formats.dialects import COMMON, NEGATIVE
from witness.puzzle.formats.windmill_links import EDITOR
from witness.puzzle.model import Puzzle
from witness.studio.panel.clauses import clause_data, tabulated
from witness.studio.panel.scripts import (
    BENCH,
    ENGINE,
    HERE,
    LOGIC,
    one_script,
    panel_data,
    policy,
    style,
)

#: The longest side of a board in the studio.
LONGEST_SIDE = 16

#: The scripts of the studio that work without a page; and those that need one.
READERS = ("table", "windmill", "outside", "witnesspuzzles", "texts", "writing", "api")
SHOWN = (
    *BENCH, "clauses", "facts", "hint", "drafts", "exchange", "known", "hovering", "saving",
    "suggesting", "studio",
)  # fmt: skip

#: The example whose clauses, all of them proved, give hints.
HINTS = "examples/extended.pl"

#: The engine of a page with a server, which alone opens connections.
REMOTE = "remote"

_HERE = Path(__file__).parent


def studio_page(puzzles: Collection[Puzzle] = (), server: Mapping[str, Any] | None = None) -> str:
    """Return the page, with some panels on it; it asks a server, of which it knows `server`.

    That is the names of `rules` of players, and of the `file` for panels or None. Without a server
    the page answers by itself. Raises `InputError` for a panel that is larger than the page can
    show.
    """
    scripts = script(puzzles, server)
    styles = style(_HERE / "style.css")
    connect = "'self'" if server else "'none'"
    return (
        environment(_HERE, HERE)
        .get_template("studio.html.j2")
        .render(
            live=server is not None,
            policy=policy(scripts, styles, connect),
            script=Markup(scripts),  # our own files, and JSON
            style=Markup(styles),
        )
    )


def script(
    puzzles: Collection[Puzzle] = (),
    server: Mapping[str, Any] | None = None,
    shown: Iterable[str] = SHOWN,
) -> str:
    """Return the scripts of the page, all in one function; without what is `shown` for Node."""
    for puzzle in puzzles:
        check_size(puzzle)
    data = {
        **panel_data(LONGEST_SIDE),
        "puzzles": [puzzle.to_json() for puzzle in puzzles],
        "formats": formats_data(),
        "drawing": read_text(HERE / "drawing.css"),
        "server": server,
        **clause_data(),
        "experiments": [_hints()],
    }
    remote = () if server is None else (REMOTE,)
    return one_script(data, _HERE, (*LOGIC, *READERS, ENGINE, *remote, *shown))


@cache
def _hints() -> dict[str, Any]:
    """Return the clauses that give hints, and their tables."""
    file = shipped_file(HINTS)
    texts = [clause_text(clause) for clause in read_hypothesis(file)]
    clauses, tables = tabulated(texts, background_of(str(file)))
    return {"clauses": clauses, "tables": tables}


def check_size(puzzle: Puzzle) -> None:
    """Raise `InputError` for a panel that is too large for the page, or has no squares."""
    for name in ("rows", "cols"):
        value = getattr(puzzle, name)
        if not 1 <= value <= LONGEST_SIDE:
            raise InputError(
                f"puzzle {quoted(puzzle.id)}: {name} is {value}; the studio shows 1 to "
                f"{LONGEST_SIDE}"
            )


def formats_data() -> dict[str, Any]:
    """Return the numbers, names and colours in which other editors write panels."""
    return {
        "addresses": KINDS,
        "common": COMMON,
        "negative": NEGATIVE,
        "windmill": {
            "kinds": windmill.KINDS,
            "colours": windmill.COLOURS,
            "symmetries": windmill.SYMMETRIES,
            "editor": EDITOR,
        },
        "witnesspuzzles": {
            "keys": sorted(witnesspuzzles.KEYS | witnesspuzzles.COMPUTED),
            "cellKeys": sorted(witnesspuzzles.CELL_KEYS),
            "meanings": witnesspuzzles.MEANINGS,
            "kinds": witnesspuzzles.KINDS,
            "reasons": witnesspuzzles.REASONS,
            "lists": witnesspuzzles.LISTS,
            "single": witnesspuzzles.SINGLE,
            "settings": witnesspuzzles.SETTINGS,
            "rulesOf": witnesspuzzles.RULES_OF,
            "colours": witnesspuzzles.COLOURS,
            "lineDots": {str(dot): line for dot, line in witnesspuzzles.LINE_DOTS.items()},
            "negativeBlock": witnesspuzzles.NEGATIVE_BLOCK,
            "shapeSide": witnesspuzzles.SHAPE_SIDE,
            "turns": witnesspuzzles.TURNS,
            "full": witnesspuzzles.FULL,
        },
    }
