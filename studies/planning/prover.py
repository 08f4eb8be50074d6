"""Z3 proves rules for every instance of a domain, or refutes them by an instance of a few objects.

A set of rules is proved if no state in which one fires is a goal state, and each action leads from
it to a state in which one fires. A body is existential, the background universal, and there are no
functions: what Z3 is asked is ∃∀ without functions, which is decidable. It holds for instances that
satisfy the axioms, from first states that satisfy the invariants.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import z3

from studies.planning.background import GOAL, MISSING, Rule, Vocabulary
from studies.planning.strips import NOT, UNEQUAL, Action, Atom, Instance, State, is_variable, match
from witness.base import clock
from witness.base.errors import InputError

Body = tuple[Atom, ...]
Terms = dict[str, Any]
Holds = Callable[[str, Sequence[Any]], Any]


class Counterexample(NamedTuple):
    """A body holds in the state, which is a goal state, or an action leads out of all bodies."""

    instance: Instance
    state: State
    action: str | None


@dataclass
class Prover:
    """Z3 about a domain; `static` are the rules assumed, `invariants` those proved to persist."""

    vocabulary: Vocabulary
    static: list[Rule] = field(default_factory=list)
    invariants: list[Rule] = field(default_factory=list)
    milliseconds: int = 20_000

    def __post_init__(self) -> None:
        signatures = self.vocabulary.signatures
        signatures = {n: types for n, types in signatures.items() if not n.startswith(MISSING)}
        signatures |= {GOAL + one: signatures[one] for one in self.vocabulary.goals}
        self.signatures = signatures
        domain = self.vocabulary.domain
        self.sorts = {one: z3.DeclareSort(one) for one in {*map(domain.root, domain.types)}}
        self.symbols = {
            name: z3.Function(name, *(self.sorts[one] for one in types), z3.BoolSort())
            for name, types in signatures.items()
        }
        self.constants = {
            name: z3.Const(name, self.sorts[domain.root(type_)])
            for name, type_ in domain.constants.items()
        }
        self.asked, self.seconds = 0, 0.0
        self.formulas: dict[Rule, Any] = {}
        derived = self.vocabulary.derived
        self.rules = [*self._types(), *(
            rule for name, one in derived.items() if name not in self.vocabulary.dynamic
            for rule in one.rules
        )]  # fmt: skip
        self.closures = [rule for one in self.vocabulary.dynamic.values() for rule in one.rules]

    def _types(self) -> Iterator[Rule]:
        """Yield what PDDL says of types."""
        domain, goals = self.vocabulary.domain, self.vocabulary.goals
        typed = {**domain.predicates, **{GOAL + one: domain.predicates[one] for one in goals}}
        for name, types in typed.items():
            atom = (name, *(f"X{i}" for i in range(len(types))))
            yield from (Rule((atom,), (f"is_{t}", x)) for t, x in zip(types, atom[1:], strict=True))
        for one, above in domain.types.items():
            if above is not None:
                yield Rule(((f"is_{one}", "X"),), (f"is_{above}", "X"))
            for other in domain.types:
                apart = one not in domain.above(other) and other not in domain.above(one)
                if one < other and apart and domain.root(one) == domain.root(other):
                    yield Rule(((f"is_{one}", "X"), (f"is_{other}", "X")))
        for name, type_ in domain.constants.items():
            yield Rule((), (f"is_{type_}", name))

    # What holds.

    def now(self, name: str, terms: Sequence[Any]) -> Any:
        """Return the formula that an atom holds before an action."""
        return self.symbols[name](*terms)

    def after(self, action: Action, values: Terms) -> Holds:
        """Return what holds after an action."""

        def among(atoms: Iterable[Atom], name: str, terms: Sequence[Any]) -> Any:
            return z3.Or([
                z3.And([a == self._term(b, values) for a, b in zip(terms, atom[1:], strict=True)])
                for atom in atoms if atom[0] == name
            ])  # fmt: skip

        def holds(name: str, terms: Sequence[Any]) -> Any:
            kept = z3.And(self.now(name, terms), z3.Not(among(action.deletes, name, terms)))
            return z3.simplify(z3.Or(among(action.adds, name, terms), kept))

        return holds

    def _term(self, name: str, values: Terms) -> Any:
        return values[name] if is_variable(name) else self.constants[name]

    def values(self, atoms: Iterable[Atom]) -> Terms:
        """Return a new constant for each variable of atoms."""
        found: Terms = {}
        for atom in atoms:
            if atom[0] != UNEQUAL:
                types = self.signatures[atom[0].removeprefix(NOT).removeprefix(MISSING)]
                for one, type_ in zip(atom[1:], types, strict=True):
                    if is_variable(one) and one not in found:
                        found[one] = z3.FreshConst(self.sorts[type_], one)
        return found

    def holds(self, atoms: Iterable[Atom], values: Terms, holds: Holds) -> Any:
        """Return the formula that all of some atoms hold."""
        parts = []
        for name, *rest in atoms:
            terms = [self._term(one, values) for one in rest]
            if name == UNEQUAL:
                parts.append(terms[0] != terms[1])
            elif name.startswith(MISSING):
                goal = name.removeprefix(MISSING)
                parts += [self.now(GOAL + goal, terms), z3.Not(holds(goal, terms))]
            elif name.startswith(NOT):
                parts.append(z3.Not(holds(name.removeprefix(NOT), terms)))
            elif name.removeprefix("is_") not in self.sorts:
                parts.append(holds(name, terms))
        return z3.And(parts)

    def always(self, rule: Rule, holds: Holds | None = None) -> Any:
        """Return the formula that a rule holds for all values."""
        head = [] if rule.head is None else [rule.head]
        values, holds = self.values([*rule.body, *head]), holds or self.now
        then = self.holds(head, values, holds) if head else z3.BoolVal(False)
        formula = z3.Implies(self.holds(rule.body, values, holds), then)
        return z3.ForAll([*values.values()], formula) if values else formula

    # What is asked.

    def solver(self, *formulas: Any) -> Any:
        """Return a solver that knows the background, axioms and invariants."""
        solver = z3.Solver()
        solver.set("timeout", self.milliseconds)
        same = defaultdict(list)
        for one in self.constants.values():
            same[one.sort()].append(one)
        solver.add([z3.Distinct(ones) for ones in same.values() if len(ones) > 1])
        for rule in (*self.rules, *self.static, *self.invariants):
            if rule not in self.formulas:
                self.formulas[rule] = self.always(rule)
            solver.add(self.formulas[rule])
        solver.add(*formulas)
        return solver

    def check(self, solver: Any) -> Any:
        """Return the answer of a solver, and count it."""
        begun = clock.worked()
        answer = solver.check()
        self.seconds += clock.worked() - begun
        self.asked += 1
        return answer

    def taken(self, action: Action) -> tuple[Terms, Any]:
        """Return the parameters of an action, and the formula that it can be taken."""
        needs = [(f"is_{type_}", one) for one, type_ in action.types.items()]
        values = self.values([*needs, *action.needs])
        return values, self.holds([*needs, *action.needs], values, self.now)

    def keep_invariants(self, candidates: Iterable[Rule]) -> None:
        """Keep those of some rules that actions preserve, given all that are kept (Houdini).

        Raises `InputError` if the rules of a closure are not among them: `lost` would not last.
        """
        self.invariants = [*self.closures, *candidates]
        changed = True
        while changed:
            changed = False
            for action in self.vocabulary.domain.actions:
                values, needs = self.taken(action)
                touched = {atom[0] for atom in action.adds + action.deletes}
                for rule in [*self.invariants]:
                    if touched & {atom[0] for atom in rule.body}:
                        broken = z3.Not(self.always(rule, self.after(action, values)))
                        if self.check(self.solver(needs, broken)) != z3.unsat:
                            self.invariants.remove(rule)
                            changed = True
        if gone := {*self.closures} - {*self.invariants}:
            raise InputError(f"an action does not preserve {min(map(str, gone))}")

    def counterexamples(
        self, body: Body, bodies: Sequence[Body]
    ) -> Iterator[Counterexample | None]:
        """Yield what refutes that a body is dead if all bodies are; None if Z3 does not know."""
        values = self.values(body)
        fires = self.holds(body, values, self.now)
        reached = [Rule(((GOAL + one, *self._terms(one)),), (one, *self._terms(one)))
                   for one in self.vocabulary.goals]  # fmt: skip
        yield from self._model(None, fires, *map(self.always, reached))
        for action in self.vocabulary.domain.actions:
            parameters, needs = self.taken(action)
            after = self.after(action, parameters)
            out = [self.always(Rule(one), after) for one in bodies]
            yield from self._model(action.name, fires, needs, *out)

    def _terms(self, name: str) -> list[str]:
        return [f"X{i}" for i in range(len(self.signatures[name]))]

    def _model(self, action: str | None, *formulas: Any) -> Iterator[Counterexample | None]:
        solver = self.solver(*formulas)
        answer = self.check(solver)
        if answer == z3.sat:
            yield Counterexample(*self.instance(solver.model()), action)
        elif answer != z3.unsat:
            yield None

    def instance(self, model: Any) -> tuple[Instance, State]:
        """Return the instance and the state of a model; derived relations are as it says."""
        names: dict[str, dict[str, str]] = {}
        elements = {one: model.get_universe(sort) or [] for one, sort in self.sorts.items()}
        for type_, found in elements.items():
            names[type_] = {str(one): f"{type_}{i}" for i, one in enumerate(found)}
        domain = self.vocabulary.domain
        for name, constant in self.constants.items():
            value = model.eval(constant, model_completion=True)
            names[domain.root(domain.constants[name])][str(value)] = name
        rows: dict[str, set[Atom]] = {name: set() for name in self.signatures}
        for name, types in self.signatures.items():
            for chosen in product(*(elements[one] for one in types)):
                if z3.is_true(model.eval(self.symbols[name](*chosen), model_completion=True)):
                    row = (names[t][str(one)] for t, one in zip(types, chosen, strict=True))
                    rows[name].add(tuple(row))
        for type_ in self.sorts:
            rows[f"is_{type_}"] = {(one,) for one in names[type_].values()}
        goal = [(one, *row) for one in self.vocabulary.goals for row in rows[GOAL + one]]
        instance = Instance(domain, {}, [], goal)
        instance.static.update({n: v for n, v in rows.items() if n not in domain.fluents})
        return instance, State((n, *row) for n in domain.fluents for row in rows[n])


def never_seen(
    vocabulary: Vocabulary, seen: Sequence[tuple[Instance, Sequence[State]]]
) -> list[Rule]:
    """Return pairs of fluents that are never true together in the states seen, as rules."""
    signatures, found = vocabulary.domain.signatures, []
    relations = [vocabulary.relations(one, state) for one, states in seen for state in states]
    for p, q in combinations_with_replacement(sorted(vocabulary.domain.fluents), 2):
        first = [f"A{i}" for i in range(len(signatures[p]))]
        ways = [[None, *(a for a, t in zip(first, signatures[p], strict=True) if t == u)]
                for u in signatures[q]]  # fmt: skip
        for chosen in product(*ways):
            shared = [one for one in chosen if one is not None]
            second = [one or f"B{i}" for i, one in enumerate(chosen)]
            free = [i for i, one in enumerate(chosen) if one is None]
            if len(shared) != len({*shared}):
                continue
            body = ((p, *first), (q, *second))
            if p == q:
                if len(free) != 1 or any(
                    one not in (None, first[i]) for i, one in enumerate(chosen)
                ):
                    continue
                found.append(Rule((*body, (UNEQUAL, first[free[0]], second[free[0]]))))
                continue
            found.append(Rule(body))
    return most_general(one for one in found if not _occurs(one, relations))


def static_candidates(vocabulary: Vocabulary, instances: Sequence[Instance]) -> list[Rule]:
    """Return what holds of static predicates in some instances.

    That is: an argument is determined by the others, no argument is twice the same, there are no
    two opposite rows, two predicates exclude each other (a derived one, too), one has at most one
    row.
    """
    domain, found, signatures = vocabulary.domain, [], vocabulary.signatures
    derived = [name for name in vocabulary.derived if name not in vocabulary.dynamic]
    names = sorted(name for name in domain.predicates if name not in domain.fluents)
    names += [f"is_{one}" for one in domain.types]
    for name in names:
        types = signatures[name]
        terms = [f"A{i}" for i in range(len(types))]
        for i in range(len(types)):
            other = [*terms[:i], "B", *terms[i + 1 :]]
            found.append(Rule(((name, *terms), (name, *other), (UNEQUAL, terms[i], "B"))))
        if len(types) > 1 and types[0] == types[1]:
            found.append(Rule(((name, "A0", "A0", *terms[2:]),)))
            found.append(Rule(((name, *terms), (name, "A1", "A0", *terms[2:]))))
        found += [Rule(((name, *terms), (other, *terms))) for other in names + derived
                  if (name < other or other in derived) and signatures[other] == types]  # fmt: skip
    return most_general(
        one for one in found if not _occurs(one, [instance.static for instance in instances])
    )


def _occurs(rule: Rule, every: Sequence[Any]) -> bool:
    return any(next(match(rule.body, one), None) is not None for one in every)


def most_general(rules: Iterable[Rule]) -> list[Rule]:
    """Return rules without those whose body contains that of another one."""
    every = list(rules)
    return [one for one in every if not any({*other.body} < {*one.body} for other in every)]
