"""The views of paths and symbols that the facts of a learning task describe.

Searches give a predicate views of a puzzle (`witness.puzzle.views.board`). These are made of
facts alone, so that a translation can be compared with what Prolog says of the same facts. Of what
has no facts, nothing is known: lists are empty, and tests fail.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.clauses.language.terms import Ground, Key
from witness.puzzle.views.board import (
    DotView,
    EdgeView,
    KnownRest,
    PathView,
    SquareView,
    VertexView,
)

Facts = Mapping[Key, Sequence[tuple[Ground, ...]]]


@dataclass(frozen=True)
class _Square(SquareView):
    """A square: its name tells it from others of which the same is known."""

    name: Any = None


@dataclass(frozen=True)
class _Dot(DotView):
    """A dot, likewise."""

    name: Any = None


class FactViews:
    """Views by the names of paths, squares and dots; what has no facts is a square."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._by_first: dict[Key, dict[Any, list[tuple[Any, ...]]]] = {}
        self._vertices = _Made(_vertex)
        self._edges = _Made(_edge)
        self._symbols = _Made(self._symbol)
        self._paths = _Made(self._path)
        for name, steps in self._grouped("step", 4).items():
            self._vertices[name].steps = tuple(
                (direction, self._edges[edge], self._vertices[near])
                for direction, edge, near in steps
            )
        for name, row, column in facts.get(("coordinates", 3), ()):
            self._vertices[name].row, self._vertices[name].column = row, column
        for name, one, other in facts.get(("ends", 3), ()):
            self._edges[name].ends = self._vertices[one], self._vertices[other]
        for views, predicate in ((self._vertices, "twin_vertex"), (self._edges, "twin_edge")):
            for name, others in self._grouped(predicate, 2).items():
                views[name].images = views.all(other for (other,) in others)
        for name, squares in self._grouped("beside", 2).items():
            self._edges[name].squares = self._symbols.all(square for (square,) in squares)

    def symbol(self, name: Any) -> SquareView | DotView:
        """Return a square or a dot."""
        found: SquareView | DotView = self._symbols[name]
        return found

    def path(self, name: Any) -> PathView:
        """Return a path."""
        found: PathView = self._paths[name]
        return found

    def _grouped(self, predicate: str, arity: int) -> dict[Any, list[tuple[Any, ...]]]:
        """Return the other arguments of facts by the first."""
        key = predicate, arity
        if key not in self._by_first:
            found = self._by_first[key] = defaultdict(list)
            for first, *others in self._facts.get(key, ()):
                found[first].append(tuple(others))
        return self._by_first[key]

    def _of(self, name: Any, predicate: str, arity: int) -> list[tuple[Any, ...]]:
        return self._grouped(predicate, arity).get(name, [])

    def _values(self, name: Any, predicate: str) -> list[Any]:
        """Return the second arguments of a predicate that has two."""
        return [value for (value,) in self._of(name, predicate, 2)]

    def _symbol(self, name: Any) -> _Square | _Dot:
        vertices, edges = self._vertices, self._edges
        at, on = self._values(name, "dot_vertex"), self._values(name, "dot_edge")
        if at or on:
            return _Dot(vertices.all(at), edges.all(on), name=name)
        triangles, sides = [(0, ()), *self._of(name, "square", 3)][-1]
        return _Square(
            triangles,
            edges.all(sides),
            vertices.all(self._values(name, "corner")),
            tuple((edges[e], vertices[v], vertices[w]) for e, v, w in self._of(name, "side", 4)),
            edges.all(self._values(name, "gap")),
            tuple(self._values(name, "colour")),
            bool(self._of(name, "star", 1)),
            tuple(self._values(name, "block")),
            bool(self._of(name, "elimination", 1)),
            name=name,
        )

    def _path(self, name: Any) -> PathView:
        def listed(predicate: str, unknown: Any = ()) -> Any:
            return [unknown, *self._values(name, predicate)][-1]

        vertices, edges = self._vertices, self._edges
        rest = _Rest(
            edges.all(listed("live")),
            vertices.all(listed("reachable")),
            bool(self._of(name, "cut_off", 1)),
            vertices.all(self._values(name, "goal")),
            vertices.all(self._values(name, "end")),
            dict(self._of(name, "joined", 3)),
            dict(self._of(name, "region", 3)),
            frozenset(self._values(name, "unmarked")),
            self._symbols,
        )
        return PathView(
            edges.all(listed("path")),
            vertices.all(listed("vertices", (listed("start", ""),))),
            vertices[listed("head_vertex", "")],
            rest,
        )


class _Made(dict[Any, Any]):
    """Views by name, each made when it is first asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, name: Any) -> Any:
        self[name] = made = self._make(name)
        return made

    def all(self, names: Iterable[Any]) -> tuple[Any, ...]:
        """Return the views with some names."""
        return tuple(map(self.__getitem__, names))


def _vertex(name: Any) -> VertexView:
    view = VertexView(name)
    view.row = view.column = -1
    view.steps = view.images = ()
    return view


def _edge(name: Any) -> EdgeView:
    view = EdgeView(name)
    view.ends = VertexView(), VertexView()
    view.squares = view.images = ()
    return view


@dataclass(frozen=True)
class _Rest(KnownRest):
    """What facts say of the rest of the board, about squares and symbols by name."""

    sure: Mapping[Any, Sequence[Any]]
    possible: Mapping[Any, Sequence[Any]]
    safe: frozenset[Any]
    symbols: _Made

    def _shared(
        self, squares: Mapping[Any, Sequence[Any]], symbol: _Square | _Dot
    ) -> tuple[tuple[Any, ...], ...]:
        found = squares.get(symbol.name)
        return () if found is None else (self.symbols.all(found),)

    def joined(self, square: _Square) -> tuple[Any, ...]:
        """Return the squares that are sure to end in the region of a square."""
        return next(iter(self.joined_to(square)), ())

    def region(self, square: _Square) -> tuple[Any, ...]:
        """Return the squares that may end in the region of a square."""
        return next(iter(self.region_of(square)), ())

    def unmarked(self, symbol: Any) -> bool:
        """Whether no mark may be in a region of a symbol."""
        return symbol.name in self.safe

    def joined_to(self, symbol: _Square | _Dot) -> tuple[tuple[Any, ...], ...]:
        """Return `joined` of a square as the one answer; a dot has none."""
        return self._shared(self.sure, symbol)

    def region_of(self, symbol: _Square | _Dot) -> tuple[tuple[Any, ...], ...]:
        """Return `region` of a square as the one answer; a dot has none."""
        return self._shared(self.possible, symbol)
