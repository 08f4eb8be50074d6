"""What the symbols of a region amount to, and when a region may close.

The demands of symbols (`witness.puzzle.constraints.RegionDemand`) that want the same numbers of
the same squares are one *question*. To a question a region has an *answer*: how many of these
squares it holds, and whether a symbol that asks is among them. Answers between which nothing that
may still come makes a difference are one, so there are few; they are numbered, from 0 for a region
without symbols. The *mark* of a region is its answer to each question. If symbols want two of their
colour, themselves included, the answers are: none; one or two, without or with one that asks; and
more without, as none that asks may come any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from witness.puzzle.constraints import RegionDemand

#: An answer as it is counted: how many squares, and whether one that asks is there.
Counted = tuple[int, bool]

#: The answers of a region to all questions.
Mark = tuple[int, ...]


class Question(NamedTuple):
    """Which numbers of squares are right, and what a single square can add to the answer."""

    numbers: tuple[int, ...]
    singles: tuple[Counted, ...]


class AnswerTable(NamedTuple):
    """The answers to a question.

    `joined` has for two of them the answer of both regions together, -1 if it is wrong for good;
    `closes` whether a region may close; `single` the answers of single squares (-1: wrong).
    """

    joined: tuple[tuple[int, ...], ...]
    closes: tuple[bool, ...]
    single: dict[Counted, int]


class Questions(NamedTuple):
    """All questions of a panel, and the marks that a square can have; equal for panels alike."""

    questions: tuple[Question, ...]
    singles: tuple[Mark, ...]

    @property
    def empty(self) -> Mark:
        """The mark of a region without symbols."""
        return (0,) * len(self.questions)

    def join(self, one: Mark, other: Mark) -> Mark | None:
        """Return the mark of two regions that become one, None if that breaks a rule for good."""
        joined = []
        for question, a, b in zip(self.questions, one, other, strict=True):
            both = -1 if a < 0 or b < 0 else answers(question).joined[a][b]
            if both < 0:
                return None
            joined.append(both)
        return tuple(joined)

    def closes(self, mark: Mark) -> bool:
        """Whether a region with this mark is right as it is."""
        pairs = zip(self.questions, mark, strict=True)
        return all(answers(question).closes[answer] for question, answer in pairs)


def questions_of(demands: Iterable[RegionDemand]) -> tuple[Questions, dict[int, Mark]]:
    """Return the questions of a panel, and the marks of its squares that add something."""
    asking: dict[tuple[int, tuple[int, ...]], int] = {}
    for one in demands:
        key = (one.squares, one.numbers)
        asking[key] = asking.get(key, 0) | 1 << one.square
    questions: list[Question] = []
    marks: dict[int, list[int]] = {}
    for (squares, numbers), askers in asking.items():
        parts = (((0, True), askers & ~squares), ((1, False), squares & ~askers),
                 ((1, True), squares & askers))  # fmt: skip
        question = Question(numbers, tuple([added for added, part in parts if part]))
        known = answers(question)
        if len(known.closes) == 1 and min(known.single.values()) == 0:
            continue  # it is always right
        for added, part in parts:
            for number in _members(part):
                mark = marks.setdefault(number, [0] * len(asking))
                mark[len(questions)] = known.single[added]
        questions.append(question)
    found = {number: tuple(mark[: len(questions)]) for number, mark in marks.items()}
    return Questions(tuple(questions), tuple(sorted(set(found.values())))), found


def _members(bits: int) -> list[int]:
    """Return the numbers in a bit set."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


@lru_cache(maxsize=1024)
def answers(question: Question) -> AnswerTable:
    """Return the answers to a question, no two of which mean the same."""
    numbers, singles = question
    most = max(numbers) + 1

    def both(one: Counted, other: Counted) -> Counted | None:
        count, asks = min(one[0] + other[0], most), one[1] or other[1]
        return None if asks and count == most else (count, asks)

    found: list[Counted] = [(0, False)]
    for one in found:
        new = (both(one, other) for other in singles)
        found += dict.fromkeys(x for x in new if x is not None and x not in found)
    right = {one: not one[1] or one[0] in numbers for one in found}
    # Tell answers apart by whether they are right, and then by what may come (Moore's algorithm).
    classes: dict[Counted | None, int] = {None: -1} | {one: int(right[one]) for one in found}
    while True:
        seen = {
            one: (classes[one], *(classes[both(one, other)] for other in singles)) for one in found
        }
        names = {key: number for number, key in enumerate(dict.fromkeys(seen.values()))}
        finer: dict[Counted | None, int] = {None: -1} | {one: names[seen[one]] for one in found}
        if len(names) == len({*classes.values()} - {-1}):
            break
        classes = finer
    first = {finer[one]: one for one in reversed(found)}
    members = [first[number] for number in range(len(first))]
    return AnswerTable(
        tuple(tuple(finer[both(one, other)] for other in members) for one in members),
        tuple(right[one] for one in members),
        {one: finer[both((0, False), one)] for one in singles},
    )
