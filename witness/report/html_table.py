"""A table as HTML. On a screen that is too narrow for it, its rows are shown as lists.

A table is as narrow as the longest words of its columns allow. Fonts differ, so the width of a word
is an estimate, for a wide font.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from witness.report.abridged import Abridged
from witness.report.render import Shown, cells

#: The widths of screens, in rem, below which rows can become lists; the last is as good as always.
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

_HEAD = Markup('<th scope="col" role="columnheader" class="{}"{}>{}</th>')
_BETTER = Markup(' title="{} is better"')
_CELL = Markup('<td role="cell" class="{}" data-label="{}"><span>{}</span></td>')
_CODE = Markup("<code>{}</code>")
_ROW = Markup('<tr role="row">{}</tr>')
_NOTHING = Markup(
    '<tr role="row"><td role="cell" class="none" data-label="" colspan="{}">'
    "nothing to show</td></tr>"
)
_TABLE = Markup(
    '<table role="table" class="below-{}">\n<thead role="rowgroup">{}</thead>\n'
    '<tbody role="rowgroup">\n{}\n</tbody></table>\n'
)
_CAPTION = Markup('<p class="caption">{}</p>\n')
_LEFT_OUT = Markup('<p class="abridged">{}</p>\n')


def html_table(shown: Abridged, caption: str = "") -> Markup:
    """Return a table with its caption, and with sentences about what it does not show.

    Text is escaped. Where all rows are left out, the sentences are all there is.
    """
    heads, rows = cells(shown.frame)
    found = _CAPTION.format(caption) if caption else Markup()
    if rows or not shown.sentences:
        better = shown.table.better
        own = (_head(head, better.get(head.text)) for head in heads)
        lines = [_ROW.format(_joined(map(_cell, row, heads))) for row in rows]
        body = Markup("\n").join(lines or [_NOTHING.format(len(heads))])
        found += _TABLE.format(list_below(heads, rows), _ROW.format(_joined(own)), body)
    if shown.sentences:
        found += _LEFT_OUT.format(" ".join(shown.sentences))
    return found


_joined = Markup().join


def _head(head: Shown, better: str | None) -> Markup:
    return _HEAD.format(head.kind, _BETTER.format(better) if better else "", head.text)


def _cell(cell: Shown, head: Shown) -> Markup:
    empty = " no" if cell.text in ("", "–") else ""
    text = _CODE.format(cell.text) if cell.kind == "code" else cell.text
    return _CELL.format(f"{cell.kind}{empty}", head.text, text)


def list_below(heads: Sequence[Shown], rows: Sequence[Sequence[Shown]]) -> int:
    """Return the breakpoint, in rem, below which the rows of a table should be lists."""
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
