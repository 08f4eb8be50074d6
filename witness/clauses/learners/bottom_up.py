"""The `bottom-up` learner: enumeration of programs by size, one for each behaviour.

Two partial programs that behave alike on all examples are one: whatever is built from the one could
be built from the other. This is *observational equivalence*, by which TRANSIT (Udupa et al.,
"TRANSIT: specifying protocols with concolic snippets", PLDI 2013) and Escher (Albarghouthi, Gulwani
and Kincaid, "Recursive program synthesis", CAV 2013) enumerate expressions. Here the programs are
clauses, and behaviour is what they do on the classes of examples that `saturate` makes:

1. *Values* by depth (`values_and_literals`): what the calls on known values yield. Of two that are
   equal in every class, the first is kept.
2. *Literals* over these values: the bit set of the classes in which each holds.
3. *Conjunctions* by their number of literals: a smaller one and a literal whose inputs it has. Of
   several that hold in the same classes, with the same values, and with the same literals on values
   that still have to be used, the first is kept, which is the shortest.
4. Of the conjunctions that cover no negative example, a set that covers all that can be covered,
   with as few literals as possible (`witness.clauses.learners.asp.cover`).

`asp` goes another way: it refines a clause literal by literal, keeps each way to satisfy it as a
row of a relation, and tells variables apart, not values. So it also finds clauses in which two
variables have the same value in every class. Such clauses are outside the language of this learner.
In the rest of the language of the bias it finds the best hypothesis, unless the limits of
`values_and_literals` were met: `left_out` in the record counts what was beyond them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from witness.clauses.language.bias import Bias
from witness.clauses.language.terms import Clause
from witness.clauses.learners.asp.candidates import candidate_of
from witness.clauses.learners.asp.counts import bits
from witness.clauses.learners.asp.cover import choose, choose_most
from witness.clauses.learners.asp.saturate import saturate
from witness.clauses.learners.in_process import Found, accepted_here, run_here
from witness.clauses.learners.rendering import clause_of
from witness.clauses.learners.settings import LIMITS, Run, Settings
from witness.clauses.learners.task import LearningTask
from witness.clauses.learners.values_and_literals import World, Worlds, positions


@dataclass(frozen=True, slots=True)
class Conjunction:
    """Some literals of a world, as bit sets.

    `rows` are those in which all of them hold, `literals` has their numbers, `once` and `twice` are
    the values that they use, and use again, and `choices` are the choices that they make.
    """

    rows: int
    literals: int
    once: int
    twice: int
    choices: int

    @property
    def size(self) -> int:
        """The number of literals."""
        return self.literals.bit_count()


class Conjunctions:
    """The conjunctions of a world: how they grow, and when they are clauses of the bias.

    They are if they use all values of the head, use no other value only once (unless the bias
    allows that), and make all choices of the world.
    """

    def __init__(self, bias: Bias, world: World) -> None:
        self.bias = bias
        self.world = world
        self.empty = Conjunction((1 << len(world.classes)) - 1, 0, 0, 0, 0)
        self._heads = (1 << len(bias.head.types)) - 1
        self._inputs = bits(bias.head.inputs)
        self._most = max(len(signature.types) for signature in bias.body)
        self._all_choices = (1 << world.choices) - 1
        # Two literals may read alike: one makes a choice, the other says something about it.
        read = dict.fromkeys((one.predicate, one.values) for one in world.literals)
        self._texts = list(read)
        self._bits = {text: 1 << number for number, text in enumerate(self._texts)}
        self._users = [0] * len(world.values)
        for (_, values), bit in self._bits.items():
            for value in values:
                self._users[value] |= bit
        self._available: dict[int, list[tuple[int, int, int, int, int]]] = {}
        self._touching: dict[int, int] = {}

    def larger(self, one: Conjunction, left: int) -> Iterator[Conjunction]:
        """Yield what a literal more makes of a conjunction.

        `left` is the number of literals that it may get after that one; what cannot become a clause
        with them is left out, and so is what covers no positive example. A literal that says
        nothing new, gives no value, and uses none that has to be used is left out, too.
        """
        owed = self.owed(one)
        room = left * self._most
        for bit, holds, uses, new, choice in self._literals(one.once):
            if one.literals & bit or one.choices & choice:
                continue
            rows = one.rows & holds
            if not rows & self.world.positive or (rows == one.rows and not (new or uses & owed)):
                continue
            found = Conjunction(
                rows,
                one.literals | bit,
                one.once | uses,
                one.twice | (one.once & uses),
                one.choices | choice,
            )
            missing = self.world.choices - found.choices.bit_count()
            if missing <= left and self.owed(found).bit_count() <= room:
                yield found

    def owed(self, one: Conjunction) -> int:
        """Return the values that further literals have to use."""
        owed = self._heads & ~one.once if self.bias.whole_head else 0
        if self.bias.allow_singletons:
            return owed
        return owed | (one.once & ~one.twice & ~self._heads)

    def is_clause(self, one: Conjunction) -> bool:
        """Whether a conjunction is the body of a clause of the bias."""
        return one.choices == self._all_choices and bool(one.literals) and not self.owed(one)

    def is_consistent(self, one: Conjunction) -> bool:
        """Whether a conjunction is the body of a clause that covers no negative example."""
        return not one.rows & self.world.negative and self.is_clause(one)

    def covered(self, one: Conjunction) -> int:
        """Return the bit set of the classes without negative examples that a clause covers."""
        return self.world.covered(one.rows & self.world.positive)

    def users_of_owed(self, one: Conjunction) -> int:
        """Return those literals of a conjunction that use a value that has to be used again."""
        values = self.owed(one)
        known = self._touching.get(values)
        if known is None:
            known = 0
            for value in positions(values):
                known |= self._users[value]
            self._touching[values] = known
        return known & one.literals

    def clause(self, one: Conjunction) -> Clause:
        """Return the clause with a conjunction as its body."""
        texts = [self._texts[number] for number in positions(one.literals)]
        return clause_of(self.bias, [(*text, ()) for text in texts])

    def _literals(self, once: int) -> list[tuple[int, int, int, int, int]]:
        """Return the literals that can be added: bit, rows, values, new values, and choice."""
        known = self._available.get(once)
        if known is None:
            have = once | self._inputs
            known = self._available[once] = []
            for literal in self.world.literals:
                new = literal.gives & ~have
                variables = have | new | self._heads
                if not literal.needs & ~have and variables.bit_count() <= self.bias.max_vars:
                    bit = self._bits[literal.predicate, literal.values]
                    choice = 0 if literal.choice is None else 1 << literal.choice
                    uses = literal.needs | literal.gives
                    known.append((bit, literal.holds, uses, new, choice))
        return known


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
