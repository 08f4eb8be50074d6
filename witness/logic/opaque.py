"""Values of which a local view knows little, for `witness.logic.local_views`.

An operation whose result is not the same on every board raises `BeyondError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn


class BeyondError(Exception):
    """An evaluation needs more than the local configuration."""


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


#: Bounds of an evaluation: runs in a configuration, and visited list items.
MOST_RUNS = 64
MOST_ITEMS = 300_000


class Name(Opaque):
    """The head, or an edge or a corner of the square, whose name is not known."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | tuple):
            return False
        return self is other if isinstance(other, Name | Rest) else beyond()

    __hash__ = Opaque.__hash__


class Rest(Opaque):
    """An edge or a vertex of the path that is neither its head nor a part of the square.

    Two different objects may stand for the same thing.
    """

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return False if isinstance(other, int | tuple | Name) else beyond()

    __hash__ = Opaque.__hash__


class Choices:
    """The state of a run.

    `open` is the number of loops that are at something in the rest. `unordered` and `items` count
    the loops over lists of unknown order and the items visited. `measured` says whether the length
    of the path was used, and `outcomes` are those of the comparisons with it.
    """

    def __init__(self) -> None:
        self.open = 0
        self.items = 0
        self.unordered = 0
        self.measured = False
        self.outcomes: list[bool] = []
        self.compared = 0

    def counted(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield items and count them: a clause may go through `MOST_ITEMS` in all."""
        for item in items:
            self.items += 1
            if self.items > MOST_ITEMS:
                beyond()
            yield item

    def in_order(self, items: Iterable[Any]) -> Counted:
        """Return items whose order is known."""
        found = Counted(items)
        found.choices = self
        return found

    def outcome(self) -> bool:
        """Return the outcome of the next comparison; a new one is true first."""
        if self.compared == len(self.outcomes):
            self.outcomes.append(True)
        self.compared += 1
        return self.outcomes[self.compared - 1]

    def runs(self) -> Iterator[None]:
        """Yield once for each combination of outcomes of the comparisons."""
        for _ in range(MOST_RUNS):
            self.compared = 0
            yield
            while self.outcomes and not self.outcomes[-1]:
                self.outcomes.pop()
            if not self.outcomes:
                return
            self.outcomes[-1] = False
        beyond()


class Number(Opaque):
    """The length of the path, or a number computed from it."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices

    def _compare(self, other: object) -> bool:
        return self.choices.outcome() if isinstance(other, int | Number) else beyond()

    def _computed(self, other: object) -> Number:
        return Number(self.choices) if isinstance(other, int | Number) else beyond()

    def __eq__(self, other: object) -> bool:
        return self is other or self._compare(other)

    def __mod__(self, other: object) -> Number:
        return self._computed(other) if isinstance(other, int) and other != 0 else beyond()

    __hash__ = Opaque.__hash__
    __lt__ = __le__ = __gt__ = __ge__ = _compare
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _computed


class Counted(tuple[Any, ...]):
    """Items in a known order; going through them counts."""

    choices: Choices

    def __iter__(self) -> Iterator[Any]:
        return self.choices.counted(super().__iter__())


class Bag(Opaque):
    """A list of known items in an unknown order."""

    def __init__(self, items: tuple[Any, ...], choices: Choices) -> None:
        self.items = items
        self.choices = choices

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __iter__(self) -> Iterator[Any]:
        self.choices.unordered += 1
        yield from self.choices.counted(self.items)


class PathList(Bag):
    """The edges or the vertices of a path: the known ones, and the rest."""

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Name | int | tuple):
            return item in self.items
        beyond()

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        self.choices.open += 1
        yield Rest()
        # A loop that finds something in the rest stops above, and stays open.
        self.choices.open -= 1


class RestList(PathList):
    """A list of edges or vertices beyond the path, of which not even the length is known."""
