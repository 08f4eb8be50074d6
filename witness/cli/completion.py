"""Completion of commands, options and file names in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

#: The shells for which shtab writes completions.
SHELLS = ("bash", "zsh", "tcsh")


class PrintCompletion(argparse.Action):
    """Print the completion script of the parser for a shell, and exit."""

    def __init__(self, option_strings: list[str], dest: str, **how: Any) -> None:
        super().__init__(
            option_strings, argparse.SUPPRESS, default=argparse.SUPPRESS, choices=SHELLS, **how
        )

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        """Print the script for the shell that the user named."""
        import shtab

        for action in actions(parser):
            kind = str(action.metavar)
            if kind.startswith(("FILE", "CERTIFICATE")):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif kind.startswith("DIR"):
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        print(shtab.complete(parser, shell=rest[1]))
        parser.exit()


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the options and arguments of all commands of a parser."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from actions(command)
