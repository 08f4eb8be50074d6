"""What the primitives say where nothing or one square is known, for the checker of certificates.

It shares no code with `witness.puzzle.views.unknowns` and `witness.puzzle.views.local_views`, which
say it for the prover. What would have to be guessed is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any

from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.terms import ListTerm, Variable
from witness.proof.certificate_cases import ENDS, State
from witness.proof.certificate_unknowns import SOME, UNREAD, Answers, Count, Many, Thing, cannot

CLASSES = ("same square", "same star", "other square", "other star", "plain")
CLASSES_OF_BLOCKS = ("block", "no block")

#: The class with which the squares of all blocks are counted.
SIZE = ("size",)


def classes_of(kind: str) -> tuple[str, ...]:
    """Return what another square may be, seen from a kind of symbol."""
    return CLASSES_OF_BLOCKS if kind == "block" else CLASSES


_PRIMITIVES = {f"{name}/{arity}" for name, arity in PRIMITIVES}
_OF_PATHS = {"path/2", "vertices/2", "head_vertex/2", "live/2", "reachable/2", "cut_off/1",
             "start/2", "joined/3", "region/3", "unmarked/2"}  # fmt: skip
_OF_SQUARES = {"square/3", "corner/2", "side/4", "gap/2", "colour/2", "star/1", "block/2",
               "elimination/1", "dot_vertex/2", "dot_edge/2"}  # fmt: skip

_Rows = Iterator[tuple[Any, ...]] | Sequence[tuple[Any, ...]]


class World:
    """A path, and a symbol with its vertices and edges."""

    def __init__(self, answers: Answers, ends: Sequence[tuple[int, int]], vertices: int) -> None:
        self.answers = answers
        self.path, self.symbol, self.start = Thing("path"), Thing("symbol"), Thing("vertex")
        self.vertices = [Thing("vertex", n) for n in range(vertices)]
        self.edges = [Thing("edge", n) for n in range(len(ends))]
        self.sides = [(self.symbol, edge, self.vertices[a], self.vertices[b])
                      for edge, (a, b) in zip(self.edges, ends, strict=True)]  # fmt: skip
        #: What is the same object, or list, in all runs.
        self.fixed: set[Any] = {self.path, self.symbol, self.start, *self.vertices, *self.edges}

    def primitives(self, text: str, args: Sequence[Any]) -> Any:
        """Return the rows of a primitive; None if it is none."""
        if text not in _PRIMITIVES:
            return None
        if text in _OF_PATHS and args[0] is not self.path:
            cannot(f"{text} of something else than the path")
        if text == "start/2":
            return [(self.path, self.start)]
        if text == "unmarked/2" and args[1] is self.symbol:
            # Where a mark may be in its region, a clause with this as a guard says nothing, and one
            # without a guard is about panels without marks.
            return [(self.path, self.symbol)]
        if text == "elimination/1" and args[0] is self.symbol:
            return []
        if text == "corner/2" and args[0] is self.symbol:
            return [(self.symbol, vertex) for vertex in self.vertices if len(self.edges) == 4]
        if text == "side/4" and args[0] is self.symbol:
            return self.sides if len(self.edges) == 4 else []
        return self.rows(text, args)

    def rows(self, text: str, args: Sequence[Any]) -> _Rows:
        """Return the rows of a primitive that depends on the world."""
        raise NotImplementedError

    #: The squares by the sizes of their blocks.
    sized: Mapping[Thing, Thing] = MappingProxyType({})

    def same(self, one: Thing, other: Thing) -> bool:
        """Whether two objects are the same one, which are not known to be."""
        own = one.number >= 0 and other.number >= 0
        far = {one.known, other.known} == {"", "far"} and max(one.number, other.number) >= 0
        if one.sort == other.sort and one.sort in ("edge", "vertex") and (own or far):
            return False
        return cannot(f"whether a {one.sort} is a {other.sort}")

    def _other_than_symbol(self, text: str, args: Sequence[Any]) -> None:
        if text in _OF_SQUARES and args[0] is not self.symbol:
            cannot(f"{text} of something else than the symbol")


def situation(state: State) -> dict[Any, Any]:
    """Return the answers of a local configuration to the questions of `SquareWorld`."""
    head = state.corners.index("head") if "head" in state.corners else -1
    found: dict[Any, Any] = {
        "triangles": state.triangles, "head": head, "cut off": state.cut_off}  # fmt: skip
    for n, corner in enumerate(state.corners):
        found["path", n] = n in state.edges
        found["gap", n] = n in state.gaps
        found["live", n] = n in (state.live or ())
        found["vertices", n] = corner != "unvisited"
        found["reachable", n] = n in (state.reachable or ())
    return found


class SquareWorld(World):
    """A square with triangles in a local configuration; the rest of the path is not known.

    The answers of the configuration are given (`situation`).
    """

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers, ENDS, 4)
        self._far = Thing("vertex", known="far")
        self._lists = {
            f"{name}/2": self._list(name, sort)
            for name, sort in (("path", "edge"), ("live", "edge"),
                               ("vertices", "vertex"), ("reachable", "vertex"))
        }  # fmt: skip
        self.fixed |= {self._far, *self._lists.values()}

    def rows(self, text: str, args: Sequence[Any]) -> _Rows:
        """Return the rows of a primitive that depends on the world."""
        self._other_than_symbol(text, args)
        if text in self._lists:
            return [(self.path, self._lists[text])]
        match text:
            case "head_vertex/2":
                return [(self.path, self._head)]
            case "cut_off/1":
                return [(self.path,)] if self._ask("cut off") else []
            case "square/3":
                edges = ListTerm(tuple(self.edges))  # type: ignore[arg-type]
                unread = isinstance(args[1], Variable) and args[1].name == UNREAD
                return [(self.symbol, args[1] if unread else self._ask("triangles"), edges)]
            case "gap/2":
                asked = [args[1]] if args[1] in self.edges else self.edges
                return ((self.symbol, edge) for edge in asked if self._ask("gap", edge.number))
            case "colour/2" | "star/1" | "block/2" | "dot_vertex/2" | "dot_edge/2":
                return []  # it is no other symbol
        return cannot(text)

    @property
    def _head(self) -> Thing:
        """The head, which is a corner of the square, or not."""
        number = self._ask("head")
        return self._far if number < 0 else self.vertices[number]

    def _ask(self, name: str, number: int | None = None) -> Any:
        return self.answers.ask(name if number is None else (name, number), ())

    def _list(self, name: str, sort: str) -> Many:
        """Return a list of known objects and any number of others, far from the square."""
        rest = (name, ("rest",))
        own = self.edges if sort == "edge" else self.vertices

        def known() -> list[Thing]:
            found = [one for one in own if self._ask(name, one.number)]
            return [*found, self._far] if sort == "vertex" and self._head is self._far else found

        def has(item: Any) -> bool:
            if item is self._far and sort == "vertex":
                return self._head is item
            if item.sort != sort or item.number < 0:
                cannot(f"whether another {item.sort} is in the list of {name}/2")
            return bool(self._ask(name, item.number))

        def members() -> Iterator[tuple[Any, Any]]:
            yield from ((one, None) for one in known())
            yield Thing(sort, known="far"), rest

        return Many(has, members, lambda: Count(rest, len(known())))


def questions(kind: str) -> dict[Any, Sequence[Any]]:
    """Return the questions that there are of a kind of symbol, with their answers."""
    flag = (False, True)
    square = kind in ("square", "star", "block")
    vertices = 4 if square else 2 if kind == "edge dot" else 1
    edges = 4 if square else 1 if kind == "edge dot" else 0
    found: dict[Any, Sequence[Any]] = {("cut off",): flag, ("head",): range(-1, vertices)}
    for n in range(vertices):
        found |= {("visited", n): flag, ("reachable", n): flag}
    for n in range(edges):
        found["edge", n] = ("path", "live", "gone")
    if square:
        for n in range(4):
            found |= {("border", n): flag, ("beyond", n): classes_of(kind)}
        found |= {("alike", n, m): flag for n, m in combinations(range(4), 2)}
    if kind == "vertex dot":
        found |= {("leads", 0): flag, ("leads", 1): flag, ("live elsewhere",): flag}
    return found


class SymbolWorld(World):
    """A coloured square, a star, a block or a dot, of which nothing is known."""

    def __init__(self, kind: str, answers: Answers) -> None:
        self._kind = kind
        self._questions = questions(kind)
        self._square = kind in ("square", "star", "block")
        self._classes = classes_of(kind)
        ends = ENDS if self._square else ((0, 1),) if kind == "edge dot" else ()
        super().__init__(answers, ends, 4 if self._square else 2 if kind == "edge dot" else 1)
        self._head = Thing("vertex", known="head")
        self._own = Thing("colour")
        self._beyond = [Thing("symbol", n) for n in range(4)]
        self._colours: dict[Thing, Thing] = {}
        #: The squares by the sizes of their blocks.
        self.sized: dict[Thing, Thing] = {}
        self._at_dot: dict[Thing, tuple[Thing, Thing]] = {}
        self.fixed |= {self._head, self._own, *self._beyond}

    def rows(self, text: str, args: Sequence[Any]) -> _Rows:
        """Return the rows of a primitive that depends on the world."""
        one = args[0]
        match text:
            case "path/2":
                return [(self.path, self._list("edge", "edge", "path"))]
            case "live/2":
                return [(self.path, self._list("edge", "edge", "live", self._live))]
            case "vertices/2":
                return [(self.path, self._list("vertex", "visited", True))]
            case "reachable/2":
                return [(self.path, self._list("vertex", "reachable", True))]
            case "head_vertex/2":
                return [(self.path, self._head)]
            case "cut_off/1":
                return [(self.path,)] if self._ask("cut off") else []
            case "joined/3" | "region/3":
                if args[1] is not self.symbol:
                    cannot(f"{text} of something else than the symbol")
                if not self._square:
                    # The facts of a puzzle have no list for a dot.
                    return []
                return [(self.path, one := self.symbol, self._squares(text[:6]))]
            case "ends/3":
                return self._ends(one)
            case "beside/2":
                return self._beside(one)
            case "colour/2":
                return self._colour(one)
            case "block/2":
                return self._block(one)
            case "star/1":
                known = self._class(one, text)
                if self._kind == "block" and one is not self.symbol:
                    cannot("star/1 of another square than that of a block")
                return [(one,)] if known.endswith("star") else []
        self._other_than_symbol(text, args)
        match text:
            case "square/3":
                edges = ListTerm(tuple(self.edges))  # type: ignore[arg-type]
                return [(self.symbol, 0, edges)] if self._square else []
            case "dot_vertex/2":
                return [(self.symbol, self.vertices[0])] if self._kind == "vertex dot" else []
            case "dot_edge/2":
                return [(self.symbol, self.edges[0])] if self._kind == "edge dot" else []
            case "gap/2" if not self._square:
                return []
        return cannot(text)

    def same(self, one: Thing, other: Thing) -> bool:
        """Whether two objects are the same one, which are not known to be."""
        for head, vertex in ((one, other), (other, one)):
            if head is self._head and vertex.sort == "vertex" and vertex.number >= 0:
                return bool(self._ask("head") == vertex.number)
        members = [thing for thing in (one, other) if thing.known in self._classes]
        if one.sort == other.sort == "symbol":
            # The symbol, those beyond its edges, and those of its region but itself.
            if len(members) == 0 or (len(members) == 1 and self.symbol in (one, other)):
                return False
            return cannot("whether a square of a region is another one")
        if one.sort == other.sort == "colour":
            if self._own in (one, other):
                return False
            if one.number >= 0 and other.number >= 0:
                places = sorted((one.number, other.number))
                return bool(self._ask("alike", *places))
            return cannot("whether two other colours are the same")
        return super().same(one, other)

    def _ask(self, *question: Any) -> Any:
        return self.answers.ask(question, self._questions[question])

    def _list(
        self, sort: str, question: str, answer: Any,
        members: Callable[[], Iterator[tuple[Any, Any]]] | None = None,
    ) -> Many:  # fmt: skip
        what = f"what else is in a list of {'edges' if sort == 'edge' else 'vertices'}"

        def has(item: Any) -> bool:
            if item is self._head:
                return sort == "vertex"  # it has been visited, and reaches itself
            if item.sort != sort or item.number < 0:
                cannot(what)
            return bool(self._ask(question, item.number) == answer)

        return Many(has, members or (lambda: cannot(what)), lambda: cannot(f"{what}: length/2"))

    def _live(self) -> Iterator[tuple[Any, Any]]:
        """Yield a live edge of each sort: beginning at a dot's vertex, ending there, or neither."""
        if self._kind != "vertex dot":
            cannot("what else is in a list of edges")
        (vertex,) = self.vertices
        for n in (0, 1):
            if self._ask("leads", n):
                far = Thing("vertex", known="far")
                edge = Thing("edge")
                self._at_dot[edge] = (vertex, far) if n == 0 else (far, vertex)
                yield edge, SOME
        if self._ask("live elsewhere"):
            edge = Thing("edge")
            self._at_dot[edge] = Thing("vertex", known="far"), Thing("vertex", known="far")
            yield edge, SOME

    def _ends(self, edge: Any) -> _Rows:
        if not isinstance(edge, Thing):
            cannot("ends/3 of any edge")
        if edge in self._at_dot:
            return [(edge, *self._at_dot[edge])]
        if edge.number < 0:
            cannot("ends/3 of another edge")
        return [side[1:] for side in self.sides if side[1] is edge]

    def _beside(self, edge: Any) -> Iterator[tuple[Any, ...]]:
        if not self._square or edge not in self.edges:
            cannot("beside/2 of another edge")
        yield edge, self.symbol
        if not self._ask("border", edge.number):
            yield edge, self._beyond[edge.number]

    def _class(self, square: Any, text: str) -> str:
        if square is self.symbol:
            if self._kind == "block":
                return "block"
            return f"same {self._kind}" if self._square else "plain"
        if square in self._beyond:
            return str(self._ask("beyond", square.number))
        if isinstance(square, Thing) and square.known in self._classes:
            return square.known
        return cannot(f"{text} of something else than a square that is known")

    def _block(self, square: Any) -> _Rows:
        known = self._class(square, "block/2")
        if self._kind != "block" and square is not self.symbol:
            cannot("block/2 of another square than that of a symbol")
        if known != "block":
            return []
        size = Thing("size")
        self.sized[size] = square
        return [(square, size)]

    def _colour(self, square: Any) -> _Rows:
        known = self._class(square, "colour/2")
        if self._kind == "block":
            return [] if square is self.symbol else cannot("the colour beside a block")
        if known.startswith("same"):
            return [(square, self._own)]
        if known == "plain":
            return []
        number = square.number if square in self._beyond else -1
        return [(square, self._colours.setdefault(square, Thing("colour", number, "other")))]

    def _squares(self, where: str) -> Many:
        def members() -> Iterator[tuple[Any, Any]]:
            yield self.symbol, None
            yield from ((Thing("symbol", -1, c), (where, (c,))) for c in self._classes)

        def has(item: Any) -> bool:
            return item is self.symbol or cannot(f"what else is in the list of {where}/3")

        others = tuple(sorted(self._classes))
        return Many(has, members, lambda: Count((where, others), 1))
