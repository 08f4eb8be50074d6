"""Panels of the Windmill's editor as puzzles of the model."""

from __future__ import annotations

import base64
import random
import tracemalloc

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
    delimited,
    encoded,
    entity,
    number,
    varint,
    wrapped,
)

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
    SkippedError,
    puzzle_from_contents,
)
from witness.puzzle.formats.windmill import ELIMINATION as ELIMINATION_REASON
from witness.puzzle.formats.windmill import TETRIS as TETRIS_REASON
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle


def reason(text: str) -> str | None:
    try:
        puzzle_from_contents("p", text)
    except SkippedError as error:
        return error.reason
    return None


def with_entries(*entries: tuple[int, int, Entry], rows: int = 2, cols: int = 3) -> str:
    """Encode an empty board with entries at (row from the top, column) of the table."""
    table = blank(rows, cols)
    for row, column, entry in entries:
        table[row][column] = entry
    return contents(table)


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


def random_puzzle(rng: random.Random) -> Puzzle:
    """Draw a panel with everything that both can say; no two things are in one place."""
    board = grid(rng.randint(0, 6), rng.randint(1, 6))
    places = [*board.vertices, *board.edges]
    border = [
        place
        for place in places
        if (place in board.peripheral_vertices)
        or (place in board.edge_number and len(board.edge_squares(place)) == 1)
    ] or list(board.vertices)
    goals = rng.sample(border, rng.randint(1, min(3, len(border) - 1)))
    free = [place for place in places if place not in goals]
    rng.shuffle(free)
    starts, free = free[:1], free[1:]
    gaps = [place for place in free if place in board.edge_number and rng.random() < 0.2]
    dots = [place for place in free if place not in gaps and rng.random() < 0.2]
    symbols: dict[str, list] = {"triangles": [], "squares": [], "stars": []}
    for square in board.squares:
        name = rng.choice(["triangles", "squares", "stars", None])
        if name == "triangles":
            symbols[name].append((*square, rng.randint(1, 3)))
        elif name is not None:  # without orange, which triangles have
            symbols[name].append((*square, rng.choice(COLOURS[1:-1])))
    return Puzzle(
        board.rows, board.cols, tuple(starts), tuple(goals), gaps=tuple(gaps), dots=tuple(dots),
        pass_goals=len(goals) > 1, **{name: tuple(found) for name, found in symbols.items()},
    )  # fmt: skip


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
    assert puzzle.goals == (((0, 1), (0, 2)), ((1, 3), (2, 3)), (2, 3))


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


def test_only_the_end_is_cut_off() -> None:
    # The text before "_0" may have "_" as a digit, even as its last one.
    message = number(1, 3) + b"".join(
        [entity(EMPTY, 2), entity((END, 0, 0)), entity(EMPTY, 3), entity((START, 0, 0))]
    )
    message += entity(EMPTY, 2)
    for padding in range(3):
        written = wrapped(message + delimited(7, b"x" * padding + b"\xff\xff\xff"))
        assert "_" in written.removesuffix("_0")
        assert reason(written) is None


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


@pytest.mark.parametrize(
    "message",
    [
        number(1, 3) + b"\x10\x03",  # a number where an entry should be
        delimited(1, b"\x03"),  # a message where the width should be
        number(1, 3) + delimited(2, delimited(1, b"")),
        number(1, 3) + delimited(2, b"\x08"),
        number(1, 3) + b"\x12\x7f\x08",
        number(1, 3) + delimited(2, number(5, -9)) + entity(EMPTY, 9),
    ],
)
def test_broken_messages(message: bytes) -> None:
    assert reason(wrapped(message)) == MALFORMED


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


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (
            with_entries((1, 1, (TRIANGLE, 0, 4))),
            "a square has 4 triangles; 1, 2 or 3 are expected",
        ),
        (
            with_entries((1, 1, (TRIANGLE, 0, -1))),
            "a square has -1 triangles; 1, 2 or 3 are expected",
        ),
        (with_entries((1, 1, (STAR, -3, 0))), "a symbol has the colour -3; 1 to 9 are known"),
        (with_entries((1, 1, (12, 0, 0))), "an entry has the type 12; 1 to 11 are known"),
        (contents(blank(2, 2), symmetry=-1), "the symmetry is -1; 0 to 4 are known"),
        (contents(blank(2, 2), width=-5), "the width is -5; an odd number above 0 is expected"),
        (contents(blank(2, 2), width=7), "the entries are not an odd number of whole rows"),
        (
            panel(delimited(2, number(5, -9))),
            "an entry is repeated -9 times; 1 or more is expected",
        ),
        (with_entries((1, 1, (TETRIS, 0, 0))), ""),
    ],
)
def test_details(text: str, detail: str) -> None:
    with pytest.raises(SkippedError) as caught:
        puzzle_from_contents("p", text)
    assert caught.value.detail == detail


def test_a_digit_that_is_no_version() -> None:
    """Without a version, "_" is a digit of the base64, and what follows it is not cut off."""
    middle = number(1, 3) + entity(EMPTY, 2) + entity((END, 0, 0)) + entity(EMPTY, 3)
    middle += entity((START, 0, 0)) + entity(EMPTY, 2)
    rows = [middle + delimited(7, b"x" * padding + b"\xff\xff\xff") for padding in range(3)]
    for message in rows:
        # The entry after the digit is one too many.
        text = wrapped(message + entity(EMPTY)).removesuffix("_0")
        assert "_" in text
        assert reason(text) == MALFORMED
        assert reason(wrapped(message).removesuffix("_0")) is None


def test_run_lengths() -> None:
    """A run may be written as one entry or as many; a length of 0 is as good as none."""
    start, end = (START, 0, 0), (END, 0, 0)
    runs = [(EMPTY, 2), (end, 1), (EMPTY, 3), (start, 1), (EMPTY, 2)]
    expected = Puzzle(1, 1, ((0, 0),), ((1, 1),))
    one_by_one = [entity(entry) * count for entry, count in runs]
    zero = [entity(entry, 0) * count for entry, count in runs]
    for written in ([entity(*run) for run in runs], one_by_one, zero):
        assert puzzle_from_contents("p", wrapped(number(1, 3) + b"".join(written))) == expected


def test_a_run_of_ends() -> None:
    message = number(1, 3) + entity((END, 0, 0), 3) + entity(EMPTY, 3) + entity((START, 0, 0), 3)
    puzzle = puzzle_from_contents("p", wrapped(message))
    assert puzzle.goals == ((1, 0), ((1, 0), (1, 1)), (1, 1))
    assert puzzle.starts == ((0, 0), ((0, 0), (0, 1)), (0, 1))


@pytest.mark.parametrize(("count", "expected"), [(10**9, MALFORMED), (3 * (10**8 + 1), TOO_LARGE)])
def test_a_huge_run_takes_no_memory(count: int, expected: str) -> None:
    written = wrapped(number(1, 3) + entity(EMPTY, count))
    tracemalloc.start()
    assert reason(written) == expected
    assert tracemalloc.get_traced_memory()[1] < 10**6
    tracemalloc.stop()
