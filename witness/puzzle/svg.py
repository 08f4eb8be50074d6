"""A puzzle and a path as a picture that looks like a panel of the game.

All lengths are in hundredths of a square's side; the `scale` of a drawing only sets the size at
which its view box is shown. Every part has a class, so that a style sheet can change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from witness.puzzle.grid import Square
from witness.puzzle.model import FEATURES, Place, Puzzle, is_edge
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
from witness.puzzle.symbols import IN_SQUARES, ON_LINES, SYMBOLS
from witness.puzzle.symbols.dots import RADIUS
from witness.puzzle.symbols.shapes import COLOURS, NEUTRAL_COLOUR, PANEL_COLOUR, Paint
from witness.puzzle.symbols.symbol import Symbol
from witness.puzzle.text import check_drawable, lines_of, unseen

#: The features of puzzles that are drawn; goals look alike whether or not a path may pass them.
SUPPORTED = frozenset(FEATURES)

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
_TWO_COLOURS = ("#9fdcff", "#ffe36e")  # those of the dots of two lines, but lighter
_ROUND = 26  # how far the lines of a cylinder lead on
_NOTE = 13  # the size of what is written on the frame


def svg(
    puzzle: Puzzle,
    path: Sequence[Place] | None = None,
    *,
    scale: float = 80,
    notes: Mapping[Place, str] | None = None,
) -> str:
    """Draw a puzzle, and a path if one is given, as a standalone SVG document.

    `notes` are short texts to write on places, such as numbers along the path. `scale` is the side
    of a square in pixels. The puzzle's id is the tooltip, also for screen readers. A path that
    reaches a goal runs on into its nub; any other has a round end at its head. Raises `InputError`
    if the path leaves the board or jumps.
    """
    parts = [title_of(puzzle.id), *panel(puzzle, path), *_notes(puzzle, notes or {})]
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
    colours = _TWO_COLOURS if puzzle.symmetry else (_PATH_COLOUR,)
    for line, colour in reversed(list(zip(lines_of(puzzle, path or ()), colours, strict=False))):
        if line:
            yield from _path(puzzle, line, colour)
    yield from _line_symbols(puzzle)
    if words := " · ".join(unseen(puzzle)):
        yield from _written(words, width, height)


def _board(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines with their gaps, the discs of the starts, and the goals."""
    for row, column in puzzle.missing:
        x, y = _point(puzzle, (row + 1, column))
        yield rect("missing", (x, y), (SIDE, SIDE), {"fill": _FRAME_COLOUR}, title_of("no square"))
    around = _ROUND / SIDE if puzzle.wraps else 0
    rungs = [((r, -around), (r, puzzle.cols + around)) for r in range(puzzle.rows + 1)]
    rungs += [((0, c), (puzzle.rows, c)) for c in range(puzzle.cols + 1)]
    lines = [[_point(puzzle, a), _point(puzzle, b)] for a, b in rungs]
    lines += [[point, nub] for goal in puzzle.goals for point, nub in _nubs(puzzle, goal)]
    yield _stroke("grid", "".join(outline(line) for line in lines), _LINE_COLOUR)
    if puzzle.wraps:
        yield _seams(puzzle)
    for edge in sorted(puzzle.barred):
        yield from _symbol(puzzle, SYMBOLS[puzzle.barred[edge]], edge)
    for start in puzzle.starts:
        for point in _points(puzzle, start):
            yield circle("start", point, _START, {"fill": _LINE_COLOUR})
    for goal in puzzle.goals:
        if not _nubs(puzzle, goal):
            yield from _ring(puzzle, goal, _LINE_COLOUR, PANEL_COLOUR)


def _seams(puzzle: Puzzle) -> str:
    """Draw the dashed lines along which the two ends of a cylinder are joined."""
    ends = [[_point(puzzle, (r, c)) for r in (0, puzzle.rows)] for c in (0, puzzle.cols)]
    style: Attributes = {"stroke": PANEL_COLOUR, "stroke-width": 3, "stroke-dasharray": "9 9"}
    words = title_of("the board goes round: both ends are one line")
    return tag("path", "seam", {"d": "".join(map(outline, ends)), **style}, words)


def _path(puzzle: Puzzle, path: Sequence[Place], colour: str) -> Iterator[str]:
    """Yield the path from its start disc to its head or, in a goal, to the end of the nub."""
    head = path[-1]
    nubs = _nubs(puzzle, head) if head in puzzle.goals else []
    if path[0] in puzzle.starts:
        for point in _points(puzzle, path[0]):
            yield circle("path-start", point, _START, {"fill": colour})
    places = _unrolled(puzzle, path) if puzzle.wraps else [_middles(puzzle, path)]
    points = [[_point(puzzle, place) for place in line] for line in places]
    for point, nub in nubs:
        ending = next((line for line in points if line[-1] == point), None)
        if ending is None:
            points.append([point, nub])
        else:
            ending.append(nub)
    # Only a stroke, even without length, gets its round cap.
    lines = [outline(line if len(line) > 1 else 2 * line) for line in points]
    yield _stroke("path", "".join(lines), colour)
    if head in puzzle.goals and not nubs:
        yield from _ring(puzzle, head, colour, _LINE_COLOUR)


def _middles(puzzle: Puzzle, path: Sequence[Place]) -> list[tuple[float, float]]:
    return [_middle(puzzle, place) for place in path]


def _unrolled(puzzle: Puzzle, path: Sequence[Place]) -> list[list[tuple[float, float]]]:
    """Return the lines of a path on a cylinder: it leaves at one end, and goes on at the other.

    Along the seam it is drawn at both ends.
    """
    cols = puzzle.cols
    lines: list[list[tuple[float, float]]] = [_middles(puzzle, path[:1])]
    for row, column in _middles(puzzle, path[1:]):
        last = lines[-1][-1][1]
        if abs(column - last) <= 1:
            lines[-1].append((row, column))
        elif column == 0:
            lines[-1].append((row, cols))
            lines.append([(row, 0)])
        else:
            lines.append([(row, cols), (row, column)])
    middles = _middles(puzzle, path)
    for (row, column), (above, other) in pairwise([*middles, middles[-1]]):
        if column == 0:
            lines.append([(row, cols), *([(above, cols)] if other == 0 else [])])
    return lines


def _square_symbols(puzzle: Puzzle) -> Iterator[str]:
    """Yield the symbols in squares, by the squares' numbers."""
    at: dict[Any, tuple[Symbol, Any]] = {
        one.place(entry): (one, entry) for one in IN_SQUARES for entry in getattr(puzzle, one.name)
    }
    for square in puzzle.grid.squares:
        if square in at:
            yield from _symbol(puzzle, *at[square])


def _line_symbols(puzzle: Puzzle) -> Iterator[str]:
    """Yield the symbols on lines, which stay visible on the path as they do in the game."""
    at: dict[Any, list[tuple[Symbol, Any]]] = {}
    for symbol in ON_LINES:
        for entry in () if symbol.bars else getattr(puzzle, symbol.name):
            at.setdefault(symbol.place(entry), []).append((symbol, entry))
    for place in (*puzzle.grid.edges, *puzzle.grid.vertices):
        for number, (symbol, entry) in enumerate(at.get(place, ())):
            yield from _symbol(puzzle, symbol, entry, beside=RADIUS * number)


def _symbol(puzzle: Puzzle, symbol: Symbol, entry: Any, beside: float = 0) -> Iterator[str]:
    """Draw a symbol around the middle of its place, or `beside` it, where there are several."""
    shape = symbol.drawn(entry)
    colour, words = symbol.colour(entry), symbol.title(entry)
    paint = shape.paint if colour is None else _coloured(shape.paint, colour)
    label = title_of(words) if words else ""
    for x, y in _points(puzzle, symbol.place(entry), symbol.where == "square"):
        if shape.box is not None:
            width, height = shape.box
            yield rect(symbol.kind, (x - width / 2, y - height / 2), shape.box, paint, label)
        else:
            lines = [outline([(x + beside + dx, y + dy) for dx, dy in corners])
                     for corners in shape.polygons]  # fmt: skip
            at = {"d": "".join(f"{line}Z" for line in lines)}
            yield tag("path", symbol.kind, {**at, **paint}, label)


def _coloured(paint: Paint, colour: str) -> Paint:
    """Return a paint with another colour; what is hollow stays so."""
    drawn = COLOURS.get(colour, NEUTRAL_COLOUR)
    own = {} if paint.get("fill") == "none" else {"fill": drawn}
    return {**paint, **own} | ({"stroke": drawn} if "stroke" in paint else {})


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
        for point in _points(puzzle, dot):
            yield circle("mark", point, 1.7 * RADIUS, line)


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


def _written(words: str, width: float, height: float) -> Iterator[str]:
    """Write words at the lower end of a panel, as small as they have to be."""
    size = min(_NOTE, (width - 4 * _FRAME) / (0.58 * len(words)))
    style: Attributes = {"font-family": "sans-serif", "font-size": size, "fill": INK_COLOUR}
    at: Attributes = {"x": 2 * _FRAME, "y": height - 1.5 * _FRAME}
    yield tag("text", "rules", {**at, **style}, escaped(words))


def _ring(puzzle: Puzzle, goal: Place, disc: str, ring: str) -> Iterator[str]:
    """Yield the sign of a goal inside the board."""
    line: Attributes = {"fill": "none", "stroke": ring, "stroke-width": 5}
    for point in _points(puzzle, goal):
        yield circle("goal", point, _RING, {"fill": disc})
        yield circle("goal-ring", point, _RING / 2, line)


def _nubs(puzzle: Puzzle, goal: Place) -> list[tuple[Point, Point]]:
    """Return a goal's nubs as lines, none for a goal inside the board.

    Corners point up or down; on a board that is one line the ends point along the line.
    """
    r, c = _middle(puzzle, goal)
    ends_a_line = puzzle.rows == 0 < puzzle.cols and c in (0, puzzle.cols) and not puzzle.wraps
    if r in (0, puzzle.rows) and not ends_a_line:
        out = (0, -_NUB if r == puzzle.rows else _NUB)
    elif c in (0, puzzle.cols) and not puzzle.wraps:
        out = (_NUB if c == puzzle.cols else -_NUB, 0)
    else:
        return []
    return [((x, y), (x + out[0], y + out[1])) for x, y in _points(puzzle, goal)]


def _points(puzzle: Puzzle, place: Any, in_square: bool = False) -> list[Point]:
    """Return the points where a place is: two of one at the ends of a cylinder."""
    if in_square:
        row, column = place
        return [_point(puzzle, (row + 0.5, column + 0.5))]
    row, column = _middle(puzzle, place)
    both = [column, puzzle.cols] if puzzle.wraps and column == 0 else [column]
    return [_point(puzzle, (row, one)) for one in both]


def _point(puzzle: Puzzle, place: Place | tuple[float, float]) -> Point:
    """Return the point of the panel at a place, or at a (row, column); rows count upwards."""
    row, column = _middle(puzzle, place)
    return (_MARGIN + SIDE * column, _MARGIN + SIDE * (puzzle.rows - row))


def _middle(puzzle: Puzzle, place: Any) -> tuple[float, float]:
    """Return the (row, column) of a vertex, or of the middle of an edge."""
    if is_edge(place):
        (r, c), (r2, c2) = place
        if c2 > c + 1:  # the edge round a cylinder
            c = puzzle.cols
        return ((r + r2) / 2, (c + c2) / 2)
    row, column = place
    return (row, column)


def _stroke(kind: str, outline: str, colour: str) -> str:
    ends = {"stroke-linecap": "round", "stroke-linejoin": "round", "fill": "none"}
    return tag("path", kind, {"d": outline, "stroke": colour, "stroke-width": _LINE, **ends})
