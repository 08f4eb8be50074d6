"""Rows of a tidy table as text: for reading, or for other programs."""

from __future__ import annotations

import csv
import io
import json
import math
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence

from witness.report.tidy import Cell, Column, Row

#: Characters of a line of English, or of a list, below a row of a table.
WIDTH = 96

#: Digits of the least number of a column that are shown, and decimals at most.
SIGNIFICANT, MOST_DECIMALS = 2, 6


def csv_rows(rows: Iterable[Row], columns: Sequence[Column]) -> str:
    """Return rows as CSV: true and false, lists with spaces between texts, nothing for no value."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    names = [column.name for column in columns]
    writer.writerow(names)
    writer.writerows([_plain(row[name]) for name in names] for row in rows)
    return stream.getvalue()


def _plain(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return " ".join(cell) if isinstance(cell, tuple) else cell


def _objects(rows: Iterable[Row], columns: Sequence[Column]) -> list[str]:
    """Return each row as a JSON object on one line."""
    names = [column.name for column in columns]
    return [json.dumps({name: row[name] for name in names}, ensure_ascii=False) for row in rows]


def _jsonl(rows: Iterable[Row], columns: Sequence[Column]) -> str:
    return "".join(f"{found}\n" for found in _objects(rows, columns))


def _json(rows: Iterable[Row], columns: Sequence[Column]) -> str:
    found = _objects(rows, columns)
    return "[\n" + ",\n".join(f" {line}" for line in found) + "\n]\n" if found else "[]\n"


def _markdown(rows: Iterable[Row], columns: Sequence[Column]) -> str:
    lines = [
        "| " + " | ".join(column.name for column in columns) + " |",
        "| " + " | ".join("---:" if c.kind == "number" else "---" for c in columns) + " |",
    ]
    found = list(rows)
    for row in zip(*(_column(found, column.name) for column in columns), strict=True):
        cells = (cell.replace("|", "\\|").replace("\n", "<br>") for cell in row)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


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
    "jsonl": _jsonl,
    "markdown": _markdown,
}

#: The formats for reading; the others have all columns unless told otherwise.
FOR_READING = ("table", "markdown")
