"""What a notebook shows of a value: a table as HTML, in the notebook's own style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

#: Texts stay on the left, and long ones are broken.
_TABLE = Markup('<table style="text-align:left;overflow-wrap:anywhere">{}</table>')
_CELL = Markup('<{0} style="text-align:left;vertical-align:top">{1}</{0}>')
_ROW = Markup("<tr>{}</tr>")


def code(text: object) -> Markup:
    """Return a text in the letters of programs."""
    return Markup("<code>{}</code>").format(text)


def table(rows: Iterable[Sequence[object]], heads: Sequence[str] = ()) -> str:
    """Return a table; texts are escaped. Without heads, the first cell of a row is its head."""
    first = "td" if heads else "th"
    lines = [_row(["th"] * len(heads), heads)] if heads else []
    lines += [_row([first, *["td"] * (len(row) - 1)], row) for row in rows]
    return str(_TABLE.format(Markup().join(lines)))


def _row(tags: Sequence[str], cells: Sequence[object]) -> Markup:
    both = zip(tags, cells, strict=True)
    return _ROW.format(Markup().join(_CELL.format(tag, cell) for tag, cell in both))
