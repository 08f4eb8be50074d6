"""Commands that read and write puzzles of other programs: import and export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Annotated

from witness.base import files
from witness.base.errors import InputError
from witness.base.files import json_line, output
from witness.cli.common import PuzzleFile, PuzzlesOf, SkippedFile, TextOutput
from witness.cli.journal import KeptRecords, journal
from witness.cli.messages import notice, progress
from witness.cli.signature import Command, Option, command
from witness.puzzle.formats.registry import EXPORTS
from witness.puzzle.formats.skipping import Entry, RefusedError, Skipped, import_entries, summary
from witness.puzzle.model import Puzzle


@command(
    "import windmill",
    "witness import windmill dump.json.gz -o puzzles.jsonl",
    "witness import windmill links.txt",
    "witness import windmill https://windmill.thefifthmatt.com/build/…",
)
def windmill(
    dump: Annotated[
        str,
        Option(
            "dump (JSON, possibly gzipped), or links, one a line, - for standard input; or a link",
            metavar="FILE",
        ),
    ],
    *,
    skipped: SkippedFile = None,
    kept: KeptRecords,
) -> None:
    """Import a dump or links of the Windmill, a web editor."""
    from witness.puzzle.formats.addresses import puzzle_from_text
    from witness.puzzle.formats.windmill_dump import read_dump

    _import(puzzle_from_text, read_dump(dump), skipped, kept)


@command("import witnesspuzzles", "witness import witnesspuzzles play/*.html -o puzzles.jsonl")
def witnesspuzzles(
    files: Annotated[
        list[str],
        Option(
            "saved play pages, or puzzles as the site writes them, one a line, - for standard "
            "input; or links",
            metavar="FILE",
        ),
    ],
    *,
    skipped: SkippedFile = None,
    kept: KeptRecords,
) -> None:
    """Import puzzles of witnesspuzzles.com."""
    from witness.puzzle.formats.addresses import puzzle_from_text
    from witness.puzzle.formats.witnesspuzzles_files import read_texts

    _import(puzzle_from_text, read_texts(files), skipped, kept)


def _import(
    importer: Callable[[str, str], Puzzle],
    entries: Sequence[Entry],
    file: str | None,
    asked: KeptRecords,
) -> None:
    """Write the puzzles of some entries, and those that are skipped to a file of their own."""
    skipped = []
    inputs = [(identifier, str(text)) for identifier, text in entries]
    with (
        journal(asked, inputs, "puzzle") as kept,
        nullcontext() if file is None else output(file) as others,
        progress(len(entries), "puzzle") as step,
    ):
        done = {record["id"] for record in kept.records}
        for puzzle in import_entries(importer, entries, done):
            if isinstance(puzzle, Skipped):
                skipped.append(puzzle)
            elif puzzle is not None:
                kept.add(puzzle.to_json())
            step()
        if others is not None:
            others.writelines(json_line(puzzle.to_json()) + "\n" for puzzle in skipped)
    notice("\n".join(summary(len(kept.records), skipped)))


@command("import levin", "witness import levin problems/*.txt -o puzzles.jsonl")
def levin(
    files: Annotated[list[str], Option("text files: Size, Init, Goal, Colors", metavar="FILE")],
    *,
    skipped: SkippedFile = None,
    kept: KeptRecords,
) -> None:
    """Import text files of Levin tree search research."""
    from witness.puzzle.formats.levin import puzzle_from_text, read_levin

    _import(puzzle_from_text, read_levin(files), skipped, kept)


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


COMMANDS = (windmill, witnesspuzzles, levin, *map(_exporting, EXPORTS))
