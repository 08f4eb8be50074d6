"""A coloured square, a star or a dot, and a path, of which nothing is known.

Whatever is asked of them becomes a question (`witness.puzzle.views.unknown_answers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from witness.puzzle.views.configurations import EDGE_CORNERS
from witness.puzzle.views.unknown_answers import Number, Opaque, Questions, beyond
from witness.puzzle.views.unknown_places import Edge, Head, Listed, Vertex

#: What a square beside that of a coloured square or a star, or one in its region, may be; and the
#: same for a block.
CLASSES = ("same square", "same star", "other square", "other star", "plain")
CLASSES_OF_BLOCKS = ("block", "no block")

#: What is counted with the sizes of all blocks of a region, and with its squares but the symbol's.
SIZE = frozenset({"size"})


def classes_of(kind: str) -> tuple[str, ...]:
    """Return what a square may be, seen from a kind of symbol."""
    return CLASSES_OF_BLOCKS if kind == "block" else CLASSES


class Colour(Opaque):
    """The colour of the symbol (place -1), of the square beyond an edge, or of another square."""

    def __init__(self, questions: Questions, place: int | None) -> None:
        self._questions = questions
        self._place = place

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Colour):
            return False if isinstance(other, int | tuple) else beyond()
        if -1 in (self._place, other._place):
            return False
        if self._place is None or other._place is None:
            beyond()
        places = sorted((self._place, other._place))
        return places[0] == places[1] or bool(self._questions.ask(("alike", *places)))

    __hash__ = Opaque.__hash__


class Side(Edge):
    """An edge of a symbol, with its ends and the squares beside it."""

    def __init__(self, number: int, ends: tuple[Vertex, Vertex]) -> None:
        super().__init__(number)
        self.ends = ends
        #: The symbol on one side, if it is a square.
        self.beside: Symbol | None = None

    @property
    def squares(self) -> Iterator[Any]:
        """The squares beside the edge: that of the symbol, and what lies beyond."""
        if self.beside is None:
            beyond()
        yield self.beside
        if not self.beside.questions.ask(("border", self.number)):
            yield Neighbour(self.number, self.beside)


class Symbol(Opaque):
    """A coloured square, a star, a block, or a dot."""

    triangles = 0
    elimination = False

    def __init__(self, kind: str, questions: Questions) -> None:
        self.questions = questions
        self.kind = kind
        self.star = kind == "star"
        ends = _ENDS[kind]
        places = tuple(Vertex(number) for number in range(1 + max(sum(ends, (0,)))))
        edges = tuple(Side(n, (places[a], places[b])) for n, (a, b) in enumerate(ends))
        square = kind in ("square", "star", "block")
        coloured = square and kind != "block"
        self.colours: tuple[Colour, ...] = (Colour(questions, -1),) if coloured else ()
        self.blocks: tuple[Size, ...] = (Size(self),) if kind == "block" else ()
        self.facts = ((0, edges),) if square else ()
        self.corners = places if square else ()
        self.sides = tuple((edge, *edge.ends) for edge in edges) if square else ()
        self.dot_vertices = places if kind == "vertex dot" else ()
        self.dot_edges = edges if kind == "edge dot" else ()
        if square:
            self.edges = edges
            for edge in edges:
                edge.beside = self

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = Opaque.__hash__


#: The ends of the edges of each kind of symbol, by the numbers of its vertices.
_ENDS: dict[str, tuple[tuple[int, int], ...]] = {
    "square": EDGE_CORNERS,
    "star": EDGE_CORNERS,
    "block": EDGE_CORNERS,
    "edge dot": ((0, 1),),
    "vertex dot": (),
}


class _Square(Opaque):
    """A square of a class. Whatever else is asked of it is too much."""

    known: str

    def __init__(self, symbol: Symbol, other: Colour) -> None:
        self._symbol = symbol
        self._other = other

    @property
    def star(self) -> bool:
        """Whether it is a star."""
        return beyond() if self._symbol.blocks else self.known.endswith("star")

    @property
    def blocks(self) -> tuple[Size, ...]:
        """The size of its block, if it has one."""
        if not self._symbol.blocks:
            beyond()
        return (Size(self),) if self.known == "block" else ()

    @property
    def colours(self) -> tuple[Colour, ...]:
        """Its colour, if it has one."""
        if self._symbol.blocks:
            beyond()
        (own,), other = self._symbol.colours, self._other
        if self.known.startswith("same"):
            return (own,)
        return (other,) if self.known.startswith("other") else ()

    def __eq__(self, other: object) -> bool:
        # Which squares lie beyond the edges and which in the region is not known together.
        if isinstance(other, Symbol):
            return False
        if isinstance(self, Neighbour) and isinstance(other, Neighbour):
            return self.number == other.number
        return beyond()

    __hash__ = Opaque.__hash__


class Neighbour(_Square):
    """The square beyond an edge of the symbol's square."""

    def __init__(self, number: int, symbol: Symbol) -> None:
        super().__init__(symbol, Colour(symbol.questions, number))
        self.number = number
        self._questions = symbol.questions

    @property
    def known(self) -> str:  # type: ignore[override]
        """Its class."""
        found: str = self._questions.ask(("beyond", self.number), classes_of(self._symbol.kind))
        return found


class Member(_Square):
    """A square of a class in `joined/3` or `region/3`, of which there may be any number."""

    def __init__(self, where: str, known: str, symbol: Symbol) -> None:
        super().__init__(symbol, Colour(symbol.questions, None))
        self.where = where
        self.known = known


class Size(Opaque):
    """The number of squares of a block: of the symbol, or of members of a class."""

    def __init__(self, of: Symbol | _Square) -> None:
        self.of = of


class Squares(Opaque):
    """The list of `joined/3` or `region/3`: the symbol, and members of each class."""

    def __init__(self, where: str, symbol: Symbol) -> None:
        self._where = where
        self._symbol = symbol

    def __iter__(self) -> Iterator[Any]:
        questions = self._symbol.questions
        counted = questions.counting > 0 and questions.open == 0
        questions.open += counted
        ended = False
        try:
            yield self._symbol
            for known in classes_of(self._symbol.kind):
                count = Number(questions, (self._where, frozenset({known})), 0)
                if counted or count >= 1:
                    yield Member(self._where, known, self._symbol)
            ended = True
        finally:
            questions.open -= counted
            questions.abandoned |= counted and not ended

    def __contains__(self, item: object) -> bool:
        return True if item is self._symbol else beyond()

    @property
    def number(self) -> Number:
        """How many squares they are."""
        others = frozenset(classes_of(self._symbol.kind))
        return Number(self._symbol.questions, (self._where, others), 1)


class Sizes(Opaque):
    """The sizes of all blocks in `joined/3` or `region/3`, of which the sum matters."""

    def __init__(self, questions: Questions, items: Sequence[Any]) -> None:
        blocks = [item.of if isinstance(item, Size) else None for item in items]
        members = [block for block in blocks if isinstance(block, Member)]
        symbols = [block for block in blocks if isinstance(block, Symbol)]
        if (len(members), len(symbols), len(items)) != (1, 1, 2):
            beyond()
        self.sum = Number(questions, (members[0].where, SIZE), 0)


class Found(Opaque):
    """A list of some members of `joined/3` or `region/3`, of which the number matters."""

    def __init__(self, questions: Questions, items: Sequence[Any]) -> None:
        members = [item for item in items if isinstance(item, Member)]
        classes = frozenset(member.known for member in members)
        own = len(items) - len(members)
        if own > 1 or len(classes) < len(members) or len({m.where for m in members}) > 1:
            beyond()
        count = (members[0].where, classes) if members else None
        self.number: Number | int = Number(questions, count, own) if members else own


class _Live(Listed):
    """The live edges: those at the vertex of a dot have it as their first end or their second."""

    def __init__(self, symbol: Symbol, has: Callable[[int], bool]) -> None:
        super().__init__(Edge, has, None)
        self._symbol = symbol

    def __iter__(self) -> Iterator[Any]:
        if not self._symbol.dot_vertices:
            beyond()
        (vertex,) = self._symbol.dot_vertices
        ask = self._symbol.questions.ask
        # Each stands for one edge or more: they cannot be counted.
        self._symbol.questions.far += 1
        for place in (0, 1):
            if ask(("leads", place)):
                far = Vertex(-1)
                yield Side(-1, (vertex, far) if place == 0 else (far, vertex))
        if ask(("live elsewhere",)):
            yield Side(-1, (Vertex(-1), Vertex(-1)))
        self._symbol.questions.far -= 1


class Path(Opaque):
    """A partial path, and what it can still do."""

    def __init__(self, symbol: Symbol, questions: Questions) -> None:
        self._symbol = symbol
        self._questions = questions
        numbers = range(-1, len(symbol.corners or symbol.dot_vertices) or 2)

        def has(question: str, answer: Any, options: Sequence[Any]) -> Callable[[int], bool]:
            return lambda number: bool(questions.ask((question, number), options) == answer)

        edge_states, flag = ("path", "live", "gone"), (False, True)
        self.head = Head(lambda number: bool(questions.ask(("head",), numbers) == number))
        self.edges = Listed(Edge, has("edge", "path", edge_states), None)
        self.vertices = Listed(Vertex, has("visited", True, flag), self.head)
        self.reachable = Listed(Vertex, has("reachable", True, flag), self.head)
        self.live = _Live(symbol, has("edge", "live", edge_states))

    @property
    def rest(self) -> Path:
        """What is left of the board."""
        return self

    @property
    def cut_off(self) -> bool:
        """Whether no goal can be reached."""
        return bool(self._questions.ask(("cut off",)))

    def unmarked(self, symbol: object) -> bool:
        """Whether no mark may be in a region of the symbol: cases are about such symbols."""
        return True if symbol is self._symbol else beyond()

    def joined(self, square: object) -> Squares:
        """Return the squares that are sure to end in the region of the symbol."""
        return Squares("joined", self._symbol) if square is self._symbol else beyond()

    def region(self, square: object) -> Squares:
        """Return the squares that may be in the region of the symbol in the end."""
        return Squares("region", self._symbol) if square is self._symbol else beyond()

    def joined_to(self, symbol: Any) -> tuple[Squares, ...]:
        """Return `joined` of a square as the one answer; a dot has none."""
        return (self.joined(symbol),) if symbol.corners else ()

    def region_of(self, symbol: Any) -> tuple[Squares, ...]:
        """Return `region` of a square as the one answer; a dot has none."""
        return (self.region(symbol),) if symbol.corners else ()
