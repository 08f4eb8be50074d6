"""A puzzle and a path as text for a terminal.

A square is five characters wide and one line high: its symbols stay clear of the lines around
them, and a 10×10 board fits a terminal of 80×24. The characters:

- ● start, ◎ goal, ◉ both; ░ fills missing squares;
- thin lines for the board, heavy lines for the path, double ones between vertices for the second of
  two lines, a hole in a line for a gap; a path that crosses a gap against the rules is dashed there
  (╍ ╏);
- the first column of a cylinder is drawn again at its right end, and ┄ says that the board goes on;
- symbols have signs of their own (`witness.puzzle.symbols`), such as ▲ triangles, and ◈ stands for
  several on one place of a line; a symbol with a colour comes after the code of its colour, blocks
  before the number of their shape. Below the board stands what these mean, and what no sign shows.
"""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from witness.base.errors import InputError
from witness.puzzle.grid import DIRECTIONS, Edge, Square, Vertex, edge_between
from witness.puzzle.model import FEATURES, RULES, Place, Puzzle, is_edge
from witness.puzzle.rules import path_edges, violations
from witness.puzzle.second_line import image
from witness.puzzle.symbols import IN_SQUARES, ON_LINES

#: The features of puzzles that are drawn; goals look alike whether or not a path may pass them.
SUPPORTED = frozenset(FEATURES)

#: The distance of neighbouring vertices, in characters and in lines.
_WIDE, _HIGH = 6, 2

#: What a drawing does not show by a sign, by the field of a puzzle.
UNSEEN = {
    "symmetry": "two lines",
    "open_halves": "half edges do not divide regions",
    "rules": "rules as in",
}

_START, _GOAL, _BOTH = "●", "◎", "◉"
_MISSING = "░" * (_WIDE - 1)
_SEVERAL = "◈"

#: What a place of a line looks like without a line, on the first, and on the second one.
_LEVEL, _UPRIGHT, _ROUND = "─━═", "│┃║", "┄┅┅"

#: Where lines meet: the character at 27·up + 9·right + 3·down + left, each arm being 0 (none),
#: 1 (thin) or 2 (heavy). Mixed characters keep the thin board whole beside a heavy path.
_JUNCTIONS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


def text(puzzle: Puzzle, path: Sequence[Place] | None = None) -> str:
    """Draw a puzzle, and a path if one is given, for a fixed-width font.

    The top row of the board comes first; there is no line break at the end. The path may end
    anywhere and may break the rules. Raises `InputError` if it leaves the board or jumps.
    """
    puzzle.require(SUPPORTED, "a drawing as text does not show that; an SVG may")
    check_drawable(puzzle, path)
    drawn = _Drawing(puzzle, path or ())
    codes = legend_codes(puzzle)
    drawn.board()
    drawn.squares(codes)
    lines = ["".join(line).rstrip() for line in drawn.canvas]
    below = [
        row
        for words in _below(puzzle, codes)
        for row in textwrap.wrap(words, max(len(drawn.canvas[0]), 60), break_on_hyphens=False)
    ]
    return "\n".join([*lines, *([""] if below else []), *below])


def legend_codes(puzzle: Puzzle) -> dict[Any, str]:
    """Return the codes of colours, and numbers of what symbols have in the legend."""
    entries = [(one, entry) for one in IN_SQUARES for entry in getattr(puzzle, one.name)]
    codes: dict[Any, str] = {}
    codes |= colour_codes(
        colour for one, entry in entries if (colour := one.colour(entry)) is not None
    )
    keys = sorted({one.legend_key(entry) for one, entry in entries} - {None})
    return codes | {key: str(number) for number, key in enumerate(keys, 1)}


def _below(puzzle: Puzzle, codes: dict[Any, str]) -> Iterator[str]:
    """Yield what stands below the board: the meaning of codes, and what no sign shows."""
    colours = sorted((code, key) for key, code in codes.items() if isinstance(key, str))
    if colours:
        yield f"Colours: {', '.join(f'{code}={colour}' for code, colour in colours)}"
    for symbol in IN_SQUARES:
        keys = {symbol.legend_key(entry) for entry in getattr(puzzle, symbol.name)} - {None}
        if keys:
            words = ", ".join(f"{codes[key]}={symbol.legend(key)}" for key in sorted(keys))
            yield f"Shapes of {symbol.words}: {words}"
    for words in unseen(puzzle):
        yield f"{words[0].upper()}{words[1:]}"


def unseen(puzzle: Puzzle) -> Iterator[str]:
    """Yield in words what a drawing of a puzzle does not show by a sign."""
    for name, words in UNSEEN.items():
        value = getattr(puzzle, name)
        if value not in ("", False, RULES[0]):
            yield words if value is True else f"{words}: {value}"


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


def lines_of(puzzle: Puzzle, path: Sequence[Place]) -> list[Sequence[Place]]:
    """Return the path, and the second line if there is one."""
    if not (puzzle.symmetry and path):
        return [path]
    return [path, [image(puzzle.grid, puzzle.symmetry, place) for place in path]]


class _Drawing:
    """A board on its canvas, with one line or two."""

    def __init__(self, puzzle: Puzzle, path: Sequence[Place]) -> None:
        self._puzzle = puzzle
        #: Which of the lines are at places, and on half edges, as (vertex, edge).
        self._lines: defaultdict[Any, set[int]] = defaultdict(set)
        for number, line in enumerate(lines_of(puzzle, path), 1):
            for place in line:
                self._lines[place].add(number)
            for edge, *ends in zip(path_edges(line), line, line[1:], strict=False):
                for half in (edge, *((end, edge) for end in ends if not is_edge(end))):
                    self._lines[half].add(number)
        self._left = int(puzzle.wraps)  # where the board begins: on a cylinder, after a sign
        width = _WIDE * puzzle.cols + 1 + 2 * self._left
        self.canvas = [[" "] * width for _ in range(_HIGH * puzzle.rows + 1)]

    def _put(self, up: int, right: int, signs: str) -> None:
        """Write signs at half coordinates; those in the first column of a cylinder, twice."""
        row = self.canvas[_HIGH * self._puzzle.rows - up]
        for column in (right, *([2 * self._puzzle.cols] if right == 0 and self._left else [])):
            at = self._left + _WIDE // 2 * column - len(signs) // 2
            row[at : at + len(signs)] = signs

    def board(self) -> None:
        """Draw the lines and what is on them."""
        board = self._puzzle.grid
        for edge in board.edges:
            (r, c), (r2, c2) = edge
            if r != r2:
                self._put(2 * r + 1, 2 * c, self._vertical(edge))
            elif c2 == c + 1:
                self._put(2 * r, 2 * c + 1, self._horizontal(edge, edge))
            else:
                self._put(2 * r, 2 * c2 + 1, self._horizontal(edge, edge[::-1]))
        for r, c in board.vertices:
            self._put(2 * r, 2 * c, self._vertex((r, c)))
        for r in range(board.rows + 1) if self._left else ():
            row, first = self.canvas[_HIGH * (board.rows - r)], (r, 0)
            row[0], row[-1] = (
                _ROUND[self._weight((first, edge_between(first, (r, near))))]
                for near in (board.cols - 1, 1)
            )

    def squares(self, codes: dict[Any, str]) -> None:
        """Draw what is in squares."""
        for r, c in self._puzzle.missing:
            self._put(2 * r + 1, 2 * c + 1, _MISSING)
        for symbol in IN_SQUARES:
            for entry in getattr(self._puzzle, symbol.name):
                r, c = cast(Square, symbol.place(entry))
                self._put(2 * r + 1, 2 * c + 1, symbol.text(entry, codes).center(_WIDE - 1))

    def _weight(self, place: Any) -> int:
        """Return 1 if the first line is at a place or on a half edge, 2 for the second, else 0."""
        return min(self._lines.get(place, {0}))

    def _horizontal(self, edge: Edge, ends: tuple[Vertex, ...]) -> str:
        left, right = (self._weight((end, edge)) for end in ends)
        middle = self._sign(edge)
        if edge in self._puzzle.barred:
            return f"╍╍{middle or '╍'}╍╍" if left else f"─╴{middle or ' '}╶─"
        return (middle or _LEVEL[left]).join(2 * _LEVEL[half] for half in (left, right))

    def _vertical(self, edge: Edge) -> str:
        line = self._weight(edge)
        barred = ("╏" if line else " ") if edge in self._puzzle.barred else None
        return self._sign(edge) or barred or _UPRIGHT[line]

    def _sign(self, place: Place) -> str | None:
        """Return the sign of what is at a place; what bars an edge is a hole in the line."""
        puzzle = self._puzzle
        if place in puzzle.starts:
            return _BOTH if place in puzzle.goals else _START
        if place in puzzle.goals:
            return _GOAL
        signs = [
            symbol.sign(entry, lines=self._lines.get(place, set()), barred=place in puzzle.barred)
            for symbol in ON_LINES
            if not symbol.bars
            for entry in getattr(puzzle, symbol.name)
            if symbol.place(entry) == place
        ]
        return _SEVERAL if len(signs) > 1 else signs[0] if signs else None

    def _vertex(self, vertex: Vertex) -> str:
        up, right, down, left = (self._arm(vertex, *way) for way in DIRECTIONS)
        return self._sign(vertex) or _JUNCTIONS[27 * up + 9 * right + 3 * down + left]

    def _arm(self, vertex: Vertex, up: int, right: int) -> int:
        """Return how heavy a line leads from a vertex: 0 (none), 1 (thin) or 2."""
        board = self._puzzle.grid
        near = (vertex[0] + up, vertex[1] + right)
        if board.wraps:
            near = (near[0], near[1] % board.cols)
        if not board.has_vertex(near):
            return 0
        return 2 if self._weight((vertex, edge_between(vertex, near))) else 1
