"""Pages from templates: the one Jinja environment, and tables cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from witness.report.learning_tables import VERDICTS

#: Columns that hold clauses, one a line.
CODE = frozenset({"Prolog", "paper's clause", "program"})


@dataclass(frozen=True)
class Cell:
    """A cell as a page shows it: its text, and a class that says how."""

    text: str
    kind: str


def environment(folder: str | Path) -> Environment:
    """Return the environment for the templates of a folder: Markdown (.md.j2) and HTML (.html.j2).

    They have the function `cells` and the filters `cell` and `shown` for what is in tables. HTML is
    escaped, Markdown by `cell`.
    """
    found = Environment(
        loader=FileSystemLoader(folder),
        autoescape=lambda name: name is not None and name.endswith(".html.j2"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["cells"] = cells
    found.filters["cell"] = cell
    found.filters["shown"] = lambda value: shown(value).text
    return found


def render(template: str | Path, **values: Any) -> str:
    """Return a page as its template has it."""
    place = Path(template)
    return environment(place.parent).get_template(place.name).render(**values)


def cells(
    table: pd.DataFrame, columns: Sequence[str] | None = None
) -> tuple[list[Cell], list[list[Cell]]]:
    """Return the heads of a table and its rows as cells, all columns or those that are named.

    A head has the kind of what is below it.
    """
    names = list(table.columns if columns is None else columns)
    values = table[names].itertuples(index=False, name=None)
    rows = [[shown(v, name) for v, name in zip(row, names, strict=True)] for row in values]
    numeric = [any(row[place].kind == "number" for row in rows) for place in range(len(names))]
    heads = [Cell(name, "number" if n else "text") for name, n in zip(names, numeric, strict=True)]
    for row in rows:
        for place, one in enumerate(row):
            # A dash, or numbers that were merged, such as "1–30".
            if numeric[place] and (one.kind == "none" or one.text[:1].isdecimal()):
                row[place] = Cell(one.text, "number")
    return heads, rows


def shown(value: Any, column: str = "") -> Cell:
    """Write a value for a reader: thousands set apart, a dash for what there is not."""
    if value is None:
        return Cell("–", "none")
    if isinstance(value, int):
        return Cell(f"{value:,}", "number")
    if isinstance(value, float):
        return Cell(f"{value:,.0f}" if value >= 1000 else f"{value:g}", "number")
    if column in CODE:
        return Cell(str(value), "code")
    if column in ("ours", "paper", "paper range"):
        return Cell(str(value), "number")
    return Cell(str(value), value if value in VERDICTS else "text")


def cell(value: Cell) -> str:
    """Write a cell of a table in Markdown."""
    text = value.text.replace("|", "\\|")
    if value.kind == "code":
        return "<br>".join(f"`{line}`" for line in text.splitlines())
    return text
