"""The `bottom-up` learner: enumeration of programs by size, one for each behaviour.

Two partial programs that behave alike on all examples are one: whatever is built from the one could
be built from the other. This is *observational equivalence*, by which TRANSIT (Udupa et al.,
"TRANSIT: specifying protocols with concolic snippets", PLDI 2013) and Escher (Albarghouthi, Gulwani
and Kincaid, "Recursive program synthesis", CAV 2013) enumerate expressions. Here the programs are
clauses, and behaviour is what they do on the classes of examples that `saturate` makes:

1. *Values* by depth (`witness.learners.worlds`): what the calls on known values yield. Of two that
   are equal in every class, the first is kept.
2. *Literals* over these values: the bit set of the classes in which each holds.
3. *Conjunctions* by their number of literals: a smaller one and a literal whose inputs it has. Of
   several that hold in the same classes, with the same values, and with the same literals on values
   that still have to be used, the first is kept, which is the shortest.
4. Of the conjunctions that cover no negative example, a set that covers all that can be covered,
   with as few literals as possible (`witness.learners.asp.cover`).

`asp` goes another way: it refines a clause literal by literal, keeps each way to satisfy it as a
row of a relation, and tells variables apart, not values. So it also finds clauses in which two
variables have the same value in every class. Such clauses are outside the language of this learner.
In the rest of the language of the bias it finds the best hypothesis, unless the limits of
`witness.learners.worlds` were met: `left_out` in the record counts what was beyond them.
"""

from __future__ import annotations

from witness.learners.asp.candidates import candidate_of
from witness.learners.asp.cover import choose, choose_most
from witness.learners.asp.saturate import saturate
from witness.learners.conjunctions import Conjunction, Conjunctions
from witness.learners.here import Found, accepted_here, run_here
from witness.learners.run import LIMITS, Run, Settings
from witness.learners.task import LearningTask
from witness.learners.worlds import Worlds
from witness.logic.language.bias import Bias

#: The settings that it takes, beside the timeout.
SETTINGS = ("memory_limit", "allow_singletons", *LIMITS)


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Learn from a task within the limits."""
    return run_here(task, settings, learn, "bottom-up")


def check_task(task: LearningTask, settings: Settings) -> None:
    """Raise `InputError` for a task that is refused."""
    saturate(accepted_here(task, settings, "bottom-up").in_order())


def learn(task: LearningTask, _settings: Settings, found: Found) -> None:
    """Enumerate the programs of a task, and choose; `found` has the best so far at any time.

    Raises `InputError` for background knowledge that does not fit the bias.
    """
    task = task.in_order()
    found.classes = saturate(task)
    worlds = Worlds(found.classes, task.bias)
    tried = 0
    for world in worlds:
        tried += enumerate_in(Conjunctions(task.bias, world), task.bias, found)
        found.details = {"candidates": tried, "left_out": worlds.left_out}
    if found.most is None:
        found.choose(choose(found.in_order()))
    else:
        found.choose(choose_most(found.in_order(), found.counts, found.most).candidates)


def enumerate_in(conjunctions: Conjunctions, bias: Bias, found: Found) -> int:
    """Add the consistent clauses of a world to `found`; return the number of conjunctions tried.

    Clauses of which a shorter one covers everything are left out.
    """
    tried = 0
    level = [conjunctions.empty]
    for size in range(1, bias.max_body + 1):
        left = bias.max_body - size
        following: dict[object, Conjunction] = {}
        for smaller in level:
            for one in conjunctions.larger(smaller, left):
                tried += 1
                if conjunctions.is_consistent(one):
                    _record(conjunctions, one, found)
                elif left:
                    users = conjunctions.users_of_owed(one)
                    following.setdefault((one.rows, one.once, one.twice, users), one)
        dominated: dict[int, bool] = {}
        level = []
        for one in following.values():
            covered = conjunctions.covered(one)
            if covered not in dominated:
                dominated[covered] = found.dominates(covered, size + 1)
            if not dominated[covered]:
                level.append(one)
    return tried


def _record(conjunctions: Conjunctions, one: Conjunction, found: Found) -> None:
    """Keep a consistent clause, unless one that is as short covers as much."""
    covered = conjunctions.covered(one)
    if not found.dominates(covered, one.size + 1):
        clause = conjunctions.clause(one)
        found.candidates.append(candidate_of(conjunctions.bias, clause, covered))
