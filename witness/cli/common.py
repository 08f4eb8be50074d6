"""What several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

Run = Callable[[argparse.Namespace], None]


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


def add_background(parser: argparse.ArgumentParser) -> None:
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
