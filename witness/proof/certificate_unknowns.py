"""What the checker of certificates does not know: objects, numbers, lists; answers about them.

A run of a clause answers each question about them in one way; `Answers` goes through all runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from witness.base.errors import InputError

#: A number of things that is not known: its name, None for zero; and what is added.
Name = Any

#: The name of a number of objects, at least one, of which nothing else is known.
SOME = ("some",)


class CannotCheckError(InputError):
    """A clause asks something that cannot be ranged over."""


def cannot(what: str) -> NoReturn:
    """Refuse what cannot be ranged over."""
    raise CannotCheckError(f"cannot check this clause for every board: {what}")


@dataclass(frozen=True, eq=False)
class Thing:
    """An object of a sort ("edge", "vertex", "square", "colour"…), its number and its class."""

    sort: str
    number: int = -1
    known: str = ""


@dataclass(frozen=True)
class Count:
    """A number of which only its name is known, and what is added."""

    name: Name
    more: int = 0


@dataclass(frozen=True, eq=False)
class Many:
    """A list of objects in an unknown order.

    `has` says whether it has an object, `members` yields one object for each class of them, with
    the name of their number (None: the one object is in it; SOME: one or more), `size` is its
    length, and `sum` that of its numbers.
    """

    has: Callable[[Any], bool]
    members: Callable[[], Iterator[tuple[Any, Name]]]
    size: Callable[[], Any]
    sum: Callable[[], Any] = lambda: cannot("the sum of a list")


class Answers:
    """The answers of a run; `bounds` are (low, high, by): low is at most high plus by."""

    def __init__(self, feasible: Callable[[Mapping[Any, Any], Sequence[Any]], bool]) -> None:
        self._feasible = feasible
        self._script: list[tuple[Any, Sequence[Any]]] = []
        self.begin()

    def begin(self) -> None:
        """Begin a run."""
        self._place = 0
        self.known: dict[Any, Any] = {}
        self.bounds: list[tuple[Name, Name, int]] = []

    def ask(self, question: Any, options: Sequence[Any]) -> Any:
        """Return the answer of a question in this run."""
        if question not in self.known:
            self.known[question] = self._choose(options)
        return self.known[question]

    def _choose(self, options: Sequence[Any]) -> Any:
        if self._place == len(self._script):
            self._script.append((options[0], options[1:]))
        self._place += 1
        return self._script[self._place - 1][0]

    def at_most(self, one: Count, other: Count) -> bool:
        """Whether a number is at most another one."""
        by = other.more - one.more
        if one.name == other.name:
            return by >= 0
        true, false = (one.name, other.name, by), (other.name, one.name, -by - 1)
        ways = [b for b in (true, false) if self._feasible(self.known, [*self.bounds, b])]
        if not ways:
            ways = [true]
        chosen = self._choose(ways) if len(ways) > 1 else ways[0]
        self.bounds.append(chosen)
        return bool(chosen == true)

    def next(self) -> bool:
        """Go on to the next run; return whether there is one."""
        while self._script and not self._script[-1][1]:
            self._script.pop()
        if self._script:
            _, left = self._script.pop()
            self._script.append((left[0], left[1:]))
        return bool(self._script)
