"""What several commands share: options, argument types, reading puzzles, writing answers."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from witness.base.errors import InputError, one_line, quoted
from witness.base.files import json_line, output
from witness.puzzle.files import NO_PUZZLES, find_puzzle, read_puzzles
from witness.puzzle.model import Puzzle
from witness.solvers import SOLVERS

Run = Callable[[argparse.Namespace], None]

#: A function that raises `InputError` for a puzzle that a command cannot handle.
Check = Callable[[Puzzle], object]

#: The JSON object of a line of output.
Record = dict[str, Any]


def command(
    commands: argparse._SubParsersAction[Parser],
    name: str,
    run: Run,
    summary: str,
) -> argparse.ArgumentParser:
    """Add a command with its help and the function that runs it."""
    added = commands.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + "."
    )
    added.set_defaults(run=run)
    return added


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
        "--solver", choices=("auto", *SOLVERS), default=default, help=f"[{default}]"
    )
    parser.add_argument("--time-limit", type=positive_float, metavar="S", help="seconds per puzzle")
    parser.add_argument(
        "--memory-limit", type=positive_float, metavar="MB", help="for states or open nodes"
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
    return checked(puzzle, check, options.puzzles)


def _read_puzzles(options: argparse.Namespace) -> list[Puzzle]:
    puzzles = read_puzzles(options.puzzles)
    if not puzzles:
        raise InputError(NO_PUZZLES, file=options.puzzles)
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
        metavar="FILE",
        help="background definitions [bk/NAME.pl for bias/NAME.pl if there is one, else "
        "bk/triangles.pl]",
    )
    parser.add_argument("--bias", metavar="FILE", help="bias of the hypotheses [bias/paper.pl]")


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments in one line."""

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
    wanted = "a whole number above 0" if least == 1 else f"a whole number from {least}"

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


@contextmanager
def progress(total: int | None, unit: str) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error if that is a terminal.

    Yields the function that advances it by a number of steps; 0 shows that work goes on.
    """
    from tqdm import tqdm

    with tqdm(
        total=total, unit=unit, file=sys.stderr, disable=None, leave=False, miniters=0
    ) as bar:
        yield lambda steps=1: bar.update(steps) and None


def keep(source: str, *outputs: str | None) -> None:
    """Raise `InputError` if an output is also the file that is read, or another output."""
    places = [os.path.realpath(path) for path in (source, *outputs) if path is not None]
    for path in outputs:
        if path is not None and places.count(os.path.realpath(path)) > 1:
            raise InputError(f"{path} would be overwritten, or written twice; name another output")


def each(
    options: argparse.Namespace, puzzles: list[Puzzle], answer: Callable[[Puzzle], Record]
) -> None:
    """Write the answer for each puzzle as soon as it is there.

    Raises `InputError` if that would overwrite the puzzles.
    """
    keep(options.puzzles, options.output)
    done = 0
    with output(options.output) as stream, progress(len(puzzles), "puzzle") as step:
        try:
            for puzzle in puzzles:
                stream.write(json_line(answer(puzzle)) + "\n")
                stream.flush()
                done += 1
                step()
        except KeyboardInterrupt:
            if not done:
                raise
            # Finding the answers so far took time: keep them.
            stopped = InputError(
                f"interrupted in puzzle {done + 1} of {len(puzzles)}; the results for those before "
                f"it are in {options.output or 'the output'}"
            )
        else:
            return
    raise stopped
