"""What clauses can say beside the predicates of a domain, derived from its actions alone.

- `missing_q`: a fact of the goal that is not true yet.
- `no_p_i`: nothing is the i-th argument of the static predicate p, with these others.
- `lost_p_t(K,G)`: K, of type t, cannot come to p(K,G) any more, as far as the actions are about
  p(K,·), static facts, and facts that are only ever deleted. `lost_p_r_t` is the same in the
  projection on two fluents, `both_p_r_t(K,G,H)` without a choice of H.
- `stuck_p_t_q(K)`: in that projection K cannot come to where an action adds q(K).

All but the first are the greatest relations that satisfy some rules, and a proof uses nothing of
them but these rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple

from studies.atoms import NOT, Atom, Relations, State, closure, holds, match, put
from studies.strips import Action, Domain, Instance
from witness.base.errors import InputError


class Rule(NamedTuple):
    """A universal rule: the body implies the head, or never holds if there is none."""

    body: tuple[Atom, ...]
    head: Atom | None = None


class Place(NamedTuple):
    """An argument of a fluent, as the place of the others: its key, with these types."""

    fluent: str
    position: int
    types: tuple[str, ...]


def placed(action: Action, atoms: Iterable[Atom]) -> dict[Place, dict[Atom, str]]:
    """Return where keys are by some atoms: by each argument, that of the others."""
    found: defaultdict[Place, dict[Atom, str]] = defaultdict(dict)
    for name, *terms in atoms:
        for i, at in enumerate(terms):
            key = (*terms[:i], *terms[i + 1 :])
            found[Place(name, i, tuple(action.types[one] for one in key))][key] = at
    return found


class Derived(NamedTuple):
    """A relation by its rules: in each rule it occurs once in the body; perhaps it is the head."""

    name: str
    types: tuple[str, ...]
    rules: tuple[Rule, ...]

    def ground(
        self, static: Relations, of_state: Container[str]
    ) -> tuple[set[Atom], list[tuple[list[Atom], Atom, Atom | None]]]:
        """Return all rows, and the rules with objects, as far as they depend on the state.

        Each rule says what must hold so that a row is not in the relation if another one, or none,
        is not in it.
        """
        found = []
        for rule in self.rules:
            (own,) = (atom for atom in rule.body if atom[0] == self.name)
            others = [atom for atom in rule.body if atom is not own]
            known = [atom for atom in others if atom[0].removeprefix(NOT) not in of_state]
            asked = [atom for atom in others if atom not in known]
            known += [(f"is_{t}", x) for t, x in zip(self.types, own[1:], strict=True)]
            for values in match(known, static):
                head = None if rule.head is None else put(rule.head, values)[1:]
                found.append(([put(one, values) for one in asked], put(own, values)[1:], head))
        return {*product(*(sorted(x for (x,) in static[f"is_{t}"]) for t in self.types))}, found


class Vocabulary:
    """The predicates for clauses about a domain; `goals` are the fluents that goals are about.

    `missing` has the fluent of each `missing_q`, `typed` the types of arguments, `signatures` the
    types above all of these; `of_state` are the predicates that a step changes, and all derived.
    """

    def __init__(self, domain: Domain, goals: Iterable[str]) -> None:
        self.domain, self.goals = domain, sorted(goals)
        self.missing = {f"missing_{one}": one for one in self.goals}
        self.derived = [*self._nowhere(), *self._projected()]
        pairs = [
            *domain.predicates.items(),
            *((name, domain.predicates[one]) for name, one in self.missing.items()),
            *((f"is_{one}", (one,)) for one in domain.types),
            *((one.name, one.types) for one in self.derived),
        ]
        (name, number), *_ = Counter(name for name, _ in pairs).most_common(1)
        if number > 1:
            raise InputError(f"{name} has two meanings here; rename a predicate or type")
        self.typed = dict(pairs)
        self.signatures = {p: tuple(domain.above(t)[-1] for t in ts) for p, ts in pairs}
        derived = [one.name for one in self.derived]
        self.of_state = dict.fromkeys(sorted({*domain.fluents, *self.missing, *derived}))
        top = {f"is_{one}" for one, above in domain.types.items() if not above}
        #: What clauses use if nothing else is said.
        self.usual = [p for p in self.typed if p not in top and not p.startswith(("both_", "no_"))]

    def relations(self, instance: Instance, state: State) -> dict[str, set[Atom]]:
        """Return all relations in a state of an instance; a counterexample has those derived."""
        found = {**{name: set() for name in self.of_state}, **instance.static}
        for atom in state:
            found[atom[0]].add(atom[1:])
        for name, goal in self.missing.items():
            found[name] = {one[1:] for one in instance.goal - state if one[0] == goal}
        for one in (one for one in self.derived if one.name not in instance.static):
            if one.name not in instance.derived:
                instance.derived[one.name] = one.ground(instance.static, self.of_state)
            every, rules = instance.derived[one.name]
            before: defaultdict[Atom | None, list[Atom]] = defaultdict(list)
            for asked, own, head in rules:
                if holds(asked, found):
                    before[head].append(own)
            found[one.name] = every - closure([None], before.__getitem__)
        return found

    def _nowhere(self) -> Iterator[Derived]:
        for name, types in self.domain.predicates.items():
            for i in range(len(types) if len(types) > 1 and name not in self.domain.fluents else 0):
                terms = [f"X{j}" for j in range(len(types))]
                own = (f"no_{name}_{i}", *terms[:i], *terms[i + 1 :])
                yield Derived(own[0], (*types[:i], *types[i + 1 :]), (Rule(((name, *terms), own)),))

    def _projected(self) -> Iterator[Derived]:
        actions = self.domain.actions
        places = sorted({place for action in actions for place in placed(action, action.adds)})
        moving = [place for place in places if self._moves([place], "")]
        for place in moving:
            yield from self._lost([place])
            yield from self._stuck(place)
        for pair in permutations(moving, 2):
            if pair[0].types == pair[1].types and pair[0].fluent != pair[1].fluent:
                yield from self._lost(pair)

    def _moves(self, places: Sequence[Place], name: str) -> list[Rule]:
        """Return rules for how actions move keys; none if one puts a key where it was nowhere."""
        added = {atom[0] for action in self.domain.actions for atom in action.adds}
        found = []
        for action in self.domain.actions:
            before, after = placed(action, action.needs), placed(action, action.adds)
            for key in dict.fromkeys(key for place in places for key in after.get(place, ())):
                if not all(key in before[place] for place in places):
                    return []
                old = [before[place][key] for place in places]
                new = [{**before[place], **after.get(place, {})}[key] for place in places]
                body = [atom for atom in action.needs if atom[0] not in added
                        and (atom[0] not in self.domain.fluents or new[0] in atom[1:])]  # fmt: skip
                found.append(Rule((*body, (name, *key, *new)), (name, *key, *old)))
        return found

    def _lost(self, places: Sequence[Place]) -> Iterator[Derived]:
        first, *others = places
        words = (first.fluent, *(one.fluent for one in others), *first.types)
        lost = "_".join(("lost", *words))
        name = "_".join(("both", *words)) if others else lost
        key = tuple(f"K{i}" for i in range(len(first.types)))
        at = [f"X{i}" for i, _ in enumerate(places)]
        now = [(one.fluent, *key[: one.position], x, *key[one.position :])
               for one, x in zip(places, at, strict=True)]  # fmt: skip
        types = [self.domain.predicates[one.fluent][one.position] for one in places]
        if rules := self._moves(places, name):
            rules.append(Rule((*now, (name, *key, *at))))
            yield Derived(name, (*first.types, *types), (*rules,))
            if others:
                second = (f"is_{types[1]}", at[1])
                rule = Rule((second, (NOT + name, *key, *at), (lost, *key, at[0])))
                yield Derived(lost, (*first.types, types[0]), (rule,))

    def _stuck(self, place: Place) -> Iterator[Derived]:
        lost = "_".join((f"{NOT}lost", place.fluent, *place.types))
        for goal in (one for one in self.goals if one != place.fluent):
            name = "_".join(("stuck", place.fluent, *place.types, goal))
            rules = []
            for action, (q, *key) in (
                (one, atom) for one in self.domain.actions for atom in one.adds
            ):
                if q == goal and tuple(action.types[x] for x in key) == place.types:
                    static = [a for a in action.needs if a[0] not in self.domain.fluents]
                    at = placed(action, action.needs)[place].get((*key,), "")
                    rules.append(Rule((*static, (lost, *key, at), (name, *key))))
            if rules and all(rule.body[-2][-1] for rule in rules):
                yield Derived(name, place.types, (*rules,))
