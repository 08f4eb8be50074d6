"""Commands that import the puzzles of other programs: import windmill, import levin."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, TextIO

from witness.base.errors import InputError
from witness.base.files import json_line, output
from witness.cli.common import Parser, command


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    importing = commands.add_parser(
        "import",
        help="import puzzles of other programs",
        description="Import puzzles of other programs.",
    )
    kinds = importing.add_subparsers(dest="kind", metavar="KIND", required=True)
    windmill = command(kinds, "windmill", _windmill, "import a dump of the Windmill, a web editor")
    windmill.add_argument("dump", metavar="FILE", help="dump: JSON, possibly gzipped")
    windmill.add_argument("-o", "--output", metavar="FILE", help="[standard output]")
    windmill.add_argument(
        "--skipped",
        metavar="FILE",
        help="write the puzzles that were not imported, and why, to this file",
    )
    levin = command(kinds, "levin", _levin, "import text files of Levin tree search research")
    levin.add_argument(
        "files", metavar="FILE", nargs="+", help="text files: Size, Init, Goal, Colors"
    )
    levin.add_argument("-o", "--output", metavar="FILE", help="[standard output]")


def _windmill(options: argparse.Namespace) -> None:
    from witness.puzzle.formats.windmill_dump import import_dump

    wanted = (options.output, options.skipped)
    if None not in wanted and len({os.path.realpath(path) for path in wanted}) == 1:
        raise InputError(f"--output and --skipped are the same file: {options.skipped}")
    imported = import_dump(options.dump)
    with ExitStack() as files:
        stream = files.enter_context(output(options.output))
        _write(stream, (puzzle.to_json() for puzzle in imported.puzzles))
        if options.skipped is not None:
            stream = files.enter_context(output(options.skipped))
            _write(stream, (puzzle.to_json() for puzzle in imported.skipped))
    print("witness: " + "\n".join(imported.summary()), file=sys.stderr)


def _levin(options: argparse.Namespace) -> None:
    from witness.puzzle.formats.levin import read_levin

    puzzles = read_levin(options.files)
    with output(options.output) as stream:
        _write(stream, (puzzle.to_json() for puzzle in puzzles))


def _write(stream: TextIO, records: Iterable[dict[str, Any]]) -> None:
    for record in records:
        stream.write(json_line(record) + "\n")
