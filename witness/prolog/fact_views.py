"""The views of paths and symbols that the facts of a learning task describe.

Searches give a predicate views of a puzzle (`witness.logic.language.views`). These are made of
facts alone, so that a translation can be compared with what Prolog says of the same facts. Of what
has no facts, nothing is known: lists are empty, and tests fail.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.logic.language.terms import Ground, Key
from witness.logic.language.views import (
    DotView,
    EdgeView,
    KnownRest,
    PathView,
    SquareView,
    VertexView,
)

Facts = Mapping[Key, Sequence[tuple[Ground, ...]]]


class FactViews:
    """Views by the names of paths, squares and dots."""

    def __init__(self, facts: Facts) -> None:
        self._vertices = _Vertices()
        self._edges = _Edges()
        self._symbols = _Symbols(facts, self._vertices, self._edges)
        self._board(facts)
        self._paths: dict[Any, PathView] = {}
        self._lists = {
            name: dict(_rows(facts, name, 2))
            for name in ("path", "vertices", "head_vertex", "start", "live", "reachable")
        }
        self._goals, self._ends = _grouped(facts, "goal", 2), _grouped(facts, "end", 2)
        self._cut_off = {name for (name,) in _rows(facts, "cut_off", 1)}
        self._joined, self._region = (
            {(path, square): others for path, square, others in _rows(facts, name, 3)}
            for name in ("joined", "region")
        )

    def _board(self, facts: Facts) -> None:
        for name, steps in _grouped(facts, "step", 4).items():
            self._vertices[name].steps = tuple(
                (direction, self._edges[edge], self._vertices[near])
                for direction, edge, near in steps
            )
        for name, row, column in _rows(facts, "coordinates", 3):
            self._vertices[name].row, self._vertices[name].column = row, column
        for name, one, other in _rows(facts, "ends", 3):
            self._edges[name].ends = self._vertices[one], self._vertices[other]
        for name, squares in _grouped(facts, "beside", 2).items():
            self._edges[name].squares = self._symbols.all(squares)

    def symbol(self, name: Any) -> SquareView | DotView:
        """Return a square or a dot."""
        found: SquareView | DotView = self._symbols[name]
        return found

    def path(self, name: Any) -> PathView:
        """Return a path."""
        if name not in self._paths:
            self._paths[name] = self._path(name)
        return self._paths[name]

    def _path(self, name: Any) -> PathView:
        known = {key: rows[name] for key, rows in self._lists.items() if name in rows}
        rest = _Rest(
            self._edges.all(known.get("live", ())),
            self._vertices.all(known.get("reachable", ())),
            name in self._cut_off,
            self._vertices.all(self._goals.get(name, ())),
            self._vertices.all(self._ends.get(name, ())),
            _Shared(name, self._joined, self._symbols),
            _Shared(name, self._region, self._symbols),
        )
        return PathView(
            self._edges.all(known.get("path", ())),
            self._vertices.all(known.get("vertices", (known.get("start", ""),))),
            self._vertices[known.get("head_vertex", "")],
            rest,
        )


def _rows(facts: Facts, name: str, arity: int) -> Any:
    return facts.get((name, arity), ())


def _grouped(facts: Facts, name: str, arity: int) -> dict[Any, list[Any]]:
    """Return the other arguments of facts by the first: tuples, if there are several."""
    found: dict[Any, list[Any]] = defaultdict(list)
    for first, *others in _rows(facts, name, arity):
        found[first].append(others[0] if arity == 2 else tuple(others))
    return found


class _Vertices(dict[Any, VertexView]):
    """Vertices by name."""

    def __missing__(self, name: Any) -> VertexView:
        self[name] = view = VertexView(name)
        view.row = view.column = -1
        view.steps = ()
        return view

    def all(self, names: Iterable[Any]) -> tuple[VertexView, ...]:
        """Return the vertices with some names."""
        return tuple(map(self.__getitem__, names))


class _Edges(dict[Any, EdgeView]):
    """Edges by name."""

    def __missing__(self, name: Any) -> EdgeView:
        self[name] = view = EdgeView(name)
        view.ends = VertexView(), VertexView()
        view.squares = ()
        return view

    def all(self, names: Iterable[Any]) -> tuple[EdgeView, ...]:
        """Return the edges with some names."""
        return tuple(map(self.__getitem__, names))


@dataclass(frozen=True)
class _Square(SquareView):
    """A square: its name tells it from others of which the same is known."""

    name: Any = None


@dataclass(frozen=True)
class _Dot(DotView):
    """A dot, likewise."""

    name: Any


class _Symbols(dict[Any, Any]):
    """Squares and dots by name; what has no facts is a square."""

    def __init__(self, facts: Facts, vertices: _Vertices, edges: _Edges) -> None:
        super().__init__()
        self._vertices, self._edges = vertices, edges
        self._squares = {name: given for name, *given in _rows(facts, "square", 3)}
        self._corners = _grouped(facts, "corner", 2)
        self._sides = _grouped(facts, "side", 4)
        self._gaps = _grouped(facts, "gap", 2)
        self._colours = _grouped(facts, "colour", 2)
        self._stars = {name for (name,) in _rows(facts, "star", 1)}
        at, on = _grouped(facts, "dot_vertex", 2), _grouped(facts, "dot_edge", 2)
        for name in {**at, **on}:
            self[name] = _Dot(vertices.all(at.get(name, ())), edges.all(on.get(name, ())), name)

    def __missing__(self, name: Any) -> _Square:
        vertices, edges = self._vertices, self._edges
        triangles, sides = self._squares.get(name, (0, ()))
        self[name] = view = _Square(
            triangles,
            edges.all(sides),
            vertices.all(self._corners.get(name, ())),
            tuple((edges[e], vertices[v], vertices[w]) for e, v, w in self._sides.get(name, ())),
            edges.all(self._gaps.get(name, ())),
            tuple(self._colours.get(name, ())),
            name in self._stars,
            name=name,
        )
        return view

    def all(self, names: Iterable[Any]) -> tuple[Any, ...]:
        """Return the squares with some names."""
        return tuple(map(self.__getitem__, names))


@dataclass(frozen=True)
class _Shared:
    """What `joined/3` or `region/3` says of a path: squares by the name of one of them."""

    path: Any
    squares: Mapping[tuple[Any, Any], Sequence[Any]]
    symbols: _Symbols

    def of(self, symbol: _Square | _Dot) -> tuple[tuple[Any, ...], ...]:
        """Return the squares as the one answer; a dot has none."""
        found = self.squares.get((self.path, symbol.name))
        return () if found is None else (self.symbols.all(found),)


@dataclass(frozen=True)
class _Rest(KnownRest):
    """What facts say of the rest of the board."""

    sure: _Shared
    possible: _Shared

    def joined(self, square: _Square) -> tuple[Any, ...]:
        """Return the squares that are sure to end in the region of a square."""
        return next(iter(self.sure.of(square)), ())

    def region(self, square: _Square) -> tuple[Any, ...]:
        """Return the squares that may end in the region of a square."""
        return next(iter(self.possible.of(square)), ())

    def joined_to(self, symbol: _Square | _Dot) -> tuple[tuple[Any, ...], ...]:
        """Return `joined` of a square as the one answer; a dot has none."""
        return self.sure.of(symbol)

    def region_of(self, symbol: _Square | _Dot) -> tuple[tuple[Any, ...], ...]:
        """Return `region` of a square as the one answer; a dot has none."""
        return self.possible.of(symbol)
