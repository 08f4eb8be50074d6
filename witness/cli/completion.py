"""Completion of commands, options and file names in a shell."""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection, Iterator
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

        functions = dict.fromkeys(SHELLS, "")
        for action in actions(parser):
            kind = str(action.metavar)
            how: Any = None
            if names := getattr(action, "names", None):
                how = _of_names(names(), functions)
            elif kind.startswith(("FILE", "CERTIFICATE")):
                how = shtab.FILE
            elif kind.startswith("DIR"):
                how = shtab.DIRECTORY
            if how is not None:
                action.complete = how  # type: ignore[attr-defined]
        print(shtab.complete(parser, shell=rest[1], preamble=functions))  # type: ignore[arg-type]
        parser.exit()


def _of_names(names: Collection[str], functions: dict[str, str]) -> dict[str, str]:
    """Return what completes names and files in each shell; its functions go to `functions`."""
    words = " ".join(names)
    name = "_witness_" + re.sub(r"\W", "_", words)
    if f"{name}()" not in functions["bash"]:
        functions["bash"] += f'{name}() {{ compgen -W \'{words}\' -- "$1"; compgen -f -- "$1"; }}\n'
        functions["zsh"] += f"{name}() {{ compadd {words}; _files; }}\n"
    return {"bash": name, "zsh": name, "tcsh": f"`echo {words}`"}


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the options and arguments of all commands of a parser."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from actions(command)
