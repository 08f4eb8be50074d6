"""The page of the studio: one file that needs no network (`witness.report.panel`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from witness.base.errors import InputError, quoted
from witness.base.files import read_text
from witness.puzzle.model import Puzzle
from witness.report.panel.scripts import (
    BENCH,
    ENGINE,
    HERE,
    LOGIC,
    one_script,
    panel_data,
    policy,
    style,
)
from witness.report.studio.formats import formats_data
from witness.report.templates import environment

#: The longest side of a board in the studio.
LONGEST_SIDE = 16

#: The scripts of the studio that work without a page; and those that need one.
READERS = ("table", "windmill", "outside", "witnesspuzzles", "texts", "writing", "api")
SHOWN = (*BENCH, "drafts", "exchange", "known", "hovering", "saving", "suggesting", "studio")

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
    }
    remote = () if server is None else (REMOTE,)
    return one_script(data, [_file(name) for name in (*LOGIC, *READERS, ENGINE, *remote, *shown)])


def check_size(puzzle: Puzzle) -> None:
    """Raise `InputError` for a panel that is too large for the page, or has no squares."""
    for name in ("rows", "cols"):
        value = getattr(puzzle, name)
        if not 1 <= value <= LONGEST_SIDE:
            raise InputError(
                f"puzzle {quoted(puzzle.id)}: {name} is {value}; the studio shows 1 to "
                f"{LONGEST_SIDE}"
            )


def _file(name: str) -> Path:
    """Return the file of a script, which is the studio's own or one of all pages about panels."""
    own = _HERE / f"{name}.js"
    return own if own.exists() else HERE / own.name
