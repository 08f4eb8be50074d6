"""What a clause depends on, found by evaluating it on views that know nothing but one square.

`witness.logic.locality` judges a clause by its text; what that cannot follow is tried here. The
translated clause is run in every local configuration. What a configuration says of the path is
known: which edges of the square are on it, which corners it visits, where its head is. Everything
else on the path is one opaque `_Rest`, which may stand for any number of things, none included.
It differs from the head and from whatever belongs to the square. The length of the path is an
opaque `_Number`: where it is compared, the clause is run for either outcome.

The clause is local if no configuration asks for more, and if it never holds because of something
in the rest. Then every path and square in a configuration give the answer that the views gave:
each operation has the result that it has on any board, and what is tried for the rest fails for
all that it stands for. If it asks for the length as well, paths of a length give equal answers.
Anything that is not understood here is taken for more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from witness.logic.compiler.load import MISTAKES, run_source
from witness.logic.configurations import (
    EDGE_CORNERS,
    HEAD,
    UNVISITED,
    LocalConfiguration,
    configurations,
)
from witness.logic.language.builtins import HELPERS
from witness.logic.locality import Dependence


class _BeyondError(Exception):
    """The local configuration does not say what is asked for."""


def _beyond(*_: object) -> NoReturn:
    raise _BeyondError


class _Opaque:
    """Something of which each use has to be allowed."""

    def __eq__(self, other: object) -> bool:
        _beyond()

    def __hash__(self) -> int:
        _beyond()

    def __bool__(self) -> bool:
        _beyond()


#: Bounds of an evaluation: runs in a configuration, numbers that a clause counts through, and items
#: of the path that a clause goes through in all.
MOST_RUNS = 64
MOST_NUMBERS = 1000
MOST_ITEMS = 1_000_000


class _Name(_Opaque):
    """The head, or an edge or a corner of the square. What it is called is not known."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | tuple):
            return False
        return self is other if isinstance(other, _Name | _Rest) else _beyond()

    __hash__ = _Opaque.__hash__


class _Rest(_Opaque):
    """An edge or a vertex of the path that is neither its head nor a part of the square.

    Two that were met apart may be the same thing or not.
    """

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return False if isinstance(other, int | tuple | _Name) else _beyond()

    __hash__ = _Opaque.__hash__


class _Choices:
    """What happens in a run.

    `open` is the number of loops that stand at something in the rest, `items` and `unordered` are
    the numbers of items and of loops over lists in no known order, `measured` says whether the
    length of the path was asked for, and `outcomes` are those of the comparisons with it.
    """

    def __init__(self) -> None:
        self.open = 0
        self.items = 0
        self.unordered = 0
        self.measured = False
        self.outcomes: list[bool] = []
        self.compared = 0

    def outcome(self) -> bool:
        """Return the outcome of the next comparison: true at first."""
        if self.compared == len(self.outcomes):
            self.outcomes.append(True)
        self.compared += 1
        return self.outcomes[self.compared - 1]

    def runs(self) -> Iterator[None]:
        """Yield once for each way in which the comparisons of a run can come out."""
        for _ in range(MOST_RUNS):
            self.compared = 0
            yield
            while self.outcomes and not self.outcomes[-1]:
                self.outcomes.pop()
            if not self.outcomes:
                return
            self.outcomes[-1] = False
        _beyond()


class _Number(_Opaque):
    """The length of the path, or a number that is reckoned from it."""

    def __init__(self, choices: _Choices) -> None:
        self.choices = choices

    def _compare(self, other: object) -> bool:
        return self.choices.outcome() if isinstance(other, int | _Number) else _beyond()

    def _reckon(self, other: object) -> _Number:
        return _Number(self.choices) if isinstance(other, int | _Number) else _beyond()

    def __eq__(self, other: object) -> bool:
        return self is other or self._compare(other)

    def __mod__(self, other: object) -> _Number:
        return self._reckon(other) if isinstance(other, int) and other != 0 else _beyond()

    __hash__ = _Opaque.__hash__
    __lt__ = __le__ = __gt__ = __ge__ = _compare
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _reckon


class _Bag(_Opaque):
    """A list of known items in an order that is not known."""

    def __init__(self, items: tuple[Any, ...], choices: _Choices) -> None:
        self.items = items
        self.choices = choices

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __iter__(self) -> Iterator[Any]:
        self.choices.unordered += 1
        for item in self.items:
            self.choices.items += 1
            if self.choices.items > MOST_ITEMS:
                _beyond()
            yield item


class _PathList(_Bag):
    """The edges or the vertices of a path: those that are known, and the rest."""

    def __contains__(self, item: object) -> bool:
        if isinstance(item, _Name | int | tuple):
            return item in self.items
        _beyond()

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        self.choices.open += 1
        yield _Rest()
        # Not reached by a loop that ends here, because something was found: it remains open.
        self.choices.open -= 1


@dataclass(frozen=True, eq=False)
class _Path(_Opaque):
    edges: _PathList
    vertices: _PathList
    head: _Name


@dataclass(frozen=True, eq=False)
class _Square(_Opaque):
    triangles: int
    edges: tuple[_Name, ...]
    corners: tuple[_Name, ...]
    sides: tuple[tuple[_Name, _Name, _Name], ...]


_EDGES = tuple(_Name() for _ in range(4))
_CORNERS = tuple(_Name() for _ in range(4))
_SIDES = tuple(
    (edge, _CORNERS[a], _CORNERS[b]) for edge, (a, b) in zip(_EDGES, EDGE_CORNERS, strict=True)
)
_ELSEWHERE = _Name()


def _views(configuration: LocalConfiguration, choices: _Choices) -> tuple[_Path, _Square]:
    states = configuration.corners
    visited = [v for v, state in zip(_CORNERS, states, strict=True) if state != UNVISITED]
    head = _CORNERS[states.index(HEAD)] if HEAD in states else _ELSEWHERE
    if head is _ELSEWHERE:
        visited.append(head)
    edges = tuple(_EDGES[edge] for edge in sorted(configuration.edges))
    path = _Path(_PathList(edges, choices), _PathList(tuple(visited), choices), head)
    return path, _Square(configuration.triangles, _EDGES, _CORNERS, _SIDES)


def _replacements(choices: _Choices) -> dict[str, Any]:
    """Return what emitted source calls instead of the helpers and of Python's functions.

    What is not here takes plain tuples only.
    """

    def bag(items: Iterable[Any]) -> tuple[Any, ...] | _Bag:
        known = tuple(items)
        return _Bag(known, choices) if len(known) > 1 else known

    def collected(answers: Iterable[Any]) -> tuple[Any, ...] | _Bag:
        open_, unordered = choices.open, choices.unordered
        items = []
        for answer in answers:
            if choices.open > open_:
                _beyond()
            items.append(answer)
        return tuple(items) if choices.unordered == unordered else bag(items)

    def intersection(a: Any, b: Any) -> tuple[Any, ...] | _Bag:
        if isinstance(a, _PathList) and _Rest() in b:
            _beyond()
        if isinstance(a, _Bag):
            return bag(item for item in a.items if item in b)
        return tuple(item for item in a if item in b)

    def subtract(a: Any, b: Any) -> tuple[Any, ...] | _Bag:
        if isinstance(a, _PathList):
            _beyond()
        if isinstance(a, _Bag):
            return bag(item for item in a.items if item not in b)
        return tuple(item for item in a if item not in b)

    def of_known(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return a function of a list in whatever order."""

        def call(items: Any) -> Any:
            if isinstance(items, _PathList):
                _beyond()
            return function(items.items if isinstance(items, _Bag) else items)

        return call

    def plain(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            return _beyond() if any(isinstance(g, _Bag) for g in given) else function(*given)

        return call

    replaced = {name: plain(function) for name, function in HELPERS.items()}

    def length(items: Any) -> Any:
        if isinstance(items, _PathList):
            choices.measured = True
            return _Number(choices)
        return len(items.items if isinstance(items, _Bag) else items)

    symmetric = {"max_list": HELPERS["max_list"], "min_list": HELPERS["min_list"]}
    for name, function in {**symmetric, "sum": sum}.items():
        replaced[name] = of_known(function)
    return {
        **replaced,
        "len": length,
        "range": lambda a, b: range(a, b) if b - a < MOST_NUMBERS else _beyond(),
        "tuple": collected,
        "isinstance": lambda value, _: isinstance(value, tuple | _Bag),
        "intersection": intersection,
        "subtract": subtract,
    }


def evaluated(source: str, tables: Mapping[str, object], number: int) -> Dependence:
    """Return what a clause of emitted source depends on; GLOBAL where that is not certain.

    `number` is its place in `CLAUSES`.
    """
    if any(isinstance(node, ast.Starred) for node in ast.walk(ast.parse(source))):
        return Dependence.GLOBAL  # [X|Rest] spreads a list out, as if its order were known.
    choices = _Choices()
    space = run_source(source, {**tables, **_replacements(choices)}, "<views>")
    condition = space["CLAUSES"][number]
    try:
        for configuration in configurations():
            views = _views(configuration, choices)
            for _ in choices.runs():
                condition(*views)
                if choices.open:
                    return Dependence.GLOBAL
    except (_BeyondError, *MISTAKES):
        return Dependence.GLOBAL
    return Dependence.LENGTH if choices.measured else Dependence.LOCAL
