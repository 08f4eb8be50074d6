"""Texts that the editor of witnesspuzzles.com imports: a panel goes there and comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from support.examples import ROOT
from support.exchange import panels

from witness.base.errors import InputError
from witness.puzzle.files import read_puzzles
from witness.puzzle.formats.witnesspuzzles import COLOURS
from witness.puzzle.formats.witnesspuzzles_files import puzzle_from_text
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


@given(panels(DRAWN, edges=True, stacked=True))
def test_there_and_back(puzzle: Puzzle) -> None:
    text = witnesspuzzles_text(puzzle)
    assert puzzle_from_text("p", text).canonical() == puzzle.canonical()
    assert json.loads(text)["name"] == puzzle.id


@pytest.mark.parametrize("name", ["panels", "slitherlink"])
def test_shipped_panels(name: str) -> None:
    for puzzle in read_puzzles(ROOT / f"examples/{name}.jsonl"):
        back = puzzle_from_text(puzzle.id, witnesspuzzles_text(puzzle))
        assert back.canonical() == puzzle.canonical()


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


def test_triangles_have_a_colour_that_no_star_counts() -> None:
    stars = ((0, 0, "orange"), (0, 1, "black"))
    assert cell(puzzle(stars=stars, triangles=((1, 1, 2),)), 3, 1)["color"] == "white"


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
            "squares or stars, and an end in the middle of [[1, 0], [1, 1]]",
        ),
        (
            puzzle(dots=(((1, 1), (1, 2)),), gaps=(((1, 1), (1, 2)),)),
            "a dot in a gap ([[1, 1], [1, 2]])",
        ),
        (puzzle(squares=((0, 0, "pink"),)), "the colour pink (it has black, white, red"),
        (FULL, "triangles beside stars of all colours, which would count them"),
        (puzzle(starts=((5, 5),)), "starts has [5, 5], which is off the board"),
    ],
)
def test_what_the_site_cannot_say(refused: Puzzle, words: str) -> None:
    with pytest.raises(InputError) as caught:
        witnesspuzzles_text(refused)
    assert words in str(caught.value)
    assert str(caught.value).startswith("puzzle 'puzzle'")
