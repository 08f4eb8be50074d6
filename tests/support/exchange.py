"""Panels that are exported and imported again, and panels of witnesspuzzles.com for tests.

What the site writes is made here from its description in docs/exchange.md, with code of its own.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from support.panels import SHAPES

from witness.puzzle.formats.dialects import disputed
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.second_line import image

#: A cell of the site with nothing on it, where there is a vertex or an edge.
LINE = {"type": "line", "line": 0}

#: Cells by (column from the left, row from the top).
Cells = dict[tuple[int, int], Any]


@st.composite
def panels(draw: Any, colours: list[str], *, site: bool = False) -> Puzzle:
    """Any puzzle that a web editor can say: the Windmill, or the `site`.

    On the site starts and goals may be in the middle of border edges, dots at starts and goals, a
    start may be a goal, and the board may go round. Where the editors' rules differ, the panel has
    those of the Windmill, unless it is for the site.
    """
    wraps = site and draw(st.booleans())
    board = grid(draw(st.integers(0, 4)), draw(st.integers(3 if wraps else 1, 4)), wraps)
    symmetries = ["left-right", "up-down", "rotation", *(["shift"] if wraps else [])]
    symmetry = draw(st.sampled_from(["", *symmetries])) if not wraps or board.cols % 2 == 0 else ""

    def some(values: Any, most: int = 6, least: int = 0) -> tuple[Any, ...]:
        values = list(values)
        if len(values) < max(least, 1):
            return ()
        return tuple(
            draw(st.lists(st.sampled_from(values), unique=True, min_size=least, max_size=most))
        )

    def with_images(places: tuple[Any, ...]) -> tuple[Any, ...]:
        if not symmetry:
            return places
        return tuple({*places, *(image(board, symmetry, place) for place in places)})

    def single(place: Any) -> bool:
        return not symmetry or image(board, symmetry, place) != place

    border_edges = [e for e in board.edges if len(board.edge_squares(e)) < 2] if site else []
    free = list(filter(single, [*board.peripheral_vertices, *border_edges]))
    assume(len(free) > 2)
    goals = with_images(some(free[:-1], 3, 1))
    everywhere = filter(single, [*board.vertices, *border_edges])
    starts = with_images(some([p for p in everywhere if site or p not in goals], 3, 1))
    assume(starts)
    gaps = some(e for e in board.edges if e not in goals and e not in starts)
    taken = gaps if site else (*gaps, *goals, *starts)
    dots = some(p for p in (*board.vertices, *board.edges) if p not in taken)
    line_dots = tuple((dot, 1 + number % 2) for number, dot in enumerate(dots[: len(dots) // 2]))
    if not (site and symmetry):
        line_dots = ()
    names = ("triangles", "squares", "stars", "blocks", "eliminations")
    symbols: dict[str, list[Any]] = {name: [] for name in names}
    for square in some(board.squares):
        kind = draw(st.sampled_from(names))
        symbols[kind].append((*square, draw(st.sampled_from(colours))))
    counted = {colour for *_, colour in symbols["stars"]}
    plain = {"triangles": "orange", "eliminations": "white", "blocks": "yellow"}

    def own(kind: str, colour: str, negative: bool = False) -> list[str]:
        """The colour, unless it says nothing."""
        common = "blue" if negative else plain[kind]
        return [] if colour == common and colour not in counted else [colour]

    for kind in plain:
        for number, (*square, colour) in enumerate(symbols[kind]):
            if kind == "blocks":
                turns, negative = draw(st.booleans()), draw(st.booleans())
                shape = (draw(st.sampled_from(SHAPES)), turns, negative)
                symbols[kind][number] = (*square, *shape, *own(kind, colour, negative))
            else:
                count = [draw(st.integers(1, 4))] if kind == "triangles" else []
                symbols[kind][number] = (*square, *count, *own(kind, colour))
    puzzle = Puzzle(
        board.rows, board.cols, starts, goals, gaps=gaps, dots=dots[len(line_dots) :],
        line_dots=line_dots, pass_goals=len(goals) > 1, wraps=wraps, symmetry=symmetry,
        id=draw(st.text(min_size=1, max_size=9).filter(str.isprintable)),
        **{name: tuple(found) for name, found in symbols.items()},
    )  # fmt: skip
    return puzzle if site or not any(disputed(puzzle)) else replace(puzzle, rules="windmill")


def panel(cells: Cells | None = None, cols: int = 3, rows: int = 2, **more: Any) -> dict[str, Any]:
    """Return a puzzle as the site has it: a start at the bottom left, an end at the top right.

    `cells` replaces cells. `more` are other values of the puzzle. On a cylinder (`pillar`) the last
    column is right of the end.
    """
    pillar = bool(more.get("pillar"))
    width, height = 2 * cols + (0 if pillar else 1), 2 * rows + 1
    table = [[None if x % 2 and y % 2 else dict(LINE) for y in range(height)] for x in range(width)]
    table[0][height - 1] = {**LINE, "start": True}
    table[width - 2 if pillar else width - 1][0] = {**LINE, "end": "top" if pillar else "right"}
    for (x, y), cell in (cells or {}).items():
        table[x][y] = cell
    return {"grid": table, "pillar": pillar, "name": "p", **more}


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
