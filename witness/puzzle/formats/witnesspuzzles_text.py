"""The text that the editor of witnesspuzzles.com imports, written from puzzles.

It is the JSON of a play page (`witnesspuzzles`). What the site would judge in another way is
refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from witness.puzzle.formats.refusing import NO_PASSING, refuse
from witness.puzzle.formats.table import Cell, cell_of, cell_of_square
from witness.puzzle.formats.witnesspuzzles import BREAK, COLOURS, FULL, SETTINGS
from witness.puzzle.model import ENDS, Place, Puzzle, is_edge, place_text
from witness.puzzle.symbols import COUNTING, IN_SQUARES, REGIONAL_WORDS, RULED, SYMBOLS

#: The features of puzzles that the site has.
SUPPORTED = ENDS | {name for name in RULED if SYMBOLS[name].witnesspuzzles is not None}

#: The colour of triangles, unless there is a symbol that would count those of this colour.
_TRIANGLE_COLOURS = ("orange", *COLOURS)

#: Where the nub of an end may lead, by the step in rows (from the bottom) and columns.
_NUBS = {"right": (0, 1), "left": (0, -1), "top": (1, 0), "bottom": (-1, 0)}


def witnesspuzzles_text(puzzle: Puzzle) -> str:
    """Return the text that the editor of witnesspuzzles.com imports, on one line.

    The puzzle's id becomes the name there. Raises `InputError` if the puzzle is not well formed, or
    has anything that the site does not; the message names all of that.
    """
    refuse(puzzle, SUPPORTED, _reasons(puzzle), "the text of witnesspuzzles.com")
    panel = {
        "grid": _grid(puzzle),
        "pillar": False,
        "settings": SETTINGS,
        "name": puzzle.id,
        "autoSolved": False,
    }
    return json.dumps(panel, separators=(",", ":"))


def _reasons(puzzle: Puzzle) -> Iterator[str]:
    """Yield what the puzzle has that the site does not have, or judges otherwise."""
    if len(puzzle.goals) > 1 and not puzzle.pass_goals:
        yield NO_PASSING
    nubs = _nubs(puzzle)
    for goal in puzzle.goals:
        if goal not in nubs:
            yield f"a goal without room for a nub beside it ({place_text(goal)})"
    if puzzle.regional:
        for place in (*puzzle.starts, *puzzle.goals):
            if is_edge(place) and len(puzzle.grid.edge_squares(place)) > 1:
                yield f"{REGIONAL_WORDS}, and an end in the middle of {place_text(place)}"
    for dot in puzzle.dots:
        if dot in puzzle.gaps:
            yield f"a dot in a gap ({place_text(dot)})"
    colours = {colour for _, colour in puzzle.colours_at.values()}
    for colour in sorted(colours - set(COLOURS)):
        yield f"the colour {colour} (it has {', '.join(COLOURS)})"
    if puzzle.triangles and _triangle_colour(puzzle) is None:
        yield f"triangles beside {' or '.join(COUNTING)} of all colours, which would count them"


def _triangle_colour(puzzle: Puzzle) -> str | None:
    """Return a colour for triangles of which no symbol counts others."""
    counted = {colour for name in COUNTING for *_, colour in getattr(puzzle, name)}
    return next((colour for colour in _TRIANGLE_COLOURS if colour not in counted), None)


def _nubs(puzzle: Puzzle) -> dict[Place, tuple[str, Cell]]:
    """Return for each goal where its nub leads: the direction, and the cell of the table there.

    A nub leads off the board, or else into an empty square, or to where there is no line. A goal
    without such a place has no nub.
    """
    filled = {entry[:2] for one in IN_SQUARES for entry in getattr(puzzle, one.name)}
    free = {cell_of_square(square) for square in puzzle.grid.squares if square not in filled}
    free |= {cell_of(gap) for gap in puzzle.gaps}
    found = {}
    for goal in puzzle.goals:
        row, column = cell_of(goal)
        beside = [(name, (row + up, column + right)) for name, (up, right) in _NUBS.items()]
        off_board = [nub for nub in beside if not _on_table(puzzle, nub[1])]
        for nub in (*off_board, *(nub for nub in beside if nub[1] in free))[:1]:
            found[goal] = nub
    return found


def _on_table(puzzle: Puzzle, cell: Cell) -> bool:
    return 0 <= cell[0] <= 2 * puzzle.rows and 0 <= cell[1] <= 2 * puzzle.cols


def _grid(puzzle: Puzzle) -> list[list[dict[str, Any] | None]]:
    """Return the grid of the site: columns from the left, each from the top."""
    places: tuple[Place, ...] = (*puzzle.grid.vertices, *puzzle.grid.edges)
    cells: dict[Cell, dict[str, Any]] = {
        cell_of(place): {"type": "line", "line": 0} for place in places
    }
    for start in puzzle.starts:
        cells[cell_of(start)]["start"] = True
    for dot in puzzle.dots:
        cells[cell_of(dot)]["dot"] = 1
    for gap in puzzle.gaps:
        cells[cell_of(gap)]["gap"] = BREAK
    for goal, (direction, beyond) in _nubs(puzzle).items():
        cells[cell_of(goal)]["end"] = direction
        if "gap" in cells.get(beyond, {}):
            cells[beyond]["gap"] = FULL
    for symbol in IN_SQUARES:
        for row, column, value in getattr(puzzle, symbol.name):
            cells[cell_of_square((row, column))] = {"type": symbol.witnesspuzzles} | (
                {"color": value}
                if symbol.coloured
                else {"color": _triangle_colour(puzzle), "count": value}
            )
    return [
        [cells.get((row, column)) for row in range(2 * puzzle.rows, -1, -1)]
        for column in range(2 * puzzle.cols + 1)
    ]
