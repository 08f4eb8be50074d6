"""The marks of regions, against counting symbols; and their tables, against the marks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest

from witness.boards.frontier.marks import Mark, Question, Questions, answers, questions_of
from witness.boards.frontier.region_table import marks_of
from witness.puzzle.demands import region_demands
from witness.puzzle.model import Puzzle

SYMBOLS = [(kind, colour) for kind in ("square", "star") for colour in ("black", "white", "red")]


def is_right(region: list[tuple[str, str]]) -> bool:
    """Whether a region may hold these symbols: docs/formats.md, word for word."""
    number = Counter(colour for _, colour in region)
    return len({colour for kind, colour in region if kind == "square"}) <= 1 and all(
        number[colour] == 2 for kind, colour in region if kind == "star"
    )


def asked(symbols: Sequence[tuple[str, str]]) -> tuple[Questions, list[Mark]]:
    """What is asked on a panel of one row with these symbols, and their marks."""
    places = {
        kind: tuple((0, n, colour) for n, (one, colour) in enumerate(symbols) if one == kind)
        for kind in ("square", "star")
    }
    panel = Puzzle(
        1, len(symbols), ((0, 0),), ((1, 0),), squares=places["square"], stars=places["star"]
    )
    questions, marks = questions_of(region_demands(panel))
    return questions, [marks.get(n, questions.empty) for n in range(len(symbols))]


def test_regions_with_any_symbols() -> None:
    """Joined in any order, the marks of symbols say whether their region is right."""
    rng = random.Random(1)
    right = 0
    for size in range(6):
        for region in product(SYMBOLS, repeat=size) if size < 4 else _some(rng, size):
            questions, found_marks = asked((*region, *SYMBOLS))
            marks = found_marks[: len(region)]
            while len(marks) > 1:
                one, other = (marks.pop(rng.randrange(len(marks))) for _ in range(2))
                joined = questions.join(one, other)
                if joined is None:
                    break
                marks.append(joined)
            possible = len(marks) < 2 and (joined is not None if len(region) > 1 else True)
            found = possible and questions.closes(marks[0] if marks else questions.empty)
            assert found == is_right(list(region)), region
            right += found
    assert right > 100


def _some(rng: random.Random, size: int) -> list[tuple[tuple[str, str], ...]]:
    return [tuple(rng.choices(SYMBOLS, k=size)) for _ in range(2000)]


def test_squares_of_one_colour_need_not_be_told_apart() -> None:
    assert asked([("square", "red")] * 3) == (Questions((), ()), [(), (), ()])
    questions, marks = asked([("square", "red"), ("star", "white")])
    assert len(questions.questions) == 1
    assert marks[0] == questions.empty


def test_answers_that_nothing_can_tell_apart_are_one() -> None:
    """Two symbols and more, of which none asks: whoever asks comes with another one."""
    stars = answers(Question((2,), ((1, False), (1, True))))
    assert len(stars.closes) == 5
    assert answers(Question((0,), ((0, True),))).closes == (True,)
    assert answers(Question((0,), ((1, True),))).single == {(1, True): -1}
    even = answers(Question((0, 2, 4), ((1, False), (0, True))))
    assert sum(even.closes) == 6 + 3


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
    """The colours have stars and squares, stars alone, and squares alone."""
    both, stars, squares = colours
    names = "abcd"
    symbols = [("star", name) for name in names[: both + stars]] * 2
    with_squares = names[:both] + names[both + stars : both + stars + squares]
    symbols += [("square", name) for name in with_squares]
    questions, _ = asked(symbols)
    known = marks_of(questions)
    assert len(known.numbers) == number
    for (one, a), (other, b) in product(known.numbers.items(), repeat=2):
        joined = questions.join(one, other)
        assert known.joined[a, b] == (-1 if joined is None else known.numbers[joined])
        assert known.closes[a] == questions.closes(one)
