"""Commands that import puzzles: import windmill, import witnesspuzzles, import levin."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import nullcontext

from witness.base.files import json_line, output
from witness.cli.common import Parser, add_records_output, command, command_group, output_file
from witness.cli.journal import journal
from witness.cli.messages import notice, progress
from witness.puzzle.formats.skipping import Skipped, import_entries, summary
from witness.puzzle.model import Puzzle


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    kinds = command_group(
        commands, "import", "import puzzles of other programs",
        "witness import windmill dump.json.gz -o puzzles.jsonl",
    )  # fmt: skip
    windmill = command(
        kinds, "windmill", _windmill, "import a dump or links of the Windmill, a web editor",
        "witness import windmill dump.json.gz -o puzzles.jsonl",
        "witness import windmill links.txt",
    )  # fmt: skip
    windmill.add_argument(
        "dump",
        metavar="FILE",
        help="dump (JSON, possibly gzipped), or links, one a line; - for standard input",
    )
    _add_skipped(windmill)
    add_records_output(windmill)
    pages = command(
        kinds, "witnesspuzzles", _witnesspuzzles, "import puzzles of witnesspuzzles.com",
        "witness import witnesspuzzles play/*.html -o puzzles.jsonl",
    )  # fmt: skip
    pages.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="saved play pages, or puzzles as the site writes them, one a line; - for standard "
        "input",
    )
    _add_skipped(pages)
    add_records_output(pages)
    levin = command(
        kinds, "levin", _levin, "import text files of Levin tree search research",
        "witness import levin problems/*.txt -o puzzles.jsonl",
    )  # fmt: skip
    levin.add_argument(
        "files", metavar="FILE", nargs="+", help="text files: Size, Init, Goal, Colors"
    )
    add_records_output(levin)


def _add_skipped(parser: argparse.ArgumentParser) -> None:
    """Add the option for the puzzles that are not imported."""
    parser.add_argument(
        "--skipped",
        type=output_file,
        metavar="FILE",
        help="write the puzzles that were not imported, and why, to this file [none]",
    )


def _windmill(options: argparse.Namespace) -> None:
    from witness.puzzle.formats.windmill import puzzle_from_contents
    from witness.puzzle.formats.windmill_dump import read_dump

    _import(options, puzzle_from_contents, read_dump(options.dump))


def _witnesspuzzles(options: argparse.Namespace) -> None:
    from witness.puzzle.formats.witnesspuzzles_files import puzzle_from_text, read_texts

    _import(options, puzzle_from_text, read_texts(options.files))


def _import(
    options: argparse.Namespace,
    importer: Callable[[str, str], Puzzle],
    entries: Sequence[tuple[str, str]],
) -> None:
    """Write the puzzles of some entries, and those that are skipped to a file of their own."""
    skipped = []
    with (
        journal(options, entries, "puzzle") as kept,
        nullcontext() if options.skipped is None else output(options.skipped) as others,
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


def _levin(options: argparse.Namespace) -> None:
    from witness.puzzle.formats.levin import read_levin

    puzzles = [puzzle.to_json() for puzzle in read_levin(options.files)]
    with journal(options, puzzles, "puzzle") as kept:
        for puzzle in puzzles[kept.resumed :]:
            kept.add(puzzle)
