"""What clauses can say beside the predicates of a domain, derived from its actions alone.

- `missing_q`: a fact of the goal that is not true yet.
- `no_p_i`: nothing is the i-th argument of the static predicate p, with these others.
- `cut_p_t(X,G)`: in the projection on p(K,·), with K of type t, nothing leads from X to G; of two
  fluents with the same key, `cut_p_r_t(X,Y,G)`.
- `stuck_p_t_q(X)`: in that projection no action that adds q(K) can be reached from X.
- `lost_p_t(K,G)`: as `cut`, from where K is now, through what actions only ever delete.

All but the first are the greatest relations that satisfy Horn rules, and a proof uses nothing of
them but these rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from studies.planning.strips import (
    NOT,
    UNEQUAL,
    Action,
    Atom,
    Domain,
    Instance,
    Relations,
    State,
    closure,
    match,
    put,
)
from witness.base.errors import InputError


class Rule(NamedTuple):
    """A universal Horn rule: the body implies the head, or never holds if there is none."""

    body: tuple[Atom, ...]
    head: Atom | None = None


def text(body: Iterable[Atom]) -> str:
    """Return a conjunction as it is printed."""
    shown = (f"{a[1]} ≠ {a[2]}" if a[0] == UNEQUAL else f"{a[0]}({','.join(a[1:])})" for a in body)
    return ", ".join(shown)


class Place(NamedTuple):
    """A fluent as a place of its key: the position of the place, and the types of the key."""

    fluent: str
    position: int
    types: tuple[str, ...]

    def key(self, atom: Atom) -> tuple[str, ...]:
        """Return the arguments but that of the place."""
        return (*atom[1 : 1 + self.position], *atom[2 + self.position :])

    def of(self, key: tuple[str, ...], atoms: Iterable[Atom]) -> str:
        """Return where a key is, if some atoms say that."""
        own = (a[1 + self.position] for a in atoms if a[0] == self.fluent and self.key(a) == key)
        return next(own, "")


class Move(NamedTuple):
    """How an action moves a key: its places before and after, and what is static about them."""

    action: Action
    key: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    static: tuple[Atom, ...]


class Derived(NamedTuple):
    """A relation by its rules: in each rule it occurs once in the body; perhaps it is the head.

    `reached` says, if anything does, that the place G can be reached from the present one.
    """

    name: str
    types: tuple[str, ...]
    rules: tuple[Rule, ...]
    reached: tuple[Atom, ...] = ()

    def rows(self, relations: Relations) -> set[Atom]:
        """Return the greatest relation that satisfies the rules."""
        before: defaultdict[Atom | None, set[Atom]] = defaultdict(set)
        for rule in self.rules:
            (own,) = (atom for atom in rule.body if atom[0] == self.name)
            asked = [(f"is_{t}", x) for t, x in zip(self.types, own[1:], strict=True)]
            for values in match([*(a for a in rule.body if a is not own), *asked], relations):
                head = None if rule.head is None else put(rule.head, values)[1:]
                before[head].add(put(own, values)[1:])
        gone = closure([None], before.__getitem__)
        return {*product(*(sorted(x for (x,) in relations[f"is_{t}"]) for t in self.types))} - gone


class Vocabulary:
    """The predicates for clauses about a domain; `goals` are the fluents that goals are about.

    `missing` has the fluent of each `missing_q`; `of_state` are the predicates that a step changes,
    `dynamic` those of them that are derived, `usual` what clauses use if nothing else is said.
    """

    def __init__(self, domain: Domain, goals: Iterable[str]) -> None:
        self.domain, self.goals = domain, sorted(goals)
        self.missing = {f"missing_{one}": one for one in self.goals}
        typed = {**domain.predicates, **{f"is_{one}": (one,) for one in domain.types}}
        self.signatures = {p: tuple(domain.above(t)[-1] for t in ts) for p, ts in typed.items()}
        self.known = [name for name in self.signatures if name not in domain.fluents]
        projected = [*self._projected()]
        every = [*self._nowhere(), *projected]
        self.derived = {one.name: one for one in every}
        self.dynamic = {
            one.name: one for one in every
            if domain.fluents & {atom[0] for rule in one.rules for atom in rule.body}
        }  # fmt: skip
        self.of_state = dict.fromkeys(sorted({*domain.fluents, *self.missing, *self.dynamic}))
        self.usual = [*domain.predicates, *self.missing, *(one.name for one in projected)]
        self.usual += [f"is_{one}" for one, above in domain.types.items() if above]
        names = [*domain.predicates, *(f"is_{one}" for one in domain.types), *self.missing]
        (name, number), *_ = Counter([*names, *(one.name for one in every)]).most_common(1)
        if number > 1:
            raise InputError(f"{name} has two meanings here; rename a predicate or type")
        self.signatures |= {name: self.signatures[one] for name, one in self.missing.items()}
        self.signatures |= {one.name: one.types for one in every}

    def derive(self, instance: Instance) -> None:
        """Add what depends on no state to an instance."""
        for name, one in self.derived.items():
            if name not in self.dynamic:
                instance.static[name] = one.rows(instance.static)

    def relations(self, instance: Instance, state: State) -> dict[str, set[Atom]]:
        """Return all relations in a state of an instance that has been `derive`d."""
        found = {**{name: set() for name in self.of_state}, **instance.static}
        for atom in state:
            found[atom[0]].add(atom[1:])
        for name, goal in self.missing.items():
            found[name] = {one[1:] for one in instance.goal - state if one[0] == goal}
        for name, one in self.dynamic.items():
            if name not in instance.static:  # a counterexample says itself what holds
                found[name] = one.rows(found)
        return found

    def around(self, action: Action, terms: Iterable[str]) -> tuple[Atom, ...]:
        """Return what an action needs that no action changes, and is connected with some terms."""
        found, some = [a for a in action.needs if a[0] not in self.domain.fluents], {*terms}
        for _ in found:
            some = some.union(*(one[1:] for one in found if some & {*one[1:]}))
        return tuple(one for one in found if some & {*one[1:]})

    def _nowhere(self) -> Iterator[Derived]:
        for name in self.known:
            types = self.signatures[name]
            for i in range(len(types) if len(types) > 1 else 0):
                terms = [f"X{j}" for j in range(len(types))]
                own = (f"no_{name}_{i}", *terms[:i], *terms[i + 1 :])
                rules = (Rule(((name, *terms), own)),)
                yield Derived(own[0], (*types[:i], *types[i + 1 :]), rules)

    def _projected(self) -> Iterator[Derived]:
        places = sorted({
            Place(atom[0], i, action.types_of((*atom[1 : 1 + i], *atom[2 + i :])))
            for action in self.domain.actions for atom in action.adds for i in range(len(atom) - 1)
        })  # fmt: skip
        moving = {place: moves for place in places if (moves := self._moves([place]))}
        for place, moves in moving.items():
            yield self._cut([place], moves)
            yield from self._stuck(place, moves)
            yield from self._lost(place, moves)
        for a, b in permutations(moving, 2):
            if a.types == b.types and a.fluent != b.fluent and (both := self._moves([a, b])):
                yield self._cut([a, b], both)

    def _moves(self, places: Sequence[Place]) -> list[Move]:
        """Return how actions move keys of the places; none if one adds some without a place."""
        found = []
        for action in self.domain.actions:
            for key in dict.fromkeys(
                place.key(atom) for place in places for atom in action.adds
                if atom[0] == place.fluent and action.types_of(place.key(atom)) == place.types
            ):  # fmt: skip
                before = tuple(place.of(key, action.needs) for place in places)
                if not all(before):
                    return []
                pairs = zip(places, before, strict=True)
                after = tuple(place.of(key, action.adds) or b for place, b in pairs)
                static = self.around(action, before + after)
                found.append(Move(action, key, before, after, static))
        return found

    def _cut(self, places: Sequence[Place], moves: Sequence[Move]) -> Derived:
        name = "_".join(("cut", *(place.fluent for place in places), *places[0].types))
        types = [self.signatures[one.fluent][one.position] for one in places]
        terms = [f"X{i}" for i in range(len(places))]
        rules = [Rule(((name, *terms, terms[0]),))]
        rules += [Rule((*one.static, (name, *one.before, "G")), (name, *one.after, "G"))
                  for one in moves]  # fmt: skip
        here = ("X", "K") if places[0].position == 0 else ("K", "X")
        now = [(places[0].fluent, *here), *((f"is_{t}", "K") for t in places[0].types)]
        known = len(places) == len(places[0].types) == 1
        reached = (*now, (f"{NOT}{name}", "X", "G")) if known else ()
        return Derived(name, (*types, types[0]), (*rules,), reached)

    def _stuck(self, place: Place, moves: Sequence[Move]) -> Iterator[Derived]:
        type_ = self.signatures[place.fluent][place.position]
        for goal in self.goals:
            name = "_".join(("stuck", place.fluent, *place.types, goal))
            rules = [Rule((*one.static, (name, *one.before)), (name, *one.after)) for one in moves]
            adds = [(place.of(atom[1:], action.needs), action)
                    for action in self.domain.actions for atom in action.adds
                    if atom[0] == goal != place.fluent
                    and action.types_of(atom[1:]) == place.types]  # fmt: skip
            rules += [Rule((*self.around(action, action.types), (name, at))) for at, action in adds]
            if adds and all(at for at, _ in adds):
                yield Derived(name, (type_,), (*rules,))

    def _lost(self, place: Place, moves: Sequence[Move]) -> Iterator[Derived]:
        added = {atom[0] for action in self.domain.actions for atom in action.adds}
        through = [[a for a in one.action.needs if one.after[0] in a[1:]
                    and a[0] in self.domain.fluents - added] for one in moves]  # fmt: skip
        if any(through):
            name = "_".join(("lost", place.fluent, *place.types))
            types = self.signatures[place.fluent]
            here = ("", *(f"K{i}" for i in range(len(types))))
            key, at = place.key(here), here[1 + place.position]
            typed = ((f"is_{type_}", one) for type_, one in zip(place.types, key, strict=True))
            rules = [Rule(((place.fluent, *here[1:]), *typed, (name, *key, at)))]
            rules += [Rule((*one.static, *atoms, (name, *one.key, *one.after)),
                           (name, *one.key, *one.before))
                      for one, atoms in zip(moves, through, strict=True)]  # fmt: skip
            ends = (*place.key(("", *types)), types[place.position])
            reached = () if key else ((f"{NOT}{name}", "G"),)
            yield Derived(name, ends, (*rules,), reached)
