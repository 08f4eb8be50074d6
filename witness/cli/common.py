"""What several commands share: options, argument types, reading puzzles, writing answers."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from witness.base.errors import InputError
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
    parser.add_argument(
        "--bias",
        metavar="FILE",
        help="bias of the hypotheses [that of their experiment in results/, else bias/paper.pl]",
    )


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong arguments in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line."""
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


def identifier(text: str) -> str:
    """Return the beginning of ids: printable characters."""
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} is not a name of printable characters")
    return text


def positive_int(text: str) -> int:
    """Return a whole number above 0."""
    return int(_number(text, int, "a whole number above 0", lambda value: value >= 1))


def natural_int(text: str) -> int:
    """Return a whole number from 0 on."""
    return int(_number(text, int, "a whole number from 0", lambda value: value >= 0))


def positive_float(text: str) -> float:
    """Return a finite number above 0."""
    return _number(text, float, "a number above 0", lambda value: 0 < value < float("inf"))


def _number(
    text: str, kind: type[int] | type[float], wanted: str, fits: Callable[[float], bool]
) -> float:
    try:
        value = kind(text)
    except ValueError:
        value = None
    if value is None or not fits(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
    return value


@contextmanager
def progress(total: int | None, unit: str) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error if that is a terminal.

    Yields the function that advances it by a number of steps.
    """
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, file=sys.stderr, disable=None, leave=False) as bar:
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
