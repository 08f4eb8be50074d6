"""A table as HTML. On a screen that is too narrow for it, it scrolls sideways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import repeat
from typing import Any

from markupsafe import Markup

from witness.report.abridged import Abridged
from witness.report.render import Shown, cells, duration, shown
from witness.report.rounding import significant

#: How many digits of a number readers see.
DIGITS = 3

#: What columns of times end with; their cells have units of their own.
_SECONDS = " seconds"

_HEAD = Markup('<th scope="col" class="{}"{}>{}</th>')
_BETTER = Markup(' title="{} is better"')
_CELL = Markup('<td class="{}"{}>{}</td>')
_VALUE = Markup(' data-value="{}"')
_LINK = Markup('<a href="{}">{}</a>')
_CODE = Markup("<code>{}</code>")
_ROW = Markup("<tr>{}</tr>")
_NOTHING = Markup('<tr><td class="none" colspan="{}">nothing to show</td></tr>')
_TABLE = Markup(
    '<div class="scroll"><table{}>\n<thead>{}</thead>\n<tbody>\n{}\n</tbody></table></div>\n'
)
_CAPTION = Markup('<p class="caption">{}</p>\n')
_LEFT_OUT = Markup('<p class="abridged">{}</p>\n')
_WHOLE = Markup('<div class="table">\n{}</div>\n')
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
            _ROW.format(_joined(map(_cell, row, addresses, value if sortable else _unsaid)))
            for row, value in zip(rows, values, strict=True)
        ]
        body = Markup("\n").join(lines or [_NOTHING.format(len(heads))])
        kind = Markup(' class="sortable"') if sortable else ""
        found += _TABLE.format(kind, _ROW.format(_joined(own)), body)
    said = " ".join(abridged.sentences)
    if said or not caption:
        found += _LEFT_OUT.format(said if caption else _with_file(said, abridged))
    return _WHOLE.format(found)


def _with_file(words: str, abridged: Abridged) -> Markup:
    """Return words, and behind them where all of the table is."""
    return Markup("{} {}").format(words, _FILE.format(abridged.table.name))


def _title(name: str) -> str:
    return f"{name.removesuffix(_SECONDS)} time" if name.endswith(_SECONDS) else name


def _for_readers(value: Any, column: str) -> Shown:
    """Write a value with three digits, and a time in the unit that suits it."""
    if isinstance(value, float) and column.endswith(_SECONDS):
        return Shown(duration(value, DIGITS), "number")
    if isinstance(value, float):
        rounded = significant(value, DIGITS)
        # What is almost all is not all.
        return shown(value if rounded == 100 else rounded, column)
    return shown(value, column)


_joined = Markup().join
_unsaid: Iterable[Any] = repeat(None)


def _head(head: Shown, better: str | None) -> Markup:
    return _HEAD.format(head.kind, _BETTER.format(better) if better else "", head.text)


def _cell(cell: Shown, addresses: Mapping[str, str], value: Any) -> Markup:
    text = _CODE.format(cell.text) if cell.kind == "code" else cell.text
    if cell.text in addresses:
        text = _LINK.format(addresses[cell.text], text)
    number = _VALUE.format(value) if isinstance(value, int | float) else ""
    return _CELL.format(cell.kind, number, text)
