"""The predicates that have a name, and those that are read from a file."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from witness.base.errors import InputError, quoted
from witness.base.meant import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from witness.clauses.background import Background
    from witness.clauses.language.terms import Clause
    from witness.searches.predicates.interface import Predicate

#: Where the predicate with a name is, as "module:name"; any other name is a file of clauses. A
#: module is imported only when its predicate is asked for.
PREDICATES = {
    "none": "witness.searches.predicates.written:NONE",
    "baseline": "witness.searches.predicates.written:BASELINE",
    "paper": "witness.searches.predicates.written:PAPER",
    "latches": "witness.gdl.derived:LATCHES",
    "derived": "witness.gdl.derived:DERIVED",
}


def predicate(name: str, *, bk: str | None = None, bias: str | None = None) -> Predicate:
    """Return a predicate by name, or read it from a `.pl` file or a task. Raises `InputError`.

    Several of them, with commas between, are used together.
    """
    if "," in name:
        from witness.searches.predicates.together import Together

        names = name.split(",")
        if not all(names):
            raise InputError(f"{quoted(name)} has a comma too many: a predicate is missing there")
        return Together([predicate(one, bk=bk, bias=bias) for one in names])
    if name in PREDICATES:
        found: Predicate = _named(PREDICATES[name])
        return found
    from witness.clauses.language.reader import has_clauses, read_hypothesis

    if not has_clauses(name):
        known = ", ".join(PREDICATES)
        raise InputError(
            f"unknown predicate {quoted(name)}; use {known} or a .pl file"
            + did_you_mean(name, PREDICATES)
        )
    from witness.clauses.background import background_of

    background = background_of(name, bk, bias)
    return of_clauses(name, read_hypothesis(name), background)


def of_clauses(name: str, clauses: Sequence[Clause], background: Background) -> Predicate:
    """Return the predicate of clauses, each of which is plain (`why_not_plain`).

    Raises `InputError` as `translate` does, and for clauses that are not plain.
    """
    from witness.clauses.language.definitions import why_not_plain
    from witness.searches.predicates.clauses import predicate_of

    reason = why_not_plain(clauses, background.bias.head.key)
    if reason is not None:
        raise InputError(f"{reason}, so no search can use it", file=name)
    return predicate_of(clauses, background, name)


def _named(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
