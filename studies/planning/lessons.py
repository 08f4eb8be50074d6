"""A domain as a learning task, and Z3 as the oracle of `witness.clauses.learners.teach`.

Positive examples are dead states of small instances, negative ones those that have a plan. A
counterexample with a plan is a negative example; else it implies a state after it. Counting rules
are proved before: each is a predicate of a state.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import witness as w
from studies.planning.background import Rule
from studies.planning.counts import Few, heavy
from studies.planning.prover import Body, Counterexample, Prover
from studies.planning.strips import Atom, Instance, State, match
from witness.base.errors import InputError
from witness.clauses.language.terms import Clause, Ground, Key, Variable
from witness.clauses.learners.task import Example, LearningTask
from witness.clauses.learners.teach import Answer, Proved, Refuted, Undecided

#: The most states of a counterexample that are looked at for a plan.
MOST = 3000

Facts = dict[Key, list[tuple[Ground, ...]]]


@dataclass
class Lesson:
    """The examples of a domain with the predicates that clauses may use, and the oracle."""

    prover: Prover
    counting: Mapping[str, Few]
    used: Collection[str]
    max_vars: int
    max_body: int
    names: dict[tuple[int, State], str] = field(default_factory=dict)
    kept: list[Instance] = field(default_factory=list)

    def types(self, name: str) -> tuple[str, ...]:
        """Return the types of the arguments of a predicate in a clause."""
        known = self.prover.vocabulary
        if name in self.counting:
            return ("state",)
        return ("state",) * known.is_of_state(name) + known.signatures[name]

    def relations(self, instance: Instance, state: State) -> dict[str, set[Atom]]:
        """Return all relations in a state."""
        found = self.prover.vocabulary.relations(instance, state)
        for name, rule in self.counting.items():
            if name not in instance.static:
                found[name] = {()} if rule.holds(found) else set()
        return found

    def fires(self, bodies: Sequence[Body], instance: Instance, state: State) -> bool:
        """Return whether one of some bodies holds in a state."""
        relations = self.relations(instance, state)
        return any(next(match(body, relations), None) is not None for body in bodies)

    def example(self, instance: Instance, state: State, facts: Facts) -> Example:
        """Return the example of a state, and add the facts about it that are new."""
        number = next((i for i, one in enumerate(self.kept) if one is instance), len(self.kept))
        first = number == len(self.kept)
        self.kept += [instance] * first
        if (number, state) not in self.names:
            name = self.names[number, state] = f"s{len(self.names)}"
            for one, rows in self.relations(instance, state).items():
                own = (name,) if one in self.used and self.types(one)[:1] == ("state",) else ()
                if own or (one in self.used and first):
                    facts.setdefault((one, len(self.types(one))), []).extend(
                        (*own, *(f"i{number}_{x}" for x in row)) for row in sorted(rows)
                    )
        return (self.names[number, state],)

    def task(
        self, seen: Sequence[tuple[Instance, dict[State, bool]]], rng: random.Random, most: int
    ) -> LearningTask:
        """Return the task of at most so many dead and living states of each instance."""
        facts: Facts = {}
        examples = []
        for instance, states in seen:
            for alive in (False, True):
                some = sorted((one for one, lives in states.items() if lives == alive), key=sorted)
                for state in rng.sample(some, min(most, len(some))):
                    (name,) = self.example(instance, state, facts)
                    examples.append(f"{'neg' if alive else 'pos'}(dead({name})).")
        bk = [f"{n}({','.join(map(str, row))})." for (n, _), rows in facts.items() for row in rows]
        bias = ["head_pred(dead,1). type(dead,(state,)). allow_singletons."]
        for one in sorted(name for (name, _), rows in facts.items() if rows):
            types = self.types(one)
            bias.append(f"body_pred({one},{len(types)}). type({one},({','.join(types)},)).")
        bias.append(":- clause(C), #count{V : var_type(C,V,state)} != 1.")
        bias.append(f"max_vars({self.max_vars}). max_body({self.max_body}).")
        texts = ("\n".join(lines) for lines in (examples, bk, bias))
        return w.Task.of(**dict(zip(("exs", "bk", "bias"), texts, strict=True))).learning_task

    def body(self, clause: Clause) -> Body:
        """Return the body of a clause without its state."""
        kept = [
            (one.name, *(a.name for a in one.args if isinstance(a, Variable)))
            for one in clause.body
        ]  # fmt: skip
        return tuple((n, *rest[self.types(n)[:1] == ("state",) :]) for n, *rest in kept)

    def __call__(self, clauses: Sequence[Clause]) -> list[Answer]:
        """Return what Z3 says of each clause of a hypothesis."""
        bodies = [self.body(one) for one in clauses]
        asked = [one for one in bodies if not self.counts(one)]
        return [Proved() if self.counts(one) else self._answer(one, asked) for one in bodies]

    def counts(self, body: Body) -> bool:
        """Return whether a counting rule is in a body, so that it is proved."""
        return any(atom[0] in self.counting for atom in body)

    def _answer(self, body: Body, bodies: Sequence[Body]) -> Answer:
        found = [*self.prover.counterexamples(body, bodies)]
        if None in found:
            return Undecided("Z3 does not know")
        return (
            self._refuted([one for one in found if one], bodies) if found else Proved(alone=False)
        )

    def _refuted(self, found: Sequence[Counterexample], bodies: Sequence[Body]) -> Refuted:
        facts: Facts = {}
        negatives, implications = [], []
        for instance, state, action in found:
            instance.static.update({name: set() for name in self.counting})
            states = instance.explored(MOST, state)
            here = self.example(instance, state, facts)
            if instance.goal <= state or (states and states[state]):
                negatives.append(here)
                continue
            out = [
                one for one in instance.successors(state) if not self.fires(bodies, instance, one)
            ]
            assert out, f"{action} leads out of no body"
            implications.append((here, self.example(instance, out[0], facts)))
        return Refuted(negatives, facts=facts, implications=implications)

    def needed(self, bodies: Sequence[Body]) -> list[Rule]:
        """Return axioms and invariants that suffice for a proof, of which none can be left out."""
        prover, asked = self.prover, [one for one in bodies if not self.counts(one)]
        names = {atom[0] for body in bodies for atom in body}
        counted = [rule for name, rule in self.counting.items() if name in names]

        def proving(static: list[Rule], invariants: list[Rule]) -> list[Rule] | None:
            """Return which invariants persist by themselves; None if they do not suffice."""
            less = Prover(prover.vocabulary, static)
            with suppress(InputError):
                less.keep_invariants(invariants)
            refuted = any(True for one in asked for _ in less.counterexamples(one, asked))
            lasting = {*less.closures} <= {*less.invariants}
            if refuted or not lasting or any(heavy(less, one) is not None for one in counted):
                return None
            return [one for one in less.invariants if one not in less.closures]

        static = [*prover.static]
        invariants = [one for one in prover.invariants if one not in prover.closures]
        for rule in [*invariants]:
            if rule in invariants:
                rest = [one for one in invariants if one is not rule]
                kept = proving(static, rest)
                invariants = invariants if kept is None else kept
        for rule in prover.static:
            rest = [one for one in static if one is not rule]
            if (kept := proving(rest, invariants)) is not None:
                static, invariants = rest, kept
        return [*static, *invariants]
