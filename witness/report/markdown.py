"""Pages in Markdown, written from templates: tables, cells, and paragraphs filled anew."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from witness.report.page import Cell, cells, shown


def markdown(folder: str | Path) -> Environment:
    """Return an environment for the Markdown templates of a folder.

    They have the function `cells` and the filters `cell` and `shown` for what is in tables; the
    template `grid.md.j2` makes a table of a data frame.
    """
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=False,  # Markdown: cells are escaped by `cell`
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["cells"] = cells
    environment.filters["cell"] = cell
    environment.filters["shown"] = lambda value: shown(value).text
    return environment


def cell(value: Cell) -> str:
    """Write a cell of a table in Markdown."""
    text = value.text.replace("|", "\\|")
    if value.kind == "code":
        return "<br>".join(f"`{line}`" for line in text.splitlines())
    return text


def wrapped(text: str) -> str:
    """Fill the paragraphs of a Markdown page anew; tables, code, headings and lists stay."""
    blocks = re.split(r"\n\s*\n", text.strip("\n"))
    filled = [
        block
        if block.startswith(("#", "|", "    ", "!", ">", "- ", "1. "))
        else textwrap.fill(block, 100, break_long_words=False, break_on_hyphens=False)
        for block in (block.rstrip() for block in blocks)
    ]
    return "\n\n".join(filled) + "\n"
