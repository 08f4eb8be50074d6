"""Panels of the Windmill's editor as puzzles of the model."""

from __future__ import annotations

import random

import pytest
from support.windmill_encoding import (
    COLOURS,
    ELIMINATION,
    EMPTY,
    END,
    GAP,
    HEXAGON,
    NONE,
    PLAIN,
    SQUARE,
    STAR,
    START,
    TETRIS,
    TRIANGLE,
    Entry,
    blank,
    contents,
    encoded,
    number,
    wrapped,
)
from support.windmill_panels import random_puzzle, reason, with_entries

from witness.puzzle.files import puzzle_from_json
from witness.puzzle.formats.windmill import (
    COUNTED_TRIANGLES,
    INNER_END,
    MALFORMED,
    MANY_TRIANGLES,
    MISPLACED,
    NO_GOAL,
    NO_START,
    REASONS,
    SYMMETRY,
    TOO_LARGE,
    UNKNOWN,
    puzzle_from_contents,
)
from witness.puzzle.formats.windmill import ELIMINATION as ELIMINATION_REASON
from witness.puzzle.formats.windmill import TETRIS as TETRIS_REASON
from witness.puzzle.model import Puzzle


def test_a_panel_from_the_editor() -> None:
    # 1×2 squares: start at the bottom left, end at the top right with its nub to the right, a gap
    # in the middle of the panel, a hexagon at the bottom, a black square at the left.
    text = "CAUSAigEEggIBBoECAIQABIAEgQIBxABEgIIBRICKAISAggDEgIIBhICKAM=_0"
    assert puzzle_from_contents("tiny", text) == Puzzle(
        1, 2, ((0, 0),), ((1, 2),),
        gaps=(((0, 1), (1, 1)),), dots=(((0, 0), (0, 1)),), squares=((0, 0, "black"),),
    )  # fmt: skip


def test_the_table_is_stored_from_the_top() -> None:
    puzzle = puzzle_from_contents(
        "p",
        with_entries(
            (0, 1, (GAP, 0, 0)), (0, 2, (HEXAGON, 0, 0)), (1, 1, (SQUARE, 8, 0)),
            (1, 6, (HEXAGON, 0, 0)), (3, 3, (TRIANGLE, 0, 2)), (3, 5, (STAR, 5, 0)),
            (4, 5, (NONE, 0, 0)),
        ),
    )  # fmt: skip
    assert puzzle.id == "p"
    assert puzzle == Puzzle(
        2, 3, ((0, 0),), ((2, 3),),
        triangles=((0, 1, 2),),
        gaps=(((0, 2), (0, 3)), ((2, 0), (2, 1))),
        dots=(((1, 3), (2, 3)), (2, 1)),
        squares=((1, 0, "blue"),),
        stars=((0, 2, "yellow"),),
    )  # fmt: skip


@pytest.mark.parametrize(("colour", "name"), list(enumerate(COLOURS))[1:])
def test_colours(colour: int, name: str) -> None:
    puzzle = puzzle_from_contents("p", with_entries((1, 1, (STAR, colour, 0))))
    assert puzzle.stars == ((1, 0, name),)


@pytest.mark.parametrize("seed", range(200))
def test_there_and_back(seed: int) -> None:
    puzzle = random_puzzle(random.Random(seed))
    assert puzzle.problems() == []
    read = puzzle_from_contents("drawn", encoded(puzzle))
    assert read.canonical() == puzzle.canonical()
    assert puzzle_from_json(read.to_json()) == read


def test_the_drawn_puzzles_have_everything() -> None:
    features = [random_puzzle(random.Random(seed)).features for seed in range(200)]
    for name in ("triangles", "gaps", "dots", "squares", "stars", "edge-ends", "pass-goals"):
        assert any(name in found for found in features)


def test_paths_may_pass_goals_where_there_are_several() -> None:
    assert not puzzle_from_contents("p", with_entries()).pass_goals
    assert puzzle_from_contents("p", with_entries((0, 0, (END, 0, 0)))).pass_goals


def test_starts_and_ends_in_the_middle_of_a_line() -> None:
    puzzle = puzzle_from_contents(
        "p", with_entries((2, 3, (START, 0, 0)), (4, 3, (END, 0, 0)), (1, 6, (END, 0, 0)))
    )
    assert puzzle.starts == ((0, 0), ((1, 1), (1, 2)))
    assert puzzle.goals == ((2, 3), ((0, 1), (0, 2)), ((1, 3), (2, 3)))


def test_what_is_removed() -> None:
    """A removed line cannot be crossed; for points and squares the editor does not care."""
    removed = with_entries((0, 3, (NONE, 0, 0)), (2, 2, (NONE, 0, 0)), (1, 1, (NONE, 0, 0)))
    puzzle = puzzle_from_contents("p", removed)
    assert puzzle == Puzzle(2, 3, ((0, 0),), ((2, 3),), gaps=(((2, 1), (2, 2)),))


def test_plain_is_nothing() -> None:
    plain = with_entries(*((row, 1, (PLAIN, 0, 0)) for row in range(5)), (2, 2, (PLAIN, 0, 0)))
    assert puzzle_from_contents("p", plain) == puzzle_from_contents("p", with_entries())


@pytest.mark.parametrize(
    ("entry", "count"), [((TRIANGLE, 0, 0), 1), ((TRIANGLE, 0, 3), 3), ((TRIANGLE, 1, 2), 2)]
)
def test_triangles(entry: Entry, count: int) -> None:
    assert puzzle_from_contents("p", with_entries((1, 1, entry))).triangles == ((1, 0, count),)


SKIPPED = [
    (SYMMETRY, contents(blank(2, 2), symmetry=2)),
    (SYMMETRY, contents(blank(2, 2), symmetry=4)),
    (MALFORMED, contents(blank(2, 2), symmetry=5)),
    (UNKNOWN, with_entries((1, 1, (12, 0, 0)))),
    (UNKNOWN, with_entries((0, 1, (99, 0, 0)))),
    (UNKNOWN, with_entries((0, 1, (-1, 0, 0)))),
    (MISPLACED, with_entries((1, 1, (HEXAGON, 0, 0)))),
    (MISPLACED, with_entries((1, 1, (START, 0, 0)))),
    (MISPLACED, with_entries((1, 1, (GAP, 0, 0)))),
    (MISPLACED, with_entries((0, 0, (GAP, 0, 0)))),
    (MISPLACED, with_entries((0, 0, (SQUARE, 1, 0)))),
    (MISPLACED, with_entries((0, 1, (TETRIS, 0, 0)))),
    (MISPLACED, with_entries((1, 2, (TRIANGLE, 0, 1)))),
    (TETRIS_REASON, with_entries((1, 1, (TETRIS, 0, 0)))),
    (ELIMINATION_REASON, with_entries((1, 1, (ELIMINATION, 0, 0)))),
    (MANY_TRIANGLES, with_entries((1, 1, (TRIANGLE, 0, 4)))),
    (MALFORMED, with_entries((1, 1, (TRIANGLE, 0, -1)))),
    (COUNTED_TRIANGLES, with_entries((1, 1, (TRIANGLE, 0, 1)), (3, 3, (STAR, 9, 0)))),
    (COUNTED_TRIANGLES, with_entries((1, 1, (TRIANGLE, 3, 1)), (3, 3, (STAR, 3, 0)))),
    (MALFORMED, with_entries((1, 1, (SQUARE, 0, 0)))),
    (MALFORMED, with_entries((1, 1, (STAR, 10, 0)))),
    (MALFORMED, with_entries((1, 1, (0, 4, 0)))),
    (INNER_END, with_entries((2, 2, (END, 0, 0)))),
    (INNER_END, with_entries((1, 2, (END, 0, 0)))),
    (NO_START, with_entries((4, 0, EMPTY))),
    (NO_GOAL, with_entries((0, 6, EMPTY))),
    (TOO_LARGE, contents(blank(65, 1))),
    (TOO_LARGE, contents(blank(1, 65))),
    (MALFORMED, contents(blank(2, 2), width=0)),
    (MALFORMED, contents(blank(2, 2), width=-5)),
    (MALFORMED, contents(blank(2, 2), width=7)),
    (MALFORMED, contents([[EMPTY] * 4] * 3)),  # as many columns of lines as of squares
    (MALFORMED, contents([[EMPTY] * 3] * 4)),
    (MALFORMED, wrapped(number(1, 3))),
    (MALFORMED, wrapped(b"")),
]


@pytest.mark.parametrize(("expected", "text"), SKIPPED)
def test_skipped(expected: str, text: str) -> None:
    assert reason(text) == expected


def test_there_is_a_case_of_every_reason() -> None:
    assert {expected for expected, _ in SKIPPED} == set(REASONS)


def test_what_is_next_to_being_skipped() -> None:
    assert reason(contents(blank(64, 64))) is None
    assert reason(contents(blank(2, 2), symmetry=1)) is None
    blue = with_entries((1, 1, (TRIANGLE, 0, 1)), (3, 3, (STAR, 8, 0)))
    assert reason(blue) is None
    orange = with_entries((1, 1, (TRIANGLE, 0, 1)), (3, 3, (SQUARE, 9, 0)))
    assert reason(orange) is None


def test_the_first_of_several_reasons() -> None:
    both = with_entries((1, 1, (ELIMINATION, 0, 0)), (3, 3, (TETRIS, 0, 0)))
    assert reason(both) == TETRIS_REASON
    table = blank(1, 1)
    table[1][1] = (TETRIS, 0, 0)
    table[0][2] = EMPTY
    assert reason(contents(table, symmetry=3)) == SYMMETRY
    assert reason(contents(table)) == TETRIS_REASON
