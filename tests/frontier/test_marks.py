"""The marks of regions, against counting symbols; and their tables, against the marks."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from witness.frontier.marks import Colours, Mark, closes, join, numbered
from witness.frontier.region_table import marks_of

SYMBOLS = [(kind, colour) for kind in ("square", "star") for colour in ("black", "white", "red")]


def is_right(region: list[tuple[str, str]]) -> bool:
    """Whether a region may hold these symbols: docs/formats.md, word for word."""
    number = Counter(colour for _, colour in region)
    return len({colour for kind, colour in region if kind == "square"}) <= 1 and all(
        number[colour] == 2 for kind, colour in region if kind == "star"
    )


def test_regions_with_any_symbols() -> None:
    """Joined in any order, the marks of symbols say whether their region is right."""
    rng = random.Random(1)
    right = 0
    for size in range(6):
        for region in product(SYMBOLS, repeat=size) if size < 4 else _some(rng, size):
            symbols = {(0, place): symbol for place, symbol in enumerate((*region, *SYMBOLS))}
            colours, numbers = numbered(symbols)
            marks = [colours.of(kind, numbers[colour]) for kind, colour in region]
            while len(marks) > 1:
                one, other = (marks.pop(rng.randrange(len(marks))) for _ in range(2))
                joined = join(one, other)
                if joined is None:
                    break
                marks.append(joined)
            possible = len(marks) < 2 and (joined is not None if len(region) > 1 else True)
            found = possible and closes(marks[0] if marks else colours.empty)
            assert found == is_right(list(region)), region
            right += found
    assert right > 100


def _some(rng: random.Random, size: int) -> list[tuple[tuple[str, str], ...]]:
    return [tuple(rng.choices(SYMBOLS, k=size)) for _ in range(2000)]


def test_squares_of_one_colour_need_not_be_told_apart() -> None:
    assert Colours(0, 0, 1).of("square", 1) == Colours(0, 0, 1).empty == Mark(0, ())
    assert Colours(0, 1, 1).of("square", 2) == Colours(0, 1, 1).empty


@pytest.mark.parametrize(
    ("colours", "number"),
    [
        ((0, 0, 1), 1),
        ((0, 0, 2), 3),
        ((0, 1, 0), 3),
        ((1, 0, 0), 5),
        ((0, 1, 1), 3),
        ((2, 0, 0), 27),
        ((1, 1, 1), 27),
        ((0, 2, 2), 27),
        ((2, 1, 0), 81),
    ],
)
def test_the_tables_have_what_marks_make_together(
    colours: tuple[int, int, int], number: int
) -> None:
    known = marks_of(Colours(*colours))
    assert len(known.numbers) == number
    for (one, a), (other, b) in product(known.numbers.items(), repeat=2):
        both = join(one, other)
        assert known.joined[a, b] == (-1 if both is None else known.numbers[both])
        assert known.closes[a] == closes(one)
