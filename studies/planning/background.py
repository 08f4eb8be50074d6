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

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from studies.planning.strips import (
    UNEQUAL,
    Action,
    Atom,
    Domain,
    Instance,
    Relations,
    State,
    is_variable,
    match,
    put,
)

MISSING, GOAL = "missing_", "goal_"


class Rule(NamedTuple):
    """A universal Horn rule: the body implies the head, or never holds if there is none."""

    body: tuple[Atom, ...]
    head: Atom | None = None

    def __str__(self) -> str:
        return f"{text(self.body)} → {'false' if self.head is None else text([self.head])}"


def text(body: Iterable[Atom]) -> str:
    """Return a conjunction as it is printed."""
    shown = (f"{a[1]} ≠ {a[2]}" if a[0] == UNEQUAL else f"{a[0]}({','.join(a[1:])})" for a in body)
    return ", ".join(shown)


@dataclass(frozen=True)
class Derived:
    """A relation by its rules: in each rule it occurs once in the body; perhaps it is the head."""

    name: str
    types: tuple[str, ...]
    rules: tuple[Rule, ...]

    def of(self, relations: Relations) -> set[Atom]:
        """Return the greatest relation that satisfies the rules."""
        gone: set[Atom] = set()
        before: defaultdict[Atom, set[Atom]] = defaultdict(set)
        for rule in self.rules:
            (own,) = (atom for atom in rule.body if atom[0] == self.name)
            asked = [(f"is_{t}", x) for t, x in zip(self.types, own[1:], strict=True)]
            for values in match([*(a for a in rule.body if a is not own), *asked], relations):
                row = put(own, values)[1:]
                if rule.head is None:
                    gone.add(row)
                else:
                    before[put(rule.head, values)[1:]].add(row)
        waiting = [*gone]
        while waiting:
            new = before[waiting.pop()] - gone
            gone |= new
            waiting += new
        return {*product(*(sorted(x for (x,) in relations[f"is_{t}"]) for t in self.types))} - gone


class Move(NamedTuple):
    """How an action changes fluents of one key: their terms before and after."""

    action: Action
    key: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


class Place(NamedTuple):
    """A fluent as a place of its key: the position of the place among its arguments."""

    fluent: str
    position: int

    def key(self, atom: Atom) -> tuple[str, ...]:
        """Return the arguments but that of the place."""
        return tuple(one for i, one in enumerate(atom[1:]) if i != self.position)


@dataclass(frozen=True)
class Vocabulary:
    """The predicates for clauses about a domain; `goals` are the fluents that goals are about."""

    domain: Domain
    goals: tuple[str, ...]

    @cached_property
    def derived(self) -> dict[str, Derived]:
        """The derived predicates by name; those whose rules mention fluents are in `dynamic`."""
        every = [*self._nowhere(), *self._projected()]
        return {one.name: one for one in every}

    @cached_property
    def dynamic(self) -> dict[str, Derived]:
        """The derived predicates that depend on the state."""
        fluents = self.domain.fluents
        return {
            name: one for name, one in self.derived.items()
            if any(atom[0] in fluents for rule in one.rules for atom in rule.body)
        }  # fmt: skip

    @cached_property
    def signatures(self) -> dict[str, tuple[str, ...]]:
        """The topmost types of the arguments of all predicates."""
        known = self.domain.signatures
        known = known | {f"{MISSING}{one}": known[one] for one in self.goals}
        return known | {name: one.types for name, one in self.derived.items()}

    def is_of_state(self, name: str) -> bool:
        """Return whether a predicate depends on the state."""
        return name in self.domain.fluents or name.startswith(MISSING) or name in self.dynamic

    def derive(self, instance: Instance) -> None:
        """Add what depends on no state, and the goal, to an instance."""
        for atom in instance.goal:
            instance.static[GOAL + atom[0]].add(atom[1:])
        for name, one in self.derived.items():
            if name not in self.dynamic:
                instance.static[name] = one.of(instance.static)

    def relations(self, instance: Instance, state: State) -> dict[str, set[Atom]]:
        """Return all relations in a state of an instance that has been `derive`d."""
        changing: defaultdict[str, set[Atom]] = defaultdict(set)
        for atom in state:
            changing[atom[0]].add(atom[1:])
        for goal in self.goals:
            changing[MISSING + goal] = instance.static[GOAL + goal] - changing[goal]
        found = {**instance.static, **changing}
        for name, one in self.dynamic.items():
            if name not in instance.static:  # a counterexample says itself what holds
                found[name] = one.of(found)
        return found

    def type_of(self, action: Action, term: str) -> str:
        """Return the type of a term of an action."""
        return action.types[term] if is_variable(term) else self.domain.constants[term]

    def known(self, action: Action, about: Iterable[str] = ()) -> tuple[Atom, ...]:
        """Return what an action needs that no action changes, and is connected with some terms."""
        found = [one for one in action.needs if one[0] not in self.domain.fluents]
        some = {*about} or {*action.types}
        for _ in found:
            some = some.union(*(one[1:] for one in found if some & {*one[1:]}))
        return tuple(one for one in found if some & {*one[1:]})

    def around(self, move: Move) -> tuple[Atom, ...]:
        """Return what a move needs that no action changes."""
        return self.known(move.action, move.before + move.after)

    def _nowhere(self) -> Iterator[Derived]:
        for name, types in sorted(self.domain.predicates.items()):
            for i in range(len(types) if name not in self.domain.fluents and len(types) > 1 else 0):
                terms = [f"X{j}" for j in range(len(types))]
                own = (f"no_{name}_{i}", *terms[:i], *terms[i + 1 :])
                roots = tuple(self.domain.root(t) for j, t in enumerate(types) if j != i)
                yield Derived(own[0], roots, (Rule(((name, *terms), own)),))

    def _projected(self) -> Iterator[Derived]:
        domain = self.domain
        places = [
            Place(name, i) for name, types in sorted(domain.predicates.items())
            if name in domain.fluents for i in range(len(types))
        ]  # fmt: skip
        keys: dict[tuple[str, ...], list[tuple[Place, list[Move]]]] = defaultdict(list)
        for place in places:
            for types in sorted({
                tuple(self.type_of(action, one) for one in place.key(atom))
                for action in domain.actions for atom in action.deletes if atom[0] == place.fluent
            }):  # fmt: skip
                moves = self._moves([place], types)
                if moves:
                    keys[types].append((place, moves))
                    yield from self._of_one(place, types, moves)
        for types, found in sorted(keys.items()):
            for pair in combinations([place for place, _ in found], 2):
                moves = self._moves(pair, types)
                if moves and pair[0].fluent != pair[1].fluent:
                    yield self._cut(pair, types, moves)
                    yield self._cut(pair[::-1], types, self._moves(pair[::-1], types) or [])

    def _moves(self, places: Sequence[Place], types: tuple[str, ...]) -> list[Move] | None:
        """Return how actions change fluents of a key; None if one adds some without a place."""
        found = []
        for action in self.domain.actions:
            added = {
                place.key(atom): None for place in places for atom in action.adds
                if atom[0] == place.fluent
                and tuple(self.type_of(action, one) for one in place.key(atom)) == types
            }  # fmt: skip
            for key in added:
                before, after = [], []
                for place in places:

                    def own(
                        atoms: Iterable[Atom], place: Place = place, key: tuple[str, ...] = key
                    ) -> list[str]:
                        return [a[1 + place.position] for a in atoms
                                if a[0] == place.fluent and place.key(a) == key]  # fmt: skip

                    if not own(action.needs):
                        return None
                    before += own(action.needs)[:1]
                    after += (own(action.adds) or own(action.needs))[:1]
                found.append(Move(action, key, tuple(before), tuple(after)))
        return found

    def _cut(self, places: Sequence[Place], types: tuple[str, ...], moves: list[Move]) -> Derived:
        name = "_".join(("cut", *(place.fluent for place in places), *types))
        roots = [self.domain.signatures[p.fluent][p.position] for p in places]
        terms = [f"X{i}" for i in range(len(places))]
        rules = [Rule(((name, *terms, terms[0]),))]
        for one in moves:
            body = (*self.around(one), (name, *one.before, "G_"))
            rules.append(Rule(body, (name, *one.after, "G_")))
        return Derived(name, (*roots, roots[0]), tuple(rules))

    def _of_one(self, place: Place, types: tuple[str, ...], moves: list[Move]) -> Iterator[Derived]:
        yield self._cut([place], types, moves)
        fluent, actions = place.fluent, self.domain.actions
        signature = self.domain.signatures[fluent]
        for goal in self.goals:
            name = "_".join(("stuck", fluent, *types, goal))
            rules = [Rule((*self.around(one), (name, *one.before)), (name, *one.after))
                     for one in moves]  # fmt: skip
            adds = [(action, atom) for action in actions for atom in action.adds
                    if atom[0] == goal != fluent
                    and tuple(self.type_of(action, one) for one in atom[1:]) == types]  # fmt: skip
            for action, added in adds:
                at = [a for a in action.needs if a[0] == fluent and place.key(a) == added[1:]]
                rules += [
                    Rule((*self.known(action), (name, a[1 + place.position]))) for a in at[:1]
                ]
            if adds and len(rules) == len(moves) + len(adds):
                yield Derived(name, (signature[place.position],), tuple(rules))
        shrinking = self.domain.fluents - {a[0] for action in actions for a in action.adds}
        through = [[a for a in one.action.needs if a[0] in shrinking and one.after[0] in a[1:]]
                   for one in moves]  # fmt: skip
        if any(through):
            name = "_".join(("lost", fluent, *types))
            key = tuple(f"K{i}" for i in range(len(signature) - 1))
            here = (*key[: place.position], "G_", *key[place.position :])
            rules = [Rule(((fluent, *here), (name, *key, "G_")))]
            for one, atoms in zip(moves, through, strict=True):
                body = (*self.around(one), *atoms, (name, *one.key, *one.after))
                rules.append(Rule(body, (name, *one.key, *one.before)))
            roots = [one for i, one in enumerate(signature) if i != place.position]
            yield Derived(name, (*roots, signature[place.position]), tuple(rules))
