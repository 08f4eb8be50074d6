"""A hook of MkDocs: the reference of the command line, from the parser that reads it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from witness.cli import parser

PAGE = "reference/command-line.md"

INTRODUCTION = """\
# Command line

What `witness COMMAND --help` prints. Results go to standard output or to the file named with `-o`,
diagnostics to standard error. The exit status is 0, or 2 after one line about bad input, a limit
that leaves nothing to report, or an interruption. Square brackets hold the default.
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page."""
    files.append(File.generated(config, PAGE, content=page(parser())))
    return files


def page(top: argparse.ArgumentParser) -> str:
    """Return the page about a parser and its commands, as Markdown."""
    parts = [INTRODUCTION, *options(top)]
    for command, depth in commands(top):
        parts += [f"{'#' * depth} {command.prog}", escaped(command.description or "")]
        if not subparsers(command):
            parts += [f"```text\n{usage(command)}\n```", *options(command)]
        if command.epilog:
            shown = examples(command.epilog)
            title = "Examples" if "\n" in shown else "Example"
            parts.append(f"{title}:\n\n```console\n{shown}\n```")
    return "\n\n".join(parts) + "\n"


def commands(
    above: argparse.ArgumentParser, depth: int = 2
) -> Iterator[tuple[argparse.ArgumentParser, int]]:
    """Yield the commands below a parser, each with the depth of its heading."""
    for action in subparsers(above):
        for command in action.choices.values():
            yield command, depth
            yield from commands(command, depth + 1)


def subparsers(
    of: argparse.ArgumentParser,
) -> list[argparse._SubParsersAction[argparse.ArgumentParser]]:
    """Return what holds the commands of a parser; a command without further ones has nothing."""
    return [action for action in of._actions if isinstance(action, argparse._SubParsersAction)]


def usage(command: argparse.ArgumentParser) -> str:
    """Return the usage of a command, in lines of 80 characters on any terminal."""
    formatter = argparse.HelpFormatter(command.prog, width=80)
    formatter.add_usage(command.usage, command._actions, command._mutually_exclusive_groups, "")
    return formatter.format_help().rstrip()


def options(command: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the groups of arguments, each as a definition list below its title."""
    formatter = argparse.HelpFormatter(command.prog)
    for group in command._action_groups:
        shown = [
            action
            for action in group._group_actions
            if action.help != argparse.SUPPRESS
            and not isinstance(action, argparse._SubParsersAction | argparse._HelpAction)
        ]
        if shown:
            if group.title not in ("positional arguments", "options"):
                yield f"**{escaped(group.title or '').capitalize()}**"
            for action in shown:
                yield f"{term(action, formatter)}\n:   {escaped(formatter._expand_help(action))}"


def term(action: argparse.Action, formatter: argparse.HelpFormatter) -> str:
    """Return how an argument is written: its names, with the value that it takes."""
    if not action.option_strings:
        return f"`{formatter._format_args(action, action.dest)}`"
    value = ""
    if action.nargs != 0:
        value = " " + formatter._format_args(action, action.dest.upper())
    return ", ".join(f"`{name}{value}`" for name in action.option_strings)


def examples(epilog: str) -> str:
    """Return the examples of a command's use, with a prompt before each."""
    lines = [line.strip() for line in epilog.splitlines() if line.startswith("  ")]
    return "\n".join(f"$ {line}" for line in lines)


def escaped(text: str) -> str:
    """Return text in which Markdown sees nothing but code between backticks."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([*_<\[\]])", r"\\\1", part) for part in parts
    )
