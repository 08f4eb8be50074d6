"""The command about the files that come with the project: shipped."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

from witness.base.extras import how_to_install
from witness.base.shipped import SHIPPED, shipped_file
from witness.cli.messages import notice
from witness.cli.signature import Option, command


@command(
    "lab shipped", "witness lab shipped Snakefile", "witness lab shipped examples/panels.jsonl"
)
def shipped(
    name: Annotated[
        str | None,
        Option(
            "file or folder, such as Snakefile or examples/panels.jsonl",
            metavar="NAME",
            unset="each at the top",
        ),
    ] = None,
) -> None:
    """Say where the files are that come with the project."""
    for each in SHIPPED if name is None else (name,):
        print(shipped_file(each))
    if name == "Snakefile" and find_spec("snakemake") is None:
        notice(f"Snakemake is not installed: {how_to_install('workflow')}")


COMMANDS = (shipped,)
