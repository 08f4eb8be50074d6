"""Typed STRIPS: domains from PDDL, instances, their states, and which of them are dead.

Hyphens of PDDL become underscores, so that names are those of the learner, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_
from pathlib import Path
from typing import Any, NamedTuple

from studies.atoms import UNEQUAL, Atom, State, closure, is_variable, match, put
from witness.base.errors import InputError

#: An atom that holds in every state.
TRUE: Atom = ("true",)


class Action(NamedTuple):
    """An action: what it needs (types of parameters and inequalities, too), adds and deletes."""

    types: Mapping[str, str]
    needs: tuple[Atom, ...]
    adds: tuple[Atom, ...]
    deletes: tuple[Atom, ...]


@dataclass(frozen=True)
class Domain:
    """A domain; `types` has the type above each type, `predicates` the types of arguments.

    `constants` are objects of every instance, with their types.
    """

    types: Mapping[str, str | None]
    predicates: Mapping[str, tuple[str, ...]]
    actions: tuple[Action, ...]
    constants: Mapping[str, str]

    @cached_property
    def fluents(self) -> frozenset[str]:
        """The predicates that actions change."""
        return frozenset(one[0] for action in self.actions for one in action.adds + action.deletes)

    def above(self, type_: str) -> list[str]:
        """Return a type and all above it."""
        if type_ not in self.types:
            raise InputError(f"no type {type_}; name a type of the domain")
        parent = self.types[type_]
        return [type_, *([] if parent is None else self.above(parent))]


def read_domain(file: str | Path) -> Domain:
    """Read typed STRIPS with inequality. Raises `InputError` for what goes beyond it.

    If a variable has the type `object`, all types are below that; else each is a kind of its own.
    """
    with _reading(file, "domain"):
        from pddl.parser.domain import DomainParser  # pip install pddl

        read = DomainParser()(Path(file).read_text(encoding="utf-8"))
        if read.derived_predicates:
            raise InputError("derived predicates; name them by static facts")
        some = sorted(read.predicates, key=lambda one: str(one.name))
        predicates = {_plain(one.name): tuple(_types(one.terms).values()) for one in some}
        above = {_plain(one): type_ and _plain(type_) for one, type_ in read.types.items()}
        above = dict.fromkeys(filter(None, above.values())) | above
        if len(predicates) < len(read.predicates) or len(above) < len(read.types):
            raise InputError("two names differ in - and _ alone; rename one")
        actions = [_action(one) for one in sorted(read.actions, key=lambda one: str(one.name))]
        every = (*predicates.values(), *(one.types.values() for one in actions))
        if any("object" in types for types in every):
            above = {one: type_ or "object" for one, type_ in above.items()} | {"object": None}
        constants = _types(read.constants)
        return Domain(dict(sorted(above.items())), predicates, tuple(actions), constants)


def _action(one: Any) -> Action:
    types = _types(one.parameters)
    needs, effects = [*_literals(one.precondition)], [*_literals(one.effect)]
    if any(not holds and atom[0] != UNEQUAL for holds, atom in needs):
        raise InputError(f"{one.name}: a negative precondition; add a fact for the opposite")
    if not all(is_variable(term) for _, atom in needs + effects for term in atom[1:]):
        raise InputError(f"{one.name}: a constant; name it by a static fact")
    adds = tuple(atom for holds, atom in effects if holds)
    deletes = tuple(atom for holds, atom in effects if not holds and atom not in adds)
    asked = [(f"is_{type_}", name) for name, type_ in types.items()]
    return Action(types, (*(atom for _, atom in needs), *asked), adds, deletes)


def read_instances(file: str | Path, domain: Domain) -> list[Instance]:
    """Read the problems of a file. Raises `InputError` for what is not about the domain."""
    found: list[Instance] = []
    for text in re.split(r"(?=\(\s*define\b)", Path(file).read_text(encoding="utf-8"))[1:]:
        with _reading(file, f"problem {len(found) + 1}"):
            from pddl.parser.problem import ProblemParser

            read = ProblemParser()(text)
            objects = {**domain.constants, **_types(read.objects)}
            above = {one: domain.above(type_) for one, type_ in objects.items()}
            facts = (one for one in read.init if type(one).__name__ != "EqualTo")  # no costs
            init = [atom for one in facts for _, atom in _literals(one)]
            goal = [*_literals(read.goal)]
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


def read_states(file: str | Path, domain: Domain, most: int) -> list[Seen]:
    """Read the problems of a file, and explore them. Raises `InputError` for too many states."""
    found = []
    for number, instance in enumerate(read_instances(file, domain), 1):
        states = instance.explored(most)
        if not states:
            raise InputError(f"problem {number} has more than {most} states", file=file)
        found.append((instance, states))
    return found


@contextmanager
def _reading(file: str | Path, place: str) -> Iterator[None]:
    """Say in errors of reading where they are; the parser raises many kinds."""
    try:
        yield
    except Exception as error:
        reason = error.reason if isinstance(error, InputError) else error
        raise InputError(f"{place}: not read: {reason}", file=file) from error


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


class Instance:
    """Objects, static facts, a first state and a goal.

    Who derives relations from these may keep in `derived` what depends on no state.
    """

    def __init__(
        self, domain: Domain, objects: Mapping[str, str], init: Iterable[Atom], goal: Iterable[Atom]
    ) -> None:
        self.domain, self.goal = domain, frozenset(goal)
        self.start = State(one for one in init if one[0] in domain.fluents)
        self.static: defaultdict[str, set[Atom]] = defaultdict(set)
        self.derived: dict[str, Any] = {}
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

    @cached_property
    def _numbered(self) -> tuple[dict[Atom, int], list[tuple[int, int, int]]]:
        """The numbers of atoms, and the steps as bit sets; each step needs `TRUE`."""
        numbers: dict[Atom, int] = {TRUE: 0}
        return numbers, [
            (1 | _bits(needed, numbers), _bits(gone, numbers), _bits(new, numbers))
            for needed, gone, new in self.steps
        ]

    def dead_by_h1(self, state: State) -> bool:
        """Whether the goal cannot be reached even if nothing is ever deleted.

        By this delete relaxation, hmax, FF and LM-cut recognise dead ends.
        """
        numbers, steps = self._numbered
        before, now = 0, 1 | _bits(state, numbers)
        while before != now:
            before = now
            for needed, _, new in steps:
                if needed & ~now == 0:
                    now |= new
        return _bits(self.goal, numbers) & ~now != 0

    def dead_by_h2(self, state: State) -> bool:
        """Whether some two atoms of the goal are never reached together (Haslum, Geffner 2000)."""
        numbers, steps = self._numbered
        start, goal = 1 | _bits(state, numbers), _bits(self.goal, numbers)
        beside = [start & -(start >> i & 1) for i in range(len(numbers))]  # may be true with i
        before: list[int] = []

        def together(atoms: int) -> bool:
            return all(atoms & ~beside[atom] == 0 for atom in _numbers(atoms))

        while before != beside:
            before = [*beside]
            for needed, gone, new in steps:
                if together(needed):
                    kept = reduce(and_, (beside[atom] for atom in _numbers(needed)), -1)
                    then = kept & ~gone | new
                    for atom in _numbers(new):
                        for other in _numbers(then & ~beside[atom]):
                            beside[other] |= 1 << atom
                        beside[atom] |= then
        return not together(goal)


def _bits(atoms: Iterable[Atom], numbers: dict[Atom, int]) -> int:
    """Return atoms as a bit set; new ones get the next numbers."""
    return sum(1 << numbers.setdefault(atom, len(numbers)) for atom in {*atoms})


def _numbers(bits: int) -> Iterator[int]:
    """Yield the numbers of the atoms of a set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


#: An instance with the states that can be reached, each with whether it has a plan.
Seen = tuple[Instance, dict[State, bool]]
