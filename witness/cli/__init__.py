"""The command line: a thin layer over the library.

Results go to standard output or to the file named with -o, diagnostics to standard error. The
exit status is 0, or 2 after one clear line about bad input or an interruption.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from witness.base.errors import InputError
from witness.cli import comparing, games, generating, importing, learning, puzzles, rating, solving
from witness.cli.common import Parser, about
from witness.cli.completion import PrintCompletion
from witness.cli.messages import clock, speaking


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    from witness import __version__

    top = Parser(
        prog="witness",
        **about(
            "learn, prove and measure predicates for Witness-type path puzzles",
            "witness show examples/panels.jsonl --id figure-1 --solve",
            "witness verify examples/paper.pl",
        ),
    )
    top.add_argument("--version", action="version", version=f"witness {__version__}")
    top.add_argument(
        "--print-completion",
        action=PrintCompletion,
        help="print a script that completes commands and options in this shell",
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    generating.add_commands(commands)
    puzzles.add_commands(commands)
    importing.add_commands(commands)
    solving.add_commands(commands)
    learning.add_commands(commands)
    comparing.add_commands(commands)
    rating.add_commands(commands)
    games.add_commands(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # as in files, whatever the terminal uses
    try:
        options = parser().parse_args(arguments)
        with speaking(options.verbosity), clock():
            options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except InputError as error:
        print(f"witness: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("witness: interrupted; nothing was left half-written", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone, as in `witness … | head`; that is no error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        line = InputError(str(error.strerror), file=error.filename or "output")
        print(f"witness: {line}", file=sys.stderr)
        return 2
    except MemoryError:
        print("witness: this needs more memory than the machine has", file=sys.stderr)
        return 2
    except RecursionError:
        print("witness: the board is too large: its paths nest too deeply", file=sys.stderr)
        return 2
    return 0
