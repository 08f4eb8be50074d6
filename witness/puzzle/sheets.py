"""Several panels in one drawing: in rows with captions, or anywhere in a diagram."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from witness.puzzle.grid import Square
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.rules import Path
from witness.puzzle.svg import marks, panel, panel_size, rings
from witness.puzzle.svg_parts import (
    FONT,
    INK_COLOUR,
    LINE_HEIGHT,
    Attributes,
    Point,
    cut,
    decimal,
    document,
    lines,
    outline,
    rect,
    tag,
    title_of,
    wrapped,
)

#: The space between panels.
SPACE = 50

#: The space between a panel and its caption.
_CAPTION_SPACE = 14

_SHEET_COLOUR = "#f4f2ed"


class Panel(NamedTuple):
    """A puzzle with a path, a caption below, and marked squares and dots.

    If it is faded, all but its marks and its caption is half transparent.
    """

    puzzle: Puzzle
    path: Path | None = None
    words: str = ""
    marked: tuple[Square, ...] = ()
    faded: bool = False
    ringed: tuple[Place, ...] = ()

    @property
    def size(self) -> Point:
        """The width, and the height including the caption."""
        width, height = panel_size(self.puzzle)
        below = len(self.lines) * LINE_HEIGHT
        return (width, height + (_CAPTION_SPACE + below if below else 0))

    @property
    def lines(self) -> list[str]:
        """The lines of the caption, wrapped to the width of the panel."""
        return wrapped(self.words, panel_size(self.puzzle)[0])


def sheet(
    panels: Sequence[Panel | tuple[Puzzle, Path | None, str] | None],
    columns: int = 4,
    *,
    scale: float = 50,
    headings: Sequence[str] = (),
) -> str:
    """Draw panels in rows, each with its caption, as one SVG document.

    None leaves a place free. A caption too long for its column is cut; `headings`, one for each
    row, are wrapped. `scale` is the side of a square in pixels, the same for all panels.
    """
    if columns < 1:
        raise ValueError(f"a sheet cannot have {columns} columns")
    shown = [entry and Panel(*entry) for entry in panels]
    sizes = [panel_size(entry.puzzle) if entry else (0, 0) for entry in shown]
    # Panels of one column share its width and panels of one row its height, so that boards of
    # different sizes line up. No column is too narrow for a short caption.
    widths = [max(340, *(w for w, _ in sizes[c::columns])) for c in range(len(sizes[:columns]))]
    total_width = sum(widths) + SPACE * (len(widths) + 1)
    parts: list[str] = []
    y = 0.0
    for row, first in enumerate(range(0, len(shown), columns)):
        height = max(own for _, own in sizes[first : first + columns])
        above = wrapped(headings[row], total_width - 2 * SPACE) if headings else []
        parts += lines(above, (SPACE, y + SPACE / 2), "heading")
        y += SPACE + len(above) * LINE_HEIGHT
        for column, entry in enumerate(shown[first : first + columns]):
            if entry is None:
                continue
            own_width, own_height = sizes[first + column]
            x = sum(widths[:column]) + SPACE * (column + 1) + (widths[column] - own_width) / 2
            words = [cut(entry.words, (widths[column] + SPACE / 2) / FONT)]
            parts += _placed(entry, (x, y + height - own_height), words)
        y += height + 2 * FONT
    return _drawing(total_width, y + SPACE, scale, parts)


def single(shown: Panel, *, scale: float = 50) -> str:
    """Draw one panel with its marks as an SVG document; its words are the tooltip, not a caption.

    `scale` is the side of a square in pixels.
    """
    return document(*panel_size(shown.puzzle), scale, list(_placed(shown, (0, 0), ())))


def diagram(
    panels: Sequence[tuple[Point, Panel]],
    links: Sequence[tuple[Point, Point]],
    size: Point,
    *,
    scale: float = 50,
    legend: Sequence[str] = (),
) -> str:
    """Draw panels at given upper left corners, and lines between given points.

    `size` is the width and the height of the drawing without its legend, which is wrapped below.
    """
    width, height = size
    below = [line for words in legend for line in wrapped(words, width - 2 * SPACE)]
    style: Attributes = {"stroke": INK_COLOUR, "stroke-width": 5}
    parts = [tag("path", "link", {"d": outline(link), **style}) for link in links]
    for corner, entry in panels:
        parts += _placed(entry, corner, entry.lines)
    parts += lines(below, (SPACE, height), "legend")
    return _drawing(width, height + len(below) * LINE_HEIGHT + SPACE * bool(below), scale, parts)


def _drawing(width: float, height: float, scale: float, parts: Sequence[str]) -> str:
    paper = rect("sheet", (0, 0), (width, height), {"fill": _SHEET_COLOUR})
    return document(width, height, scale, [paper, *parts])


def _placed(entry: Panel, corner: Point, words: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a panel at a place, with the lines of its caption below."""
    width, height = panel_size(entry.puzzle)
    yield f'<g transform="translate({decimal(corner[0])} {decimal(corner[1])})">'
    yield title_of(entry.words)
    drawn = panel(entry.puzzle, entry.path)
    yield from ('<g class="faded" opacity="0.35">', *drawn, "</g>") if entry.faded else drawn
    yield from marks(entry.puzzle, entry.marked)
    yield from rings(entry.puzzle, entry.ringed)
    yield from lines(words, (width / 2, height + _CAPTION_SPACE), "caption", "middle")
    yield "</g>"
