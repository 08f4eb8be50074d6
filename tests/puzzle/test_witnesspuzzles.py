"""Panels of witnesspuzzles.com as puzzles of the model."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from support.exchange import LINE, Cells, panel, panels

from witness.puzzle.formats.skipping import (
    MALFORMED,
    MANY_TRIANGLES,
    MISPLACED,
    NO_GOAL,
    NO_START,
    TOO_LARGE,
    UNKNOWN,
    SkippedError,
)
from witness.puzzle.formats.witnesspuzzles import (
    COLOURS,
    CUSTOM,
    HALVES,
    MEETING,
    NARROW,
    OTHER_SETTINGS,
    OUTSIDE,
    SYMMETRY,
    UNKNOWN_COLOUR,
    UNPAIRED,
    puzzle_from_object,
)
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.blocks import Block

GAP, NO_LINE = {**LINE, "gap": 1}, {**LINE, "gap": 2}
DOT, START, END = {**LINE, "dot": 1}, {**LINE, "start": True}, {**LINE, "end": "top"}
BLACK, STAR = {"type": "square", "color": "black"}, {"type": "star", "color": "white"}


def triangles(count: Any = 1, colour: str | None = "orange") -> dict[str, Any]:
    return {"type": "triangle", "count": count, "color": colour}


def read(cells: Cells | None = None, **more: Any) -> Puzzle:
    return puzzle_from_object("p", panel(cells, **more))


def reason(value: Any) -> str | None:
    try:
        assert puzzle_from_object("p", value).problems() == []
    except SkippedError as error:
        return error.reason
    return None


def test_columns_come_from_the_left_and_rows_from_the_top() -> None:
    puzzle = read(
        {
            (1, 0): GAP, (2, 0): DOT, (1, 1): BLACK, (6, 1): DOT, (3, 3): triangles(2),
            (5, 3): STAR, (4, 2): START, (4, 3): NO_LINE, (3, 4): END,
        }
    )  # fmt: skip
    assert puzzle.id == "p"
    assert puzzle.canonical() == Puzzle(
        2, 3, ((0, 0), (1, 2)), (((0, 1), (0, 2)), (2, 3)),
        triangles=((0, 1, 2),),
        gaps=(((2, 0), (2, 1)), ((0, 2), (1, 2))),
        dots=((2, 1), ((1, 3), (2, 3))),
        squares=((1, 0, "black"),),
        stars=((0, 2, "white"),),
        pass_goals=True,
    ).canonical()  # fmt: skip


@pytest.mark.parametrize("dot", [1, 2, 3, 4])
def test_colours_of_dots_do_not_matter_to_one_line(dot: int) -> None:
    """Nor whether one sees them."""
    assert read({(2, 2): {**LINE, "dot": dot}}).dots == ((1, 1),)


@pytest.mark.parametrize("cell", [None, False, "top", {}, {"type": None, "start": True}, 7])
def test_cells_without_a_type_are_empty(cell: Any) -> None:
    """The site makes empty ones of them, whatever they are."""
    assert read({(1, 1): cell, (2, 2): cell}) == read()


def test_traces_of_drawing_and_settings_do_not_matter() -> None:
    drawn = {**LINE, "line": 1, "dir": "left", "dot": None, "gap": None, "end": None, "start": None}
    settings = {"NEGATIONS_CANCEL_NEGATIONS": True, "FLASH_FOR_ERRORS": False}
    assert read(
        {(2, 2): drawn, (1, 1): {"type": "nonce", "line": 0, "dir": None}},
        settings=settings, symmetry=None, width=7, height=5, largezero=35, autoSolved=True,
        startPoint={"x": 0, "y": 4}, endPoint=None, hasNegations=False, hasPolyominos=False,
        valid=True, invalidElements=[], negations=[], regionCache={}, path=[{"x": 0, "y": 4}, 2],
    ) == read()  # fmt: skip
    assert read(settings=None) == read()


WHOLE = panel()
POLY, NEGA = {"type": "poly", "polyshape": 51}, {"type": "nega", "color": "white"}

SKIPPED = [
    (MALFORMED, []),
    (MALFORMED, {**WHOLE, "grid": []}),
    (MALFORMED, {**WHOLE, "grid": WHOLE["grid"][:6]}),
    (MALFORMED, {**WHOLE, "grid": [7, 7, 7]}),
    (MALFORMED, {**WHOLE, "settings": {"OUT_OF_BOUNDS_POLY": True}}),
    (MALFORMED, panel({(1, 0): {**LINE, "glow": True}})),
    (MALFORMED, panel({(1, 0): {**LINE, "dot": 5}})),
    (MALFORMED, panel({(1, 0): {**LINE, "end": "up"}})),
    (MALFORMED, panel({(1, 1): triangles(0)})),
    (MALFORMED, panel({(1, 1): triangles("1")})),
    (TOO_LARGE, panel(cols=65, rows=1)),
    (MALFORMED, {**WHOLE, "pillar": True}),
    (MALFORMED, panel(symmetry={"x": "left"})),
    (MALFORMED, panel({(1, 1): {**POLY, "polyshape": "1"}})),
    (NARROW, panel(cols=2, pillar=True)),
    (SYMMETRY, panel(symmetry={"x": False, "y": False})),
    (SYMMETRY, panel(cols=3, pillar=True, symmetry={"x": True, "y": False})),
    (UNKNOWN, panel({(1, 1): {"type": "cube", "color": "black"}})),
    (MISPLACED, panel({(2, 2): BLACK})),
    (MISPLACED, panel({(1, 1): {**BLACK, "dot": 1}})),
    (MISPLACED, panel({(2, 2): GAP})),
    (MISPLACED, panel({(1, 0): {**GAP, "dot": 1}})),
    (CUSTOM, panel({(1, 1): {"type": "arrow", "color": "red", "count": 1, "rot": 3}})),
    (MANY_TRIANGLES, panel({(1, 1): triangles(5)})),
    (UNKNOWN_COLOUR, panel({(1, 1): {"type": "square", "color": "#FF00AA"}})),
    (UNKNOWN_COLOUR, panel({(1, 1): {"type": "star"}})),
    (OTHER_SETTINGS, panel({(1, 1): NEGA}, settings={"NEGATIONS_CANCEL_NEGATIONS": False})),
    (OTHER_SETTINGS, panel({(1, 1): POLY}, settings={"SHAPELESS_ZERO_POLY": True})),
    (MEETING, panel({(2, 4): START}, cols=2, symmetry={"x": True, "y": False})),
    (UNPAIRED, panel(symmetry={"x": True, "y": False})),
    (OUTSIDE, panel({(1, 0): NO_LINE, (3, 4): NO_LINE, (5, 3): BLACK, (6, 4): START})),
    (HALVES, panel({(1, 2): START, (3, 3): STAR}, settings={"FAT_STARTPOINTS": True})),
    (NO_START, panel({(0, 4): LINE})),
    (NO_GOAL, panel({(6, 0): LINE})),
]


@pytest.mark.parametrize(("expected", "value"), SKIPPED)
def test_skipped(expected: str, value: Any) -> None:
    assert reason(value) == expected


NEXT_TO_BEING_SKIPPED = [
    panel(cols=64, rows=64),
    panel({(1, 1): triangles(colour=None), (3, 3): STAR}),
    panel({(1, 0): NO_LINE, (3, 3): triangles()}),
    panel({(3, 2): NO_LINE, (3, 3): BLACK}),
    panel({(1, 0): GAP, (1, 1): BLACK}),
    panel({(1, 2): START, (3, 3): triangles()}),
    panel({(1, 0): START, (3, 3): BLACK}),
    panel({(1, 0): START, (3, 3): STAR}, settings={"FAT_STARTPOINTS": True}),
    panel({(1, 2): END, (3, 3): STAR}, settings={"FAT_STARTPOINTS": True}),
    panel({(1, 1): triangles(4)}),
    panel({(1, 1): BLACK}, settings={"NEGATIONS_CANCEL_NEGATIONS": False}),
    panel(cols=3, rows=1, pillar=True),
]


@pytest.mark.parametrize("value", NEXT_TO_BEING_SKIPPED)
def test_what_is_next_to_being_skipped(value: Any) -> None:
    assert reason(value) is None


def test_blocks_and_marks() -> None:
    """A square of a shape at the column x and the row y, from the top, has the bit 4x + y."""
    puzzle = read({
        (1, 1): {"type": "poly", "color": "yellow", "polyshape": 1 + 2 + 32},
        (3, 1): {"type": "poly", "color": "red", "polyshape": (1 << 20) + 256 + 4096},
        (5, 1): {"type": "poly", "polyshape": 1 + 16, "rot": "all"},
        (1, 3): {"type": "ylop", "color": "blue", "polyshape": 1},
        (3, 3): {"type": "nega", "color": "white"}, (5, 3): {"type": "poly", "polyshape": 0},
    })  # fmt: skip
    assert puzzle.blocks == (
        Block(0, 0, ("#",), negative=True),
        Block(1, 0, ("#.", "##")),
        Block(1, 1, ("#", "#"), turns=True, colour="red"),
        Block(1, 2, ("#", "#"), turns=True),
    )
    assert puzzle.eliminations == ((0, 1),)
    assert puzzle.rules == "game"


@pytest.mark.parametrize(
    ("cell", "name", "colour"),
    [
        (triangles(colour="white"), "triangles", "white"),
        (triangles(colour=None), "triangles", None),
        ({"type": "nega", "color": "white"}, "eliminations", "white"),
        ({"type": "nega", "color": "red"}, "eliminations", "red"),
        ({"type": "poly", "color": "yellow", "polyshape": 1}, "blocks", None),
        ({"type": "ylop", "color": "blue", "polyshape": 1}, "blocks", None),
        ({"type": "ylop", "color": "white", "polyshape": 1}, "blocks", "white"),
    ],
)
def test_a_colour_is_kept_where_it_says_something(
    cell: dict[str, Any], name: str, colour: str | None
) -> None:
    """It is not the common one, or the white star counts it."""
    [symbol] = getattr(read({(1, 1): cell, (3, 3): STAR}), name)
    assert SYMBOLS[name].colour(symbol) == colour


TWO = {(6, 4): START, (0, 0): {**LINE, "end": "left"}}


@pytest.mark.parametrize(
    ("symmetry", "more", "name"),
    [
        ({"x": True, "y": False}, TWO, "left-right"),
        ({"x": False, "y": True}, {(0, 0): START, (6, 4): END}, "up-down"),
        ({"x": True, "y": True}, {(6, 0): START, (2, 0): END, (4, 4): END}, "rotation"),
    ],
)
def test_two_lines(symmetry: dict[str, bool], more: Cells, name: str) -> None:
    dots = {(2, 2): {**LINE, "dot": 2}, (3, 4): {**LINE, "dot": 3}, (4, 2): DOT}
    puzzle = read(more | dots, symmetry=symmetry)
    assert puzzle.symmetry == name
    assert puzzle.line_dots == (((1, 1), 1), (((0, 1), (0, 2)), 2))
    assert puzzle.dots == ((1, 2),)
    assert read(more | dots).dots == ((1, 1), (1, 2), ((0, 1), (0, 2)))


def test_ends_where_two_lines_meet_are_out_of_reach() -> None:
    more = {(0, 0): {**LINE, "end": "left"}, (6, 4): START, (3, 0): END, (3, 4): END}
    puzzle = read(more, symmetry={"x": True, "y": False})
    assert puzzle.goals == ((2, 0), (2, 3))


def test_a_cylinder() -> None:
    """Right of the last column of squares comes the first vertex of the row."""
    last = {(7, 2): GAP, (7, 1): BLACK, (7, 4): DOT}
    puzzle = read(last, cols=4, pillar=True)
    assert puzzle.canonical() == Puzzle(
        2, 4, ((0, 0),), ((2, 3),), wraps=True, gaps=(((1, 0), (1, 3)),),
        squares=((1, 3, "black"),), dots=(((0, 0), (0, 3)),),
    ).canonical()  # fmt: skip
    starts = {(4, 4): START, (2, 0): END}
    shift = read(starts, cols=4, pillar=True, symmetry={"x": False, "y": False})
    assert shift.symmetry == "shift"
    assert (shift.starts, shift.goals) == (((0, 0), (0, 2)), ((2, 1), (2, 3)))


def test_squares_outside_are_missing_where_that_matters() -> None:
    outside = {(1, 0): NO_LINE, (1, 1): triangles(), (0, 1): GAP}
    assert read(outside).triangles == read(outside).missing == ()
    with_square = read(outside | {(5, 3): BLACK})
    assert with_square.missing == ((1, 0),)
    assert with_square.squares == ((0, 2, "black"),)
    assert with_square.triangles == ()
    inside = read(outside | {(1, 0): GAP, (5, 3): BLACK})
    assert (inside.missing, inside.triangles) == ((), ((1, 0, 1),))


def test_half_edges_that_do_not_divide_where_that_matters() -> None:
    for cells, expected in (
        ({(1, 2): START}, False),
        ({(1, 2): START, (3, 3): triangles()}, False),
        ({(1, 2): START, (3, 3): BLACK}, True),
        ({(1, 2): END, (3, 3): NEGA}, True),
        ({(1, 0): START, (3, 3): BLACK}, False),
        ({(1, 2): START, (1, 4): NO_LINE, (3, 3): BLACK}, False),  # nothing to divide it from
    ):
        assert read(cells).open_halves is expected, cells


def test_ends_in_a_gap_are_out_of_reach() -> None:
    assert read({(1, 0): {**GAP, "start": True}}).starts == ((0, 0),)
    assert read({(1, 0): {**NO_LINE, "end": "top"}}).goals == ((2, 3),)


def as_in_older_pages(value: dict[str, Any], single: bool) -> dict[str, Any]:
    """Return a puzzle with its starts, ends, dots and gaps in lists, as early pages have them.

    Nothing is left in the cells, and those of lines without anything are false, null or empty.
    """
    lists: dict[str, list[dict[str, Any]]] = {}
    grid: list[list[Any]] = []
    empty = cycle((False, None, {}))
    for x, column in enumerate(value["grid"]):
        cells: list[Any] = []
        for y, cell in enumerate(column):
            if cell is None or cell["type"] != "line":
                cells.append(next(empty) if cell is None else cell)
                continue
            for key, name in (("start", "startPoints"), ("dot", "dots"), ("gap", "gaps")):
                if cell.get(key):
                    lists.setdefault(name, []).append({"x": x, "y": y})
            if cell.get("end"):
                lists.setdefault("endPoints", []).append({"x": x, "y": y, "dir": cell["end"]})
            cells.append(next(empty) if (x + y) % 3 else {"type": "line", "color": 0})
        grid.append(cells)
    for name, one in (("startPoints", "start"), ("endPoints", "end")):
        if single and len(lists.get(name, ())) == 1:
            lists[one] = lists.pop(name)[0]  # type: ignore[assignment]
    kept = {key: value[key] for key in ("name", "pillar", "symmetry") if key in value}
    return {**kept, "grid": grid, **lists}


@pytest.mark.parametrize("single", [False, True])
@given(panels([*COLOURS][:4]))
def test_older_pages(single: bool, puzzle: Puzzle) -> None:
    value = json.loads(witnesspuzzles_text(replace(puzzle, rules="game")))
    if any(cell and cell.get("gap") == 2 for column in value["grid"] for cell in column):
        return  # they knew no gaps without a line
    older = as_in_older_pages(value, single)
    assert puzzle_from_object("x", older) == puzzle_from_object("x", value)


@pytest.mark.parametrize("name", ["startPoints", "endPoints", "dots", "gaps", "start", "end"])
@pytest.mark.parametrize(
    "place", [7, {"x": 1}, {"x": 1, "y": 99}, {"x": -1, "y": 0}, {"x": "1", "y": 0}]
)
def test_places_that_are_none(name: str, place: Any) -> None:
    value = {**WHOLE, name: place if name in ("start", "end") else [place]}
    with pytest.raises(SkippedError) as caught:
        puzzle_from_object("x", value)
    assert caught.value.reason == MALFORMED
    assert "a column x and a row y are expected" in caught.value.detail
