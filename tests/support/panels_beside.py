"""Panels beside a panel: those that differ a little, and the nearest that editors can be told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from witness.puzzle.formats.outside import outside_squares
from witness.puzzle.model import RULES, Puzzle, is_edge
from witness.puzzle.second_line import SYMMETRIES, image
from witness.puzzle.symbols import IN_SQUARES, ON_LINES


def neighbours(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the panels that differ a little: by a symbol, by an end, or by a field of the board.

    A dot under a start or a goal is left out: as text, the end hides it. Whether goals can be
    passed is nothing that one sees, in the game as here.
    """
    for fields in (*_less(puzzle), *_ends_moved(puzzle), *_otherwise(puzzle)):
        other = replace(puzzle, **fields)
        if other != puzzle and not other.problems():
            yield other


def _less(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield what a panel is like with one symbol less, or with another one in its place."""
    ends = puzzle.starts + puzzle.goals
    for symbol in IN_SQUARES + ON_LINES:
        entries = getattr(puzzle, symbol.name)
        for entry in entries:
            if symbol.place(entry) not in ends:
                rest = tuple(other for other in entries if other != entry)
                yield {symbol.name: rest}
                for other in _changed(symbol.name, entry):
                    yield {symbol.name: (*rest, other)}
    for square in puzzle.missing:
        yield {"missing": tuple(other for other in puzzle.missing if other != square)}


def _changed(name: str, entry: Any) -> Iterator[Any]:
    """Yield other symbols of a kind for the place of one."""
    if name == "blocks":
        for shape in ("##", "##"), ("###",), ("#.#",):
            yield entry._replace(shape=shape)
        yield entry._replace(turns=not entry.turns)
        yield entry._replace(negative=not entry.negative)
        yield from (entry._replace(colour=colour) for colour in (None, "red", "black"))
    elif name == "line_dots":
        yield (entry[0], 3 - entry[1])
    elif name in ("eliminations", "triangles"):
        plain = 2 if name == "eliminations" else 3
        yield from ((*entry[:plain], *colour) for colour in ((), ("red",), ("black",)))
    if name == "triangles":
        yield from ((*entry[:2], number, *entry[3:]) for number in (1, 2, 3, 4))
    if name in ("squares", "stars"):
        yield from ((*entry[:2], colour) for colour in ("black", "white"))


def _ends_moved(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield ends at a vertex instead of an edge, and those that are not start and goal any more."""
    ends = puzzle.starts + puzzle.goals
    taken = ends + puzzle.dots + tuple(place for place, _ in puzzle.line_dots)
    for name in ("starts", "goals"):
        places = getattr(puzzle, name)
        for place in places:
            if is_edge(place) and place[0] not in taken:
                yield {name: tuple(place[0] if other == place else other for other in places)}
            if ends.count(place) == 2:
                yield {name: tuple(other for other in places if other != place)}


def _otherwise(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield other boards."""
    yield {"open_halves": not puzzle.open_halves}
    yield {"wraps": not puzzle.wraps}
    yield from ({"rules": rules} for rules in RULES)
    yield from ({"symmetry": symmetry} for symmetry in ("", *SYMMETRIES))


def sayable(puzzle: Puzzle) -> Puzzle:
    """Return the panel with ends where every editor has room for them, and one thing in a place.

    Missing squares are those that one can cut off from the border, with gaps around them.
    """
    board = puzzle.grid
    inner = {edge for edge in board.edges if len(board.edge_squares(edge)) > 1}
    inner_vertices = {*board.vertices} - {*board.peripheral_vertices}
    starts = tuple(p for p in puzzle.starts if p not in inner)
    goals = tuple(p for p in puzzle.goals if p not in inner and p not in inner_vertices)
    images = {v: image(board, puzzle.symmetry, v) if puzzle.symmetry else v
              for v in board.peripheral_vertices}  # fmt: skip
    free = [v for v in images if {v, images[v]}.isdisjoint(starts + goals)]
    free = [v for v in free if not puzzle.symmetry or images[v] != v]
    starts = starts or tuple({free[0], images[free[0]]})
    goals = goals or tuple({free[-1], images[free[-1]]})
    outside = {edge: {*board.edge_squares(edge)} for edge in board.edges}
    around = {e for e, squares in outside.items() if squares and squares <= {*puzzle.missing}}
    gaps = {*puzzle.gaps, *(around - {*starts, *goals})}
    missing = outside_squares(board, gaps & around)
    taken = {*starts, *goals, *gaps}
    dots = tuple(dot for dot in puzzle.dots if dot not in taken)
    line_dots = tuple(dot for dot in puzzle.line_dots if dot[0] not in taken)
    return replace(
        puzzle, starts=starts, goals=goals, dots=dots, line_dots=line_dots, gaps=tuple(gaps),
        missing=tuple(missing), pass_goals=len(goals) > 1,
    )  # fmt: skip
