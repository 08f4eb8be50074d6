"""The vertices, edges and lists of a path, on views that know nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from witness.puzzle.views.unknown_answers import Opaque, Questions, beyond


class Place(Opaque):
    """A vertex or an edge of the symbol by its number, or one that is none of these (-1)."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Head):
            return other == self
        if isinstance(other, int | tuple | Rest):
            return False
        if not isinstance(other, Place):
            beyond()
        if isinstance(self, Vertex) != isinstance(other, Vertex):
            return False
        return beyond() if self.number == other.number else False

    __hash__ = Opaque.__hash__


class Vertex(Place):
    """A vertex."""


class Edge(Place):
    """An edge."""


class Rest(Opaque):
    """An edge or a vertex of the path that is neither its head nor a part of the symbol.

    Two different objects may stand for the same thing.
    """

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return False if isinstance(other, int | tuple | Place | Head) else beyond()

    __hash__ = Opaque.__hash__


class Head(Opaque):
    """The head of a path, which may be a vertex of the symbol."""

    def __init__(self, at: Callable[[int], bool]) -> None:
        self.at = at

    def __eq__(self, other: object) -> bool:
        if type(other) is Vertex and other.number >= 0:  # the common case first
            return self.at(other.number)
        if self is other:
            return True
        return False if isinstance(other, int | tuple | Edge | Rest) else beyond()

    __hash__ = Opaque.__hash__


class Listed(Opaque):
    """The edges or the vertices of a path, or those that it could still take or come to.

    `has` answers for those of the symbol. `head` is the head if it is in the list, too.
    """

    def __init__(self, sort: type[Place], has: Callable[[int], bool], head: Head | None) -> None:
        self.sort = sort
        self.has = has
        self.head = head

    def __contains__(self, item: object) -> bool:
        if type(item) is self.sort and item.number >= 0:  # the common case first
            return self.has(item.number)
        if isinstance(item, Head):
            return item is self.head
        if isinstance(item, int | tuple):
            return False
        if not isinstance(item, Place):
            beyond()
        if not isinstance(item, self.sort):
            return False
        return beyond() if item.number < 0 else self.has(item.number)

    def __iter__(self) -> Iterator[Any]:
        beyond()


class Bag(Opaque):
    """A list of known items in an unknown order."""

    def __init__(self, items: tuple[Any, ...], questions: Questions) -> None:
        self.items = items
        self.questions = questions

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __iter__(self) -> Iterator[Any]:
        self.questions.unordered += 1
        yield from self.items

    def __getitem__(self, place: object) -> Opaque:
        return Opaque()  # one of them: nothing is known of it


class PathList(Listed):
    """The edges or the vertices of a path: those of a square, the head, and any number of others.

    `measured` says whether its length is that of the path; of the other lists not even that is
    known.
    """

    def __init__(
        self,
        places: Sequence[Place],
        has: Callable[[int], bool],
        head: Head | None,
        questions: Questions,
        measured: bool,
    ) -> None:
        super().__init__(type(places[0]), has, head)
        self._places = places
        self.questions = questions
        self.measured = measured

    @property
    def items(self) -> tuple[Any, ...]:
        """The known ones."""
        known: list[Any] = [place for place in self._places if self.has(place.number)]
        if self.head is not None and not any(self.head.at(place.number) for place in self._places):
            known.append(self.head)
        return tuple(known)

    def __iter__(self) -> Iterator[Any]:
        questions = self.questions
        questions.unordered += 1
        yield from self.items
        questions.far += 1
        yield Rest()
        # A loop that finds something in the rest stops above, and stays open.
        questions.far -= 1

    def __getitem__(self, place: object) -> Opaque:
        return Opaque()  # one of them: nothing is known of it
