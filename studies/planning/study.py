"""Dead-end rules of a domain: learned from its problems, with Z3 as the oracle of `teach`; and what
they recognise in other problems.

Positive examples are dead states of small instances, negative ones those that have a plan. A
counterexample with a plan is a negative example; else it implies a state after it. Counting rules
are proved before: the states that they recognise are no examples.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

import witness as w
from studies.atoms import State, holds, text
from studies.planning.background import Vocabulary
from studies.planning.counts import Few, counting_rules, heavy
from studies.planning.prover import Body, Prover, candidates
from studies.records import Row
from studies.strips import Instance, Seen, read_domain, read_states
from witness.base import clock
from witness.base.errors import InputError
from witness.clauses.language.terms import Clause, Ground, Key, Variable
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import Example, LearningTask
from witness.clauses.learners.teach import Answer, Proved, Refuted, Undecided, teach

#: The most states of an instance, and of a counterexample that are looked at for a plan.
MOST_STATES, MOST_OF_A_COUNTEREXAMPLE = 60_000, 3000

#: The most states of each kind of an instance that are examples, that are looked at for axioms, and
#: that are tested; the seconds for the loop.
EXAMPLES, LOOKED_AT, TESTED, TIMEOUT = 40, 150, 100, 300


class Lesson:
    """Dead-end rules of a domain: counting rules, and clauses, the best of their language.

    It is the oracle of the loop, and has the examples with the predicates that clauses may use.
    """

    def __init__(self, seen: Sequence[Seen], bias: Mapping[str, Any], rng: random.Random) -> None:
        goals = {atom[0] for one, _ in seen for atom in one.goal}
        self.vocabulary = Vocabulary(seen[0][0].domain, goals)
        looked_at = [(one, [one.start, *drawn(states, LOOKED_AT, rng)]) for one, states in seen]
        self.prover = Prover(self.vocabulary, candidates(self.vocabulary, looked_at))
        used = bias["use"] or self.vocabulary.usual
        if unknown := {*used} - {*self.vocabulary.typed}:
            raise InputError(f"no predicate {min(unknown)}; of {', '.join(self.vocabulary.typed)}")
        self.used = {one for one in used if self.types(one)}
        self.names: dict[tuple[int, State], str] = {}
        self.kept: dict[Instance, int] = {}
        self.facts: dict[Key, list[tuple[Ground, ...]]] = {}
        some = [
            (instance, state, alive) for instance, states in seen for alive in (False, True)
            for state in drawn((s for s in states if states[s] == alive), EXAMPLES, rng)
        ]  # fmt: skip
        dead = {i: self.vocabulary.relations(*one[:2]) for i, one in enumerate(some) if not one[2]}
        fired = {rule: {i for i, relations in dead.items() if rule.holds(relations)}
                 for rule in counting_rules(self.prover)}  # fmt: skip
        self.counting: list[Few] = []
        few: set[int] = set()
        for rule in sorted(fired, key=lambda one: (-len(fired[one]), len(str(one)))):
            self.counting += [rule] * (not fired[rule] <= few)
            few |= fired[rule]
        limits = f"max_vars({bias['max_vars']}). max_body({bias['max_body']})."
        task = self.task((one for i, one in enumerate(some) if i not in few), limits)
        self.taught = teach(task, self, settings=Settings(timeout=TIMEOUT))
        clauses = self.taught.run.learned.clauses
        self.bodies = [self.body(one) for one in clauses]
        self.prover.used = set()
        assert all(isinstance(one, Proved) for one in self(clauses))
        assert all(heavy(self.prover, rule) is None for rule in self.counting)
        self.needed = self.prover.needed()

    def fires(self, instance: Instance, state: State) -> bool:
        """Return whether a rule calls a state dead."""
        relations = self.vocabulary.relations(instance, state)
        few = any(rule.holds(relations) for rule in self.counting)
        return few or any(holds(body, relations) for body in self.bodies)

    def concern(self, instance: Instance) -> bool:
        """Return whether the axioms hold at the start of an instance, so that the rules do."""
        relations = self.vocabulary.relations(instance, instance.start)
        return not any(holds(one.body, relations) for one in self.needed)

    def types(self, name: str) -> tuple[str, ...]:
        """Return the types of the arguments of a predicate in a clause."""
        return ("state",) * (name in self.vocabulary.of_state) + self.vocabulary.signatures[name]

    def example(self, instance: Instance, state: State) -> Example:
        """Return the example of a state, and add what is new to the facts."""
        first = instance not in self.kept
        number = self.kept.setdefault(instance, len(self.kept))
        if (number, state) not in self.names:
            name = self.names[number, state] = f"s{len(self.names)}"
            for one, rows in self.vocabulary.relations(instance, state).items():
                own = (name,) * (one in self.vocabulary.of_state)
                if one in self.used and (own or first):
                    self.facts.setdefault((one, len(self.types(one))), []).extend(
                        (*own, *(f"i{number}_{x}" for x in row)) for row in sorted(rows)
                    )
        return (self.names[number, state],)

    def task(self, some: Iterable[tuple[Instance, State, bool]], limits: str) -> LearningTask:
        """Return the task of states of instances, each with whether it has a plan."""
        exs = [f"{'neg' if alive else 'pos'}(dead({self.example(instance, state)[0]}))."
               for instance, state, alive in some]  # fmt: skip
        bk = [f"{name}({','.join(map(str, row))})."
              for (name, _), rows in self.facts.items() for row in rows]  # fmt: skip
        bias = ["head_pred(dead,1). type(dead,(state,)). allow_singletons.", limits]
        for one in sorted(name for (name, _), rows in self.facts.items() if rows):
            types = self.types(one)
            bias.append(f"body_pred({one},{len(types)}). type({one},({','.join(types)},)).")
        bias.append(":- clause(C), #count{V : var_type(C,V,state)} != 1.")
        return w.Task.of(exs="\n".join(exs), bk="\n".join(bk), bias="\n".join(bias)).learning_task

    def body(self, clause: Clause) -> Body:
        """Return the body of a clause without its state."""
        kept = ((one.name, [a.name for a in one.args if isinstance(a, Variable)])
                for one in clause.body)  # fmt: skip
        return tuple((name, *terms[name in self.vocabulary.of_state :]) for name, terms in kept)

    def __call__(self, clauses: Sequence[Clause]) -> list[Answer]:
        """Return what Z3 says of each clause of a hypothesis."""
        bodies = [self.body(one) for one in clauses]
        return [self._answer(one, bodies) for one in bodies]

    def _answer(self, body: Body, bodies: Sequence[Body]) -> Answer:
        self.facts = {}
        negatives, implications = [], []
        try:
            for instance, state in self.prover.counterexamples(body, bodies):
                states = instance.explored(MOST_OF_A_COUNTEREXAMPLE, state)
                here = self.example(instance, state)
                if instance.goal <= state or (states and states[state]):
                    negatives.append(here)
                else:
                    after = ((one, self.vocabulary.relations(instance, one))
                             for one in instance.successors(state))  # fmt: skip
                    out = next(s for s, then in after if not any(holds(b, then) for b in bodies))
                    implications.append((here, self.example(instance, out)))
        except TimeoutError as error:
            return Undecided(str(error))
        if negatives or implications:
            return Refuted(negatives, facts=self.facts, implications=implications)
        return Proved(alone=False)


def drawn(states: Iterable[State], most: int, rng: random.Random) -> list[State]:
    """Return at most `most` of the states."""
    every = sorted({*states}, key=sorted)
    return rng.sample(every, min(most, len(every)))


def domains(source: Mapping[str, Any], *, seed: int) -> Iterator[Row]:
    """Yield what is learned of each domain by the folders of files, and what it recognises."""
    for folder in sorted({Path(file).parent for file in source["files"]}):
        yield {"domain": folder.name, **domain(folder, seed)}


def domain(folder: Path, seed: int) -> Row:
    """Return what is learned of a domain, how, and what it recognises in the test instances.

    A first mistake is a dead state one step after one with a plan. No state with a plan may be
    called dead.
    """
    read, rng = read_domain(folder / "domain.pddl"), random.Random(f"{folder.name} {seed}")
    given = yaml.safe_load((folder / "bias.yaml").read_text(encoding="utf-8"))
    bias = {"use": [], "max_vars": 5, "max_body": 4, "english": ""} | (given or {})
    seen, begun = read_states(folder / "train.pddl", read, MOST_STATES), clock.worked()
    learned = Lesson(seen, bias, rng)
    seconds, taught = clock.worked() - begun, learned.taught
    of_state = learned.vocabulary.of_state.keys()
    tested, found = 0, []
    for instance, states in read_states(folder / "test.pddl", read, MOST_STATES):
        if not learned.concern(instance):
            raise InputError("an axiom does not hold in an instance", file=folder / "test.pddl")
        living = [state for state, alive in states.items() if alive]
        for state in drawn(living, TESTED, rng):
            assert not learned.fires(instance, state), sorted(state)
            tested += 1
        wrong = (then for one in living for then in instance.successors(one) if not states[then])
        for state in drawn(wrong, TESTED, rng):
            h1, h2 = instance.dead_by_h1(state), instance.dead_by_h2(state)
            found.append((learned.fires(instance, state), h1, h2))
    return {
        "alive": tested,
        "mistakes": len(found),
        **{name: sum(one[i] for one in found) for i, name in enumerate(("rules", "h1", "h2"))},
        "not_h1": sum(rules and not h1 for rules, h1, _ in found),
        "not_h2": sum(rules and not h2 for rules, _, h2 in found),
        "clauses": [text(one) for one in learned.bodies],
        "counting": [str(one) for one in learned.counting],
        "english": bias["english"],
        "ended": taught.ended,
        "why_not_best": taught.why_not_best,
        "rounds": len(taught.rounds),
        "positives": taught.run.positives,
        "covered": taught.run.learned.true_positives,
        "axioms": {text(one.body): not of_state.isdisjoint(atom[0] for atom in one.body)
                   for one in learned.needed},
        "seconds": seconds,
    }  # fmt: skip
