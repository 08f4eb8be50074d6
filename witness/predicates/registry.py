"""The predicates that have a name, and those that are read from a file."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from witness.base.errors import InputError, quoted

if TYPE_CHECKING:
    from witness.predicates.interface import Predicate

#: Where the predicate with a name is, as "module:name"; any other name is a file of clauses. A
#: module is imported only when its predicate is asked for.
PREDICATES = {
    "none": "witness.predicates.written:NONE",
    "baseline": "witness.predicates.written:BASELINE",
    "paper": "witness.predicates.written:PAPER",
    "latches": "witness.predicates.derived:LATCHES",
    "derived": "witness.predicates.derived:DERIVED",
}


def predicate(name: str, *, bk: str | None = None, bias: str | None = None) -> Predicate:
    """Return a predicate by name, or read it from a `.pl` file. Raises `InputError`."""
    if name in PREDICATES:
        module, _, attribute = PREDICATES[name].partition(":")
        found: Predicate = getattr(import_module(module), attribute)
        return found
    if not name.endswith(".pl"):
        known = ", ".join(PREDICATES)
        raise InputError(f"unknown predicate {quoted(name)}; use {known} or a .pl file")
    from witness.predicates.clauses import read_predicate

    return read_predicate(name, bk=bk, bias=bias)
