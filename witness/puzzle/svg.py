"""A puzzle and a path as a picture that looks like a panel of the game.

All lengths are in hundredths of a square's side; the `scale` of a drawing only sets the size at
which its view box is shown. Every part has a class, so that a style sheet can change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from witness.puzzle.grid import Square
from witness.puzzle.model import ENDS, Place, Puzzle, is_edge
from witness.puzzle.svg_parts import (
    INK_COLOUR,
    SIDE,
    Attributes,
    Point,
    circle,
    document,
    escaped,
    outline,
    rect,
    tag,
    title_of,
)
from witness.puzzle.symbols import IN_SQUARES, ON_LINES, RULED, SYMBOLS
from witness.puzzle.symbols.dots import RADIUS
from witness.puzzle.symbols.shapes import COLOURS, NEUTRAL_COLOUR, PANEL_COLOUR
from witness.puzzle.symbols.symbol import Symbol
from witness.puzzle.text import check_drawable

#: The features of puzzles that are drawn; goals look alike whether or not a path may pass them.
SUPPORTED = ENDS | RULED | {"start-goals", "four-triangles"}

_MARGIN = 62  # from the border of the board to the border of the panel; a nub must fit
_LINE = 24
_START = 29
_NUB = 30  # from the goal to the centre of the round end
_RING = 21
_FRAME = 8

_FRAME_COLOUR = "#5d6f84"
_LINE_COLOUR = "#445467"
_PATH_COLOUR = "#fff1b8"
_MARK_COLOUR = "#c4262e"


def svg(
    puzzle: Puzzle,
    path: Sequence[Place] | None = None,
    *,
    scale: float = 80,
    title: str | None = None,
    notes: Mapping[Place, str] | None = None,
) -> str:
    """Draw a puzzle, and a path if one is given, as a standalone SVG document.

    `notes` are short texts to write on places, such as numbers along the path. `scale` is the side
    of a square in pixels. `title` is the tooltip, also for screen readers (by default the puzzle's
    id). A path that reaches a goal runs on into its nub; any other has a round end at its head.
    Raises `InputError` if the path leaves the board or jumps.
    """
    words = puzzle.id if title is None else title
    parts = [title_of(words), *panel(puzzle, path), *_notes(puzzle, notes or {})]
    return document(*panel_size(puzzle), scale, parts)


def panel_size(puzzle: Puzzle) -> tuple[int, int]:
    """Return the width and the height of a puzzle's panel."""
    return (SIDE * puzzle.cols + 2 * _MARGIN, SIDE * puzzle.rows + 2 * _MARGIN)


def panel(puzzle: Puzzle, path: Sequence[Place] | None) -> Iterator[str]:
    """Yield the parts of a panel from the back to the front."""
    puzzle.require(SUPPORTED, "an SVG drawing does not show that; one as text may (--format text)")
    check_drawable(puzzle, path)
    width, height = panel_size(puzzle)
    inside = (width - _FRAME, height - _FRAME)
    paint: Attributes = {"fill": PANEL_COLOUR, "stroke": _FRAME_COLOUR, "stroke-width": _FRAME}
    yield rect("panel", (_FRAME / 2, _FRAME / 2), inside, {"rx": 22, **paint})
    yield from _board(puzzle)
    yield from _square_symbols(puzzle)
    if path:
        yield from _path(puzzle, path)
    yield from _line_symbols(puzzle)


def _board(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines with their gaps, the discs of the starts, and the goals."""
    rungs = [((r, 0), (r, puzzle.cols)) for r in range(puzzle.rows + 1)]
    rungs += [((0, c), (puzzle.rows, c)) for c in range(puzzle.cols + 1)]
    lines = [[_point(puzzle, a), _point(puzzle, b)] for a, b in rungs]
    nubs = {goal: _nub(puzzle, goal) for goal in puzzle.goals}
    lines += [[_point(puzzle, goal), nub] for goal, nub in nubs.items() if nub is not None]
    yield _stroke("grid", "".join(outline(line) for line in lines), _LINE_COLOUR)
    for edge in sorted(puzzle.barred):
        yield _symbol(puzzle, SYMBOLS[puzzle.barred[edge]], edge)
    for start in puzzle.starts:
        yield circle("start", _point(puzzle, start), _START, {"fill": _LINE_COLOUR})
    for goal, nub in nubs.items():
        if nub is None:
            yield from _ring(puzzle, goal, _LINE_COLOUR, PANEL_COLOUR)


def _path(puzzle: Puzzle, path: Sequence[Place]) -> Iterator[str]:
    """Yield the path from its start disc to its head or, in a goal, to the end of the nub."""
    points = [_point(puzzle, place) for place in path]
    head = path[-1]
    nub = _nub(puzzle, head) if head in puzzle.goals else None
    points += [] if nub is None else [nub]
    if path[0] in puzzle.starts:
        yield circle("path-start", points[0], _START, {"fill": _PATH_COLOUR})
    if len(points) == 1:
        points *= 2  # only a stroke, even without length, gets its round cap
    yield _stroke("path", outline(points), _PATH_COLOUR)
    if head in puzzle.goals and nub is None:
        yield from _ring(puzzle, head, _PATH_COLOUR, _LINE_COLOUR)


def _square_symbols(puzzle: Puzzle) -> Iterator[str]:
    """Yield the symbols in squares, by the squares' numbers."""
    at: dict[Any, tuple[Symbol, Any]] = {
        one.place(entry): (one, entry) for one in IN_SQUARES for entry in getattr(puzzle, one.name)
    }
    for square in puzzle.grid.squares:
        if square in at:
            yield _symbol(puzzle, *at[square])


def _line_symbols(puzzle: Puzzle) -> Iterator[str]:
    """Yield the symbols on lines, which stay visible on the path as they do in the game."""
    at: dict[Any, Symbol] = {
        entry: one for one in ON_LINES if not one.bars for entry in getattr(puzzle, one.name)
    }
    for place in (*puzzle.grid.edges, *puzzle.grid.vertices):
        if place in at:
            yield _symbol(puzzle, at[place], place)


def _symbol(puzzle: Puzzle, symbol: Symbol, entry: Any) -> str:
    """Draw a symbol around the middle of its place."""
    half = 0.5 if symbol.where == "square" else 0
    row, column = _middle(symbol.place(entry))
    x, y = _point(puzzle, (row + half, column + half))
    shape = symbol.shapes[symbol.look(entry)]
    paint, label = shape.paint, ""
    if symbol.coloured:
        paint = {**paint, "fill": COLOURS.get(entry[2], NEUTRAL_COLOUR)}
        label = title_of(f"{entry[2]} {symbol.one}")
    if shape.box is not None:
        width, height = shape.box
        return rect(symbol.kind, (x - width / 2, y - height / 2), shape.box, paint, label)
    lines = [outline([(x + dx, y + dy) for dx, dy in corners]) for corners in shape.polygons]
    return tag("path", symbol.kind, {"d": "".join(f"{line}Z" for line in lines), **paint}, label)


def marks(puzzle: Puzzle, squares: Iterable[Square]) -> Iterator[str]:
    """Yield a frame within each of these squares, with room for three triangles."""
    inset = _LINE / 2 + 1.5
    side = SIDE - 2 * inset
    paint: Attributes = {"fill": _MARK_COLOUR, "fill-opacity": 0.15, "rx": 6}
    line: Attributes = {"stroke": _MARK_COLOUR, "stroke-width": 4}
    for r, c in squares:
        x, y = _point(puzzle, (r + 1, c))
        yield rect("mark", (x + inset, y + inset), (side, side), {**paint, **line})


def rings(puzzle: Puzzle, dots: Iterable[Place]) -> Iterator[str]:
    """Yield a ring around each of these dots."""
    line: Attributes = {"fill": "none", "stroke": _MARK_COLOUR, "stroke-width": 4}
    for dot in dots:
        yield circle("mark", _point(puzzle, dot), 1.7 * RADIUS, line)


def _notes(puzzle: Puzzle, notes: Mapping[Place, str]) -> Iterator[str]:
    """Yield a label for each note: its text in the path's colour on a dark ground."""
    font = 17
    for place, words in notes.items():
        x, y = _point(puzzle, place)
        width = 0.58 * font * len(words) + 10
        corner = (x - width / 2, y - font / 2 - 3)
        yield rect("note", corner, (width, font + 6), {"rx": 8, "fill": INK_COLOUR})
        style: Attributes = {"font-family": "sans-serif", "font-size": font, "fill": _PATH_COLOUR}
        at: Attributes = {"x": x, "y": y + 0.36 * font, "text-anchor": "middle"}
        yield tag("text", "note-text", {**at, **style}, escaped(words))


def _ring(puzzle: Puzzle, goal: Place, disc: str, ring: str) -> Iterator[str]:
    """Yield the sign of a goal inside the board."""
    line: Attributes = {"fill": "none", "stroke": ring, "stroke-width": 5}
    yield circle("goal", _point(puzzle, goal), _RING, {"fill": disc})
    yield circle("goal-ring", _point(puzzle, goal), _RING / 2, line)


def _nub(puzzle: Puzzle, goal: Place) -> Point | None:
    """Return the end of a goal's nub, or `None` for a goal inside the board.

    Corners point up or down; on a board that is one line the ends point along the line.
    """
    (r, c), (x, y) = _middle(goal), _point(puzzle, goal)
    ends_a_line = puzzle.rows == 0 < puzzle.cols and c in (0, puzzle.cols)
    if r in (0, puzzle.rows) and not ends_a_line:
        return (x, y - _NUB if r == puzzle.rows else y + _NUB)
    if c in (0, puzzle.cols):
        return (x + _NUB if c == puzzle.cols else x - _NUB, y)
    return None


def _point(puzzle: Puzzle, place: Place | tuple[float, float]) -> Point:
    """Return the point of the panel at a place, or at a (row, column); rows count upwards."""
    row, column = _middle(place)
    return (_MARGIN + SIDE * column, _MARGIN + SIDE * (puzzle.rows - row))


def _middle(place: Any) -> tuple[float, float]:
    """Return the (row, column) of a vertex, or of the middle of an edge."""
    if is_edge(place):
        (r, c), (r2, c2) = place
        return ((r + r2) / 2, (c + c2) / 2)
    row, column = place
    return (row, column)


def _stroke(kind: str, outline: str, colour: str) -> str:
    ends = {"stroke-linecap": "round", "stroke-linejoin": "round", "fill": "none"}
    return tag("path", kind, {"d": outline, "stroke": colour, "stroke-width": _LINE, **ends})
