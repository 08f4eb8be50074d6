"""The helpers of emitted source and built-in functions, on values of which little is known.

An operation whose result is not the same on every board raises `BeyondError`; helpers that are not
replaced take plain values and places only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from witness.clauses.language.builtins import HELPERS, METERED
from witness.puzzle.views.unknown_answers import Length, Number, Opaque, Questions, beyond
from witness.puzzle.views.unknown_places import Bag, Head, Listed, PathList, Place, Rest
from witness.puzzle.views.unknowns import Found, Member, Size, Sizes, Squares, Symbol

#: The most numbers in a range.
MOST_NUMBERS = 1000

#: Helpers that do not depend on the order of a list.
_ANY_ORDER = ("max_list", "min_list", "max_member", "min_member", "msort", "sort")

#: What helpers take that are not replaced, besides plain values.
_ITEMS = (Place, Head, Rest, Length)


def unknown_helpers(questions: Questions, looked: Callable[[str], None] = beyond) -> dict[str, Any]:
    """Return what replaces helpers and built-in functions; `looked` notes a look at the length."""
    # One function: what replaces each name, all around the same questions.

    def bag(items: Iterable[Any]) -> tuple[Any, ...] | Bag:
        known = tuple(items)
        return Bag(known, questions) if len(known) > 1 else known

    def collected(answers: Iterable[Any] = ()) -> tuple[Any, ...] | Bag | Found | Sizes:
        far, unordered = questions.far, questions.unordered
        items = []
        questions.counting += 1
        try:
            for item in answers:
                counted = questions.open > 0
                if (
                    questions.far > far
                    or counted != isinstance(item, Member | Symbol | Size)
                    or questions.abandoned
                ):
                    beyond()
                items.append(item)
            if questions.abandoned:
                beyond()
        finally:
            questions.counting -= 1
        if any(isinstance(item, Size) for item in items):
            return Sizes(questions, items)
        if any(isinstance(item, Member | Symbol) for item in items):
            return Found(questions, items)
        return tuple(items) if questions.unordered == unordered else bag(items)

    def known(items: Any) -> Any:
        """Return the items of a list of which all are known."""
        if isinstance(items, Opaque):
            return items.items if isinstance(items, Bag) else beyond()
        return items

    def intersection(a: Any, b: Any) -> Any:
        if isinstance(a, PathList):
            if a is b:
                return a
            if Rest() in b:
                beyond()
            return bag(item for item in a.items if item in b)
        found = (item for item in known(a) if item in b)
        return bag(found) if isinstance(a, Bag) else tuple(found)

    def subtract(a: Any, b: Any) -> tuple[Any, ...] | Bag:
        found = (item for item in known(a) if item not in b)
        return bag(found) if isinstance(a, Bag) else tuple(found)

    def plain(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            if any(isinstance(g, Opaque) and not isinstance(g, _ITEMS) for g in given):
                beyond()
            return function(*given)

        return call

    def length(items: Any) -> Any:
        if isinstance(items, Found | Squares):
            return items.number
        if isinstance(items, PathList) and items.measured:
            looked("length")
            return Length(questions)
        return len(known(items))

    def int_div(a: Any, b: Any) -> Any:
        return a % b if isinstance(a, Length) or isinstance(b, Length) else divided(a, b)

    def numbers(first: int, end: int) -> range:
        # A long one is tried if nothing has been asked yet: it may be too long on every board.
        few = end - first < MOST_NUMBERS
        return range(first, end) if few or not questions.answers else beyond()

    def kept(kinds: Any) -> Callable[[Any], Any]:
        """Return a function that lets values of some kinds pass."""
        return lambda value: value if isinstance(value, kinds) else beyond()

    def is_list(value: Any, _: object) -> bool:
        unknown = isinstance(value, Found | Sizes | Squares) or type(value) is Opaque
        return beyond() if unknown else isinstance(value, lists)

    divided = plain(HELPERS["int_div"])
    lists = (tuple, Bag, Listed)
    any_order = {name: HELPERS[name] for name in _ANY_ORDER}
    return {
        **{name: plain(function) for name, function in HELPERS.items()},
        **{name: lambda items, of=of: of(known(items)) for name, of in any_order.items()},
        "len": length,
        "sum_list": lambda items: items.sum if isinstance(items, Sizes) else sum(known(items)),
        "int_div": int_div,
        "int_rem": lambda a, b: HELPERS["int_rem"](kept(int)(a), kept(int)(b)),
        "negative": lambda a: 0 - kept((int, Length))(a),
        # What else is unknown may be a name; names are in another order on each board.
        "order": lambda a, b: HELPERS["order"](kept(int)(a), kept(int)(b)),
        **{
            name: lambda a, of=HELPERS[name]: of(kept((int, str, tuple))(a))
            for name in ("is_integer", "is_number", "is_atom", "is_items")
        },
        "number": kept((int, Length, Number)),
        "proper": kept((*lists, Found, Sizes, Squares)),
        "members": lambda value: () if isinstance(value, int | str) else value,
        "range": numbers,
        "tuple": collected,
        "isinstance": is_list,
        "intersection": intersection,
        "subtract": subtract,
        "subset": lambda a, b: all(item in b for item in known(a)),
        "sum": beyond,
        # All runs share the steps of one evaluation.
        **{function.__name__: function for function in METERED},
        "begin": lambda: None,
    }
