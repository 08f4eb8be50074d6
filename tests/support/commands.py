"""The commands as their parsers know them, and the files that each writes."""

from __future__ import annotations

import argparse

from witness.cli import parser
from witness.cli.outputs import Output


def commands(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command that runs something, by its words."""
    found = {}
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                found |= commands(command)
    return found or {top.prog.removeprefix("witness "): top}


COMMANDS = commands(parser())


def options(name: str) -> list[argparse.Action]:
    """Return the arguments and options of a command that its help shows."""
    shown = [one for one in COMMANDS[name]._actions if one.help != argparse.SUPPRESS]
    return [one for one in shown if one.dest != "help"]


def outputs(name: str) -> list[argparse.Action]:
    """Return the options of a command that name a file or a folder to write."""
    return [one for one in options(name) if isinstance(one.type, Output)]


def command_of(words: list[str]) -> str:
    """Return the command that words after `witness` call."""
    return next(name for name in COMMANDS if words[: len(name.split())] == name.split())
