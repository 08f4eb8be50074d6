"""Numbers in panels of the Windmill's editor: what is out of range is named."""

from __future__ import annotations

import tracemalloc

import pytest
from support.windmill_encoding import (
    EMPTY,
    END,
    SQUARE,
    START,
    TRIANGLE,
    delimited,
    entity,
    number,
    wrapped,
)
from support.windmill_panels import reason

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
