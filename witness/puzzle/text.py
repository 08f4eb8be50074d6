"""A puzzle and a path as text for a terminal.

A square is five characters wide and one line high: its symbols stay clear of the lines around
them, and a 10×10 board fits a terminal of 80×24. The characters:

- ● start, ◎ goal (◉ where a board of one line has both at one vertex);
- thin lines for the board, heavy lines for the path, a hole in a line for a gap; a path that
  crosses a gap against the rules is dashed there (╍ ╏);
- symbols have signs of their own (`witness.puzzle.symbols`), such as ▲ triangles; a symbol with a
  colour comes after the code of its colour, and a legend below the board explains the codes.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import cast

from witness.base.errors import InputError
from witness.puzzle.grid import Edge, Square, Vertex, edge_between
from witness.puzzle.model import ENDS, Place, Puzzle, is_edge
from witness.puzzle.rules import path_edges, violations
from witness.puzzle.symbols import IN_SQUARES, ON_LINES, RULED

#: The features of puzzles that are drawn; goals look alike whether or not a path may pass them.
SUPPORTED = ENDS | RULED | {"start-goals", "four-triangles"}

#: The distance of neighbouring vertices, in characters and in lines.
_WIDE, _HIGH = 6, 2

_START, _GOAL, _BOTH = "●", "◎", "◉"

#: Where lines meet: the character at 27·up + 9·right + 3·down + left, each arm being 0 (none),
#: 1 (thin) or 2 (heavy). Mixed characters keep the thin board whole beside a heavy path.
_JUNCTIONS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


def text(puzzle: Puzzle, path: Sequence[Place] | None = None) -> str:
    """Draw a puzzle, and a path if one is given, for a fixed-width font.

    The top row of the board comes first; there is no line break at the end. The path may end
    anywhere and may break the rules. Raises `InputError` if it leaves the board or jumps.
    """
    puzzle.require(SUPPORTED, "a drawing as text does not show that; an SVG may (--format svg)")
    check_drawable(puzzle, path)
    used = _heavy(path or ())
    canvas = [[" "] * (_WIDE * puzzle.cols + 1) for _ in range(_HIGH * puzzle.rows + 1)]

    def put(row: int, column: int, signs: str) -> None:
        canvas[row][column : column + len(signs)] = signs

    for edge in puzzle.grid.edges:
        (r, c), (r2, _) = edge
        line = _HIGH * (puzzle.rows - r)
        if r == r2:
            put(line, _WIDE * c + 1, _horizontal(puzzle, edge, used))
        else:
            put(line - 1, _WIDE * c, _vertical(puzzle, edge, used))
    visited = set(path or ())
    for r, c in puzzle.grid.vertices:
        sign = _vertex_sign(puzzle, (r, c), used, visited)
        put(_HIGH * (puzzle.rows - r), _WIDE * c, sign)
    codes = colour_codes(colour for _, colour in puzzle.colours_at.values())
    for symbol in IN_SQUARES:
        for entry in getattr(puzzle, symbol.name):
            r, c = cast(Square, symbol.place(entry))
            content = symbol.text(entry, codes)
            put(_HIGH * (puzzle.rows - r) - 1, _WIDE * c + 1, content.center(_WIDE - 1))
    lines = ["".join(line).rstrip() for line in canvas]
    if codes:
        legend = ", ".join(f"{code}={colour}" for colour, code in sorted(codes.items()))
        lines += ["", *textwrap.wrap(f"Colours: {legend}", max(len(canvas[0]), 60))]
    return "\n".join(lines)


def check_drawable(puzzle: Puzzle, path: Sequence[Place] | None) -> None:
    """Raise `InputError` if a path cannot be drawn because it leaves the board or jumps.

    All other mistakes can be drawn, and a drawing helps to see them.
    """
    for violation in violations(puzzle, path) if path else ():
        if violation.kind in ("off-board", "step"):
            raise InputError(f"the path cannot be drawn: {violation}")


def colour_codes(colours: Iterable[str]) -> dict[str, str]:
    """Return a short code for each colour: a letter of its name, or a number.

    A colour gets its first letter unless another has it, else another letter of its name, else the
    first free number, so that no code is wider than a square.
    """
    names = sorted(set(colours))
    codes: dict[str, str] = {}
    for name in names:
        if name[0] not in codes.values():
            codes[name] = name[0]
    for name in names:
        if name not in codes:
            taken = set(codes.values())
            spare = [*name, *(str(number) for number in range(1, len(names) + 1))]
            codes[name] = next(code for code in spare if code not in taken)
    return codes


#: The half edges on a path, as (vertex, edge).
Halves = set[tuple[Place, Edge]]


def _heavy(path: Sequence[Place]) -> Halves:
    """Return the half edges that a path takes."""
    halves: Halves = set()
    for edge, *ends in zip(path_edges(path), path, path[1:], strict=False):
        halves.update((end, edge) for end in ends if not is_edge(end))
    return halves


def _horizontal(puzzle: Puzzle, edge: Edge, used: Halves) -> str:
    left, right = ((end, edge) in used for end in edge)
    middle = _middle_sign(puzzle, edge, left or right)
    if edge in puzzle.barred:
        return f"╍╍{middle or '╍'}╍╍" if left else f"─╴{middle or ' '}╶─"
    halves = ["━━" if heavy else "──" for heavy in (left, right)]
    return (middle or halves[0][0]).join(halves)


def _vertical(puzzle: Puzzle, edge: Edge, used: Halves) -> str:
    on_path = any((end, edge) in used for end in edge)
    line = ("╏" if on_path else " ") if edge in puzzle.barred else ("┃" if on_path else "│")
    return _middle_sign(puzzle, edge, on_path) or line


def _middle_sign(puzzle: Puzzle, edge: Edge, on_path: bool) -> str | None:
    if edge in puzzle.starts:
        return _START
    return _GOAL if edge in puzzle.goals else _sign(puzzle, edge, on_path)


def _sign(puzzle: Puzzle, place: Place, on_path: bool) -> str | None:
    """Return the sign of the symbol at a place; those that bar an edge are holes in the line."""
    for symbol in ON_LINES:
        if not symbol.bars and place in getattr(puzzle, symbol.name):
            return symbol.sign(place, on_path=on_path, barred=place in puzzle.barred)
    return None


def _vertex_sign(puzzle: Puzzle, vertex: Vertex, used: Halves, visited: set[Place]) -> str:
    if vertex in puzzle.starts:
        return _BOTH if vertex in puzzle.goals else _START
    if vertex in puzzle.goals:
        return _GOAL
    sign = _sign(puzzle, vertex, vertex in visited)
    if sign is not None:
        return sign
    weights = {
        near: 2 if (vertex, edge_between(vertex, near)) in used else 1
        for near in puzzle.grid.neighbours(vertex)
    }
    r, c = vertex
    up, right, down, left = (
        weights.get(near, 0) for near in ((r + 1, c), (r, c + 1), (r - 1, c), (r, c - 1))
    )
    return _JUNCTIONS[27 * up + 9 * right + 3 * down + left]
