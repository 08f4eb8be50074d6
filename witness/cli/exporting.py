"""Commands that write puzzles for other programs: export windmill, export witnesspuzzles."""

from __future__ import annotations

from witness.base import files
from witness.cli.common import PuzzleFile, PuzzlesOf, TextOutput
from witness.cli.signature import Command, command
from witness.puzzle.formats.registry import EXPORTS


def _exporting(name: str) -> Command:
    """Return the command for a program."""

    def export(puzzles: PuzzleFile, *, output: TextOutput = None) -> None:
        write = EXPORTS[name].write
        chosen = PuzzlesOf(puzzles, output).all(write)
        with files.output(output) as stream:
            for puzzle in chosen:
                stream.write(f"{puzzle.id}\t{write(puzzle)}\n")

    export.__doc__ = f"Write {EXPORTS[name].words}: an id, a tab and the text on each line."
    return command(f"export {name}", f"witness export {name} examples/panels.jsonl")(export)


COMMANDS = tuple(_exporting(name) for name in EXPORTS)
