"""Panels of the Windmill's editor as puzzles of the model, and what is no panel."""

from __future__ import annotations

import base64
import random
import tracemalloc
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
    delimited,
    encoded,
    entity,
    number,
    varint,
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
    REASONS,
    TOO_LARGE,
    UNKNOWN,
    SkippedError,
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


def panel(*entries: bytes, before: bytes = number(1, 3), after: bytes = b"") -> str:
    """Encode a 1×1 panel with a start and an end, and these entries in the row of its square."""
    top, bottom = entity(EMPTY, 2) + entity((END, 0, 0)), entity((START, 0, 0)) + entity(EMPTY, 2)
    return wrapped(before + top + b"".join(entries) + bottom + after)


LARGE = [2**31, 2**32, 2**32 + 1, 2**32 + 3, 2**40, 2**40 + 2, 2**63, -(2**32), -(2**32) + 1]


@pytest.mark.parametrize("large", LARGE)
def test_numbers_of_more_than_32_bits_are_not_cut_down(large: int) -> None:
    """2^40 triangles are not one triangle, nor is a colour, a type, a count or a width."""
    square = [entity(EMPTY), entity((TRIANGLE, 0, 1)), entity(EMPTY)]
    assert reason(panel(*square)) is None
    many = delimited(2, number(5, large))
    broken = {
        "the number of triangles": panel(square[0], entity((TRIANGLE, 0, large)), square[0]),
        "the colour": panel(square[0], entity((SQUARE, large, 0)), square[0]),
        "the type": panel(square[0], entity((large, 0, 0)), square[0]),
        "the number of times": panel(square[0], many, square[0]),
        "the width": panel(*square, before=number(1, large)),
        "the symmetry": panel(*square, after=number(3, large)),
    }
    shown = large - 2**64 if large >= 2**63 else large
    for what, text in broken.items():
        with pytest.raises(SkippedError, match=f"^malformed: {what}.* is {shown}; ") as caught:
            puzzle_from_contents("p", text)
        assert caught.value.reason == MALFORMED
        assert caught.value.detail.endswith("a number of 32 bits is expected")


def test_run_lengths() -> None:
    """A run may be written as one entry or as many; a length of 0 is as good as none."""
    start, end = (START, 0, 0), (END, 0, 0)
    runs = [(EMPTY, 2), (end, 1), (EMPTY, 3), (start, 1), (EMPTY, 2)]
    expected = Puzzle(1, 1, ((0, 0),), ((1, 1),))
    one_by_one = [entity(entry) * count for entry, count in runs]
    zero = [entity(entry, 0) * count for entry, count in runs]
    for written in ([entity(*run) for run in runs], one_by_one, zero):
        assert puzzle_from_contents("p", wrapped(number(1, 3) + b"".join(written))) == expected


@pytest.mark.parametrize(("count", "expected"), [(10**9, MALFORMED), (3 * (10**8 + 1), TOO_LARGE)])
def test_a_huge_run_takes_no_memory(count: int, expected: str) -> None:
    written = wrapped(number(1, 3) + entity(EMPTY, count))
    tracemalloc.start()
    assert reason(written) == expected
    assert tracemalloc.get_traced_memory()[1] < 10**6
    tracemalloc.stop()


WHOLE = encoded(Puzzle(2, 2, ((0, 0),), ((2, 2),), squares=((1, 1, "white"), (0, 1, "black"))))


@pytest.mark.parametrize(
    "text",
    [
        "", "_0", "_", "0", "!" + WHOLE, "ä" + WHOLE, WHOLE[1:], WHOLE[:8] + "=" + WHOLE[8:],
        WHOLE[:8] + " " + WHOLE[8:], WHOLE[:10] + "*" + WHOLE[11:], "A" * 5 + "_0",
    ],
)  # fmt: skip
def test_broken_base64(text: str) -> None:
    assert reason(WHOLE) is None
    assert reason(text) == MALFORMED


def test_the_end_may_lack_its_padding() -> None:
    puzzles = [
        Puzzle(1, 1, ((0, 0),), ((1, 1),)),
        *map(random_puzzle, map(random.Random, range(9))),
    ]
    texts = [encoded(puzzle) for puzzle in puzzles]
    assert {text.count("=") for text in texts} == {0, 1, 2}
    for text in texts:
        bare = text.removesuffix("_0").rstrip("=") + "_0"
        assert puzzle_from_contents("p", bare) == puzzle_from_contents("p", text)


def test_the_flavours_of_base64() -> None:
    message = base64.b64decode(WHOLE.removesuffix("_0"), b"-_")
    # A field that nobody knows, with bytes that need the two digits in which flavours differ.
    message += delimited(7, b"\xfb\xff\xbf" * 3)
    standard = base64.b64encode(message).decode()
    assert "+" in standard
    assert "/" in standard
    expected = puzzle_from_contents("p", WHOLE)
    assert puzzle_from_contents("p", standard) == expected
    assert puzzle_from_contents("p", standard + "_0") == expected
    assert puzzle_from_contents("p", standard.replace("/", "*").replace("+", "-")) == expected
    assert puzzle_from_contents("p", standard.replace("/", "*") + "_1") == expected
    assert puzzle_from_contents("p", wrapped(message)) == expected


def test_unknown_fields_are_passed_over() -> None:
    fixed = varint(9 << 3 | 5) + b"abcd" + varint(10 << 3 | 1) + b"abcdefgh"
    unknown = number(4, 12345) + delimited(8, b"more") + fixed
    table = blank(1, 1)
    assert puzzle_from_contents("p", contents(table, after=unknown)) == puzzle_from_contents(
        "p", contents(table)
    )
    inside = delimited(2, number(1, START) + unknown.replace(number(4, 12345), number(12, 7)))
    message = number(1, 3) + entity(EMPTY, 2) + entity((END, 0, 0)) + entity(EMPTY, 3) + inside
    assert reason(wrapped(message + entity(EMPTY, 2))) is None


def test_no_beginning_of_a_panel_is_a_panel() -> None:
    """The start is in the last row, so that fewer rows, which is a smaller table, have none."""
    message = base64.b64decode(WHOLE.removesuffix("_0"), b"-_")
    reasons = [reason(wrapped(message[:length])) for length in range(len(message))]
    assert set(reasons) == {MALFORMED, NO_START}
    assert reasons.count(NO_START) < 6


def test_random_bytes_are_skipped_or_read() -> None:
    rng = random.Random(5)
    message = base64.b64decode(WHOLE.removesuffix("_0"), b"-_")
    for _ in range(2000):
        broken = bytearray(message)
        for _ in range(rng.randint(1, 3)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        written = wrapped(bytes(broken))
        if (why := reason(written)) is None:
            assert puzzle_from_contents("p", written).problems() == []
        else:
            assert why in REASONS
