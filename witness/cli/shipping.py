"""The command about the files that come with the project: shipped."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from witness.base.extras import how_to_install
from witness.base.shipped import SHIPPED, shipped_file
from witness.cli.common import Parser, command
from witness.cli.messages import notice


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command of this file."""
    shipped = command(
        commands, "shipped", _shipped, "say where the files are that come with the project",
        "witness shipped Snakefile",
        "witness shipped examples/panels.jsonl",
    )  # fmt: skip
    shipped.add_argument(
        "name", metavar="NAME", nargs="?",
        help="file or folder, such as Snakefile or examples/panels.jsonl [each at the top]",
    )  # fmt: skip


def _shipped(options: argparse.Namespace) -> None:
    for name in SHIPPED if options.name is None else (options.name,):
        print(shipped_file(name))
    if options.name == "Snakefile" and find_spec("snakemake") is None:
        notice(f"Snakemake is not installed: {how_to_install('workflow')}")
