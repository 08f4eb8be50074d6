"""The command that opens the studio, or writes its page: studio."""

from __future__ import annotations

import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from witness.base import files
from witness.base.inputs import STANDARD, is_there, similar
from witness.cli.common import PuzzlesOf, checked
from witness.cli.messages import notice
from witness.cli.signature import Call, Option, command, names_of
from witness.cli.texts import page_file, whole
from witness.puzzle.model import Puzzle

if TYPE_CHECKING:
    from witness.studio.server.server import PanelFile

#: The rules of players that the page offers, besides those that are asked for.
OFFERED = ("thesis", "full", "none")

#: A page that leads to another one.
_LEADING = '<meta http-equiv="refresh" content="0; url={0}"><a href="{0}">The studio</a>\n'


@dataclass(frozen=True, kw_only=True)
class Served:
    """How the page is served."""

    rules: Annotated[
        str,
        Option(
            "inference rules of the player for whom panels are rated",
            metavar="thesis|none|paper|FILE.pl[,…]",
        ),
    ] = "thesis"
    port: Annotated[
        int | None,
        Option("port to listen on, here alone", whole(0, 65535), "N", unset="one for each FILE"),
    ] = None
    no_browser: Annotated[bool, Option("say the address only, and open no browser")] = False


@command(
    "studio",
    "witness studio examples/panels.jsonl --rules examples/paper.pl",
    "witness studio new.jsonl",
    "witness studio examples/panels.jsonl -o studio.html",
)
def studio(
    puzzles: Annotated[
        str | None,
        Option("puzzle file (JSON Lines) whose panels are drawn, or a new one", metavar="FILE"),
    ] = None,
    *,
    served: Served,
    output: Annotated[
        str | None,
        Option(
            "write the page instead, which needs nothing else and saves nothing in FILE",
            page_file,
            "FILE",
            unset="the page is served",
            short="-o",
        ),
    ] = None,
    call: Call,
) -> None:
    """Draw panels in a browser, see what is known of them, and save them; Ctrl-C ends it."""
    if output is None:
        _serve(puzzles, served)
        return
    call.refuse(names_of(Served), "panels that are served, not for a page that is written")
    _write_page(puzzles, output)


def _write_page(puzzles: str | None, output: str) -> None:
    """Write the page of the studio with the panels of a file."""
    from witness.studio.page.page import check_size, studio_page

    chosen = [] if puzzles is None else PuzzlesOf(puzzles, output).all(check_size)
    with files.output(output) as stream:
        stream.write(studio_page(chosen))


def _serve(puzzles: str | None, served: Served) -> None:
    """Serve the page of the studio, and save panels, until Ctrl-C."""
    from witness.base.limits.child import ended_with_us
    from witness.difficulty.rules import registry
    from witness.studio.server.server import Studio

    registry.rules(served.rules)
    chosen, file = _panels(puzzles)
    if file is not None and not file.exists:
        notice(f"{file.path} is a new file, written when a panel is saved{similar(file.path)}")
    offered = list(dict.fromkeys((served.rules, *OFFERED)))
    with (
        suppress(KeyboardInterrupt),
        ended_with_us(),
        closing(Studio(chosen, offered, served.port, file)) as server,
    ):
        print(server.address, flush=True)
        notice(
            "the page is for whoever knows this address; if the browser shows nothing, give it the "
            "address; Ctrl-C ends it"
        )
        with nullcontext() if served.no_browser else _leading_to(server.address) as page:
            if page is not None and not webbrowser.open(page):
                notice("no browser could be opened: give one the address")
            threading.Event().wait()


def _panels(puzzles: str | None) -> tuple[list[Puzzle], PanelFile | None]:
    """Return the panels to begin with, and the file in which they are saved, if there is one."""
    from witness.studio.page.page import check_size
    from witness.studio.server.server import PanelFile

    if puzzles is not None and _can_be_saved(puzzles):
        file = PanelFile(puzzles)
        return [checked(puzzle, check_size, puzzles) for puzzle in file.puzzles], file
    return [] if puzzles is None else PuzzlesOf(puzzles).all(check_size), None


def _can_be_saved(name: str) -> bool:
    """Whether a name is that of a file, or of none yet: no pipe, folder, address, or "-"."""
    from witness.puzzle.formats.addresses import is_link

    return name != STANDARD and (Path(name).is_file() if is_there(name) else not is_link(name))


@contextmanager
def _leading_to(address: str) -> Iterator[str]:
    """Yield the address of a private page, which is there during the block and leads to another.

    All users of a machine can read the arguments of a browser, and the address is for one of them.
    """
    with tempfile.TemporaryDirectory(prefix="witness-") as folder:
        page = Path(folder) / "studio.html"
        page.touch(0o600)
        page.write_text(_LEADING.format(escape(address)), encoding="utf-8")
        yield page.as_uri()


COMMANDS = (studio,)
