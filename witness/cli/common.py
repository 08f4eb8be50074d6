"""What several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Run = Callable[[argparse.Namespace], None]


def command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
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
    parser.add_argument("--bk", metavar="FILE", help="background definitions [bk/triangles.pl]")
    parser.add_argument("--bias", metavar="FILE", help="bias of the hypotheses [bias/paper.pl]")


def positive_int(text: str) -> int:
    """Read a whole number above 0."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return value


def natural_int(text: str) -> int:
    """Read a whole number from 0."""
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is below 0")
    return value


def positive_float(text: str) -> float:
    """Read a finite number above 0."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return value


@contextmanager
def progress(total: int | None, unit: str) -> Iterator[Callable[[], None]]:
    """Show a progress bar on standard error when that is a terminal; give its step function."""
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, file=sys.stderr, disable=None, leave=False) as bar:
        yield lambda: bar.update() and None
