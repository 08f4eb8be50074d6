"""What a clause depends on, found by evaluating it on views that know one square only.

`witness.logic.locality` analyses the text of a clause; clauses that it cannot follow are evaluated
here, in every local configuration, with the features that they ask for. A configuration says which
edges of the square are on the path, which corners it visits, and where its head is. Everything else
on the path is one opaque `_Rest`, which stands for any number of things, possibly none; it differs
from the head and from all parts of the square. The length of the path is an opaque `_Number`; where
it is compared, the clause is run for both outcomes.

The clause is local if no evaluation needs to know more, and if it never holds because of something
in the rest. Then all paths and squares in a configuration give the answer of the views: each
operation has the same result on every board, and a loop that fails for the rest fails for all that
it stands for. If it also needs the length, paths of equal length give equal answers. Operations
that are not defined here count as needing more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from witness.logic.compiler.load import MISTAKES, run_source
from witness.logic.configurations import (
    EDGE_CORNERS,
    HEAD,
    UNVISITED,
    LocalConfiguration,
    configurations,
)
from witness.logic.dependence import Dependence
from witness.logic.language.builtins import HELPERS, METERED
from witness.logic.language.steps import TooManyStepsError, begin


class _BeyondError(Exception):
    """An evaluation needs more than the local configuration."""


class _FeatureError(Exception):
    """An evaluation asks for a feature that the configuration does not have."""

    def __init__(self, feature: Dependence) -> None:
        super().__init__(feature)
        self.feature = feature


def _beyond(*_: object) -> NoReturn:
    raise _BeyondError


class _Opaque:
    """A value on which no operation is allowed, unless a subclass defines it."""

    def __eq__(self, other: object) -> bool:
        _beyond()

    def __hash__(self) -> int:
        _beyond()

    def __bool__(self) -> bool:
        _beyond()

    def __getattr__(self, name: str) -> NoReturn:
        _beyond()


#: Bounds of an evaluation: runs in a configuration, numbers in a range, and visited list items.
MOST_RUNS = 64
MOST_NUMBERS = 1000
MOST_ITEMS = 300_000


class _Name(_Opaque):
    """The head, or an edge or a corner of the square, whose name is not known."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | tuple):
            return False
        return self is other if isinstance(other, _Name | _Rest) else _beyond()

    __hash__ = _Opaque.__hash__


class _Rest(_Opaque):
    """An edge or a vertex of the path that is neither its head nor a part of the square.

    Two different objects may stand for the same thing.
    """

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return False if isinstance(other, int | tuple | _Name) else _beyond()

    __hash__ = _Opaque.__hash__


class _Choices:
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
                _beyond()
            yield item

    def in_order(self, items: Iterable[Any]) -> _Counted:
        """Return items whose order is known."""
        found = _Counted(items)
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
        _beyond()


class _Number(_Opaque):
    """The length of the path, or a number computed from it."""

    def __init__(self, choices: _Choices) -> None:
        self.choices = choices

    def _compare(self, other: object) -> bool:
        return self.choices.outcome() if isinstance(other, int | _Number) else _beyond()

    def _computed(self, other: object) -> _Number:
        return _Number(self.choices) if isinstance(other, int | _Number) else _beyond()

    def __eq__(self, other: object) -> bool:
        return self is other or self._compare(other)

    def __mod__(self, other: object) -> _Number:
        return self._computed(other) if isinstance(other, int) and other != 0 else _beyond()

    __hash__ = _Opaque.__hash__
    __lt__ = __le__ = __gt__ = __ge__ = _compare
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _computed


class _Counted(tuple[Any, ...]):
    """Items in a known order; going through them counts."""

    choices: _Choices

    def __iter__(self) -> Iterator[Any]:
        return self.choices.counted(super().__iter__())


class _Bag(_Opaque):
    """A list of known items in an unknown order."""

    def __init__(self, items: tuple[Any, ...], choices: _Choices) -> None:
        self.items = items
        self.choices = choices

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __iter__(self) -> Iterator[Any]:
        self.choices.unordered += 1
        yield from self.choices.counted(self.items)


class _PathList(_Bag):
    """The edges or the vertices of a path: the known ones, and the rest."""

    def __contains__(self, item: object) -> bool:
        if isinstance(item, _Name | int | tuple):
            return item in self.items
        _beyond()

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        self.choices.open += 1
        yield _Rest()
        # A loop that finds something in the rest stops above, and stays open.
        self.choices.open -= 1


class _RestList(_PathList):
    """A list of edges or vertices beyond the path, of which not even the length is known."""


class _Path(_Opaque):
    """A path in a configuration."""

    def __init__(self, configuration: LocalConfiguration, choices: _Choices) -> None:
        states = configuration.corners
        visited = [v for v, state in zip(_CORNERS, states, strict=True) if state != UNVISITED]
        self.head = _CORNERS[states.index(HEAD)] if HEAD in states else _ELSEWHERE
        if self.head is _ELSEWHERE:
            visited.append(self.head)
        self.edges = _PathList(_some(_EDGES, configuration.edges), choices)
        self.vertices = _PathList(tuple(visited), choices)
        self._configuration = configuration
        self._choices = choices

    @property
    def rest(self) -> _Path:
        return self

    @property
    def live(self) -> _RestList:
        live = _known(self._configuration.live, Dependence.LIVE)
        return _RestList(_some(_EDGES, live), self._choices)

    @property
    def reachable(self) -> _RestList:
        reachable = _known(self._configuration.reachable, Dependence.REACHABLE)
        known = _some(_CORNERS, reachable)
        if self.head is _ELSEWHERE:
            known = (*known, self.head)
        return _RestList(known, self._choices)

    @property
    def cut_off(self) -> bool:
        _known(self._configuration.live, Dependence.LIVE)
        return self._configuration.cut_off


class _Square(_Opaque):
    """A square in a configuration."""

    def __init__(
        self, configuration: LocalConfiguration, choices: _Choices, features: Dependence
    ) -> None:
        self.triangles = configuration.triangles
        self.edges, self.corners, self.sides = (
            choices.in_order(items) for items in (_EDGES, _CORNERS, _SIDES)
        )
        self._gaps = configuration.gaps if features & Dependence.GAPS else None
        self._choices = choices

    @property
    def gaps(self) -> _Counted:
        return self._choices.in_order(_some(_EDGES, _known(self._gaps, Dependence.GAPS)))


def _known(places: frozenset[int] | None, feature: Dependence) -> frozenset[int]:
    if places is None:
        raise _FeatureError(feature)
    return places


def _some(names: tuple[_Name, ...], places: Iterable[int]) -> tuple[_Name, ...]:
    return tuple(names[place] for place in sorted(places))


_EDGES = tuple(_Name() for _ in range(4))
_CORNERS = tuple(_Name() for _ in range(4))
_SIDES = tuple(
    (edge, _CORNERS[a], _CORNERS[b]) for edge, (a, b) in zip(_EDGES, EDGE_CORNERS, strict=True)
)
_ELSEWHERE = _Name()


#: Helpers that do not depend on the order of a list.
_ANY_ORDER = ("max_list", "min_list", "max_member", "min_member", "msort", "sort")


# One function: a table of short ones that share `choices`.
def _replacements(choices: _Choices) -> dict[str, Any]:
    """Return what replaces helpers and built-in functions; other helpers take plain tuples only."""
    # One function: what replaces each name, all around the same choices.

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

    def subset(a: Any, b: Any) -> bool:
        if isinstance(a, _PathList):
            _beyond()
        return all(item in b for item in (a.items if isinstance(a, _Bag) else a))

    def of_known(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return a function of a list that does not depend on the order."""

        def call(items: Any) -> Any:
            if isinstance(items, _PathList):
                _beyond()
            return function(items.items if isinstance(items, _Bag) else items)

        return call

    def plain(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            found = _beyond() if any(isinstance(g, _Bag) for g in given) else function(*given)
            return choices.counted(found) if isinstance(found, Iterator) else found

        return call

    def numbers(first: int, end: int) -> _Counted:
        return choices.in_order(range(first, end)) if end - first < MOST_NUMBERS else _beyond()

    def length(items: Any) -> Any:
        if isinstance(items, _RestList):
            _beyond()
        if isinstance(items, _PathList):
            choices.measured = True
            return _Number(choices)
        return len(items.items if isinstance(items, _Bag) else items)

    def kept(kinds: type | tuple[type, ...]) -> Callable[[Any], Any]:
        """Return a function that lets values of some kinds pass."""
        return lambda value: value if isinstance(value, kinds) else _beyond()

    any_order = {name: HELPERS[name] for name in _ANY_ORDER} | {"sum_list": sum}
    return {
        **{name: plain(function) for name, function in HELPERS.items()},
        **{name: of_known(function) for name, function in any_order.items()},
        "len": length,
        "number": kept((int, _Number)),
        "proper": kept((tuple, _Bag)),
        "members": kept((tuple, _Bag)),
        "range": numbers,
        "tuple": collected,
        "isinstance": lambda value, _: isinstance(value, tuple | _Bag),
        "intersection": intersection,
        "subtract": subtract,
        "subset": subset,
        # All configurations share the steps of one evaluation.
        **{function.__name__: function for function in METERED},
        "begin": lambda: None,
    }


def evaluated(source: str, tables: Mapping[str, object]) -> Dependence:
    """Return the dependence of the first clause of emitted source; GLOBAL if it is not certain."""
    if any(isinstance(node, ast.Starred) for node in ast.walk(ast.parse(source))):
        return Dependence.GLOBAL  # [X|Rest] unpacks a list as if its order were known.
    features = Dependence.LOCAL
    while True:
        try:
            return features | _evaluated(source, tables, features)
        except _FeatureError as error:
            features |= error.feature


def _evaluated(source: str, tables: Mapping[str, object], features: Dependence) -> Dependence:
    """Return what a clause depends on besides features, of which it may ask for others."""
    choices = _Choices()
    space = run_source(source, {**tables, **_replacements(choices)}, "<views>")
    condition = space["CLAUSES"][0]
    begin()
    try:
        for configuration in configurations(features):
            path, square = _Path(configuration, choices), _Square(configuration, choices, features)
            for _ in choices.runs():
                condition(path, square)
                if choices.open:
                    return Dependence.GLOBAL
    except (_BeyondError, TooManyStepsError, *MISTAKES):
        return Dependence.GLOBAL
    return Dependence.LENGTH if choices.measured else Dependence.LOCAL
