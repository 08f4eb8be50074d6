"""The predicates that have a name, and those that are read from a file."""

from __future__ import annotations

from witness.base.errors import InputError
from witness.predicates.clauses import read_predicate
from witness.predicates.derived import DERIVED, LATCHES
from witness.predicates.interface import Predicate
from witness.predicates.written import BASELINE, NONE, PAPER

#: Predicates by name; any other name is a file of learned or hand-written clauses.
PREDICATES: dict[str, Predicate] = {p.name: p for p in (NONE, BASELINE, PAPER, LATCHES, DERIVED)}


def predicate(name: str, *, bk: str | None = None, bias: str | None = None) -> Predicate:
    """Give a predicate by name, or read it from a `.pl` file. Raises `InputError`."""
    if name in PREDICATES:
        return PREDICATES[name]
    if not name.endswith(".pl"):
        known = ", ".join(PREDICATES)
        raise InputError(f"unknown predicate {name!r}; use {known} or a .pl file")
    return read_predicate(name, bk=bk, bias=bias)
