"""The bodies of base clauses, and all their answers at once."""

from __future__ import annotations

from collections.abc import Sequence

from witness.clauses.learners.asp.recursive.bodies import Body, Language, Literal
from witness.clauses.learners.asp.recursive.predicates import Row
from witness.clauses.learners.asp.recursive.running import Answers, Base


class Bases:
    """The bodies of base clauses that have been made so far, each a bit."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.bodies: list[Body] = []
        self._asked: list[Base] = []
        self._checked: list[Base] = []
        self._made: dict[int, list[tuple[int, int, int]]] = {}  # by size
        self._numbers: dict[Body, int] = {}
        self.legal: dict[int, int] = {}  # by size
        self.frontier: dict[int, int] = {}  # by size: what has not been grown
        self._answers: dict[int, dict[Row, tuple[int, Answers, int]]] = {}  # by size
        self._held: dict[int, dict[Row, tuple[int, int]]] = {}  # by size
        self._add((), None, (0, ()))

    def _add(self, body: Body, parent: int | None, new: Literal) -> None:
        number = self._numbers[body] = len(self.bodies)
        self.bodies.append(body)
        size, bit = 1 + len(body), 1 << number
        made = self._made.setdefault(size, [])
        made.append((number, bit, 1 << (parent or 0)))
        for checked, bases in ((False, self._asked), (True, self._checked)):
            before = None if parent is None else bases[parent]
            bases.append(Base(self.language, body, before, new, checked=checked))
        self.frontier[size] = self.frontier.get(size, 0) | bit
        if self.language.is_legal(body):
            self.legal[size] = self.legal.get(size, 0) | bit

    def grow(self, numbers: Sequence[int]) -> None:
        """Make the bodies with one more literal than some others."""
        for number in numbers:
            body = self.bodies[number]
            self.frontier[1 + len(body)] &= ~(1 << number)
            for literal in self.language.additions(body):
                longer = self.language.canonical((*body, literal))[0]
                if longer not in self._numbers:
                    self._add(longer, number, literal)

    @property
    def longest(self) -> int:
        """The number of literals of the longest, with the head."""
        return max(self.frontier)

    def answers(self, inputs: Row, most: int) -> list[Answers]:
        """Return the answers to some inputs of all bodies of at most a size, with heads."""
        found = []
        fires = 1
        rows: dict[int, list[Row]] = {}
        for size in range(1, most + 1):
            made = self._made.get(size)
            if made is None:
                break
            known = self._answers.setdefault(size, {})
            done, answers, firing = known.get(inputs, (0, {}, 0))
            if done < len(made):
                for number, bit, parent in made[done:]:
                    if fires & parent:
                        for answer in self._asked[number].answers(inputs, rows):
                            answers[answer] = answers.get(answer, 0) | bit
                            firing |= bit
                known[inputs] = len(made), answers, firing
            fires |= firing
            if answers:
                found.append(answers)
        return found

    def holding(self, head: Row, most: int) -> int:
        """Return the bodies of at most a size that hold for the arguments of the head.

        Its inputs come first. Of a body that gives not all outputs, only the literals have to hold.
        """
        found = 1
        rows: dict[int, list[Row]] = {}
        for size in range(1, most + 1):
            made = self._made.get(size)
            if made is None:
                break
            known = self._held.setdefault(size, {})
            done, held = known.get(head, (0, 0))
            if done < len(made):
                for number, bit, parent in made[done:]:
                    if found & parent and self._checked[number].rows(head, rows):
                        held |= bit
                known[head] = len(made), held
            found |= held
        return found


def numbers_of(bits: int) -> list[int]:
    """Return the positions of the bits of a set."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
