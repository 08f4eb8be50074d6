"""Commands that write puzzles for other programs: export windmill, export witnesspuzzles."""

from __future__ import annotations

from witness.base import files
from witness.base.errors import InputError
from witness.base.files import json_line
from witness.cli.common import PuzzleFile, PuzzlesOf, SkippedFile, TextOutput
from witness.cli.messages import notice
from witness.cli.signature import Command, command
from witness.puzzle.formats.registry import EXPORTS
from witness.puzzle.formats.skipping import RefusedError, Skipped, summary
from witness.puzzle.model import Puzzle


def _exporting(name: str) -> Command:
    """Return the command for a program."""

    def export(
        puzzles: PuzzleFile, *, skipped: SkippedFile = None, output: TextOutput = None
    ) -> None:
        chosen = PuzzlesOf(puzzles, output).all(Puzzle.check)
        lines, others, first = [], [], ""
        for puzzle in chosen:
            try:
                lines.append(f"{puzzle.id}\t{EXPORTS[name].write(puzzle)}\n")
            except RefusedError as error:
                others.append(Skipped(puzzle.id, error.kind, "; ".join(error.found)))
                first = first or error.reason
        if not lines:
            more = f"; {len(others) - 1} more cannot, either" if len(others) > 1 else ""
            raise InputError(first + more, file=puzzles)
        records = [f"{json_line(one.to_json())}\n" for one in others]
        places = [output, *([] if skipped is None else [skipped])]
        with files.outputs(*places) as streams:
            for stream, texts in zip(streams, (lines, records), strict=False):
                stream.writelines(texts)
        if others:
            notice("\n".join(summary(len(lines), others, "exported")))

    export.__doc__ = f"Write {EXPORTS[name].words}: an id, a tab and the text on each line."
    return command(f"export {name}", f"witness export {name} examples/panels.jsonl")(export)


COMMANDS = tuple(_exporting(name) for name in EXPORTS)
