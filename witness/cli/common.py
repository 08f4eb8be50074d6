"""What several commands share: the parser, options, argument types, reading puzzles."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from witness.base.errors import InputError, one_line, quoted
from witness.base.inputs import STANDARD, check_output
from witness.base.shipped import by_name
from witness.cli.messages import detail, notice
from witness.puzzle.files import NO_PUZZLES, find_puzzle, read_puzzles
from witness.puzzle.model import Puzzle
from witness.solvers import SOLVERS

Run = Callable[[argparse.Namespace], None]

#: Endings of files that are no text.
NOT_WRITTEN = frozenset({
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".pdf", ".eps", ".ps", ".tif", ".tiff",
    ".bmp", ".svgz", ".xlsx", ".parquet", ".gz", ".zip",
})  # fmt: skip

#: A function that raises `InputError` for a puzzle that a command cannot handle.
Check = Callable[[Puzzle], object]

#: The seed of every command that draws at random.
SEED = 1


def command(
    commands: argparse._SubParsersAction[Parser],
    name: str,
    run: Run,
    summary: str,
    *examples: str,
) -> argparse.ArgumentParser:
    """Add a command with its help, examples of its use, and the function that runs it."""
    added = commands.add_parser(name, help=summary, **about(summary, *examples))
    added.set_defaults(run=run)
    loudness = added.add_mutually_exclusive_group()
    loudness.add_argument(
        "-v", "--verbose", dest="verbosity", action="store_const", const=1, default=0,
        help="say more on standard error, such as the solver that `auto` chose",
    )  # fmt: skip
    loudness.add_argument(
        "-q", "--quiet", dest="verbosity", action="store_const", const=-1, default=0,
        help="say nothing but warnings and errors there",
    )  # fmt: skip
    return added


def command_group(
    commands: argparse._SubParsersAction[Parser], name: str, summary: str, *examples: str
) -> argparse._SubParsersAction[Parser]:
    """Add a name that several commands begin with; return what these are added to."""
    group = commands.add_parser(name, help=summary, **about(summary, *examples))
    return group.add_subparsers(dest="kind", metavar="COMMAND", required=True)


def about(summary: str, *examples: str) -> dict[str, Any]:
    """Return what a help begins and ends with, as arguments of a parser."""
    lines = "".join(f"\n  {example}" for example in examples)
    return {
        "description": summary[0].upper() + summary[1:] + ".",
        "epilog": f"example{'s' if len(examples) > 1 else ''}:{lines}",
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }


def renamed(parser: argparse._ActionsContainer, old: str, new: str) -> None:
    """Let an option that has another name now answer with it."""

    class Renamed(argparse.Action):
        def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
            parser.error(f"{old} is now {new}")

    parser.add_argument(
        old, nargs="?", action=Renamed, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )


def add_puzzles(parser: argparse.ArgumentParser, *, one: bool = False) -> None:
    """Add the puzzle file, and the option that names `one` puzzle of it."""
    parser.add_argument(
        "puzzles", metavar="FILE", help="puzzle file (JSON Lines), - for standard input"
    )
    if one:
        parser.add_argument("--id", metavar="ID", help="id of the puzzle [the first one]")


def add_output(parser: argparse.ArgumentParser, *, drawn: bool = False) -> None:
    """Add the option for the file to write, which is text unless the command draws."""
    parser.add_argument(
        "-o",
        "--output",
        type=output_file if drawn else text_file,
        metavar="FILE",
        help="file to write, in a folder that exists [standard output]",
    )


def add_records_output(parser: argparse.ArgumentParser) -> None:
    """Add the options for a file of records that are kept as they are found (`journal`)."""
    add_output(parser)
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with what a run that was stopped left in FILE.part",
    )


def add_seed(parser: argparse._ActionsContainer) -> None:
    """Add the option for the seed of all random choices."""
    parser.add_argument(
        "--seed",
        type=natural_int,
        default=SEED,
        metavar="N",
        help=f"seed of all random choices [{SEED}]",
    )


def is_given(options: argparse.Namespace, name: str) -> bool:
    """Whether the user gave an option that is None or False otherwise; a command may lack it."""
    value = getattr(options, name, None)
    return value is not None and value is not False


def add_pass_goals(parser: argparse.ArgumentParser) -> None:
    """Add the option for the game's own rule about goals."""
    parser.add_argument(
        "--pass-goals",
        action="store_true",
        help="let paths run over goals, as in the game, whatever the puzzles say",
    )


def add_solver(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the options for the solver and its limits."""
    parser.add_argument(
        "--solver", choices=("auto", *SOLVERS), default=default, help=f"how to solve [{default}]"
    )
    parser.add_argument(
        "--time-limit", type=positive_float, metavar="S", help="seconds per puzzle [no limit]"
    )
    parser.add_argument(
        "--memory-limit",
        type=positive_float,
        metavar="MB",
        help="megabytes for states or open nodes [80%% of the machine's memory]",
    )


def chosen_puzzles(options: argparse.Namespace, check: Check) -> list[Puzzle]:
    """Return the puzzles of the file that a command is given.

    Raises `InputError`, naming the file, before any work if it has none, or if `check` raises it.
    """
    puzzles = _read_puzzles(options)
    for puzzle in puzzles:
        checked(puzzle, check, options.puzzles)
    return puzzles


def chosen_puzzle(options: argparse.Namespace, check: Check) -> Puzzle:
    """Return the puzzle that --id names, or else the first one, if `check` accepts it."""
    puzzles = _read_puzzles(options)
    named = options.id is not None
    puzzle = find_puzzle(puzzles, options.id, options.puzzles) if named else puzzles[0]
    checked(puzzle, check, options.puzzles)
    more = len(puzzles) - 1
    if more and not named:
        all_of_them = ", or --all for all" if "all" in options else ""
        notice(
            f"{options.puzzles}: this is {quoted(puzzle.id)}, the first of {more + 1} puzzles; "
            f"--id names another{all_of_them}"
        )
    return puzzle


def _read_puzzles(options: argparse.Namespace) -> list[Puzzle]:
    puzzles = read_puzzles(options.puzzles)
    if not puzzles:
        raise InputError(NO_PUZZLES, file=options.puzzles)
    check_output(getattr(options, "output", None))
    detail(f"read {len(puzzles)} puzzles from {options.puzzles}")
    if getattr(options, "pass_goals", False):
        puzzles = [replace(puzzle, pass_goals=True) for puzzle in puzzles]
    return puzzles


def checked(puzzle: Puzzle, check: Check, path: str) -> Puzzle:
    """Return the puzzle if `check` accepts it; else raise its `InputError`, naming the file."""
    try:
        check(puzzle)
    except InputError as error:
        raise error.at(file=path) from None
    return puzzle


def add_background(parser: argparse._ActionsContainer) -> None:
    """Add the options for the background and the bias."""
    parser.add_argument(
        "--bk",
        type=background_file,
        metavar="FILE",
        help="background definitions, or the name of shipped ones, such as live [bk/NAME.pl for "
        "bias/NAME.pl if there is one, else bk/triangles.pl]",
    )
    parser.add_argument(
        "--bias",
        type=bias_file,
        metavar="FILE",
        help="bias of the hypotheses, or the name of a shipped one, such as extended [that of "
        "their experiment in results/, or bias/NAME.pl for examples/NAME.pl if there is one, else "
        "bias/paper.pl]",
    )


def bias_file(text: str) -> str:
    """Return the path of a bias, which may be named."""
    if not text:
        raise argparse.ArgumentTypeError("the name of a bias is empty")
    return str(by_name(text, "bias"))


def background_file(text: str) -> str:
    """Return the path of background definitions, which may be named."""
    if not text:
        raise argparse.ArgumentTypeError("the name of background definitions is empty")
    return str(by_name(text, "bk"))


def order(text: str) -> str:
    """Return names of columns to sort by; the first may have a dash before it (see `Parser`)."""
    return text


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments in one line."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; what follows an option of the type `order` may begin with a dash."""
        words: list[str] = []
        for word in sys.argv[1:] if args is None else args:
            option = self._option_string_actions.get(words[-1]) if words else None
            if option is not None and option.type is order and word[:1] == "-":
                words[-1] += f"={word}"
            else:
                words.append(word)
        return super().parse_known_args(words, namespace)

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line."""
        print(f"{self.prog}: {one_line(message)} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


def identifier(text: str) -> str:
    """Return the beginning of ids: printable characters."""
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a name of printable characters")
    return text


#: The largest whole number of an option without a limit of its own; compiled code has 64 bits.
MOST_WHOLE = 10**18

#: The greatest number of seconds (thirty years) or megabytes.
MOST_FLOAT = 1e9

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def whole(least: int, most: int = MOST_WHOLE) -> Callable[[str], int]:
    """Return the type of an option: a whole number in decimal digits, `least` to `most`."""
    wanted = "a whole number above 0" if least == 1 else f"a whole number of {least} or more"

    def read(text: str) -> int:
        if not _WHOLE.fullmatch(text):
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not {wanted}")
        # One digit too many is enough to know; Python reads no number of thousands of them.
        digits = text.lstrip("+-").lstrip("0")[: len(str(most)) + 1]
        value = int(digits or "0") * (-1 if text.startswith("-") else 1)
        if value < least:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not {wanted}")
        if value > most:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is too large; at most {most:,}")
        return value

    return read


positive_int = whole(1)
natural_int = whole(0)


def positive_float(text: str) -> float:
    """Return a number of seconds or megabytes above 0."""
    value = float(text) if _DECIMAL.fullmatch(text) else 0.0
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number above 0")
    if value > MOST_FLOAT:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is too large; at most {MOST_FLOAT:,.0f}")
    return value


def share(most: float) -> Callable[[str], float]:
    """Return the type of an option: a decimal number from 0 to `most`, which is at most 1."""

    def read(text: str) -> float:
        value = float(text) if _DECIMAL.fullmatch(text) else -1.0
        if not 0 <= value <= most:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number from 0 to {most}")
        return value

    return read


def text_file(text: str) -> str:
    """Return the name of a file that can be written, and is no picture and no page."""
    ending = Path(text).suffix.lower()
    if ending in (".svg", ".html"):
        raise argparse.ArgumentTypeError(f"{text}: this command writes text, not {ending} files")
    return output_file(text)


def output_file(text: str) -> str:
    """Return the name of a file that can be written: its folder exists, and it is no directory."""
    if not text:
        raise argparse.ArgumentTypeError("the name of a file to write is empty")
    ending = Path(text).suffix.lower()
    if ending in NOT_WRITTEN:
        raise argparse.ArgumentTypeError(
            f"{text}: no command writes {ending} files; pictures are .svg files, all else is text"
        )
    place = Path(os.path.realpath(text))
    if text != STANDARD and not place.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: the folder {place.parent} does not exist")
    if text != STANDARD and place.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a directory; name a file")
    return text
