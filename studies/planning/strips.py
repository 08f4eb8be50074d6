"""Typed STRIPS: domains from PDDL, instances, their states, and which of them are dead.

An atom is a tuple of names, first that of its predicate; a name that begins with a capital is a
variable. Hyphens of PDDL become underscores, so that names are those of the learner, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from witness.base.errors import InputError

Atom = tuple[str, ...]
State = frozenset[Atom]
Relations = Mapping[str, set[Atom]]

#: Two variables with different values; the prefix of an atom that does not hold.
UNEQUAL, NOT = "unequal", "not "


class Action(NamedTuple):
    """An action: what it needs (types of parameters and inequalities, too), adds and deletes."""

    name: str
    types: Mapping[str, str]
    needs: tuple[Atom, ...]
    adds: tuple[Atom, ...]
    deletes: tuple[Atom, ...]


@dataclass(frozen=True)
class Domain:
    """A domain; `types` has the type above each type, `predicates` the types of arguments."""

    name: str
    types: Mapping[str, str | None]
    constants: Mapping[str, str]
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

    def root(self, type_: str) -> str:
        """Return the topmost type of a type."""
        return self.above(type_)[-1]

    @cached_property
    def signatures(self) -> dict[str, tuple[str, ...]]:
        """The topmost types of the arguments of all predicates, with one for each type."""
        found = {f"is_{one}": (self.root(one),) for one in self.types}
        return found | {p: tuple(map(self.root, types)) for p, types in self.predicates.items()}


def read_domain(file: str | Path) -> Domain:
    """Read typed STRIPS with inequality. Raises `InputError` for what goes beyond it."""
    read = _parser().parse_domain(str(file))
    types = {_plain(one): above and _plain(above) for one, above in read.types.items()}
    types = {one: None if above == "object" else above for one, above in types.items()}

    def typed(terms: Iterable[Any], tags: Callable[[Any], Any]) -> dict[str, str]:
        return {_name(one): _plain(tags(one) or "object") for one in terms}

    def variables(terms: Iterable[Any]) -> dict[str, str]:
        return typed(terms, lambda one: next(iter(one.type_tags), None))

    constants = typed(read.constants, lambda one: one.type_tag)
    predicates = {_plain(one.name): tuple(variables(one.terms).values()) for one in read.predicates}
    actions = []
    for one in sorted(read.actions, key=lambda action: str(action.name)):
        needs, unlike = _literals(one.precondition)
        adds, deletes = _literals(one.effect)
        if any(atom[0] != UNEQUAL for atom in unlike):
            raise InputError(f"{one.name} has a negative precondition", file=file)
        parameters = variables(one.parameters)
        asked = [(f"is_{type_}", name) for name, type_ in parameters.items()]
        deletes = [atom for atom in deletes if atom not in adds]
        every = (*needs, *asked, *unlike)
        actions.append(Action(_plain(one.name), parameters, every, (*adds,), (*deletes,)))
    used = {*constants.values(), *(t for p in predicates.values() for t in p), *types}
    used |= {type_ for action in actions for type_ in action.types.values()}
    types = {one: types.get(one) for one in sorted(used)}
    return Domain(_plain(read.name), types, constants, predicates, tuple(actions))


def read_instance(file: str | Path, domain: Domain) -> Instance:
    """Read an instance. Raises `InputError` for a goal that is no conjunction of atoms."""
    read = _parser().parse_problem(str(file))
    objects = {_name(one): _plain(one.type_tag or "object") for one in read.objects}
    init = [atom for one in read.init for atom in _literals(one)[0]]
    goal, unwanted = _literals(read.goal)
    if unwanted:
        raise InputError("the goal has a negative literal", file=file)
    return Instance(domain, objects, init, goal)


def _parser() -> Any:
    try:
        import pddl
    except ImportError:
        raise InputError("a parser of PDDL is not here; pip install pddl") from None
    return pddl


def _plain(name: Any) -> str:
    return str(name).lower().replace("-", "_")


def _name(term: Any) -> str:
    """Return the name of an object, or of a variable."""
    name = _plain(term.name)
    return name if type(term).__name__ == "Constant" else name[:1].upper() + name[1:]


def _literals(formula: Any) -> tuple[list[Atom], list[Atom]]:
    """Return the positive and negative atoms of a conjunction; of an equality the latter alone."""
    kind = type(formula).__name__
    if kind == "And":
        parts = [_literals(one) for one in formula.operands]
        return [a for some, _ in parts for a in some], [a for _, some in parts for a in some]
    if kind == "Not":
        return _literals(formula.argument)[::-1]
    if kind == "Predicate":
        return [(_plain(formula.name), *map(_name, formula.terms))], []
    if kind == "EqualTo":
        return [(UNEQUAL, _name(formula.left), _name(formula.right))], []
    raise InputError(f"{formula} is no literal of STRIPS")


def is_variable(name: str) -> bool:
    """Return whether a name is that of a variable."""
    return name[:1].isupper()


def match(
    atoms: Sequence[Atom], relations: Relations, values: dict[str, str] | None = None
) -> Iterator[dict[str, str]]:
    """Yield all values of the variables with which all atoms are in the relations."""
    values = values or {}
    if not atoms:
        yield values
        return

    def rank(atom: Atom) -> float:
        """Estimate the number of rows; types come late, and tests when all is known."""
        free = sum(is_variable(one) and one not in values for one in atom[1:])
        if not free or atom[0].startswith((NOT, UNEQUAL)):
            return inf if free else -1
        rows = float(len(relations.get(atom[0], ())))
        return float(rows ** (free / (len(atom) - 1))) + 1e6 * free * atom[0].startswith("is_")

    chosen = min(atoms, key=rank)
    rest = [atom for atom in atoms if atom is not chosen]
    wanted = [values.get(one, None if is_variable(one) else one) for one in chosen[1:]]
    if chosen[0] == UNEQUAL:
        if wanted[0] != wanted[1]:
            yield from match(rest, relations, values)
    elif chosen[0].startswith(NOT):
        if tuple(wanted) not in relations.get(chosen[0].removeprefix(NOT), ()):
            yield from match(rest, relations, values)
    elif None not in wanted:
        if tuple(wanted) in relations.get(chosen[0], ()):
            yield from match(rest, relations, values)
    else:
        for row in relations.get(chosen[0], ()):
            new = dict(values)
            terms = zip(chosen[1:], row, strict=True)
            if all(new.setdefault(a, b) == b if is_variable(a) else a == b for a, b in terms):
                yield from match(rest, relations, new)


def put(atom: Atom, values: Mapping[str, str]) -> Atom:
    """Return an atom with values for its variables."""
    return (atom[0], *(values.get(one, one) for one in atom[1:]))


class Step(NamedTuple):
    """An action on objects."""

    name: str
    needs: State
    adds: State
    deletes: State


class Instance:
    """Objects, static facts, a first state and a goal; `static` may get derived relations."""

    def __init__(
        self, domain: Domain, objects: Mapping[str, str], init: Iterable[Atom], goal: Iterable[Atom]
    ) -> None:
        self.domain, self.goal = domain, frozenset(goal)
        facts = frozenset(init)
        self.start = State(one for one in facts if one[0] in domain.fluents)
        self.static: defaultdict[str, set[Atom]] = defaultdict(set)
        for one in facts - self.start:
            self.static[one[0]].add(one[1:])
        for name, type_ in {**domain.constants, **objects}.items():
            for above in domain.above(type_):
                self.static[f"is_{above}"].add((name,))

    @cached_property
    def steps(self) -> list[Step]:
        """All actions on objects of which the static preconditions hold."""
        fluents, found = self.domain.fluents, []
        for action in self.domain.actions:
            known = [atom for atom in action.needs if atom[0] not in fluents]
            needs = [atom for atom in action.needs if atom[0] in fluents]
            for values in match(known, self.static):
                parts = ([put(a, values) for a in atoms]
                         for atoms in (needs, action.adds, action.deletes))  # fmt: skip
                needed, added, deleted = map(frozenset, parts)
                found.append(Step(action.name, needed, added, deleted - added))
        return found

    @cached_property
    def _by_need(self) -> dict[Atom, list[Step]]:
        """The steps by the atom they need that the fewest steps need."""
        number = Counter(atom for one in self.steps for atom in one.needs)
        found: defaultdict[Atom, list[Step]] = defaultdict(list)
        for one in self.steps:
            found[min(one.needs, key=lambda atom: (number[atom], atom))].append(one)
        return found

    def successors(self, state: State) -> Iterator[State]:
        """Yield the states after each step that can be made."""
        for atom in state:
            for one in self._by_need.get(atom, ()):
                if one.needs <= state:
                    yield (state - one.deletes) | one.adds

    def explored(self, most: int, start: State | None = None) -> dict[State, bool] | None:
        """Return the states reached, each with whether it has a plan; None if there are more."""
        first = self.start if start is None else start
        before: dict[State, list[State]] = {first: []}
        waiting = [first]
        while waiting:
            state = waiting.pop()
            for then in self.successors(state):
                if then not in before:
                    if len(before) >= most:
                        return None
                    before[then] = []
                    waiting.append(then)
                before[then].append(state)
        alive = {state for state in before if self.goal <= state}
        waiting = [*alive]
        while waiting:
            new = {*before[waiting.pop()]} - alive
            alive |= new
            waiting += new
        return {state: state in alive for state in before}

    def breadth_first(self, is_dead: Callable[[State], bool], most: int) -> tuple[int | None, int]:
        """Return the length of a shortest plan and the expansions; None if neither is found."""
        depth, waiting, expansions = {self.start: 0}, deque([self.start]), 0
        while waiting and expansions < most:
            state = waiting.popleft()
            if self.goal <= state:
                return depth[state], expansions
            expansions += 1
            for then in self.successors(state):
                if then not in depth:
                    depth[then] = depth[state] + 1
                    if not is_dead(then):
                        waiting.append(then)
        return None, expansions

    def dead_by_h1(self, state: State) -> bool:
        """Whether the goal cannot be reached even if nothing is ever deleted."""
        before, now = None, state
        while before != now:
            before = now
            now = now.union(*(one.adds for one in self.steps if one.needs <= now))
        return not self.goal <= now

    def dead_by_h2(self, state: State) -> bool:
        """Whether some two atoms of the goal are never reached together (Haslum, Geffner 2000)."""
        beside = {atom: set(state) for atom in state}  # with which atoms an atom can be true

        def together(atoms: State) -> bool:
            return all(one in beside and atoms <= beside[one] for one in atoms)

        changed = True
        while changed:
            changed = False
            for one in filter(lambda step: together(step.needs), self.steps):
                kept = set.intersection(*(beside[a] for a in one.needs)) if one.needs else {*beside}
                for atom in one.adds:
                    new = ((kept - one.deletes) | one.adds) - beside.setdefault(atom, set())
                    changed |= bool(new)
                    for other in new:
                        beside[atom].add(other)
                        beside.setdefault(other, set()).add(atom)
        return not together(self.goal)
