"""Prolog's standard order of terms, for the interpreter: which of two values comes first."""

from __future__ import annotations

from witness.logic.language.terms import Atom, ListTerm, Term


def standard_order(a: Term, b: Term) -> int:
    """Return -1, 0 or 1 as one value comes before, is the same as, or comes after another.

    Numbers come before [], then names by their characters, then lists: as terms of Prolog, by their
    first item and then by the rest.
    """
    ranks = _rank(a), _rank(b)
    if ranks[0] != ranks[1]:
        return -1 if ranks[0] < ranks[1] else 1
    if isinstance(a, int) and isinstance(b, int):
        return (a > b) - (a < b)
    if isinstance(a, Atom) and isinstance(b, Atom):
        return (a.name > b.name) - (a.name < b.name)
    if isinstance(a, ListTerm) and isinstance(b, ListTerm) and a.items:
        first = standard_order(a.items[0], b.items[0])
        return first or standard_order(ListTerm(a.items[1:]), ListTerm(b.items[1:]))
    return 0


def _rank(term: Term) -> int:
    if isinstance(term, int):
        return 0
    if isinstance(term, Atom):
        return 2
    return 3 if isinstance(term, ListTerm) and term.items else 1
