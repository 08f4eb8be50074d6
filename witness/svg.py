"""A puzzle and a path as a picture that looks like a panel of the game.

All lengths below are in hundredths of a square's side; the `scale` of a drawing only sets the
size at which its view box is shown. Every part has a class, so that a style sheet can change it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import cast

from witness.grid import Vertex
from witness.puzzle import Place, Puzzle, is_edge
from witness.render import check_drawable
from witness.rules import Path

Point = tuple[float, float]
Attributes = Mapping[str, str | float]

_SIDE = 100
_MARGIN = 62  # from the border of the board to the border of the panel; a nub must fit
_LINE = 24
_START = 29
_NUB = 30  # from the goal to the centre of the round end
_RING = 21
_FRAME = 8
_GAP = 30
_DOT = (11,) * 6  # the distances of the corners from the middle
_STAR = (25, 25 * math.cos(math.pi / 4) / math.cos(math.pi / 8)) * 8  # two squares in one

_PANEL_COLOUR = "#8799b0"
_FRAME_COLOUR = "#5d6f84"
_LINE_COLOUR = "#445467"
_PATH_COLOUR = "#fff1b8"
_DOT_COLOUR = "#07090c"
_TRIANGLE_COLOUR = "#ffa31a"
_SHEET_COLOUR = "#f4f2ed"
_INK_COLOUR = "#2b333d"

#: The colours of the game's squares and stars; any other name gets the neutral colour.
COLOURS = {
    "black": "#14161a",
    "white": "#fafafa",
    "red": "#d8262c",
    "orange": "#ff8c1a",
    "yellow": "#ffd92e",
    "green": "#1f9d3f",
    "cyan": "#35e0e6",
    "blue": "#1f4fd8",
    "purple": "#6f2bb5",
    "magenta": "#e83ad0",
    "pink": "#ffa8c8",
    "brown": "#7a4520",
    "gray": "#5f6164",
}
NEUTRAL_COLOUR = "#d9cfb8"

#: What XML cannot hold even when escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(
    puzzle: Puzzle,
    path: Sequence[Place] | None = None,
    *,
    scale: float = 80,
    title: str | None = None,
    notes: Mapping[Place, str] | None = None,
) -> str:
    """Draw a puzzle, and a path if one is given, as a standalone SVG document.

    `notes` are short texts that are written on places, such as numbers along the path.
    `scale` is the side of a square in pixels, `title` what a pointer or a screen reader is told
    (the puzzle's id, when left out). A path that reaches a goal runs on into its nub; any other
    ends round at its head. Raises `InputError` if the path leaves the board or jumps.
    """
    words = puzzle.id if title is None else title
    parts = [_title(words), *_panel(puzzle, path), *_notes(puzzle, notes or {})]
    return _document(*_size(puzzle), scale, parts)


def sheet(
    panels: Sequence[tuple[Puzzle, Path | None, str]], columns: int = 4, *, scale: float = 50
) -> str:
    """Draw several panels in rows, each with its caption below, as one SVG document.

    Each panel is a puzzle, a path or `None`, and a caption; captions too long for their column
    are cut. All panels have the same scale, the side of a square in pixels.
    """
    if columns < 1:
        raise ValueError(f"a sheet cannot have {columns} columns")
    space, caption, font = 50, 56, 28
    sizes = [_size(puzzle) for puzzle, _, _ in panels]
    # Panels of one column share its width and panels of one row its height, so that boards of
    # different sizes line up. No column is too narrow for a short caption.
    widths = [max(340, *(w for w, _ in sizes[c::columns])) for c in range(len(sizes[:columns]))]
    heights = [max(h for _, h in sizes[i : i + columns]) for i in range(0, len(sizes), columns)]
    total_width = sum(widths) + space * (len(widths) + 1)
    total_height = sum(heights) + (space + caption) * len(heights) + space
    parts = [_rect("sheet", (0, 0), (total_width, total_height), {"fill": _SHEET_COLOUR})]
    for number, (puzzle, path, words) in enumerate(panels):
        row, column = divmod(number, columns)
        width, height = sizes[number]
        x = sum(widths[:column]) + space * (column + 1) + (widths[column] - width) / 2
        y = sum(heights[: row + 1]) + (space + caption) * row + space - height
        shown = _escaped(_cut(words, (widths[column] + space / 2) / font))
        place: Attributes = {"x": width / 2, "y": height + 42, "text-anchor": "middle"}
        style: Attributes = {"font-family": "sans-serif", "font-size": font, "fill": _INK_COLOUR}
        parts += [
            f'<g transform="translate({_number(x)} {_number(y)})">',
            _title(words),
            *_panel(puzzle, path),
            _tag("text", "caption", {**place, **style}, shown),
            "</g>",
        ]
    return _document(total_width, total_height, scale, parts)


def _document(width: int, height: int, scale: float, parts: Sequence[str]) -> str:
    if not scale > 0:
        raise ValueError(f"the scale of a drawing cannot be {scale}")
    view = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}"}
    pixels = {"width": width * scale / _SIDE, "height": height * scale / _SIDE}
    content = "\n".join(["", *parts, ""])
    return _tag("svg", "witness", {**view, **pixels, "role": "img"}, content) + "\n"


def _size(puzzle: Puzzle) -> tuple[int, int]:
    return (_SIDE * puzzle.cols + 2 * _MARGIN, _SIDE * puzzle.rows + 2 * _MARGIN)


def _panel(puzzle: Puzzle, path: Sequence[Place] | None) -> Iterator[str]:
    """Yield the parts of a panel from the back to the front."""
    check_drawable(puzzle, path)
    width, height = _size(puzzle)
    inside = (width - _FRAME, height - _FRAME)
    paint: Attributes = {"fill": _PANEL_COLOUR, "stroke": _FRAME_COLOUR, "stroke-width": _FRAME}
    yield _rect("panel", (_FRAME / 2, _FRAME / 2), inside, {"rx": 22, **paint})
    yield from _board(puzzle)
    yield from _square_symbols(puzzle)
    if path:
        yield from _trace(puzzle, path)
    yield from _dots(puzzle)


def _board(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines with their gaps, the start discs and the goals."""
    rungs = [((r, 0), (r, puzzle.cols)) for r in range(puzzle.rows + 1)]
    rungs += [((0, c), (puzzle.rows, c)) for c in range(puzzle.cols + 1)]
    lines = [[_point(puzzle, a), _point(puzzle, b)] for a, b in rungs]
    nubs = {goal: _nub(puzzle, goal) for goal in puzzle.goals}
    lines += [[_place_point(puzzle, goal), nub] for goal, nub in nubs.items() if nub is not None]
    yield _stroke("grid", "".join(_outline(line) for line in lines), _LINE_COLOUR)
    # A gap paints the panel over the line, which leaves the flat ends that the game has.
    for edge in sorted(puzzle.gaps):
        x, y = _place_point(puzzle, edge)
        w, h = (_GAP, _LINE + 2) if edge[0][0] == edge[1][0] else (_LINE + 2, _GAP)
        yield _rect("gap", (x - w / 2, y - h / 2), (w, h), {"fill": _PANEL_COLOUR})
    for start in puzzle.starts:
        yield _circle("start", _place_point(puzzle, start), _START, {"fill": _LINE_COLOUR})
    for goal, nub in nubs.items():
        if nub is None:
            yield from _ring(puzzle, goal, _LINE_COLOUR, _PANEL_COLOUR)


def _trace(puzzle: Puzzle, path: Sequence[Place]) -> Iterator[str]:
    """Yield the path from its start disc to its head or, in a goal, to the end of the nub."""
    points = [_place_point(puzzle, place) for place in path]
    head = path[-1]
    nub = _nub(puzzle, head) if head in puzzle.goals else None
    points += [] if nub is None else [nub]
    if path[0] in puzzle.starts:
        yield _circle("path-start", points[0], _START, {"fill": _PATH_COLOUR})
    if len(points) == 1:
        points *= 2  # only a stroke, even without length, gets its round cap
    yield _stroke("path", _outline(points), _PATH_COLOUR)
    if head in puzzle.goals and nub is None:
        yield from _ring(puzzle, head, _PATH_COLOUR, _LINE_COLOUR)


def _square_symbols(puzzle: Puzzle) -> Iterator[str]:
    for r, c in puzzle.grid.squares:
        x, y = _point(puzzle, (r + 0.5, c + 0.5))
        if (r, c) in puzzle.triangle_at:
            yield _triangles(x, y, puzzle.triangle_at[r, c])
        elif (r, c) in puzzle.colours_at:
            kind, name = puzzle.colours_at[r, c]
            colour, label = COLOURS.get(name, NEUTRAL_COLOUR), _title(f"{name} {kind}")
            if kind == "square":
                yield _rect(kind, (x - 20, y - 20), (40, 40), {"rx": 11, "fill": colour}, label)
            else:
                yield _tag("path", kind, {"d": _polygon(x, y, _STAR), "fill": colour}, label)


def _triangles(x: float, y: float, count: int) -> str:
    """Draw triangles side by side, centred on a point; a stroke rounds their corners."""
    side, space = 20.0, 4.5
    low, high = (y + sign * side * math.sqrt(3) / 4 for sign in (1, -1))
    tips = [x + (number - (count - 1) / 2) * (side + space) for number in range(count)]
    corners = [[(tip, high), (tip - side / 2, low), (tip + side / 2, low)] for tip in tips]
    outline = "".join(_outline(triangle) + "Z" for triangle in corners)
    rim: Attributes = {"stroke": _TRIANGLE_COLOUR, "stroke-width": 2, "stroke-linejoin": "round"}
    return _tag("path", "triangles", {"d": outline, "fill": _TRIANGLE_COLOUR, **rim})


def _dots(puzzle: Puzzle) -> Iterator[str]:
    """Yield the dots, which stay visible on the path as they do in the game."""
    dots = set(puzzle.dots)
    places = [place for place in (*puzzle.grid.edges, *puzzle.grid.vertices) if place in dots]
    for x, y in (_place_point(puzzle, place) for place in places):
        yield _tag("path", "dot", {"d": _polygon(x, y, _DOT), "fill": _DOT_COLOUR})


def _notes(puzzle: Puzzle, notes: Mapping[Place, str]) -> Iterator[str]:
    """Yield a label for each note, dark on the path's colour."""
    font = 17
    for place, words in notes.items():
        x, y = _place_point(puzzle, place)
        width = 0.58 * font * len(words) + 10
        corner = (x - width / 2, y - font / 2 - 3)
        yield _rect("note", corner, (width, font + 6), {"rx": 8, "fill": _INK_COLOUR})
        style: Attributes = {"font-family": "sans-serif", "font-size": font, "fill": _PATH_COLOUR}
        at: Attributes = {"x": x, "y": y + 0.36 * font, "text-anchor": "middle"}
        yield _tag("text", "note-text", {**at, **style}, _escaped(words))


def _ring(puzzle: Puzzle, goal: Place, disc: str, ring: str) -> Iterator[str]:
    """Yield the sign of a goal inside the board."""
    line: Attributes = {"fill": "none", "stroke": ring, "stroke-width": 5}
    yield _circle("goal", _place_point(puzzle, goal), _RING, {"fill": disc})
    yield _circle("goal-ring", _place_point(puzzle, goal), _RING / 2, line)


def _nub(puzzle: Puzzle, goal: Place) -> Point | None:
    """Give the end of a goal's nub, or `None` for a goal inside the board.

    Corners point up or down; on a board that is one line the ends point along the line.
    """
    (r, c), (x, y) = _middle(goal), _place_point(puzzle, goal)
    ends_a_line = puzzle.rows == 0 < puzzle.cols and c in (0, puzzle.cols)
    if r in (0, puzzle.rows) and not ends_a_line:
        return (x, y - _NUB if r == puzzle.rows else y + _NUB)
    if c in (0, puzzle.cols):
        return (x + _NUB if c == puzzle.cols else x - _NUB, y)
    return None


def _point(puzzle: Puzzle, place: tuple[float, float]) -> Point:
    """Give the place on the panel of a (row, column), rows counting upwards."""
    return (_MARGIN + _SIDE * place[1], _MARGIN + _SIDE * (puzzle.rows - place[0]))


def _place_point(puzzle: Puzzle, place: Place) -> Point:
    return _point(puzzle, _middle(place))


def _middle(place: Place) -> tuple[float, float]:
    """Give the (row, column) of a vertex, or of the middle of an edge."""
    if is_edge(place):
        (r, c), (r2, c2) = place
        return ((r + r2) / 2, (c + c2) / 2)
    return cast(Vertex, place)


def _rect(kind: str, corner: Point, size: Point, paint: Attributes, content: str = "") -> str:
    box = {"x": corner[0], "y": corner[1], "width": size[0], "height": size[1]}
    return _tag("rect", kind, {**box, **paint}, content)


def _circle(kind: str, centre: Point, radius: float, paint: Attributes) -> str:
    return _tag("circle", kind, {"cx": centre[0], "cy": centre[1], "r": radius, **paint})


def _stroke(kind: str, outline: str, colour: str) -> str:
    ends = {"stroke-linecap": "round", "stroke-linejoin": "round", "fill": "none"}
    return _tag("path", kind, {"d": outline, "stroke": colour, "stroke-width": _LINE, **ends})


def _outline(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _polygon(x: float, y: float, radii: Sequence[float]) -> str:
    """Give the outline around a point with corners at these distances, the first at the right."""
    turn = 2 * math.pi / len(radii)
    spokes = [(number * turn, radius) for number, radius in enumerate(radii)]
    return _outline([(x + r * math.cos(a), y + r * math.sin(a)) for a, r in spokes]) + "Z"


def _tag(name: str, kind: str, attributes: Attributes, content: str = "") -> str:
    written = "".join(
        f' {key}="{value if isinstance(value, str) else _number(value)}"'
        for key, value in attributes.items()
    )
    end = f">{content}</{name}>" if content else "/>"
    return f'<{name} class="{kind}"{written}{end}'


def _number(value: float) -> str:
    """Write a number the same way everywhere: two decimals at most, and no minus zero."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _title(words: str) -> str:
    return f"<title>{_escaped(words)}</title>"


def _escaped(words: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", words))


def _cut(words: str, room: float) -> str:
    """Cut words that are likely wider than `room` (in font sizes), and mark the cut."""
    for position, sign in enumerate(words):
        room -= 1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.58
        if room < 0:
            return words[: max(position - 1, 0)].rstrip() + "…"
    return words
