"""What is not known: questions that are answered in every possible way, one run for each.

A clause is run on views that know nothing. What it asks of them becomes a question; `Questions`
holds the answers of a run and goes through all runs. Of numbers of squares, only their differences
are known. An operation whose result is not the same on every board raises `BeyondError`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn


class Bound(NamedTuple):
    """That `low` is at most `high` plus `by`; None stands for zero."""

    low: Hashable | None
    high: Hashable | None
    by: int


def solution(bounds: Iterable[Bound]) -> dict[Hashable, int] | None:
    """Return whole numbers that satisfy all bounds, None if there are none.

    The shortest ways in the graph of the bounds, by Bellman and Ford: there is a solution unless
    some cycle has a negative length.
    """
    known = list(bounds)
    names = {name for bound in known for name in (bound.low, bound.high)} | {None}
    value: dict[Hashable | None, int] = dict.fromkeys(names, 0)
    for _ in range(len(names) + 1):
        changed = False
        for low, high, by in known:
            if value[low] > value[high] + by:
                value[low] = value[high] + by
                changed = True
        if not changed:
            zero = value[None]
            return {name: number - zero for name, number in value.items() if name is not None}
    return None


def feasible(bounds: Iterable[Bound]) -> bool:
    """Whether some whole numbers satisfy all bounds."""
    return solution(bounds) is not None


#: A number of squares: "joined" or "region", and the classes that count, without the symbol itself.
Count = tuple[str, frozenset[str]]

#: The most runs of one clause, unless a caller says more.
MOST_RUNS = 20_000

Question = tuple[Any, ...]


class BeyondError(Exception):
    """An evaluation needs more than views that know nothing can say."""


class ImpossibleError(Exception):
    """The answers of a run contradict each other."""


def beyond(*_: object) -> NoReturn:
    """Raise `BeyondError`."""
    raise BeyondError


class Opaque:
    """A value on which no operation is allowed, unless a subclass defines it."""

    def __eq__(self, other: object) -> bool:
        beyond()

    def __hash__(self) -> int:
        beyond()

    def __bool__(self) -> bool:
        beyond()

    def __getattr__(self, name: str) -> NoReturn:
        beyond()


class Questions:
    """The answers of a run, what they say of numbers, and the loops that the run is in.

    `counting` and `open` are the loops that count squares, and `abandoned` says whether one was
    left before its end. `far` is the number of loops that are at something far from the symbol, and
    `unordered` counts the loops over lists of unknown order.
    """

    def __init__(self) -> None:
        self._trail: list[tuple[Sequence[Any], int]] = []
        self._begin()

    def _begin(self) -> None:
        self.answers: dict[Question, Any] = {}
        self.bounds: list[Bound] = []
        self.counting = self.open = self.far = self.unordered = 0
        self.abandoned = False

    def ask(self, question: Question, options: Sequence[Any] = (False, True)) -> Any:
        """Return the answer to a question in this run."""
        if question not in self.answers:
            place = len(self.answers)
            if place == len(self._trail):
                self._trail.append((options, 0))
            chosen, number = self._trail[place]
            self.answers[question] = chosen[number]
        return self.answers[question]

    def runs(self, most: int = MOST_RUNS) -> Iterator[None]:
        """Yield once for each combination of answers; raise `BeyondError` if they are too many."""
        for _ in range(most):
            self._begin()
            yield
            del self._trail[len(self.answers) :]
            while self._trail and self._trail[-1][1] + 1 == len(self._trail[-1][0]):
                self._trail.pop()
            if not self._trail:
                return
            options, number = self._trail[-1]
            self._trail[-1] = options, number + 1
        beyond()

    def sign(self, one: Number, other: Number) -> int:
        """Return whether a number is less than another (-1), equal (0), or greater (1)."""
        apart = one.plus - other.plus
        if one.count == other.count:
            return (apart > 0) - (apart < 0)
        found: int = self.ask(("order", one.count, other.count, apart), (-1, 0, 1))
        if found <= 0:
            self.bounds.append(Bound(one.count, other.count, found - apart))
        if found >= 0:
            self.bounds.append(Bound(other.count, one.count, apart - found))
        if not feasible([*self.bounds, *related(self.bounds)]):
            raise ImpossibleError
        return found


def related(bounds: Iterable[Bound], further: Iterable[Count] = ()) -> Iterator[Bound]:
    """Yield how the numbers of some bounds are related: joined squares lie in the region."""
    named = {name for bound in bounds for name in (bound.low, bound.high) if name is not None}
    classes = {name[1] for name in (*named, *further)}  # type: ignore[index]
    for own in classes:
        yield Bound(None, ("joined", own), 0)
        yield Bound(("joined", own), ("region", own), 0)
        for where in ("joined", "region"):
            yield from (Bound((where, own), (where, more), 0) for more in classes if own < more)


class Number(Opaque):
    """A number of squares: a count, None for none of them, and how many more."""

    def __init__(self, questions: Questions, count: Count | None, plus: int) -> None:
        self._questions = questions
        self.count = count
        self.plus = plus

    def _sign(self, other: object) -> int:
        if isinstance(other, bool) or not isinstance(other, int | Number):
            beyond()
        known = other if isinstance(other, Number) else Number(self._questions, None, other)
        return self._questions.sign(self, known)

    def __eq__(self, other: object) -> bool:
        return self._sign(other) == 0

    def __lt__(self, other: object) -> bool:
        return self._sign(other) < 0

    def __le__(self, other: object) -> bool:
        return self._sign(other) <= 0

    def __gt__(self, other: object) -> bool:
        return self._sign(other) > 0

    def __ge__(self, other: object) -> bool:
        return self._sign(other) >= 0

    def __add__(self, other: object) -> Number:
        if isinstance(other, bool) or not isinstance(other, int):
            beyond()
        return Number(self._questions, self.count, self.plus + other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Number:
        return self + -other if isinstance(other, int) else beyond()

    __hash__ = Opaque.__hash__


class Length(Opaque):
    """The length of the path, or a number computed from it: each comparison may go either way."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions

    def _compare(self, other: object) -> bool:
        if not isinstance(other, int | Length):
            beyond()
        questions = self._questions
        return bool(questions.ask(("length", len(questions.answers)), (True, False)))

    def _computed(self, other: object) -> Length:
        return Length(self._questions) if isinstance(other, int | Length) else beyond()

    def __mod__(self, other: object) -> Length:
        known = isinstance(other, int) and other != 0
        return self._computed(other) if known else self.__rmod__(other)

    def __rmod__(self, other: object) -> Length:
        # It may have no value, which in another order is found after something that holds.
        return beyond() if self._questions.unordered else self._computed(other)

    def __eq__(self, other: object) -> bool:
        return self is other or self._compare(other)

    __hash__ = Opaque.__hash__
    __lt__ = __le__ = __gt__ = __ge__ = _compare
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _computed
