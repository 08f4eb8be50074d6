"""Dead-end rules of a domain: learned from its problems, with Z3 as the oracle of `teach`; and what
they recognise in other problems.

Positive examples are dead states of small instances, negative ones those that have a plan. A
counterexample with a plan is a negative example; else it implies a state after it. Counting rules
are proved before: the states that they recognise are no examples.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

import witness as w
from studies.planning.background import Rule, Vocabulary, text
from studies.planning.counts import Few, counting_rules, heavy
from studies.planning.prover import Body, Prover, candidates
from studies.planning.strips import Instance, State, match, read_domain, read_instances
from studies.records import Row
from witness.base import clock
from witness.base.errors import InputError
from witness.clauses.language.terms import Clause, Ground, Key, Variable
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import Example, LearningTask
from witness.clauses.learners.teach import Answer, Proved, Refuted, Undecided, teach

#: The most states of an instance, and of a counterexample that are looked at for a plan; the most
#: states of a training instance that are examples of one kind, and that are looked at for axioms.
MOST_STATES, MOST_OF_A_COUNTEREXAMPLE, EXAMPLES, LOOKED_AT = 60_000, 3000, 40, 150

#: Instances with the states that can be reached, each with whether it has a plan.
Seen = Sequence[tuple[Instance, dict[State, bool]]]


class Lesson:
    """The examples of a domain with the predicates that clauses may use, and the oracle."""

    def __init__(self, prover: Prover, used: Collection[str]) -> None:
        self.prover, self.vocabulary = prover, prover.vocabulary
        if unknown := {*used} - {*self.vocabulary.signatures}:
            raise InputError(
                f"no predicate {min(unknown)}; of {', '.join(self.vocabulary.signatures)}"
            )
        self.used = {one for one in used if self.types(one)}
        self.names: dict[tuple[int, State], str] = {}
        self.kept: list[Instance] = []
        self.facts: dict[Key, list[tuple[Ground, ...]]] = {}

    def types(self, name: str) -> tuple[str, ...]:
        """Return the types of the arguments of a predicate in a clause."""
        return ("state",) * (name in self.vocabulary.of_state) + self.vocabulary.signatures[name]

    def example(self, instance: Instance, state: State) -> Example:
        """Return the example of a state, and add what is new to the facts."""
        number = next((i for i, one in enumerate(self.kept) if one is instance), len(self.kept))
        first = number == len(self.kept)
        self.kept += [instance] * first
        if (number, state) not in self.names:
            name = self.names[number, state] = f"s{len(self.names)}"
            for one, rows in self.vocabulary.relations(instance, state).items():
                own = (name,) * (one in self.vocabulary.of_state)
                if one in self.used and (own or first):
                    self.facts.setdefault((one, len(self.types(one))), []).extend(
                        (*own, *(f"i{number}_{x}" for x in row)) for row in sorted(rows)
                    )
        return (self.names[number, state],)

    def task(self, some: Sequence[tuple[Instance, State, bool]], limits: str) -> LearningTask:
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
                    out = next(one for one in instance.successors(state)
                               if not self.fires(bodies, instance, one))  # fmt: skip
                    implications.append((here, self.example(instance, out)))
        except TimeoutError as error:
            return Undecided(str(error))
        if negatives or implications:
            return Refuted(negatives, facts=self.facts, implications=implications)
        return Proved(alone=False)

    def fires(self, bodies: Sequence[Body], instance: Instance, state: State) -> bool:
        """Return whether one of some bodies holds in a state."""
        relations = self.vocabulary.relations(instance, state)
        return any(next(match(body, relations), None) is not None for body in bodies)


class Learned:
    """Dead-end rules: counting rules that are proved, and clauses, the best of their language."""

    def __init__(self, seen: Seen, bias: Mapping[str, Any], rng: random.Random, timeout: float):
        goals = {atom[0] for one, _ in seen for atom in one.goal}
        self.vocabulary = Vocabulary(seen[0][0].domain, goals)
        looked_at = []
        for instance, states in seen:
            self.vocabulary.derive(instance)
            looked_at.append((instance, [instance.start, *drawn(states, LOOKED_AT, rng)]))
        self.prover = Prover(self.vocabulary, candidates(self.vocabulary, looked_at))
        self.lesson = Lesson(self.prover, bias["use"] or self.vocabulary.usual)
        some = [
            (instance, state, alive) for instance, states in seen for alive in (False, True)
            for state in drawn((s for s in states if states[s] == alive), EXAMPLES, rng)
        ]  # fmt: skip
        dead = [(i, self.vocabulary.relations(*one[:2]))
                for i, one in enumerate(some) if not one[2]]  # fmt: skip
        fired = {rule: {i for i, relations in dead if rule.holds(relations)}
                 for rule in counting_rules(self.prover)}  # fmt: skip
        self.counting: list[Few] = []
        few: set[int] = set()
        for rule in sorted(fired, key=lambda one: (-len(fired[one]), len(str(one)))):
            self.counting += [rule] * (not fired[rule] <= few)
            few |= fired[rule]
        limits = f"max_vars({bias['max_vars']}). max_body({bias['max_body']})."
        task = self.lesson.task([one for i, one in enumerate(some) if i not in few], limits)
        self.taught = teach(task, self.lesson, settings=Settings(timeout=timeout))
        self.bodies = [self.lesson.body(one) for one in self.taught.run.learned.clauses]
        self.needed = self._needed()

    def fires(self, instance: Instance, state: State) -> bool:
        """Return whether a rule calls a state dead."""
        relations = self.vocabulary.relations(instance, state)
        few = any(rule.holds(relations) for rule in self.counting)
        return few or self.lesson.fires(self.bodies, instance, state)

    def _needed(self) -> list[Rule]:
        """Return axioms that suffice for all proofs, of which none can be left out."""

        def suffice(rules: Sequence[Rule]) -> list[Rule] | None:
            """Return those of some rules that last by themselves, if they suffice."""
            try:
                less = Prover(self.vocabulary, rules)
                if any(True for one in self.bodies for _ in less.counterexamples(one, self.bodies)):
                    return None
            except (InputError, TimeoutError):
                return None
            return less.axioms if all(heavy(less, one) is None for one in self.counting) else None

        kept = self.prover.axioms
        for rule in self.prover.axioms:
            if rule in kept and (less := suffice([one for one in kept if one != rule])) is not None:
                kept = less
        return kept

    def is_static(self, rule: Rule) -> bool:
        """Return whether an axiom is about no state."""
        return not any(atom[0] in self.vocabulary.of_state for atom in rule.body)

    def concern(self, instance: Instance) -> bool:
        """Return whether the axioms hold at the start of an instance, so that the rules do."""
        self.vocabulary.derive(instance)
        relations = self.vocabulary.relations(instance, instance.start)
        return all(next(match(one.body, relations), None) is None for one in self.needed)


def drawn(
    states: Collection[State] | Iterator[State], most: int, rng: random.Random
) -> list[State]:
    """Return at most so many of some states."""
    every = sorted({*states}, key=sorted)
    return rng.sample(every, min(most, len(every)))


def explored(file: str | Path, domain: Any) -> Seen:
    """Return the instances of a file with their states. Raises `InputError` for too many."""
    found = []
    for number, instance in enumerate(read_instances(file, domain), 1):
        states = instance.explored(MOST_STATES)
        if not states:
            raise InputError(f"problem {number} has more than {MOST_STATES} states", file=file)
        found.append((instance, states))
    return found


def domain(
    source: Mapping[str, Any], *, domain: str, seed: int, timeout: float, most: int
) -> Iterator[Row]:
    """Yield what was learned of a domain, how, and what it recognises in the test instances.

    A first mistake is a dead state one step after one with a plan. Of each instance at most `most`
    states of each kind are drawn; no state with a plan may be called dead.
    """
    read, rng = read_domain(source["domain"]), random.Random(f"{domain} {seed}")
    given = yaml.safe_load(Path(source["bias"]).read_text(encoding="utf-8"))
    bias = {"use": [], "max_vars": 5, "max_body": 4} | (given or {})
    seen, begun = explored(source["train"], read), clock.worked()
    learned = Learned(seen, bias, rng, timeout)
    seconds, taught = clock.worked() - begun, learned.taught
    row = Row(dict.fromkeys(("alive", "mistakes", "rules", "h1", "rules_not_h1"), 0))
    for instance, states in explored(source["test"], read):
        if not learned.concern(instance):
            raise InputError("an axiom does not hold in an instance", file=source["test"])
        living = [state for state, alive in states.items() if alive]
        for state in drawn(living, most, rng):
            assert not learned.fires(instance, state), sorted(state)
            row["alive"] += 1
        wrong = (then for one in living for then in instance.successors(one) if not states[then])
        for state in drawn(wrong, most, rng):
            fires, h1 = learned.fires(instance, state), instance.dead_by_h1(state)
            row["mistakes"] += 1
            row["rules"] += fires
            row["h1"] += h1
            row["rules_not_h1"] += fires and not h1
    yield row | {
        "clauses": [text(one) for one in learned.bodies],
        "counting": [str(one) for one in learned.counting],
        "ended": taught.ended,
        "why_not_best": taught.why_not_best,
        "rounds": len(taught.rounds),
        "positives": taught.run.positives,
        "covered": taught.run.learned.true_positives,
        "static": [text(one.body) for one in learned.needed if learned.is_static(one)],
        "lasting": [text(one.body) for one in learned.needed if not learned.is_static(one)],
        "seconds": seconds,
        "picture": picture(learned, seen),
    }


def picture(learned: Learned, seen: Seen) -> list[Row]:
    """Return the cells of an instance in a state in which the first clause fires, if there are any.

    Cells are objects with names such as c0_1; that is the row and the column.
    """
    dead = ((instance, state) for instance, states in seen for state in sorted(states, key=sorted))
    for instance, state in dead:
        relations = learned.vocabulary.relations(instance, state)
        matches = (one for body in learned.bodies[:1] for one in match(body, relations))
        for values in sorted(matches, key=lambda one: sorted(one.items())):
            shaded = [relations[name] for name, *terms in learned.bodies[0]
                      if learned.vocabulary.derived.get(name) and len(terms) == 1]  # fmt: skip
            cells = []
            for name in {x for row in instance.start for x in row[1:] if re.search(r"\d_\d", x)}:
                here = [x for atom in sorted(state) if name in atom for x in atom[1:] if x != name]
                wanted = [x for atom in sorted(instance.goal) if name in atom for x in atom[2:]]
                row, col = map(int, re.findall(r"\d+", name))
                cells.append({
                    "row": row, "col": col, "here": here, "wanted": wanted,
                    "is_goal": (name,) in relations.get("goal", ()),
                    "shaded": any((name,) in one for one in shaded),
                    "marked": name in values.values(),
                })  # fmt: skip
            return sorted(cells, key=lambda one: (one["row"], one["col"]))
    return []
