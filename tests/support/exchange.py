"""Panels that are exported and imported again, and panels of witnesspuzzles.com for tests.

What the site writes is made here from its description in docs/formats.md, with code of its own.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from hypothesis import strategies as st

from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle

#: A cell of the site with nothing on it, where there is a vertex or an edge.
LINE = {"type": "line", "line": 0}

#: Cells by (column from the left, row from the top).
Cells = dict[tuple[int, int], Any]


@st.composite
def panels(draw: Any, colours: list[str], *, edges: bool = False, stacked: bool = False) -> Puzzle:
    """Any puzzle that a web editor can say.

    Starts and goals may be in the middle of border `edges`, dots at starts and goals (`stacked`).
    Triangles have the last of the `colours`, which stars do not have.
    """
    board = grid(draw(st.integers(0, 4)), draw(st.integers(1, 4)))

    def some(values: Any, most: int = 6, least: int = 0) -> tuple[Any, ...]:
        values = list(values)
        if len(values) < max(least, 1):
            return ()
        return tuple(
            draw(st.lists(st.sampled_from(values), unique=True, min_size=least, max_size=most))
        )

    border_edges = [e for e in board.edges if len(board.edge_squares(e)) < 2] if edges else []
    goals = some([*board.peripheral_vertices[:-1], *border_edges], 3, 1)
    starts = some([p for p in (*board.vertices, *border_edges) if p not in goals], 3, 1)
    gaps = some(e for e in board.edges if e not in goals and e not in starts)
    taken = gaps if stacked else (*gaps, *goals, *starts)
    dots = some(p for p in (*board.vertices, *board.edges) if p not in taken)
    symbols: dict[str, list[Any]] = {"triangles": [], "squares": [], "stars": []}
    for square in some(board.squares):
        kind = draw(st.sampled_from(sorted(symbols)))
        among = colours[:-1] if kind == "stars" else colours
        value = st.integers(1, 3) if kind == "triangles" else st.sampled_from(among)
        symbols[kind].append((*square, draw(value)))
    return Puzzle(
        board.rows, board.cols, starts, goals, gaps=gaps, dots=dots, pass_goals=len(goals) > 1,
        id=draw(st.text(min_size=1, max_size=9).filter(str.isprintable)),
        **{name: tuple(found) for name, found in symbols.items()},
    )  # fmt: skip


def panel(cells: Cells | None = None, cols: int = 3, rows: int = 2, **more: Any) -> dict[str, Any]:
    """Return a puzzle as the site has it: a start at the bottom left, an end at the top right.

    `cells` replaces cells. `more` are other values of the puzzle.
    """
    width, height = 2 * cols + 1, 2 * rows + 1
    table = [[None if x % 2 and y % 2 else dict(LINE) for y in range(height)] for x in range(width)]
    table[0][height - 1] = {**LINE, "start": True}
    table[width - 1][0] = {**LINE, "end": "right"}
    for (x, y), cell in (cells or {}).items():
        table[x][y] = cell
    return {"grid": table, "pillar": False, "name": "p", **more}


def page(puzzle: dict[str, Any], identifier: str = "2AB3CD4E", title: str = "A title") -> str:
    """Return a play page, as far as it matters."""
    return f"""<html xmlns="http://www.w3.org/1999/xhtml">
  <head>
    <meta property="og:title" content="{title}"/>
    <meta property="og:description" content="Witness Puzzle {identifier}"/>
  </head>
  <script>
    window.onload = function() {{
      var puzzle = Puzzle.deserialize({json.dumps(json.dumps(puzzle))})
      draw(puzzle)
    }}
  </script>
</html>
"""


RGB = {"black": (0, 0, 0), "white": (255, 255, 255), "green": (0, 128, 0), "purple": (128, 0, 128)}
TYPES = ("", "line", "square", "star", "nega", "triangle", "poly", "ylop")
ENDS = {None: 0, "left": 2, "right": 4, "top": 8, "bottom": 16}


def integer(value: int) -> bytes:
    """Return four bytes, the lowest first."""
    return value.to_bytes(4, "little")


def short_form(puzzle: dict[str, Any], flags: int = 0, path: bytes = b"", settings: int = 0) -> str:
    """Return a puzzle in the short form of the site."""
    columns = puzzle["grid"]
    name = puzzle["name"].encode("latin-1")
    message = integer(0) + bytes([len(columns), len(columns[0])]) + integer(len(name)) + name
    message += bytes([flags])
    for cell in (cell for cells in columns for cell in cells):
        message += b"\0" if cell is None else cell_bytes(cell)
    message += integer(len(path)) + (b"\1\2" + path if path else b"") + bytes([settings])
    return in_base64(message)


def in_base64(message: bytes) -> str:
    return "_" + base64.b64encode(message).decode()


def cell_bytes(cell: dict[str, Any]) -> bytes:
    kind = cell["type"]
    if kind == "line":
        content = bytes([0, cell.get("dot", 0), cell.get("gap", 0)])
    else:
        content = bytes([*RGB[cell["color"]], 255])
        content += bytes([cell["count"]]) if kind == "triangle" else b""
        content += bytes(8) if kind in ("poly", "ylop") else b""
    ends = int(cell.get("start", False)) | ENDS[cell.get("end")]
    return bytes([TYPES.index(kind)]) + content + bytes([ends])
