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
from importlib import import_module

from witness.base.errors import InputError
from witness.base.inputs import known_files
from witness.base.limits.alarm import heeding_ctrl_c
from witness.base.locks import patience
from witness.base.system import check_system, guard_imports
from witness.cli.completion import PrintCompletion
from witness.cli.messages import clock, speaking
from witness.cli.signature import Parser, about, add_command

#: The first words that several commands have in common: what these do, and an example.
GROUPS = {
    "generate": (
        "generate puzzles",
        "witness generate random --count 100 --seed 1 -o puzzles.jsonl",
    ),
    "import": (
        "import puzzles of other programs",
        "witness import windmill dump.json.gz -o puzzles.jsonl",
    ),
    "export": (
        "write puzzles for other programs",
        "witness export windmill examples/panels.jsonl",
    ),
    "game": (
        "analyse, solve and rate games in the Game Description Language",
        "witness game solve games/eight_puzzle.kif",
    ),
}

#: The modules of this package with commands, in the order of the help, and the first words of
#: their commands. A module is imported only if one of its commands, or all, are asked for.
COMMANDS = {
    "generating": ("generate",),
    "suggesting": ("suggest",),
    "puzzles": ("show", "check"),
    "importing": ("import",),
    "exporting": ("export",),
    "solving": ("solve", "count", "enumerate"),
    "learning": ("examples", "learn", "check-bias"),
    "proving": ("translate", "explain", "verify", "recheck"),
    "lemmas": ("lemmas",),
    "inspecting": ("hypotheses", "explore"),
    "editing": ("edit",),
    "studio": ("studio",),
    "comparing": ("referee", "compare-learners"),
    "rating": ("rate", "rules"),
    "games": ("game",),
    "shipping": ("shipped",),
}

#: Commands of earlier versions, and what to use instead.
GONE = {
    "generate curriculum": "draw panels with `witness generate path --difficulty remuse:3..5`, or "
    "choose from those that `witness rate PANELS --format csv` rates",
    "generate two-colours": "`witness generate all --kind squares --rows 3 --cols 3 --symbols 4 "
    "--where 'solutions = 1'` has the boards with so many symbols",
    "play": "the page of `witness studio PANELS -o studio.html` has a button Hint",
    "votes": "correlate your own records with `witness rate PANELS --format csv`",
}


def parser(word: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands; for a command's first word, it may lack other ones."""
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
    commands = {"": top.add_subparsers(metavar="COMMAND", required=True)}
    chosen = [module for module, words in COMMANDS.items() if word in words]
    for module in chosen or ([] if word == "--version" else COMMANDS):
        for command in import_module(f"witness.cli.{module}").COMMANDS:
            group, _, _ = command.words.rpartition(" ")
            if group not in commands:
                summary, example = GROUPS[group]
                added = commands[""].add_parser(group, help=summary, **about(summary, example))
                commands[group] = added.add_subparsers(metavar="COMMAND", required=True)
            add_command(commands[group], command)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # as in files, whatever the terminal uses
    try:
        check_system()
        guard_imports()
        words = sys.argv[1:] if arguments is None else arguments
        for gone, instead in GONE.items():
            if [*words[: len(gone.split())]] == gone.split():
                raise InputError(f"`witness {gone}` has gone: {instead}")
        options = parser(words[0] if words else None).parse_args(words)
        limit = getattr(options, "time_limit", None)
        with speaking(options.verbosity), clock(), heeding_ctrl_c(), known_files(), patience(limit):
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
        line = InputError(error.strerror or str(error), file=error.filename or "output")
        print(f"witness: {line}", file=sys.stderr)
        return 2
    except MemoryError:
        print("witness: this needs more memory than the machine has", file=sys.stderr)
        return 2
    except RecursionError:
        print("witness: the board is too large: its paths nest too deeply", file=sys.stderr)
        return 2
    return 0
