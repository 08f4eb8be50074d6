"""Panels of the Windmill's editor whose text is damaged, or encoded in another way."""

from __future__ import annotations

import base64
import random

import pytest
from support.windmill_encoding import (
    EMPTY,
    END,
    START,
    blank,
    contents,
    delimited,
    encoded,
    entity,
    number,
    varint,
    wrapped,
)
from support.windmill_panels import random_puzzle, reason

from witness.puzzle.formats.windmill import (
    MALFORMED,
    NO_START,
    REASONS,
    puzzle_from_contents,
)
from witness.puzzle.model import Puzzle

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
