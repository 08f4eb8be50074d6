"""Tables as text: cells for readers, Markdown, CSV, JSON, and aligned columns for a terminal.

The template of the report writes the same cells as HTML.
"""

from __future__ import annotations

import json
import math
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from witness.base.files import csv_lines
from witness.pipeline.report.records import VERDICTS
from witness.pipeline.report.speedups import NOT_TIMED
from witness.pipeline.report.table import IN_SECONDS, Cell, Column, Row, significant

if TYPE_CHECKING:
    import pandas as pd

#: Columns that hold clauses, one a line.
CODE = frozenset({"Prolog", "paper's clause", "program"})

#: Characters of a line of English, or of a list, below a row of a table.
WIDTH = 96

#: Digits of the least number of a column that are shown, and decimals at most.
SIGNIFICANT, MOST_DECIMALS = 2, 6


@dataclass(frozen=True)
class Shown:
    """A cell as a page shows it: its text, and a class that says how."""

    text: str
    kind: str


def cells(
    table: pd.DataFrame,
    columns: Sequence[str] | None = None,
    show: Callable[[Any, str], Shown] | None = None,
) -> tuple[list[Shown], list[list[Shown]]]:
    """Return the heads of a table and its rows as cells, all columns or those that are named.

    A head has the kind of what is below it. `show` writes a value of a column, as `shown` does.
    """
    names, show = list(table.columns if columns is None else columns), show or shown
    values = map(_timed, table[names].itertuples(index=False, name=None))
    rows = [[show(v, name) for v, name in zip(row, names, strict=True)] for row in values]
    numeric = [any(row[place].kind == "number" for row in rows) for place in range(len(names))]
    heads = [Shown(name, "number" if n else "text") for name, n in zip(names, numeric, strict=True)]
    for row in rows:
        for place, one in enumerate(row):
            if numeric[place] and (one.kind == "none" or one.text[:1].isdecimal()):
                row[place] = Shown(one.text, "number")
    return heads, rows


def _timed(row: Sequence[Any]) -> Sequence[Any]:
    """Return a row; one whose head says that it holds seconds has times with their units."""
    if not row or not str(row[0]).endswith(IN_SECONDS):
        return row
    times = (duration(cell) if isinstance(cell, int | float) else cell for cell in row[1:])
    return row[0].removesuffix(IN_SECONDS), *times


def shown(value: Any, column: str = "") -> Shown:
    """Write a value for a reader: thousands set apart, a dash for what there is not."""
    if value is None:
        return Shown("–", "none")
    if isinstance(value, int):
        return Shown(f"{value:,}", "number")
    if isinstance(value, float):
        return Shown(f"{value:,.0f}" if value >= 1000 else f"{value:g}", "number")
    if column in CODE:
        return Shown(str(value), "code")
    if isinstance(value, tuple):
        return Shown(" to ".join(dict.fromkeys(f"{bound:,g}" for bound in value)), "text")
    if column in ("ours", "paper"):
        return Shown(str(value), "number")
    return Shown(str(value), value if value in VERDICTS else "text")


def duration(seconds: float, digits: int = 3) -> str:
    """Return a time in the unit that suits it, from microseconds to hours."""
    rounded = significant(seconds, digits)
    for unit, size, below in _UNITS:
        if rounded < below:
            return f"{significant(seconds / size, digits):g} {unit}"
    raise AssertionError(seconds)


#: The units of time: name, seconds, and the number of seconds below which it is used.
_UNITS = (
    ("µs", 1e-6, 1e-3),
    ("ms", 1e-3, 1),
    ("s", 1, 120),
    ("min", 60, 7200),
    ("h", 3600, math.inf),
)


def markdown(table: pd.DataFrame, columns: Sequence[str] | None = None) -> str:
    """Return a frame as a table in Markdown, all columns or those that are named."""
    heads, rows = cells(table, columns)
    numeric = [head.kind == "number" for head in heads]
    return _markdown(map(_in_markdown, heads), numeric, (map(_in_markdown, row) for row in rows))


def _in_markdown(value: Shown) -> str:
    text = value.text.replace("|", "\\|")
    if value.kind == "code":
        return "<br>".join(f"`{line}`" for line in text.splitlines())
    return text


def _markdown(heads: Iterable[str], numeric: Iterable[bool], rows: Iterable[Iterable[str]]) -> str:
    ruler = ("---:" if number else "---" for number in numeric)
    return "".join(f"| {' | '.join(line)} |\n" for line in (heads, ruler, *rows))


def csv_text(table: pd.DataFrame, intervals: Iterable[str] = ()) -> str:
    """Return a frame as CSV; a cell without a value is empty, also one that says why.

    Each of the columns that hold `intervals` becomes two, for the lower and the upper bound.
    """
    table = table.mask(table.isin([*NOT_TIMED]), None)
    for name in (name for name in intervals if name in table):
        place = list(table).index(name)
        for number, end in enumerate(("low", "high")):
            own = [None if cell is None else cell[number] for cell in table[name]]
            table.insert(place + number, f"{name}, {end}", own)
        table = table.drop(columns=name)
    return table.to_csv(index=False, lineterminator="\n")


def csv_rows(rows: Iterable[Row], columns: Sequence[Column]) -> str:
    """Return rows as CSV: true and false, lists with spaces between texts, nothing for no value."""
    names = [column.name for column in columns]
    return csv_lines([names, *([_plain(row[name]) for name in names] for row in rows)])


def _plain(cell: Cell) -> Cell:
    if isinstance(cell, bool):
        return str(cell).lower()
    return " ".join(cell) if isinstance(cell, tuple) else cell


def _json(rows: Iterable[Row], columns: Sequence[Column]) -> str:
    """Return rows as a list in JSON, each an object on one line."""
    names = [column.name for column in columns]
    found = [json.dumps({name: row[name] for name in names}, ensure_ascii=False) for row in rows]
    return "[\n" + ",\n".join(f" {line}" for line in found) + "\n]\n" if found else "[]\n"


def _markdown_rows(rows: Iterable[Row], columns: Sequence[Column]) -> str:
    found = list(rows)
    by_column = [_column(found, column.name) for column in columns]
    cells = (
        [cell.replace("|", "\\|").replace("\n", "<br>") for cell in row]
        for row in zip(*by_column, strict=True)
    )
    numeric = (column.kind == "number" for column in columns)
    return _markdown((column.name for column in columns), numeric, cells)


def _column(rows: Sequence[Row], name: str) -> list[str]:
    """Return the cells of a column for reading, all with the decimals that its numbers need.

    The least of them has `SIGNIFICANT` digits, and none that is not whole is shown as if it were.
    """
    cells = [row[name] for row in rows]
    broken = [cell for cell in cells if isinstance(cell, float) and cell % 1]
    least = min(map(abs, broken), default=1.0)
    decimals = max(0, SIGNIFICANT - 1 - math.floor(math.log10(least)))
    while decimals < MOST_DECIMALS and any(not round(cell, decimals) % 1 for cell in broken):
        decimals += 1
    decimals = min(decimals, MOST_DECIMALS)
    return [f"{c:.{decimals}f}" if isinstance(c, float) else _read(c) for c in cells]


def _read(cell: Cell) -> str:
    """Return a cell for reading; the texts of a list stand in lines of their own."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, tuple):
        return "\n".join(cell)
    return "" if cell is None else " ".join(str(cell).splitlines())


def _table(rows: Iterable[Row], columns: Sequence[Column]) -> str:
    """Return rows in aligned columns. Lists stand below their row, as they would tear it apart."""
    flat = [column for column in columns if column.kind != "texts"]
    lists = [column for column in columns if column.kind == "texts"]
    found = list(rows)
    cells = [_column(found, column.name) for column in flat]
    heads = [column.name for column in flat]
    widths = [max(map(len, (head, *own))) for head, own in zip(heads, cells, strict=True)]
    lines = [_line(heads, flat, widths)]
    for number, row in enumerate(found):
        lines.append(_line([own[number] for own in cells], flat, widths))
        lines += _below({column.name: row[column.name] for column in lists})
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> str:
    parts = (
        cell.rjust(width) if column.kind == "number" else cell.ljust(width)
        for cell, column, width in zip(cells, columns, widths, strict=True)
    )
    return "  ".join(parts).rstrip()


def _below(lists: Mapping[str, Cell]) -> list[str]:
    """Return the lines of the lists of a row: clauses as they are, each with its English below it.

    Everything else is in lines of `WIDTH`.
    """
    texts = {name: cell if isinstance(cell, tuple) else () for name, cell in lists.items()}
    clauses, english = texts.pop("hypothesis", ()), texts.pop("english", ())
    if len(clauses) == len(english):
        lines = []
        for clause, sentence in zip(clauses, english, strict=True):
            lines += [f"    {clause}", *_wrapped(sentence, 6)]
    else:
        lines = [f"    {clause}" for clause in clauses]
        lines += [line for sentence in english for line in _wrapped(sentence, 4)]
    return lines + [line for names in texts.values() for line in _wrapped(", ".join(names), 4)]


def _wrapped(text: str, indent: int) -> list[str]:
    room = " " * indent
    return textwrap.wrap(
        text, WIDTH, initial_indent=room, subsequent_indent=room, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


#: How rows can be written, by name.
FORMATS: Mapping[str, Callable[[Iterable[Row], Sequence[Column]], str]] = {
    "table": _table,
    "csv": csv_rows,
    "json": _json,
    "markdown": _markdown_rows,
}

#: The formats for reading; the others have all columns unless told otherwise.
FOR_READING = ("table", "markdown")
