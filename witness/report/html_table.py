"""A table as HTML. On a screen that is too narrow for it, its rows are shown as cards.

A table is as narrow as the longest words of its columns allow. Fonts differ, so the width of a word
is an estimate, for a wide font.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

from markupsafe import Markup

from witness.report.abridged import Abridged
from witness.report.render import Shown, cells, duration, shown
from witness.report.rounding import significant

#: The widths of screens, in rem, below which rows can become cards; the last is as good as always.
BREAKPOINTS = (0, 30, 44, 52, 60, 66, 72, 400)

#: In rem: the size of letters in tables, the width of the page's margins and a scroll bar, the
#: greatest width of a table, and the room around the words of a cell.
FONT = 0.84
_MARGINS = 3.5
_GREATEST = 67.5
_PADDING = 0.9

#: The width of a letter or digit in font sizes, in a cell and in a head, which is bold.
_LETTER = 0.63
_BOLD = 0.7

#: Clauses break anywhere; this is how wide a column of them is at least, in rem.
CODE = 13

#: How many digits of a number readers see.
DIGITS = 3

#: What columns of times end with; their cells have units of their own.
_SECONDS = " seconds"

_HEAD = Markup('<th scope="col" role="columnheader" class="{}"{}>{}</th>')
_BETTER = Markup(' title="{} is better"')
_CELL = Markup('<td role="cell" class="{}" data-label="{}"{}><span>{}</span></td>')
_VALUE = Markup(' data-value="{}"')
_LINK = Markup('<a href="{}">{}</a>')
_CODE = Markup("<code>{}</code>")
_ROW = Markup('<tr role="row">{}</tr>')
_NOTHING = Markup(
    '<tr role="row"><td role="cell" class="none" data-label="" colspan="{}">'
    "nothing to show</td></tr>"
)
_TABLE = Markup(
    '<table role="table" class="below-{}{}">\n<thead role="rowgroup">{}</thead>\n'
    '<tbody role="rowgroup">\n{}\n</tbody></table>\n'
)
_CAPTION = Markup('<p class="caption">{}</p>\n')
_LEFT_OUT = Markup('<p class="abridged">{}</p>\n')
_FILE = Markup('<a href="tables/{0}.csv" download>{0}.csv</a>')


def html_table(
    abridged: Abridged,
    caption: str = "",
    *,
    links: Mapping[str, Mapping[str, str]] | None = None,
    sortable: bool = False,
) -> Markup:
    """Return a table with its caption and its file, and with sentences about what it does not show.

    Text is escaped. Where all rows are left out, the sentences are all there is. `links` has the
    addresses of cells, by column and text; a `sortable` table has the values to sort by.
    """
    links = links or {}
    heads, rows = cells(abridged.frame, show=_for_readers)
    heads = [Shown(_title(head.text), head.kind) for head in heads]
    found = _CAPTION.format(_with_file(caption, abridged)) if caption else Markup()
    if rows or not abridged.sentences:
        better = abridged.table.better
        own = (
            _head(head, better.get(str(name)))
            for head, name in zip(heads, abridged.frame.columns, strict=True)
        )
        addresses = [links.get(head.text, {}) for head in heads]
        values = abridged.frame.itertuples(index=False, name=None)
        lines = [
            _ROW.format(_joined(map(_cell, row, heads, addresses, value if sortable else _unsaid)))
            for row, value in zip(rows, values, strict=True)
        ]
        body = Markup("\n").join(lines or [_NOTHING.format(len(heads))])
        kind = " sortable" if sortable else ""
        found += _TABLE.format(list_below(heads, rows), kind, _ROW.format(_joined(own)), body)
    said = " ".join(abridged.sentences)
    if said or not caption:
        found += _LEFT_OUT.format(said if caption else _with_file(said, abridged))
    return found


def _with_file(words: str, abridged: Abridged) -> Markup:
    """Return words, and behind them where all of the table is."""
    return Markup("{} {}").format(words, _FILE.format(abridged.table.name))


def _title(name: str) -> str:
    return f"{name.removesuffix(_SECONDS)} time" if name.endswith(_SECONDS) else name


def _for_readers(value: Any, column: str) -> Shown:
    """Write a value with three digits, and a time in the unit that suits it."""
    if isinstance(value, float) and column.endswith(_SECONDS):
        return Shown(duration(value, DIGITS), "number")
    if isinstance(value, float) and value < 1000:
        rounded = significant(value, DIGITS)
        # What is almost all is not all.
        return shown(value if rounded == 100 else rounded, column)
    return shown(value, column)


_joined = Markup().join
_unsaid: Iterable[Any] = repeat(None)


def _head(head: Shown, better: str | None) -> Markup:
    return _HEAD.format(head.kind, _BETTER.format(better) if better else "", head.text)


def _cell(cell: Shown, head: Shown, addresses: Mapping[str, str], value: Any) -> Markup:
    empty = " no" if cell.text in ("", "–") else ""
    text = _CODE.format(cell.text) if cell.kind == "code" else cell.text
    if cell.text in addresses:
        text = _LINK.format(addresses[cell.text], text)
    number = _VALUE.format(value) if isinstance(value, int | float) else ""
    return _CELL.format(f"{cell.kind}{empty}", head.text, number, text)


def list_below(heads: Sequence[Shown], rows: Sequence[Sequence[Shown]]) -> int:
    """Return the breakpoint, in rem, below which the rows of a table should be cards."""
    width = sum(_column(head, [row[n] for row in rows]) for n, head in enumerate(heads))
    if width > _GREATEST:
        return BREAKPOINTS[-1]
    return next(edge for edge in BREAKPOINTS if width + _MARGINS <= max(edge, 390 / 16))


def _column(head: Shown, cells: Sequence[Shown]) -> float:
    """Return the least width of a column in rem."""
    if any(cell.kind == "code" for cell in cells):
        return CODE + _PADDING
    # Numbers, and the ranges of merged ones, stay on a line.
    words = [w for c in cells for w in ([c.text] if c.kind == "number" else c.text.split())]
    letters = max(
        _BOLD * max(map(len, head.text.split()), default=0),
        _LETTER * max(map(len, words), default=0),
    )
    return FONT * letters + _PADDING
