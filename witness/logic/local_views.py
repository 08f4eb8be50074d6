"""What a clause depends on, found by evaluating it on views that know one square only.

`witness.logic.locality` analyses the text of a clause; clauses that it cannot follow are evaluated
here, in every local configuration, with the features that they ask for. A configuration says which
edges of the square are on the path, which corners it visits, and where its head is. Everything else
on the path is one opaque `Rest`, which stands for any number of things, possibly none; it differs
from the head and from all parts of the square. The length of the path is an opaque `Number`; where
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
from typing import Any

from witness.base.limits import current
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
from witness.logic.opaque import (
    Bag,
    BeyondError,
    Choices,
    Counted,
    Name,
    Number,
    Opaque,
    PathList,
    Rest,
    RestList,
    beyond,
)


class _FeatureError(Exception):
    """An evaluation asks for a feature that the configuration does not have."""

    def __init__(self, feature: Dependence) -> None:
        super().__init__(feature)
        self.feature = feature


class _Path(Opaque):
    """A path in a configuration."""

    def __init__(self, configuration: LocalConfiguration, choices: Choices) -> None:
        states = configuration.corners
        visited = [v for v, state in zip(_CORNERS, states, strict=True) if state != UNVISITED]
        self.head = _CORNERS[states.index(HEAD)] if HEAD in states else _ELSEWHERE
        if self.head is _ELSEWHERE:
            visited.append(self.head)
        self.edges = PathList(_some(_EDGES, configuration.edges), choices)
        self.vertices = PathList(tuple(visited), choices)
        self._configuration = configuration
        self._choices = choices

    @property
    def rest(self) -> _Path:
        return self

    @property
    def live(self) -> RestList:
        live = _known(self._configuration.live, Dependence.LIVE)
        return RestList(_some(_EDGES, live), self._choices)

    @property
    def reachable(self) -> RestList:
        reachable = _known(self._configuration.reachable, Dependence.REACHABLE)
        known = _some(_CORNERS, reachable)
        if self.head is _ELSEWHERE:
            known = (*known, self.head)
        return RestList(known, self._choices)

    @property
    def cut_off(self) -> bool:
        _known(self._configuration.live, Dependence.LIVE)
        return self._configuration.cut_off


class _Square(Opaque):
    """A square with triangles in a configuration: no coloured square, star or dot."""

    colours = dot_vertices = dot_edges = ()
    star = False

    def __init__(
        self, configuration: LocalConfiguration, choices: Choices, features: Dependence
    ) -> None:
        self.triangles = configuration.triangles
        self.edges, self.corners, self.sides = (
            choices.in_order(items) for items in (_EDGES, _CORNERS, _SIDES)
        )
        self.facts = ((self.triangles, self.edges),)
        self._gaps = configuration.gaps if features & Dependence.GAPS else None
        self._choices = choices

    @property
    def gaps(self) -> Counted:
        return self._choices.in_order(_some(_EDGES, _known(self._gaps, Dependence.GAPS)))


def _known(places: frozenset[int] | None, feature: Dependence) -> frozenset[int]:
    if places is None:
        raise _FeatureError(feature)
    return places


def _some(names: tuple[Name, ...], places: Iterable[int]) -> tuple[Name, ...]:
    return tuple(names[place] for place in sorted(places))


_EDGES = tuple(Name() for _ in range(4))
_CORNERS = tuple(Name() for _ in range(4))
_SIDES = tuple(
    (edge, _CORNERS[a], _CORNERS[b]) for edge, (a, b) in zip(_EDGES, EDGE_CORNERS, strict=True)
)
_ELSEWHERE = Name()


#: The most numbers in a range.
MOST_NUMBERS = 1000

#: Helpers that do not depend on the order of a list.
_ANY_ORDER = ("max_list", "min_list", "max_member", "min_member", "msort", "sort")


def _replacements(choices: Choices) -> dict[str, Any]:
    """Return what replaces helpers and built-in functions; other helpers take plain tuples only."""
    # One function: what replaces each name, all around the same choices.

    def bag(items: Iterable[Any]) -> tuple[Any, ...] | Bag:
        known = tuple(items)
        return Bag(known, choices) if len(known) > 1 else known

    def collected(answers: Iterable[Any]) -> tuple[Any, ...] | Bag:
        open_, unordered = choices.open, choices.unordered
        items = []
        for answer in answers:
            if choices.open > open_:
                beyond()
            items.append(answer)
        return tuple(items) if choices.unordered == unordered else bag(items)

    def intersection(a: Any, b: Any) -> tuple[Any, ...] | Bag:
        if isinstance(a, PathList) and Rest() in b:
            beyond()
        if isinstance(a, Bag):
            return bag(item for item in a.items if item in b)
        return tuple(item for item in a if item in b)

    def subtract(a: Any, b: Any) -> tuple[Any, ...] | Bag:
        if isinstance(a, PathList):
            beyond()
        if isinstance(a, Bag):
            return bag(item for item in a.items if item not in b)
        return tuple(item for item in a if item not in b)

    def subset(a: Any, b: Any) -> bool:
        if isinstance(a, PathList):
            beyond()
        return all(item in b for item in (a.items if isinstance(a, Bag) else a))

    def of_known(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return a function of a list that does not depend on the order."""

        def call(items: Any) -> Any:
            if isinstance(items, PathList):
                beyond()
            return function(items.items if isinstance(items, Bag) else items)

        return call

    def plain(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            found = beyond() if any(isinstance(g, Bag) for g in given) else function(*given)
            return choices.counted(found) if isinstance(found, Iterator) else found

        return call

    def numbers(first: int, end: int) -> Counted:
        return choices.in_order(range(first, end)) if end - first < MOST_NUMBERS else beyond()

    def length(items: Any) -> Any:
        if isinstance(items, RestList):
            beyond()
        if isinstance(items, PathList):
            choices.measured = True
            return Number(choices)
        return len(items.items if isinstance(items, Bag) else items)

    def kept(kinds: type | tuple[type, ...]) -> Callable[[Any], Any]:
        """Return a function that lets values of some kinds pass."""
        return lambda value: value if isinstance(value, kinds) else beyond()

    any_order = {name: HELPERS[name] for name in _ANY_ORDER} | {"sum_list": sum}
    return {
        **{name: plain(function) for name, function in HELPERS.items()},
        **{name: of_known(function) for name, function in any_order.items()},
        "len": length,
        "number": kept((int, Number)),
        "proper": kept((tuple, Bag)),
        "members": kept((tuple, Bag)),
        "range": numbers,
        "tuple": collected,
        "isinstance": lambda value, _: isinstance(value, tuple | Bag),
        "intersection": intersection,
        "subtract": subtract,
        "subset": subset,
        # All configurations share the steps of one evaluation.
        **{function.__name__: function for function in METERED},
        "begin": lambda: None,
    }


def evaluated(source: str, tables: Mapping[str, object]) -> Dependence:
    """Return the dependence of the first clause of emitted source; GLOBAL if it is not certain.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
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
    choices = Choices()
    space = run_source(source, {**tables, **_replacements(choices)}, "<views>")
    condition = space["CLAUSES"][0]
    begin()
    try:
        for configuration in configurations(features):
            path, square = _Path(configuration, choices), _Square(configuration, choices, features)
            for _ in choices.runs():
                current().check()
                condition(path, square)
                if choices.open:
                    return Dependence.GLOBAL
    except (BeyondError, TooManyStepsError, *MISTAKES):
        return Dependence.GLOBAL
    return Dependence.LENGTH if choices.measured else Dependence.LOCAL
