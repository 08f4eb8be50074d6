"""How wide a screen a table of the page needs: on narrower ones its rows are shown as lists.

A table is as narrow as the longest words of its columns allow. Fonts differ, so the width of a word
is an estimate, for a wide font.
"""

from __future__ import annotations

from collections.abc import Sequence

from witness.report.templates import Cell

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


def list_below(heads: Sequence[Cell], rows: Sequence[Sequence[Cell]]) -> int:
    """Return the breakpoint, in rem, below which the rows of a table should be lists."""
    width = sum(_column(head, [row[n] for row in rows]) for n, head in enumerate(heads))
    if width > _GREATEST:
        return BREAKPOINTS[-1]
    return next(edge for edge in BREAKPOINTS if width + _MARGINS <= max(edge, 390 / 16))


def _column(head: Cell, cells: Sequence[Cell]) -> float:
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
