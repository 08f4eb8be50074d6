"""Numbers in panels of the Windmill's editor: what is out of range is named."""

from __future__ import annotations

import tracemalloc

import pytest
from support.windmill_encoding import (
    EMPTY,
    END,
    SQUARE,
    STAR,
    START,
    TETRIS,
    TRIANGLE,
    blank,
    contents,
    delimited,
    entity,
    number,
    wrapped,
)
from support.windmill_panels import reason, with_entries

from witness.puzzle.formats.windmill import (
    MALFORMED,
    TOO_LARGE,
    SkippedError,
    puzzle_from_contents,
)
from witness.puzzle.model import Puzzle


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
            with_entries((1, 1, (TRIANGLE, 0, 5))),
            "a square has 5 triangles; 1 to 4 are expected",
        ),
        (
            with_entries((1, 1, (TRIANGLE, 0, -1))),
            "a square has -1 triangles; 1 to 4 are expected",
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
        (
            with_entries((1, 1, (TETRIS, 0, 0))),
            "a block has no shape, or one whose rows differ in length",
        ),
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
    assert puzzle.goals == ((1, 0), (1, 1), ((1, 0), (1, 1)))
    assert puzzle.starts == ((0, 0), (0, 1), ((0, 0), (0, 1)))


@pytest.mark.parametrize(("count", "expected"), [(10**9, MALFORMED), (3 * (10**8 + 1), TOO_LARGE)])
def test_a_huge_run_takes_no_memory(count: int, expected: str) -> None:
    written = wrapped(number(1, 3) + entity(EMPTY, count))
    tracemalloc.start()
    assert reason(written) == expected
    assert tracemalloc.get_traced_memory()[1] < 10**6
    tracemalloc.stop()
