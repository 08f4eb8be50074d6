"""Panels of the Windmill's editor as puzzles of the model."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.windmill_encoding import (
    ELIMINATION,
    EMPTY,
    END,
    GAP,
    HEXAGON,
    NONE,
    SQUARE,
    STAR,
    START,
    TETRIS,
    TRIANGLE,
    Entry,
    blank,
    contents,
    encoded,
    wrapped,
)
from support.windmill_panels import random_puzzle, reason, with_entries

from witness.puzzle.files import puzzle_from_json
from witness.puzzle.formats.windmill import (
    INNER_END,
    MALFORMED,
    MANY_TRIANGLES,
    MISPLACED,
    NO_GOAL,
    NO_START,
    TOO_LARGE,
    UNKNOWN,
    puzzle_from_contents,
)
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.blocks import Block


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


@pytest.mark.parametrize("seed", range(200))
def test_there_and_back(seed: int) -> None:
    puzzle = random_puzzle(random.Random(seed))
    assert puzzle.problems() == []
    read = puzzle_from_contents("drawn", encoded(puzzle))
    assert replace(read, rules="game").canonical() == puzzle.canonical()
    assert puzzle_from_json(read.to_json()) == read


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


SKIPPED = [
    (MALFORMED, contents(blank(2, 2), symmetry=5)),
    (UNKNOWN, with_entries((1, 1, (12, 0, 0)))),
    (UNKNOWN, with_entries((0, 1, (-1, 0, 0)))),
    (MISPLACED, with_entries((1, 1, (HEXAGON, 0, 0)))),
    (MISPLACED, with_entries((1, 1, (GAP, 0, 0)))),
    (MALFORMED, with_entries((1, 1, (TETRIS, 0, 0)))),
    (MALFORMED, with_entries((1, 1, (TETRIS, 0, 0, (["##", "#"],))))),
    (MALFORMED, with_entries((1, 1, (ELIMINATION, 11, 0)))),
    (TOO_LARGE, with_entries((1, 1, (TETRIS, 0, 0, (["#" * 65],))))),
    (MANY_TRIANGLES, with_entries((1, 1, (TRIANGLE, 0, 5)))),
    (MALFORMED, with_entries((1, 1, (TRIANGLE, 0, -1)))),
    (MALFORMED, with_entries((1, 1, (SQUARE, 0, 0)))),
    (MALFORMED, with_entries((1, 1, (STAR, 10, 0)))),
    (MALFORMED, with_entries((1, 1, (0, 4, 0)))),
    (INNER_END, with_entries((2, 2, (END, 0, 0)))),
    (NO_START, with_entries((4, 0, EMPTY))),
    (NO_GOAL, with_entries((0, 6, EMPTY))),
    (TOO_LARGE, contents(blank(65, 1))),
    (MALFORMED, contents(blank(2, 2), width=0)),
    (MALFORMED, contents(blank(2, 2), width=7)),
    (MALFORMED, contents([[EMPTY] * 4] * 3)),  # as many columns of lines as of squares
    (MALFORMED, wrapped(b"")),
]


@pytest.mark.parametrize(("expected", "text"), SKIPPED)
def test_skipped(expected: str, text: str) -> None:
    assert reason(text) == expected


def test_what_is_next_to_being_skipped() -> None:
    assert reason(contents(blank(64, 64))) is None
    assert reason(contents(blank(2, 2), symmetry=1)) is None
    assert reason(with_entries((1, 1, (TRIANGLE, 0, 4)))) is None
    assert reason(with_entries((1, 1, (TETRIS, 0, 0, (["#" * 64],))))) is None


def test_blocks_and_marks() -> None:
    puzzle = puzzle_from_contents(
        "p",
        with_entries(
            (1, 1, (TETRIS, 0, 0, (["##.", "#..", "..."], True))),
            (3, 3, (TETRIS, 6, 0, (["#.#"], False, True))),
            (3, 5, (ELIMINATION, 0, 0)),
        ),
    )
    assert puzzle.blocks == (
        Block(0, 1, ("#.#",), negative=True, colour="red"),
        Block(1, 0, ("##", "#."), turns=True),
    )
    assert puzzle.eliminations == ((0, 2),)


#: Symbols beside a star, the star, and the colour that the symbol has then.
COLOURED = [
    ((TRIANGLE, 0, 1), 9, "orange"),
    ((TRIANGLE, 0, 1), 8, None),
    ((TETRIS, 0, 0, (["#"],)), 5, "yellow"),
    ((TETRIS, 0, 0, (["#"], False, True)), 5, None),
    ((TETRIS, 0, 0, (["#"], False, True)), 8, "blue"),
    ((ELIMINATION, 0, 0), 2, "white"),
    ((ELIMINATION, 0, 0), 1, None),
]


@pytest.mark.parametrize(("entry", "star", "colour"), COLOURED)
def test_a_colour_is_kept_where_it_says_something(
    entry: Entry, star: int, colour: str | None
) -> None:
    puzzle = puzzle_from_contents("p", with_entries((1, 1, entry), (3, 3, (STAR, star, 0))))
    [name] = puzzle.features & {"triangles", "blocks", "eliminations"}
    [symbol] = getattr(puzzle, name)
    assert SYMBOLS[name].colour(symbol) == colour


@pytest.mark.parametrize(
    ("number", "name", "start", "goal"),
    [(2, "left-right", (0, 3), (2, 0)), (3, "up-down", (2, 0), (0, 3))],
)
def test_two_lines(number: int, name: str, start: Vertex, goal: Vertex) -> None:
    """The editor gives starts and ends their images, and drops those that are their own."""
    table = blank(2, 3)
    table[2][2] = (START, 0, 0)  # on the axis between up and down
    puzzle = puzzle_from_contents("p", contents(table, symmetry=number))
    assert puzzle.symmetry == name
    assert puzzle.problems() == []
    more = {(1, 1), (1, 2)} if name == "left-right" else set()
    assert {*puzzle.starts} == {(0, 0), start, *more}
    assert {*puzzle.goals} == {(2, 3), goal}


RULES = [
    ([], "game"),
    ([(ELIMINATION, 0, 0)], "game"),
    ([(ELIMINATION, 0, 0), (ELIMINATION, 0, 0)], "windmill"),
    ([(ELIMINATION, 0, 0), (STAR, 1, 0)], "windmill"),
    ([(ELIMINATION, 0, 0), (TETRIS, 0, 0, (["##"],))], "game"),
    ([(TETRIS, 0, 0, (["##"],))], "game"),
    ([(TETRIS, 0, 0, (["#"], False, True))], "game"),
    ([(TETRIS, 0, 0, (["##"],)), (TETRIS, 0, 0, (["#"], False, True))], "windmill"),
]


@pytest.mark.parametrize(("symbols", "rules"), RULES)
def test_rules_of_the_windmill_where_they_differ(symbols: list[Entry], rules: str) -> None:
    entries = [(1, 1 + 2 * column, symbol) for column, symbol in enumerate(symbols)]
    assert puzzle_from_contents("p", with_entries(*entries)).rules == rules


def test_a_line_that_ends_within_a_region_may_lie_under_a_block() -> None:
    for shape, rules in ((["##"], "windmill"), (["#"], "game")):
        inside = with_entries((1, 1, (TETRIS, 0, 0, (shape,))), (2, 2, (START, 0, 0)))
        assert puzzle_from_contents("p", inside).rules == rules
