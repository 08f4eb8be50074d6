"""The command that opens the studio: edit."""

from __future__ import annotations

import threading
import webbrowser
from contextlib import closing, suppress
from typing import Annotated

from witness.cli.common import PuzzlesOf
from witness.cli.messages import notice
from witness.cli.signature import Option, command
from witness.cli.texts import whole

#: The rules of players that the page offers, besides those that are asked for.
OFFERED = ("thesis", "full", "none")


@command("edit", "witness edit examples/panels.jsonl --rules examples/paper.pl")
def edit(
    puzzles: Annotated[
        str | None, Option("puzzle file (JSON Lines) with panels to begin with", metavar="FILE")
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
        int, Option("port to listen on, on this machine alone", whole(0, 65535), "N", "a free one")
    ] = 0,
    no_browser: Annotated[bool, Option("say the address only, and open no browser")] = False,
) -> None:
    """Draw panels in a browser, see what is known of them, and save them; Ctrl-C ends it."""
    from witness.difficulty.rules import registry
    from witness.library.studio.server import Studio
    from witness.report.studio.page import check_size

    registry.rules(rules)
    chosen = [] if puzzles is None else PuzzlesOf(puzzles).all(check_size)
    offered = list(dict.fromkeys((rules, *OFFERED)))
    file = None if puzzles == "-" else puzzles
    with suppress(KeyboardInterrupt), closing(Studio(chosen, offered, port, file)) as studio:
        notice(f"{studio.address} is the page, for whoever knows this address; Ctrl-C ends it")
        if not no_browser:
            webbrowser.open(studio.address)
        threading.Event().wait()


COMMANDS = (edit,)
