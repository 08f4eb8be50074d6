"""Commands that import the puzzles of other programs: import windmill, import levin."""

from __future__ import annotations

import argparse

from witness.base.files import write_jsonl
from witness.cli.common import Parser, add_records_output, command, command_group, keep, output_file
from witness.cli.journal import journal
from witness.cli.messages import notice, progress


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    kinds = command_group(
        commands, "import", "import puzzles of other programs",
        "witness import windmill dump.json.gz -o puzzles.jsonl",
    )  # fmt: skip
    windmill = command(
        kinds, "windmill", _windmill, "import a dump of the Windmill, a web editor",
        "witness import windmill dump.json.gz -o puzzles.jsonl",
    )  # fmt: skip
    windmill.add_argument(
        "dump", metavar="FILE", help="dump: JSON, possibly gzipped; - for standard input"
    )
    windmill.add_argument(
        "--skipped",
        type=output_file,
        metavar="FILE",
        help="write the puzzles that were not imported, and why, to this file [none]",
    )
    add_records_output(windmill)
    levin = command(
        kinds, "levin", _levin, "import text files of Levin tree search research",
        "witness import levin problems/*.txt -o puzzles.jsonl",
    )  # fmt: skip
    levin.add_argument(
        "files", metavar="FILE", nargs="+", help="text files: Size, Init, Goal, Colors"
    )
    add_records_output(levin)


def _windmill(options: argparse.Namespace) -> None:
    from witness.puzzle.formats.windmill_dump import (
        Skipped,
        import_puzzles,
        read_dump,
        summary,
    )

    keep(options.dump, options.output, options.skipped)
    entries = read_dump(options.dump)
    skipped = []
    with journal(options, entries, "puzzle") as kept, progress(len(entries), "puzzle") as step:
        done = {record["id"] for record in kept.records}
        for puzzle in import_puzzles(entries, done):
            if isinstance(puzzle, Skipped):
                skipped.append(puzzle)
            elif puzzle is not None:
                kept.add(puzzle.to_json())
            step()
        if options.skipped is not None:
            write_jsonl(options.skipped, (puzzle.to_json() for puzzle in skipped))
    notice("\n".join(summary(len(kept.records), skipped)))


def _levin(options: argparse.Namespace) -> None:
    from witness.puzzle.formats.levin import read_levin

    puzzles = [puzzle.to_json() for puzzle in read_levin(options.files)]
    with journal(options, puzzles, "puzzle") as kept:
        for puzzle in puzzles[kept.resumed :]:
            kept.add(puzzle)
