"""The command that opens the studio: edit."""

from __future__ import annotations

import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from witness.base.errors import InputError
from witness.base.inputs import STANDARD, is_there, similar
from witness.cli.common import PuzzlesOf, checked
from witness.cli.messages import notice
from witness.cli.signature import Option, command
from witness.cli.texts import text_file, whole
from witness.puzzle.model import Puzzle

if TYPE_CHECKING:
    from witness.library.studio.saving import PanelFile

#: The rules of players that the page offers, besides those that are asked for.
OFFERED = ("thesis", "full", "none")

#: A page that leads to another one.
_LEADING = '<meta http-equiv="refresh" content="0; url={0}"><a href="{0}">The studio</a>\n'


@command(
    "edit",
    "witness edit examples/panels.jsonl --rules examples/paper.pl",
    "witness edit new.jsonl",
)
def edit(
    puzzles: Annotated[
        str | None,
        Option("puzzle file (JSON Lines) whose panels are drawn, or a new one", metavar="FILE"),
    ] = None,
    *,
    rules: Annotated[
        str,
        Option(
            "inference rules of the player for whom panels are rated",
            metavar="thesis|none|paper|FILE.pl[,…]",
        ),
    ] = "thesis",
    port: Annotated[
        int, Option("port to listen on, here alone", whole(0, 65535), "N", unset="a free one")
    ] = 0,
    no_browser: Annotated[bool, Option("say the address only, and open no browser")] = False,
    output: Annotated[
        str | None,
        Option("new file to save in", text_file.check, "NEW", unset="FILE", short="-o"),
    ] = None,
) -> None:
    """Draw panels in a browser, see what is known of them, and save them; Ctrl-C ends it."""
    from witness.base.limits.child import ended_with_us
    from witness.difficulty.rules import registry
    from witness.library.studio.server import Studio

    registry.rules(rules)
    chosen, file = _panels(puzzles, output)
    if file is not None and not file.exists:
        notice(f"{file.path} is a new file, written when a panel is saved{similar(file.path)}")
    offered = list(dict.fromkeys((rules, *OFFERED)))
    with (
        suppress(KeyboardInterrupt),
        ended_with_us(),
        closing(Studio(chosen, offered, port, file)) as studio,
    ):
        print(studio.address, flush=True)
        notice(
            "the page is for whoever knows this address; if the browser shows nothing, give it the "
            "address; Ctrl-C ends it"
        )
        with nullcontext() if no_browser else _leading_to(studio.address) as page:
            if page is not None and not webbrowser.open(page):
                notice("no browser could be opened: give one the address")
            threading.Event().wait()


def _panels(puzzles: str | None, output: str | None) -> tuple[list[Puzzle], PanelFile | None]:
    """Return the panels to begin with, and the file in which they are saved, if there is one."""
    from witness.library.studio.saving import PanelFile
    from witness.report.studio.page import check_size

    if output == STANDARD:
        raise InputError("-o names a file; panels are not saved in standard output")
    if output == puzzles:
        output = None
    if output is not None and Path(output).exists():
        raise InputError(
            f"it is there already; `witness edit {output}` goes on with its panels", file=output
        )
    if puzzles is not None and output is None and _can_be_saved(puzzles):
        file = PanelFile(puzzles)
        return [checked(puzzle, check_size, puzzles) for puzzle in file.puzzles], file
    chosen = [] if puzzles is None else PuzzlesOf(puzzles).all(check_size)
    return chosen, None if output is None else PanelFile(output, chosen)


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


COMMANDS = (edit,)
