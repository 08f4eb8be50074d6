"""Atoms, and the values with which conjunctions of them hold.

An atom is a tuple of names, first that of its predicate; a name that begins with a capital is a
variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

Atom = tuple[str, ...]
State = frozenset[Atom]
Relations = Mapping[str, set[Atom]]
T = TypeVar("T")

#: Two terms with different values; what an atom that does not hold begins with. No name of PDDL is
#: like these.
UNEQUAL, NOT = "≠", "not "


def is_variable(name: str) -> bool:
    """Return whether a name is that of a variable."""
    return name[:1].isupper()


def text(atoms: Iterable[Atom]) -> str:
    """Return a conjunction as it is printed."""
    shown = (
        f"{one[1]} ≠ {one[2]}" if one[0] == UNEQUAL else f"{one[0]}({','.join(one[1:])})"
        for one in atoms
    )
    return ", ".join(shown)


def put(atom: Atom, values: Mapping[str, str]) -> Atom:
    """Return an atom with values for its variables."""
    return (atom[0], *(values.get(one, one) for one in atom[1:]))


def match(
    atoms: Sequence[Atom], relations: Relations, values: Mapping[str, str] | None = None
) -> Iterator[Mapping[str, str]]:
    """Yield all values of the variables with which all atoms are in the relations."""
    values = values or {}
    if not atoms:
        yield values
        return

    def rank(atom: Atom) -> tuple[int, int, int]:
        """Tests come when all is known, types late, and else what has fewest new variables."""
        free = sum(is_variable(one) and one not in values for one in atom[1:])
        late = 2 * atom[0].startswith((UNEQUAL, NOT)) + atom[0].startswith("is_")
        return late if free else 0, free, len(relations.get(atom[0], ()))

    chosen = min(atoms, key=rank)
    rest = [atom for atom in atoms if atom is not chosen]
    name, *terms = put(chosen, values)
    row = tuple(terms)
    rows: Iterable[Atom] = relations.get(name, ())
    if name == UNEQUAL:
        rows = [row] * (len({*row}) > 1)
    elif name.startswith(NOT):
        assert not any(map(is_variable, row)), f"{chosen} has a variable of no type"
        rows = [row] * (row not in relations[name.removeprefix(NOT)])
    elif not any(map(is_variable, row)):
        rows = [row] * (row in rows)
    for one in rows:
        if (new := unified(row, one)) is not None:
            yield from match(rest, relations, {**values, **new})


def holds(atoms: Sequence[Atom], relations: Relations) -> bool:
    """Return whether all atoms are in the relations with some values of the variables."""
    return next(match(atoms, relations), None) is not None


def unified(pattern: Atom, row: Atom) -> dict[str, str] | None:
    """Return the terms of a row for the variables of a pattern; None if it is not like that."""
    found: dict[str, str] = {}
    same = all((found.setdefault(a, b) if is_variable(a) else a) == b
               for a, b in zip(pattern, row, strict=True))  # fmt: skip
    return found if same else None


def closure(first: Iterable[T], after: Callable[[T], Iterable[T]]) -> set[T]:
    """Return all that follows from some things, with them."""
    found, waiting = set[T](), [*first]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += after(one)
    return found
