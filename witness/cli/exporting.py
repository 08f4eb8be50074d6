"""Commands that write puzzles for other programs: export windmill, export witnesspuzzles."""

from __future__ import annotations

import argparse

from witness.base.files import output
from witness.cli.common import (
    Parser,
    add_output,
    add_puzzles,
    chosen_puzzles,
    command,
    command_group,
)
from witness.puzzle.formats.registry import EXPORTS


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    kinds = command_group(
        commands, "export", "write puzzles for other programs",
        "witness export windmill examples/panels.jsonl",
    )  # fmt: skip
    for name, export in EXPORTS.items():
        added = command(
            kinds, name, _export, f"write {export.words}: an id, a tab and the text on each line",
            f"witness export {name} examples/panels.jsonl",
        )  # fmt: skip
        add_puzzles(added)
        add_output(added)


def _export(options: argparse.Namespace) -> None:
    write = EXPORTS[options.kind].write
    puzzles = chosen_puzzles(options, write)
    with output(options.output) as stream:
        for puzzle in puzzles:
            stream.write(f"{puzzle.id}\t{write(puzzle)}\n")
