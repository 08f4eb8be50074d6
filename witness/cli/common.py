"""What several commands share."""

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

#: What --solver takes.
SOLVERS = ("auto", "frontier", "clingo", "z3", "astar")

Run = Callable[[argparse.Namespace], None]

#: What raises `InputError` for a puzzle that a command cannot take.
Check = Callable[[Puzzle], object]

#: A line of output.
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
    """Add the option of the game's own rule about goals."""
    parser.add_argument(
        "--pass-goals",
        action="store_true",
        help="let paths run over goals, as in the game, whatever the puzzles say",
    )


def add_solver(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the options that say who solves, and for how long."""
    parser.add_argument("--solver", choices=SOLVERS, default=default, help=f"[{default}]")
    parser.add_argument("--time-limit", type=positive_float, metavar="S", help="seconds a puzzle")
    parser.add_argument(
        "--memory-limit", type=positive_float, metavar="MB", help="of states or open nodes"
    )


def chosen_puzzles(options: argparse.Namespace, check: Check) -> list[Puzzle]:
    """Read the puzzle file of a command.

    Raises `InputError`, naming the file, before any work when it is empty or `check` raises it.
    """
    puzzles = _read_puzzles(options)
    for puzzle in puzzles:
        checked(puzzle, check, options.puzzles)
    return puzzles


def chosen_puzzle(options: argparse.Namespace, check: Check) -> Puzzle:
    """Return the puzzle that --id names, else the first one, once `check` has seen it."""
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
    """Return the puzzle if `check` takes it; else raise its `InputError`, naming the file."""
    try:
        check(puzzle)
    except InputError as error:
        raise error.at(file=path) from None
    return puzzle


def add_background(parser: argparse._ActionsContainer) -> None:
    """Add the options that name background and bias."""
    parser.add_argument(
        "--bk",
        metavar="FILE",
        help="background definitions [those that go with the bias: bk/NAME.pl for bias/NAME.pl if "
        "there is one, else bk/triangles.pl]",
    )
    parser.add_argument("--bias", metavar="FILE", help="bias of the hypotheses [bias/paper.pl]")


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line."""
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


def identifier(text: str) -> str:
    """Read the beginning of ids: some printable characters."""
    if not text.strip() or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} is not a name of printable characters")
    return text


def positive_int(text: str) -> int:
    """Read a whole number above 0."""
    return int(_number(text, int, "a whole number above 0", lambda value: value >= 1))


def natural_int(text: str) -> int:
    """Read a whole number from 0."""
    return int(_number(text, int, "a whole number from 0", lambda value: value >= 0))


def positive_float(text: str) -> float:
    """Read a finite number above 0."""
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
    """Show a progress bar on standard error when that is a terminal; give its step function, which
    takes the number of steps.
    """
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, file=sys.stderr, disable=None, leave=False) as bar:
        yield lambda steps=1: bar.update(steps) and None


def keep(source: str, *outputs: str | None) -> None:
    """Raise `InputError` if an output is the file that is read, or another output."""
    places = [os.path.realpath(path) for path in (source, *outputs) if path is not None]
    for path in outputs:
        if path is not None and places.count(os.path.realpath(path)) > 1:
            raise InputError(f"{path} is read, or written twice; name another output")


def each(
    options: argparse.Namespace, puzzles: list[Puzzle], answer: Callable[[Puzzle], Record]
) -> None:
    """Write the answer about every puzzle, as soon as it is there.

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
            # What was found took its time: it is kept.
            stopped = InputError(
                f"interrupted in puzzle {done + 1} of {len(puzzles)}; the results of those before "
                f"it are in {options.output or 'the output'}"
            )
        else:
            return
    raise stopped
