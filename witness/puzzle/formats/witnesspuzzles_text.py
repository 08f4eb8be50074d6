"""The text that the editor of witnesspuzzles.com imports, written from puzzles.

It is the JSON of a play page (`witnesspuzzles`). What the site would judge in another way is
refused.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from witness.puzzle.formats.dialects import colour_reasons, written
from witness.puzzle.formats.outside import outside_squares, runs_around
from witness.puzzle.formats.reading import Cell, cell_of, cell_of_square, width_of
from witness.puzzle.formats.skipping import NO_PASSING, refuse
from witness.puzzle.formats.witnesspuzzles import (
    BREAK,
    COLOURS,
    FULL,
    LINE_DOTS,
    NEGATIVE_BLOCK,
    SETTINGS,
    SHAPE_SIDE,
    TURNS,
)
from witness.puzzle.grid import Edge
from witness.puzzle.model import ENDS, Place, Puzzle, is_edge, place_text
from witness.puzzle.second_line import SYMMETRIES
from witness.puzzle.symbols import IN_SQUARES, SYMBOLS
from witness.puzzle.symbols.blocks import Block

#: The features of puzzles that the site has.
SUPPORTED = (ENDS | {name for name, one in SYMBOLS.items() if one.witnesspuzzles is not None}) | {
    "start-goals", "edge-start-goals", "four-triangles", "coloured", "missing", "open-halves",
    "negative-blocks", "symmetry", "wraps", "rules",
}  # fmt: skip

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
        "pillar": puzzle.wraps,
        **_symmetry(puzzle),
        "settings": SETTINGS,
        "name": puzzle.id,
        "autoSolved": False,
    }
    return json.dumps(panel, separators=(",", ":"))


def _symmetry(puzzle: Puzzle) -> dict[str, Any]:
    if not puzzle.symmetry:
        return {}
    columns, rows = SYMMETRIES[puzzle.symmetry]
    return {"symmetry": {"x": columns, "y": rows}}


def _reasons(puzzle: Puzzle) -> Iterator[str]:
    """Yield what the puzzle has that the site does not have, or judges otherwise."""
    if len(puzzle.goals) > 1 and not puzzle.pass_goals:
        yield NO_PASSING
    nubs = _nubs(puzzle)
    for goal in puzzle.goals:
        if goal not in nubs:
            yield f"a goal without room for a nub beside it ({place_text(goal)})"
    yield from _region_reasons(puzzle)
    for dot in puzzle.dots:
        if dot in puzzle.gaps:
            yield f"a dot in a gap ({place_text(dot)})"
    dots = Counter((*puzzle.dots, *(place for place, _ in puzzle.line_dots)))
    for place, number in dots.items():
        if number > 1:
            yield f"two dots in one place ({place_text(place)})"
    yield from colour_reasons(puzzle, COLOURS)
    for block in puzzle.blocks:
        if max(len(block.shape), len(block.shape[0])) > SHAPE_SIDE:
            at = place_text(block[:2])
            yield f"a block larger than {SHAPE_SIDE}×{SHAPE_SIDE} ({at})"


def _region_reasons(puzzle: Puzzle) -> Iterator[str]:
    """Yield why the regions of the site would be others."""
    if puzzle.rules == "windmill":
        yield "the rules of the Windmill"
    if not puzzle.regional:
        return
    second = puzzle.open_halves and puzzle.symmetry and puzzle.rules != "witnesspuzzles"
    for place in (*puzzle.starts, *puzzle.goals) if second or not puzzle.open_halves else ():
        if is_edge(place) and len({*puzzle.grid.edge_squares(place)} - {*puzzle.missing}) > 1:
            half = "whose half on the second line can divide" if second else "which divides"
            yield f"an end in the middle of an edge, {half} regions ({place_text(place)})"
    removed = _removed(puzzle)
    for square in sorted({*puzzle.missing} - outside_squares(puzzle.grid, removed)):
        yield f"a missing square that gaps do not connect to the outside ({place_text(square)})"
    if runs_around(puzzle, removed):
        yield "missing squares around which regions of the site lead along lines"


def _removed(puzzle: Puzzle) -> set[Edge]:
    """Return the gaps beside missing squares alone, which have no line on the site."""
    missing = {*puzzle.missing}
    sides = {gap: {*puzzle.grid.edge_squares(gap)} for gap in puzzle.gaps}
    return {gap for gap, beside in sides.items() if beside and beside <= missing}


def _nubs(puzzle: Puzzle) -> dict[Place, tuple[str, Cell]]:
    """Return for each goal where its nub leads: the direction, and the cell of the table there.

    A nub leads off the board, or else into an empty square, or to where there is no line. A goal
    without such a place has no nub.
    """
    board = puzzle.grid
    filled = {entry[:2] for one in IN_SQUARES for entry in getattr(puzzle, one.name)}
    free = {cell_of_square(square) for square in board.squares if square not in filled}
    missing, removed = {*puzzle.missing}, _removed(puzzle)
    for gap in puzzle.gaps:  # elsewhere, the outside would come in where there is no line
        if gap in removed or not missing & {*board.edge_squares(gap)}:
            free.add(cell_of(board, gap))
    found = {}
    for goal in puzzle.goals:
        row, column = cell_of(board, goal)
        beside = [
            (
                name,
                (row + up, (column + right) % width_of(board) if board.wraps else column + right),
            )
            for name, (up, right) in _NUBS.items()
        ]
        off_board = [nub for nub in beside if not _on_table(puzzle, nub[1])]
        for nub in (*off_board, *(nub for nub in beside if nub[1] in free))[:1]:
            found[goal] = nub
    return found


def _on_table(puzzle: Puzzle, cell: Cell) -> bool:
    return 0 <= cell[0] <= 2 * puzzle.rows and 0 <= cell[1] < width_of(puzzle.grid)


def _grid(puzzle: Puzzle) -> list[list[dict[str, Any] | None]]:
    """Return the grid of the site: columns from the left, each from the top."""
    board = puzzle.grid
    places: tuple[Place, ...] = (*board.vertices, *board.edges)
    cells: dict[Cell, dict[str, Any]] = {
        cell_of(board, place): {"type": "line", "line": 0} for place in places
    }
    for start in puzzle.starts:
        cells[cell_of(board, start)]["start"] = True
    for dot in puzzle.dots:
        cells[cell_of(board, dot)]["dot"] = 1
    for place, line in puzzle.line_dots:
        cells[cell_of(board, place)]["dot"] = next(
            dot for dot, one in LINE_DOTS.items() if one == line
        )
    removed = _removed(puzzle)
    for gap in puzzle.gaps:
        cells[cell_of(board, gap)]["gap"] = FULL if gap in removed else BREAK
    for goal, (direction, beyond) in _nubs(puzzle).items():
        cells[cell_of(board, goal)]["end"] = direction
        if "gap" in cells.get(beyond, {}):
            cells[beyond]["gap"] = FULL
    for symbol in IN_SQUARES:
        for entry in getattr(puzzle, symbol.name):
            cells[cell_of_square(entry[:2])] = {
                "type": symbol.witnesspuzzles,
                "color": written(puzzle, symbol.name, entry, COLOURS),
                **_more(symbol.name, entry),
            }
    return [
        [cells.get((row, column)) for row in range(2 * puzzle.rows, -1, -1)]
        for column in range(width_of(board))
    ]


def _more(name: str, entry: Any) -> dict[str, Any]:
    """Return what the cell of a symbol has beside its type and its colour."""
    if name == "triangles":
        return {"count": entry[2]}
    if name != "blocks":
        return {}
    kind = {"type": NEGATIVE_BLOCK} if entry.negative else {}
    return kind | {"polyshape": _shape(entry)}


def _shape(block: Block) -> int:
    bits = TURNS if block.turns else 0
    for y, row in enumerate(block.shape):
        bits += sum(1 << SHAPE_SIDE * x + y for x, sign in enumerate(row) if sign == "#")
    return bits
