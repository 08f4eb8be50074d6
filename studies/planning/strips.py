"""Typed STRIPS: domains from PDDL, instances, their states, and which of them are dead.

An atom is a tuple of names, first that of its predicate; a name that begins with a capital is a
variable. Hyphens of PDDL become underscores, so that names are those of the learner, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pddl.parser.domain import DomainParser
from pddl.parser.problem import ProblemParser

from witness.base.errors import InputError

Atom = tuple[str, ...]
State = frozenset[Atom]
Relations = Mapping[str, set[Atom]]
T = TypeVar("T")

#: Two terms with different values; what an atom that does not hold begins with. No name of PDDL is
#: like these.
UNEQUAL, NOT = "≠", "not "


class Action(NamedTuple):
    """An action: what it needs (types of parameters and inequalities, too), adds and deletes."""

    types: Mapping[str, str]
    needs: tuple[Atom, ...]
    adds: tuple[Atom, ...]
    deletes: tuple[Atom, ...]

    def types_of(self, terms: Iterable[str]) -> tuple[str, ...]:
        """Return the types of some parameters."""
        return tuple(self.types[one] for one in terms)


@dataclass(frozen=True)
class Domain:
    """A domain; `types` has the type above each type, `predicates` the types of arguments."""

    types: Mapping[str, str | None]
    predicates: Mapping[str, tuple[str, ...]]
    actions: tuple[Action, ...]

    @cached_property
    def fluents(self) -> frozenset[str]:
        """The predicates that actions change."""
        return frozenset(one[0] for action in self.actions for one in action.adds + action.deletes)

    def above(self, type_: str) -> list[str]:
        """Return a type and all above it."""
        parent = self.types[type_]
        return [type_, *([] if parent is None else self.above(parent))]


def read_domain(file: str | Path) -> Domain:
    """Read typed STRIPS with inequality. Raises `InputError` for what goes beyond it.

    If a variable has the type `object`, all types are below that; else each is a kind of its own.
    """
    with _place(file, "domain"):
        read = DomainParser()(Path(file).read_text(encoding="utf-8"))
        if read.constants or read.derived_predicates:
            raise InputError("no constants and derived predicates; name them by static facts")
        some = sorted(read.predicates, key=lambda one: str(one.name))
        predicates = {_plain(one.name): tuple(_types(one.terms).values()) for one in some}
        above = {_plain(one): type_ and _plain(type_) for one, type_ in read.types.items()}
        above = dict.fromkeys(filter(None, above.values())) | above
        if len(predicates) < len(read.predicates) or len(above) < len(read.types):
            raise InputError("two names differ in - and _ alone; rename one")
    actions = []
    for one in sorted(read.actions, key=lambda action: str(action.name)):
        with _place(file, f"action {one.name}"):
            types = _types(one.parameters)
            needs, effects = [*_literals(one.precondition)], [*_literals(one.effect)]
            if any(not holds and atom[0] != UNEQUAL for holds, atom in needs):
                raise InputError("a negative precondition; add a fact for the opposite")
        adds = tuple(atom for holds, atom in effects if holds)
        deletes = tuple(atom for holds, atom in effects if not holds and atom not in adds)
        asked = [(f"is_{type_}", name) for name, type_ in types.items()]
        actions.append(Action(types, (*(atom for _, atom in needs), *asked), adds, deletes))
    every = (*predicates.values(), *(one.types.values() for one in actions))
    if any("object" in types for types in every):
        above = {one: type_ or "object" for one, type_ in above.items()} | {"object": None}
    return Domain(dict(sorted(above.items())), predicates, tuple(actions))


def read_instances(file: str | Path, domain: Domain) -> list[Instance]:
    """Read the problems of a file. Raises `InputError` for what is not about the domain."""
    found: list[Instance] = []
    for text in re.split(r"(?=\(\s*define\b)", Path(file).read_text(encoding="utf-8"))[1:]:
        with _place(file, f"problem {len(found) + 1}"):
            read = ProblemParser()(text)
            objects = _types(read.objects)
            facts = (one for one in read.init if type(one).__name__ != "EqualTo")  # no costs
            init = [atom for one in facts for _, atom in _literals(one)]
            goal = [*_literals(read.goal)]
            above = {one: domain.above(t) for one, t in objects.items() if t in domain.types}
            for holds, (name, *terms) in (*((True, one) for one in init), *goal):
                types = domain.predicates.get(name, ("no such predicate",))
                if len(types) != len(terms) or any(
                    type_ not in above.get(one, ()) for one, type_ in zip(terms, types, strict=True)
                ):
                    raise InputError(f"({name} {' '.join(terms)}); due: {name} {' '.join(types)}")
                if not holds:
                    raise InputError(f"not {name} in the goal; add a fact for the opposite")
            if static := {atom[0] for _, atom in goal} - domain.fluents:
                raise InputError(f"{min(static)} in the goal; leave out what no action changes")
            found.append(Instance(domain, objects, init, [atom for _, atom in goal]))
    return found


@contextmanager
def _place(file: str | Path, place: str) -> Iterator[None]:
    """Say in errors of reading where they are, and what is wrong there."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{place}: not read: {error.reason}", file=file) from None
    except Exception as error:  # the parser raises many kinds
        raise InputError(f"{place}: the parser of PDDL fails: {error}", file=file) from error


def _types(terms: Iterable[Any]) -> dict[str, str]:
    """Return the types of objects or variables."""
    found = {}
    for one in terms:
        tags = [one.type_tag or "object"] if hasattr(one, "type_tag") else one.type_tags
        if len(tags) > 1:
            raise InputError("either; write a type above these types")
        if _name(one) in found:
            raise InputError(f"{one.name} twice, perhaps with - for _; rename one")
        found[_name(one)] = _plain(next(iter(tags), "object"))
    return found


def _literals(formula: Any, positive: bool = True) -> Iterator[tuple[bool, Atom]]:
    """Yield the literals of a conjunction, each with whether it holds; costs are left out."""
    kind = type(formula).__name__
    if kind == "And" and positive:
        for one in formula.operands:
            yield from _literals(one)
    elif kind == "Not" and positive:
        yield from _literals(formula.argument, False)
    elif kind == "Predicate":
        yield positive, (_plain(formula.name), *map(_name, formula.terms))
    elif kind == "EqualTo" and not positive:
        yield False, (UNEQUAL, _name(formula.left), _name(formula.right))
    elif kind != "Increase":
        right = "one name for both" if kind == "EqualTo" else "a conjunction of literals"
        raise InputError(f"{'' if positive else 'not '}{formula}; write {right}")


def _plain(name: Any) -> str:
    return str(name).lower().replace("-", "_")


def _name(term: Any) -> str:
    """Return the name of an object, or of a variable."""
    return "V" * (not hasattr(term, "type_tag")) + _plain(term.name)


def is_variable(name: str) -> bool:
    """Return whether a name is that of a variable."""
    return name[:1].isupper()


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

    def rank(atom: Atom) -> tuple[float, int]:
        """Tests come when all is known, types late, and else what has fewest new variables."""
        free = sum(is_variable(one) and one not in values for one in atom[1:])
        test = atom[0] == UNEQUAL or atom[0].startswith(NOT)
        late = free and (inf if test else 9 * atom[0].startswith("is_"))
        return late + free, len(relations.get(atom[0], ()))

    chosen = min(atoms, key=rank)
    rest = [atom for atom in atoms if atom is not chosen]
    name, *terms = put(chosen, values)
    row = tuple(terms)
    if name == UNEQUAL:
        rows: Iterable[Atom] = [row] * (len({*row}) > 1)
    elif name.startswith(NOT):
        rows = [row] * (row not in relations[name.removeprefix(NOT)])
    else:
        rows = relations.get(name, ())
        rows = rows if any(map(is_variable, row)) else [row] * (row in rows)
    for one in rows:
        if (new := unified(row, one)) is not None:
            yield from match(rest, relations, {**values, **new})


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


class Instance:
    """Objects, static facts, a first state and a goal; `static` may get derived relations."""

    def __init__(
        self, domain: Domain, objects: Mapping[str, str], init: Iterable[Atom], goal: Iterable[Atom]
    ) -> None:
        self.domain, self.goal = domain, frozenset(goal)
        self.start = State(one for one in init if one[0] in domain.fluents)
        self.static: defaultdict[str, set[Atom]] = defaultdict(set)
        for one in {*init} - self.start:
            self.static[one[0]].add(one[1:])
        for name, type_ in objects.items():
            for above in domain.above(type_):
                self.static[f"is_{above}"].add((name,))

    @cached_property
    def steps(self) -> list[tuple[State, State, State]]:
        """What each action on objects needs, deletes and adds, if it can ever be taken."""
        fluents, found = self.domain.fluents, []
        for action in self.domain.actions:
            needs = [atom for atom in action.needs if atom[0] in fluents]
            known = [atom for atom in action.needs if atom[0] not in fluents]
            for values in sorted(match(known, self.static), key=lambda one: sorted(one.items())):
                every = (needs, action.deletes, action.adds)
                needed, deleted, added = (State(put(a, values) for a in atoms) for atoms in every)
                found.append((needed, deleted - added, added))
        return found

    def successors(self, state: State) -> Iterator[State]:
        """Yield the states after each step that can be made."""
        return ((state - gone) | new for needed, gone, new in self.steps if needed <= state)

    def explored(self, most: int, start: State | None = None) -> dict[State, bool] | None:
        """Return the states reached, each with whether it has a plan; None if there are more."""
        before: dict[State, list[State]] = defaultdict(list)

        def after(state: State) -> list[State]:
            found = [*self.successors(state)] if len(before) < most else []
            for one in found:
                before[one].append(state)
            return found

        reached = closure([self.start if start is None else start], after)
        alive = closure((s for s in reached if self.goal <= s), before.__getitem__)
        return None if len(before) >= most else {state: state in alive for state in reached}

    def dead_by_h1(self, state: State) -> bool:
        """Whether the goal cannot be reached even if nothing is ever deleted."""
        before, now = None, state
        while before != now:
            before, now = now, now.union(*(new for needed, _, new in self.steps if needed <= now))
        return not self.goal <= now
