"""Z3 proves rules for every instance of a domain, or finds an instance of a few objects.

A set of rules is proved if no state in which one fires is a goal state, and each action leads from
it to a state in which one fires. A body is existential, the background universal, and there are no
functions: what Z3 is asked is ∃∀ without functions, which is decidable. It holds for instances that
satisfy the axioms, those about fluents at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import z3

from studies.planning.background import Rule, Vocabulary
from studies.planning.strips import NOT, UNEQUAL, Action, Atom, Instance, State, match
from witness.base.errors import InputError

Body = tuple[Atom, ...]
Terms = dict[str, Any]
Holds = Callable[[str, Sequence[Any]], Any]

#: What the predicate begins with that says what the goal is; the milliseconds of a question.
GOAL, MILLISECONDS = "goal ", 20_000


class Prover:
    """Z3 about a domain; of the axioms, those about fluents are kept that actions preserve."""

    def __init__(self, vocabulary: Vocabulary, axioms: Iterable[Rule]) -> None:
        self.vocabulary, self.actions = vocabulary, vocabulary.domain.actions
        goals = {GOAL + one: vocabulary.signatures[one] for one in vocabulary.goals}
        self.signatures = vocabulary.signatures | goals
        self.sorts = {
            one: z3.DeclareSort(one) for types in self.signatures.values() for one in types
        }
        self.symbols = {
            name: z3.Function(name, *(self.sorts[one] for one in types), z3.BoolSort())
            for name, types in self.signatures.items() if name not in vocabulary.missing
        }  # fmt: skip
        self.rules = [*self._types()]
        self.rules += [rule for name, one in vocabulary.derived.items()
                       if name not in vocabulary.dynamic for rule in one.rules]  # fmt: skip
        self.formula = cache(self.always)
        lasting = [rule for one in vocabulary.dynamic.values() for rule in one.rules]
        self.axioms = self._lasting([*axioms, *lasting])
        for name, one in vocabulary.dynamic.items():
            if not {*one.rules} <= {*self.axioms}:
                raise InputError(f"{name}: actions move things of overlapping types; use one type")
        self.axioms = [one for one in self.axioms if one not in lasting]
        self.rules += lasting

    def _types(self) -> Iterator[Rule]:
        """Yield what PDDL says of types."""
        domain, above = self.vocabulary.domain, self.vocabulary.domain.above
        for name, types in domain.predicates.items():
            for own in (one for one in (name, GOAL + name) if one in self.symbols):
                atom = (own, *(f"X{i}" for i in range(len(types))))
                for type_, term in zip(types, atom[1:], strict=True):
                    yield Rule((atom,), (f"is_{type_}", term))
        for one, parent in domain.types.items():
            yield Rule(((f"is_{one}", "X"),) if parent else (), (f"is_{parent or one}", "X"))
            for other in domain.types:
                apart = one not in above(other) and other not in above(one)
                if apart and above(one)[-1] == above(other)[-1]:
                    yield Rule(((f"is_{one}", "X"), (f"is_{other}", "X")))

    def now(self, name: str, terms: Sequence[Any]) -> Any:
        """Return the formula that an atom holds before an action."""
        return self.symbols[name](*terms)

    def after(self, action: Action, values: Terms) -> Holds:
        """Return what holds after an action."""

        def among(atoms: Iterable[Atom], name: str, terms: Sequence[Any]) -> Any:
            return z3.Or([z3.And([a == values[b] for a, b in zip(terms, atom[1:], strict=True)])
                          for atom in atoms if atom[0] == name])  # fmt: skip

        def holds(name: str, terms: Sequence[Any]) -> Any:
            kept = z3.And(self.now(name, terms), z3.Not(among(action.deletes, name, terms)))
            return z3.simplify(z3.Or(among(action.adds, name, terms), kept))

        return holds

    def values(self, atoms: Iterable[Atom]) -> Terms:
        """Return a new constant for each variable of atoms."""
        typed = ((a, self.signatures[a[0].removeprefix(NOT)]) for a in atoms if a[0] != UNEQUAL)
        types = {x: one for a, types in typed for x, one in zip(a[1:], types, strict=True)}
        return {x: z3.FreshConst(self.sorts[type_], x) for x, type_ in types.items()}

    def holds(self, atoms: Iterable[Atom], values: Terms, holds: Holds) -> Any:
        """Return the formula that all of some atoms hold."""
        parts = []
        for name, *rest in atoms:
            terms = [values[one] for one in rest]
            if name == UNEQUAL:
                parts.append(terms[0] != terms[1])
            elif goal := self.vocabulary.missing.get(name):
                parts += [self.now(GOAL + goal, terms), z3.Not(holds(goal, terms))]
            elif name.startswith(NOT):
                parts.append(z3.Not(holds(name.removeprefix(NOT), terms)))
            else:
                parts.append(holds(name, terms))
        return z3.And(parts)

    def always(self, rule: Rule, holds: Holds | None = None) -> Any:
        """Return the formula that a rule holds for all values, now if nothing else is said."""
        head = [] if rule.head is None else [rule.head]
        values, holds = self.values([*rule.body, *head]), holds or self.now
        then = self.holds(head, values, holds) if head else z3.BoolVal(False)
        formula = z3.Implies(self.holds(rule.body, values, holds), then)
        return z3.ForAll([*values.values()], formula) if values else formula

    def model(self, *formulas: Any) -> Any:
        """Return a model of formulas, the background and the axioms; None if there is none.

        Raises `TimeoutError` if Z3 does not know.
        """
        solver = z3.Solver()
        solver.set("timeout", MILLISECONDS)
        solver.add(*map(self.formula, (*self.rules, *self.axioms)), *formulas)
        answer = solver.check()
        if answer == z3.unknown:
            raise TimeoutError(f"Z3 does not know: {solver.reason_unknown()}")
        return solver.model() if answer == z3.sat else None

    def never(self, *formulas: Any) -> bool:
        """Return whether Z3 knows that formulas have no model."""
        try:
            return self.model(*formulas) is None
        except TimeoutError:
            return False

    def taken(self, action: Action) -> tuple[Terms, Any]:
        """Return the parameters of an action, and the formula that it can be taken."""
        values = self.values(action.needs)
        return values, self.holds(action.needs, values, self.now)

    def _lasting(self, rules: Sequence[Rule]) -> list[Rule]:
        """Return the rules that actions preserve, given all that are returned (Houdini)."""
        before, self.axioms = None, [*rules]
        while before != self.axioms:
            before = self.axioms
            for action in self.actions:
                values, needs = self.taken(action)
                touched, after = (
                    {a[0] for a in action.adds + action.deletes},
                    self.after(action, values),
                )
                self.axioms = [
                    one for one in self.axioms if not touched & {atom[0] for atom in one.body}
                    or self.never(needs, z3.Not(self.always(one, after)))
                ]  # fmt: skip
        return self.axioms

    def counterexamples(
        self, body: Body, bodies: Sequence[Body]
    ) -> Iterator[tuple[Instance, State]]:
        """Yield instances and states of them that refute that a body is dead if all bodies are.

        The body holds in the state, which is a goal state, or an action leads out of all bodies.
        Raises `TimeoutError` if Z3 does not know.
        """
        fires = self.holds(body, self.values(body), self.now)
        goals = [(one, *(f"X{i}" for i in range(len(self.signatures[one]))))
                 for one in self.vocabulary.goals]  # fmt: skip
        questions = [[self.always(Rule(((GOAL + one[0], *one[1:]),), one)) for one in goals]]
        for action in self.actions:
            values, needs = self.taken(action)
            after = self.after(action, values)
            questions.append([needs, *(self.always(Rule(one), after) for one in bodies)])
        for formulas in questions:
            if (model := self.model(fires, *formulas)) is not None:
                yield self._instance(model)

    def _instance(self, model: Any) -> tuple[Instance, State]:
        """Return the instance and the state of a model; derived relations are as it says."""
        domain, rows = self.vocabulary.domain, dict[str, set[Atom]]()
        every = {one: model.get_universe(sort) or [] for one, sort in self.sorts.items()}
        names = {one: f"{type_}{i}" for type_, some in every.items() for i, one in enumerate(some)}
        for name, symbol in self.symbols.items():
            rows[name] = {
                tuple(names[one] for one in chosen)
                for chosen in product(*(every[type_] for type_ in self.signatures[name]))
                if z3.is_true(model.eval(symbol(*chosen), model_completion=True))
            }
        goal = [(one, *row) for one in self.vocabulary.goals for row in rows[GOAL + one]]
        instance = Instance(domain, {}, [], goal)
        instance.static.update({n: v for n, v in rows.items() if n not in domain.fluents})
        return instance, State((n, *row) for n in domain.fluents for row in rows[n])


def candidates(vocabulary: Vocabulary, seen: Sequence[tuple[Instance, Any]]) -> Iterator[Rule]:
    """Yield what never holds in the instances and states seen: two atoms, the most general ones.

    Of fluents that is any pair. Of static predicates: an argument is not determined by the others,
    two rows are opposite, or a row is in two of them, of which one may be derived.
    """
    fluents, signatures = vocabulary.domain.fluents, vocabulary.signatures
    derived = {*vocabulary.derived} - {*vocabulary.dynamic}
    states = [vocabulary.relations(one, state) for one, states in seen for state in states]
    static = [instance.static for instance, _ in seen]
    for names, every in ((fluents, states), (derived.union(vocabulary.known), static)):
        rules = []
        for p, q in combinations_with_replacement(sorted(names), 2):
            first = tuple(f"A{i}" for i in range(len(signatures[p])))
            ways = ([f"B{i}", *(a for a, t in zip(first, signatures[p], strict=True) if t == type_)]
                    for i, type_ in enumerate(signatures[q]))  # fmt: skip
            for second in (one for one in product(*ways) if len({*one}) == len(one)):
                body: Body = ((p, *first), (q, *second))
                new = [(a, b) for a, b in zip(first, second, strict=False) if b[0] == "B"]
                moved = any(b[1:] != str(i) for i, b in enumerate(second))
                if p == q and len(new) == 1 and not moved:
                    rules.append(Rule((*body, (UNEQUAL, *new[0]))))
                elif p == q:
                    asked = moved and not new and p in vocabulary.known
                    rules += [Rule(body)] * asked
                elif p in fluents or (first == second and not {p, q} <= derived):
                    rules.append(Rule(body))
        rules = [rule for rule in rules if not any(
            next(match(rule.body, one), None) is not None for one in every)]  # fmt: skip
        yield from (one for one in rules if not any({*two.body} < {*one.body} for two in rules))
