"""Is a clause local? Found by evaluating it on views that know nothing but one square.

`witness.logic.locality` judges a clause by its text; what that cannot follow is tried here. The
translated clause is run in every local configuration. What a configuration says of the path is
known: which edges of the square are on it, which corners it visits, where its head is. Everything
else on the path is one opaque `_Rest`, which may stand for any number of things, none included.
It differs from the head and from whatever belongs to the square; nothing else can be asked of it.

The clause is local if no configuration asks for more, and if it never holds because of something
in the rest. Then every path and square in a configuration give the answer that the views gave:
each operation has the result that it has on any board, and what is tried for the rest fails for
all that it stands for. Anything that is not understood here is taken for more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from witness.local import EDGE_CORNERS, HEAD, UNVISITED, LocalConfiguration, configurations
from witness.logic.builtins import HELPERS
from witness.logic.load import MISTAKES, run_source


class _BeyondError(Exception):
    """The local configuration does not say what is asked for."""


def _beyond(*_: object) -> NoReturn:
    raise _BeyondError


class _Opaque:
    """Something of which each use has to be allowed."""

    __bool__ = __hash__ = __eq__ = _beyond  # type: ignore[assignment]


class _Name(_Opaque):
    """The head, or an edge or a corner of the square. What it is called is not known."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | tuple):
            return False
        return self is other if isinstance(other, _Name | _Rest) else _beyond()

    __hash__ = _beyond  # type: ignore[assignment]


class _Rest(_Opaque):
    """An edge or a vertex of the path that is neither its head nor a part of the square.

    Two that were met apart may be the same thing or not.
    """

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return False if isinstance(other, int | tuple | _Name) else _beyond()

    __hash__ = _beyond  # type: ignore[assignment]


class _Choices:
    """How many loops stand at something in the rest, and how many were in no known order."""

    def __init__(self) -> None:
        self.open = 0
        self.unordered = 0


class _Bag(_Opaque):
    """A list of known items in an order that is not known."""

    def __init__(self, items: tuple[Any, ...], choices: _Choices) -> None:
        self.items = items
        self.choices = choices

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __iter__(self) -> Iterator[Any]:
        self.choices.unordered += 1
        yield from self.items


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


class _Path(NamedTuple):
    edges: _PathList
    vertices: _PathList
    head: _Name


class _Square(NamedTuple):
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
    symmetric = {"max_list": HELPERS["max_list"], "min_list": HELPERS["min_list"]}
    for name, function in {**symmetric, "len": len, "sum": sum}.items():
        replaced[name] = of_known(function)
    return {
        **replaced,
        "tuple": collected,
        "isinstance": lambda value, _: isinstance(value, tuple | _Bag),
        "intersection": intersection,
        "subtract": subtract,
    }


def is_local(source: str, tables: Mapping[str, object], number: int) -> bool:
    """Whether a clause of emitted source looks at nothing but the local configuration.

    `number` is its place in `CLAUSES`. False where that is not certain.
    """
    if any(isinstance(node, ast.Starred) for node in ast.walk(ast.parse(source))):
        return False  # [X|Rest] is made by spreading a list out, as if its order were known.
    choices = _Choices()
    space = run_source(source, {**tables, **_replacements(choices)}, "<local>")
    condition = space["CLAUSES"][number]
    try:
        for configuration in configurations():
            condition(*_views(configuration, choices))
            if choices.open:
                return False
    except (_BeyondError, *MISTAKES):
        return False
    return True
