"""The command that writes the page on which panels are drawn: studio."""

from __future__ import annotations

from typing import Annotated

from witness.base import files
from witness.cli.common import PageOutput, PuzzlesOf
from witness.cli.signature import Option, command


@command("studio", "witness studio examples/panels.jsonl -o studio.html")
def studio(
    puzzles: Annotated[
        str | None,
        Option(
            "puzzle file (JSON Lines) with panels to begin with, - for standard input",
            metavar="FILE",
        ),
    ] = None,
    *,
    output: PageOutput = None,
) -> None:
    """Write a page on which panels are drawn, solved, counted, rated and exchanged."""
    from witness.report.studio.page import check_size, studio_page

    chosen = PuzzlesOf(puzzles, output).all(check_size) if puzzles is not None else []
    with files.output(output) as stream:
        stream.write(studio_page(chosen))


COMMANDS = (studio,)
