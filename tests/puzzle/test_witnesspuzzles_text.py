"""Texts that the editor of witnesspuzzles.com imports: a panel goes there and comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from support.exchange import panels

from witness.base.errors import InputError
from witness.puzzle.formats.editor_files import puzzle_from_text
from witness.puzzle.formats.witnesspuzzles import COLOURS
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle

DRAWN = [colour for colour in COLOURS if colour != "orange"] + ["orange"]


def test_a_text_by_hand() -> None:
    puzzle = Puzzle(
        1, 1, ((0, 0),), ((1, 1),), triangles=((0, 0, 2),),
        gaps=(((1, 0), (1, 1)),), dots=((0, 0), ((0, 1), (1, 1))), id="one",
    )  # fmt: skip
    line = {"type": "line", "line": 0}
    text = witnesspuzzles_text(puzzle)
    value = json.loads(text)
    assert value["grid"] == [
        [line, line, {**line, "start": True, "dot": 1}],
        [{**line, "gap": 1}, {"type": "triangle", "color": "orange", "count": 2}, line],
        [{**line, "end": "right"}, {**line, "dot": 1}, line],
    ]
    assert (value["name"], value["pillar"]) == ("one", False)
    assert text.isascii()
    assert "\t" not in text
    assert "\n" not in text


@given(panels(DRAWN, site=True))
def test_there_and_back(puzzle: Puzzle) -> None:
    text = witnesspuzzles_text(puzzle)
    assert puzzle_from_text("p", text).canonical() == puzzle.canonical()
    assert json.loads(text)["name"] == puzzle.id


def puzzle(**changes: Any) -> Puzzle:
    fields = {"rows": 2, "cols": 2, "starts": ((0, 0),), "goals": ((2, 2),), **changes}
    return Puzzle(**fields)


def cell(written: Puzzle, column: int, row: int) -> Any:
    """Return the cell of a text at a column from the left and a row from the top."""
    return json.loads(witnesspuzzles_text(written))["grid"][column][row]


@pytest.mark.parametrize(
    ("goal", "place", "direction"),
    [
        ((0, 1), (2, 4), "bottom"),
        ((2, 1), (2, 0), "top"),
        ((1, 0), (0, 2), "left"),
        ((1, 2), (4, 2), "right"),
        (((0, 1), (0, 2)), (3, 4), "bottom"),
        (((0, 2), (1, 2)), (4, 3), "right"),
    ],
)
def test_nubs_lead_off_the_board(goal: Any, place: tuple[int, int], direction: str) -> None:
    assert cell(puzzle(goals=(goal,)), *place)["end"] == direction


def test_nubs_inside_the_board_lead_to_an_empty_square_or_a_gap() -> None:
    edge = ((1, 0), (1, 1))
    assert cell(puzzle(goals=(edge,)), 1, 2)["end"] == "top"
    beside = puzzle(goals=(edge,), triangles=((1, 0, 1),))
    assert cell(beside, 1, 2)["end"] == "bottom"
    gaps = (((1, 1), (2, 1)), ((1, 0), (2, 0)))
    inner = puzzle(goals=((1, 1),), gaps=gaps)
    assert cell(inner, 2, 2)["end"] == "top"
    # There must be no line at all where the nub is; elsewhere, a gap is a break in the line.
    assert (cell(inner, 2, 1)["gap"], cell(inner, 0, 1)["gap"]) == (2, 1)
    back = puzzle_from_text("p", witnesspuzzles_text(inner))
    assert back.canonical() == inner.canonical()


def test_blocks_are_written_as_bits() -> None:
    """A square at the column x and the row y, from the top, has the bit 4x + y."""
    blocks = ((0, 0, ["#.", "##"]), (1, 1, ["#.#"], True, True, "red"))
    written = puzzle(blocks=blocks)
    assert cell(written, 1, 3) == {"type": "poly", "color": "yellow", "polyshape": 1 + 2 + 32}
    # Of its two positions a shape that turns has the upright one.
    assert cell(written, 3, 1) == {"type": "ylop", "color": "red", "polyshape": (1 << 20) + 1 + 4}


def test_two_lines_on_a_cylinder() -> None:
    board = Puzzle(
        1, 4, ((0, 0), (0, 2)), ((1, 1), (1, 3)), wraps=True, symmetry="shift", pass_goals=True,
        gaps=(((0, 0), (0, 3)),), dots=((1, 0),), line_dots=(((0, 1), 1), ((0, 3), 2)),
    )  # fmt: skip
    value = json.loads(witnesspuzzles_text(board))
    assert value["pillar"] is True
    assert value["symmetry"] == {"x": False, "y": False}
    assert (len(value["grid"]), len(value["grid"][0])) == (8, 3)
    assert value["grid"][7][2]["gap"] == 1  # the edge from the last vertex round to the first
    dots = {(x, y): c["dot"] for x, column in enumerate(value["grid"])
            for y, c in enumerate(column) if c and c.get("dot")}  # fmt: skip
    assert dots == {(0, 0): 1, (2, 2): 2, (6, 2): 3}
    assert puzzle_from_text("p", witnesspuzzles_text(board)).canonical() == board.canonical()


def test_missing_squares_are_outside() -> None:
    """Gaps between them, and at the border, have no line there; others are breaks."""
    gaps = (((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1)))
    board = puzzle(missing=((0, 0),), stars=((1, 1, "red"),), gaps=gaps, starts=((0, 1),))
    found = [cell(board, x, y)["gap"] for x, y in ((0, 3), (2, 3), (1, 2))]
    assert found == [2, 1, 1]
    assert puzzle_from_text("p", witnesspuzzles_text(board)).canonical() == board.canonical()


FULL = Puzzle(
    5, 5, ((0, 0),), ((5, 5),), triangles=((4, 4, 1),),
    stars=tuple((n // 5, n % 5, colour) for n, colour in enumerate(COLOURS)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (puzzle(goals=((1, 1),)), "a goal without room for a nub beside it ([1, 1])"),
        (
            puzzle(goals=(((1, 0), (1, 1)),), triangles=((0, 0, 1), (1, 0, 1))),
            "a goal without room for a nub beside it ([[1, 0], [1, 1]])",
        ),
        (puzzle(goals=((2, 1), (2, 2))), "several goals that a path may not pass over"),
        (
            puzzle(starts=(((1, 0), (1, 1)),), stars=((1, 1, "red"),)),
            "an end in the middle of an edge, which divides regions ([[1, 0], [1, 1]])",
        ),
        (
            puzzle(dots=(((1, 1), (1, 2)),), gaps=(((1, 1), (1, 2)),)),
            "a dot in a gap ([[1, 1], [1, 2]])",
        ),
        (FULL, "triangles beside stars of all colours, which would count them"),
        (puzzle(blocks=((1, 1, ["#" * 5]),)), "a block larger than 4×4 ([1, 1])"),
        (puzzle(eliminations=((0, 0),), rules="windmill"), "the rules of the Windmill"),
        (
            puzzle(missing=((0, 0),), stars=((1, 1, "red"),)),
            "a missing square that gaps do not connect to the outside ([0, 0])",
        ),
        (
            puzzle(
                missing=((0, 0), (1, 1)),
                stars=((0, 1, "red"),),
                starts=((0, 2),),
                gaps=(((0, 0), (0, 1)), ((2, 1), (2, 2))),
            ),
            "missing squares around which regions of the site lead along lines",
        ),
        (
            puzzle(
                starts=((0, 0), (0, 2)),
                goals=((2, 0), (2, 2)),
                pass_goals=True,
                symmetry="left-right",
                dots=((1, 0),),
                line_dots=(((1, 0), 1),),
            ),
            "two dots in one place ([1, 0])",
        ),
    ],
)
def test_what_the_site_cannot_say(refused: Puzzle, words: str) -> None:
    with pytest.raises(InputError) as caught:
        witnesspuzzles_text(refused)
    assert words in str(caught.value)
    assert str(caught.value).startswith("puzzle 'puzzle'")
