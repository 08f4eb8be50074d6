"""Conjunctions of the literals of a world, of which the clauses of a bias consist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from witness.learners.asp.counts import bits
from witness.learners.rendering import clause_of
from witness.learners.worlds import World, positions
from witness.logic.language.bias import Bias
from witness.logic.language.terms import Clause


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
