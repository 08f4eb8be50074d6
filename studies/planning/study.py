"""What is measured: rules learned and proved, the states they recognise, and searches with them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from studies.planning import instances
from studies.planning.background import Rule, Vocabulary, text
from studies.planning.counts import counting_rules
from studies.planning.instances import PLANS, Plan
from studies.planning.lessons import Lesson
from studies.planning.prover import Body, Prover, never_seen, static_candidates
from studies.planning.strips import Domain, Instance, State, match, read_domain
from studies.records import Row
from witness.base import clock
from witness.base.errors import InputError
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.teach import Taught, teach

#: Instances with the states that can be reached, each with whether it has a plan.
Seen = list[tuple[Instance, dict[State, bool]]]

#: The most states of an instance; those of one that are looked at for invariants.
MOST_STATES, LOOKED_AT = 60_000, 150

#: Of how many first mistakes of an instance h2 is asked.
ASKED_OF_H2 = 6


def drawn(name: str, rng: random.Random, size: Sequence[int], domain: Domain) -> Instance:
    """Draw an instance of a domain of `domains/`."""
    return Instance(domain, *getattr(instances, name)(rng, *size))


def with_both(
    name: str, rng: random.Random, sizes: Sequence[Sequence[int]], domain: Domain
) -> Seen:
    """Draw an instance of each size that has a plan and dead states."""
    found: Seen = []
    for size in sizes:
        for _ in range(1000):
            instance = drawn(name, rng, size, domain)
            states = instance.explored(MOST_STATES)
            if states and states[instance.start] and not all(states.values()):
                found.append((instance, states))
                break
        else:
            raise InputError(f"{name}: no instance of {size} has a plan and dead states")
    return found


class Learned(NamedTuple):
    """What was learned of a domain."""

    lesson: Lesson
    taught: Taught
    bodies: list[Body]
    needed: list[Rule]

    def concern(self, instance: Instance) -> bool:
        """Return whether the axioms and, at the start, the invariants hold that the rules need."""
        vocabulary = self.lesson.prover.vocabulary
        vocabulary.derive(instance)
        relations = vocabulary.relations(instance, instance.start)
        return all(next(match(one.body, relations), None) is None for one in self.needed)


def learn(seen: Seen, plan: Plan, rng: random.Random, timeout: float, most: int = 40) -> Learned:
    """Learn dead-end rules from instances until they are proved."""
    domain = seen[0][0].domain
    vocabulary = Vocabulary(domain, tuple(sorted({a[0] for one, _ in seen for a in one.goal})))
    for instance, _ in seen:
        vocabulary.derive(instance)
    prover = Prover(vocabulary, static_candidates(vocabulary, [one for one, _ in seen]))
    some = [(one, [one.start, *rng.sample(sorted(states, key=sorted), min(LOOKED_AT, len(states)))])
            for one, states in seen]  # fmt: skip
    prover.keep_invariants(never_seen(vocabulary, some))
    counting = {f"few_{i}": rule for i, rule in enumerate(counting_rules(prover))}
    plain = {f"is_{one}" for one, above in domain.types.items() if above is None}
    every = [one for one in vocabulary.signatures if not one.startswith("no_") and one not in plain]
    used = [*(plan.used.split() or every), *counting]
    lesson = Lesson(prover, counting, used, plan.max_vars, plan.max_body)
    task = lesson.task(seen, rng, most)
    taught = teach(task, lesson, settings=Settings(timeout=timeout))
    bodies = [lesson.body(one) for one in taught.run.learned.clauses]
    return Learned(lesson, taught, bodies, lesson.needed(bodies))


def domain(
    source: Mapping[str, Any], *, domain: str, seeds: int, timeout: float, tests: int, most: int
) -> Iterator[Row]:
    """Yield for each seed what was learned of a domain, and what it is worth on other instances."""
    read = read_domain(source["domain"])
    plan = PLANS[domain]
    for seed in range(1, seeds + 1):
        rng = random.Random(f"{domain} {seed}")
        seen = with_both(domain, rng, plan.train, read)
        begun = clock.worked()
        learned = learn(seen, plan, rng, timeout)
        row = told(learned) | {"domain": domain, "seed": seed, "seconds": clock.worked() - begun}
        test = with_both(domain, rng, [plan.test] * tests, read)
        assert all(learned.concern(instance) for instance, _ in test)
        yield row | recognised(learned, test, rng, most) | searched(learned, test)


def told(learned: Learned) -> Row:
    """Return what was learned, and how."""
    lesson, taught = learned.lesson, learned.taught
    counted = {atom[0] for body in learned.bodies for atom in body} & {*lesson.counting}
    return {
        "clauses": [text(one) for one in learned.bodies],
        "counting": {name: str(lesson.counting[name]) for name in sorted(counted)},
        "ended": taught.ended,
        "why_not_best": taught.why_not_best,
        "rounds": len(taught.rounds),
        "positives": taught.run.positives,
        "covered": taught.run.learned.true_positives,
        "negatives": taught.run.negatives,
        "asked": lesson.prover.asked,
        "z3": lesson.prover.seconds,
        "needed": [str(one) for one in learned.needed],
    }


def recognised(learned: Learned, test: Seen, rng: random.Random, most: int) -> Row:
    """Return how many dead states and first mistakes are recognised, and by whom.

    A first mistake is a dead state one step after one with a plan. Of each instance at most `most`
    of each kind are drawn; no state with a plan may be called dead.
    """
    names = (
        "dead",
        "dead_rules",
        "dead_not_h1",
        "mistakes",
        "rules",
        "h1",
        "rules_not_h1",
        "h2_of",
        "h2",
        "rules_not_h2",
    )
    row = dict.fromkeys(names, 0) | {"alive": 0}
    for instance, states in test:

        def some(found: Iterator[State]) -> list[State]:
            every = sorted({*found}, key=sorted)
            return rng.sample(every, min(most, len(every)))

        for state in some(one for one, lives in states.items() if lives):
            assert not learned.lesson.fires(learned.bodies, instance, state), sorted(state)
            row["alive"] += 1
        for state in some(one for one, lives in states.items() if not lives):
            fires = learned.lesson.fires(learned.bodies, instance, state)
            row["dead"] += 1
            row["dead_rules"] += fires
            row["dead_not_h1"] += fires and not instance.dead_by_h1(state)
        alive = (one for one, lives in states.items() if lives)
        mistakes = some(
            then for one in alive for then in instance.successors(one) if not states[then]
        )
        for number, state in enumerate(mistakes):
            fires, h1 = (
                learned.lesson.fires(learned.bodies, instance, state),
                instance.dead_by_h1(state),
            )
            row["mistakes"] += 1
            row["rules"] += fires
            row["h1"] += h1
            row["rules_not_h1"] += fires and not h1
            if number < ASKED_OF_H2:
                found = instance.dead_by_h2(state)
                row["h2_of"] += 1
                row["h2"] += found
                row["rules_not_h2"] += fires and not found
    return row


def searched(learned: Learned, test: Seen) -> Row:
    """Return the expansions of blind searches without and with the rules; the lengths are equal."""
    row = {"blind": 0, "pruned": 0}
    for instance, _ in test:
        length, blind = instance.breadth_first(lambda _: False, MOST_STATES)
        dead = partial(learned.lesson.fires, learned.bodies, instance)
        other, pruned = instance.breadth_first(dead, MOST_STATES)
        assert length == other
        row["blind"] += blind
        row["pruned"] += pruned
    return row
