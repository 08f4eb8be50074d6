"""Z3 proves rules for every instance of a domain, or finds an instance of a few objects.

A set of rules is proved if no state in which one fires is a goal state, and each action leads from
it to a state in which one fires. A body is existential, the background universal, and there are no
functions: what Z3 is asked is ∃∀ without functions, which is decidable. It holds for instances that
satisfy the axioms, those about fluents at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from studies.atoms import NOT, UNEQUAL, Atom, State, closure, holds
from studies.planning.background import Rule, Vocabulary
from studies.strips import Action, Instance
from witness.base.errors import InputError
from witness.base.extras import optional

z3: Any = optional("z3", "Z3", "z3")

Body = tuple[Atom, ...]
Terms = dict[str, Any]
Holds = Callable[[str, Sequence[Any]], Any]

#: The milliseconds of a question.
MILLISECONDS = 20_000


class Prover:
    """Z3 about a domain; `axioms` are rules that actions preserve, of derived predicates, too.

    `why` has the axioms that the proof of each needs, `used` those of all proofs since it was
    cleared (the unsatisfiable cores of Z3).
    """

    def __init__(self, vocabulary: Vocabulary, axioms: Iterable[Rule]) -> None:
        self.vocabulary, self.actions = vocabulary, vocabulary.domain.actions
        self.signatures = vocabulary.signatures
        self.sorts = {t: z3.DeclareSort(t) for ts in self.signatures.values() for t in ts}
        # The symbol of `missing_q` says what the goal is.
        self.symbols = {
            name: z3.Function(name, *(self.sorts[one] for one in types), z3.BoolSort())
            for name, types in self.signatures.items()
        }
        self.background = [self.always(rule) for rule in self._types()]
        self.derived = [rule for one in vocabulary.derived for rule in one.rules]
        self.axioms = {rule: self.always(rule) for rule in (*axioms, *self.derived)}
        self.used: set[Rule] = set()
        self.why: dict[Rule, set[Rule]] = {}
        before = 0
        while before != len(self.axioms):  # Houdini
            before = len(self.axioms)
            kept = [rule for rule in self.axioms if self._lasts(rule)]
            self.axioms = {rule: self.axioms[rule] for rule in kept}
        if not {*self.derived} <= self.axioms.keys():
            raise InputError("actions move things of overlapping types; use one type")

    def _types(self) -> Iterator[Rule]:
        """Yield what PDDL says of types."""
        domain, above = self.vocabulary.domain, self.vocabulary.domain.above
        for name, types in self.vocabulary.typed.items():
            atom = (name, *(f"X{i}" for i in range(len(types))))
            for type_, term in zip(types, atom[1:], strict=True):
                yield Rule((atom,), (f"is_{type_}", term))
        for one, parent in domain.types.items():
            yield Rule(((f"is_{one}", "X"),) if parent else (), (f"is_{parent or one}", "X"))
        for one, other in combinations(domain.types, 2):
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
                parts += [self.now(name, terms), z3.Not(holds(goal, terms))]
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
        solver.set("core.minimize", True)
        solver.add(*self.background, *formulas)
        names = {f"axiom {i}": rule for i, rule in enumerate(self.axioms)}
        for name, rule in names.items():
            solver.assert_and_track(self.axioms[rule], name)
        answer = solver.check()
        if answer == z3.unknown:
            raise TimeoutError(f"Z3 does not know: {solver.reason_unknown()}")
        if answer == z3.sat:
            return solver.model()
        self.used |= {names[str(one)] for one in solver.unsat_core()}
        return None

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

    def _lasts(self, rule: Rule) -> bool:
        """Return whether actions preserve a rule, given all axioms."""
        self.used = set()
        for action in self.actions:
            if {a[0] for a in action.adds + action.deletes} & {atom[0] for atom in rule.body}:
                values, needs = self.taken(action)
                if not self.never(needs, z3.Not(self.always(rule, self.after(action, values)))):
                    return False
        self.why[rule] = self.used
        return True

    def needed(self) -> list[Rule]:
        """Return the axioms that the proofs need which are `used`, and in turn their own proofs."""
        needed = closure(self.used, lambda rule: self.why[rule])
        return [rule for rule in self.axioms if rule in needed and rule not in self.derived]

    def counterexamples(
        self, body: Body, bodies: Sequence[Body]
    ) -> Iterator[tuple[Instance, State]]:
        """Yield instances and states of them that refute that a body is dead if all bodies are.

        The body holds in the state, which is a goal state, or an action leads out of all bodies.
        Raises `TimeoutError` if Z3 does not know.
        """
        fires = self.holds(body, self.values(body), self.now)
        missing = ((name, *(f"X{i}" for i in range(len(self.signatures[name]))))
                   for name in self.vocabulary.missing)  # fmt: skip
        questions = [[self.always(Rule((one,))) for one in missing]]
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
        goal = [(q, *row) for name, q in self.vocabulary.missing.items() for row in rows[name]]
        instance = Instance(domain, {}, [], goal)
        instance.static.update({n: v for n, v in rows.items() if n not in domain.fluents})
        return instance, State((n, *row) for n in domain.fluents for row in rows[n])


def candidates(vocabulary: Vocabulary, seen: Sequence[tuple[Instance, Any]]) -> Iterator[Rule]:
    """Yield what never holds in the instances and states seen: two atoms, the most general ones.

    Of fluents that is any pair. Of static predicates: an argument is not determined by the others,
    or a row is in two of them.
    """
    fluents, signatures = vocabulary.domain.fluents, vocabulary.signatures
    states = [vocabulary.relations(one, state) for one, states in seen for state in states]
    static = signatures.keys() - vocabulary.of_state
    for names, every in ((fluents, states), (static, [instance.static for instance, _ in seen])):
        rules = []
        for p, q in combinations_with_replacement(sorted(names), 2):
            first = tuple(f"A{i}" for i in range(len(signatures[p])))
            if p == q:
                for i, old in enumerate(first):
                    other = (p, *first[:i], "B", *first[i + 1 :])
                    rules.append(Rule(((p, *first), other, (UNEQUAL, old, "B"))))
            elif p in fluents or signatures[p] == signatures[q]:
                own = [*zip(first, signatures[p], strict=True)]
                ways = [[f"B{i}", *(a for a, type_ in own if type_ == one)]
                        for i, one in enumerate(signatures[q])]  # fmt: skip
                some = product(*ways) if p in fluents else [first]
                rules += [Rule(((p, *first), (q, *second))) for second in some
                          if len({*second}) == len(second)]  # fmt: skip
        rules = [one for one in rules if not any(holds(one.body, here) for here in every)]
        yield from (one for one in rules if not any({*two.body} < {*one.body} for two in rules))
