"""What the checker of certificates does not know: values, objects, numbers, lists; their answers.

A run of a clause answers each question about them in one way; `Answers` goes through all runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from witness.base.errors import InputError
from witness.clauses.language.terms import Clause, Literal, Term, Variable, substitute, variables

#: A number of things that is not known: its name, None for zero; and what is added.
Name = Any

#: The name of a number of objects, at least one, of which nothing else is known.
SOME = ("some",)

#: The name of a variable whose value nobody asks for; no other variable is ever bound to it.
UNREAD = "_"


class CannotCheckError(InputError):
    """A clause asks something that cannot be ranged over."""


def cannot(what: str) -> NoReturn:
    """Refuse what cannot be ranged over."""
    raise CannotCheckError(f"cannot check this clause for every board: {what}")


@dataclass(frozen=True, eq=False)
class Thing:
    """An object of a sort ("edge", "vertex", "square", "colour"…), its number and its class."""

    sort: str
    number: int = -1
    known: str = ""


@dataclass(frozen=True)
class Count:
    """A number of which only its name is known, and what is added."""

    name: Name
    more: int = 0


@dataclass(frozen=True, eq=False)
class Many:
    """A list of objects in an unknown order.

    `has` says whether it has an object, `members` yields one object for each class of them, with
    the name of their number (None: the one object is in it; SOME: one or more), `size` is its
    length, and `sum` that of its numbers.
    """

    has: Callable[[Any], bool]
    members: Callable[[], Iterator[tuple[Any, Name]]]
    size: Callable[[], Any]
    sum: Callable[[], Any] = lambda: cannot("the sum of a list")


class _Own(Variable):
    """A variable of a clause in one call of it, which is equal to no other."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, name: str) -> None:
        self.__dict__["name"] = name


class Copies:
    """Clauses with variables of their own; one that stands in a clause once is `UNREAD`."""

    def __init__(self) -> None:
        self._names: dict[int, tuple[Clause, list[tuple[str, str]]]] = {}

    def of(self, clause: Clause) -> tuple[list[Term], list[Literal]]:
        """Return the arguments and the body of a copy of a clause."""
        if id(clause) not in self._names:
            terms = [*clause.args, *(a for literal in clause.body for a in literal.args)]
            times = Counter(v.name for term in terms for v in variables(term))
            names = [(name, UNREAD if n == 1 else name) for name, n in times.items()]
            self._names[id(clause)] = clause, names
        own = {name: _Own(known) for name, known in self._names[id(clause)][1]}

        def copied(term: Term) -> Term:
            if isinstance(term, Variable):
                return own[term.name]
            return substitute(term, lambda variable: own[variable.name])

        body = [Literal(li.name, tuple(map(copied, li.args)), li.negated) for li in clause.body]
        return [*map(copied, clause.args)], body


class Answers:
    """The answers of a run; `bounds` are (low, high, by): low is at most high plus by.

    `listening` are those who are told of each question, what it may be answered by, and its answer.
    """

    def __init__(
        self, feasible: Callable[[Mapping[Any, Any], Sequence[Any]], bool] = lambda *_: True
    ) -> None:
        self._feasible = feasible
        self.listening: list[Callable[[Any, Any, Any], None]] = []

    def runs(self, given: Mapping[Any, Any]) -> Iterator[None]:
        """Go through all runs, in which some answers are given; yield at the beginning of each."""
        self._script: list[tuple[Any, Sequence[Any]]] = []
        while True:
            self._place = 0
            self.known: dict[Any, Any] = {**given}
            self.bounds: list[tuple[Name, Name, int]] = []
            yield
            while self._script and not self._script[-1][1]:
                self._script.pop()
            if not self._script:
                return
            _, left = self._script.pop()
            self._script.append((left[0], left[1:]))

    def ask(self, question: Any, options: Sequence[Any] | Callable[[], Sequence[Any]]) -> Any:
        """Return the answer of a question in this run."""
        if question not in self.known:
            there = options() if callable(options) else options
            self.known[question] = self._choose(there)
        answer = self.known[question]
        for told in self.listening:
            told(question, options, answer)
        return answer

    def _choose(self, options: Sequence[Any]) -> Any:
        if self._place == len(self._script):
            self._script.append((options[0], options[1:]))
        self._place += 1
        return self._script[self._place - 1][0]

    def at_most(self, one: Count, other: Count) -> bool:
        """Whether a number is at most another one."""
        by = other.more - one.more
        if one.name == other.name:
            return by >= 0
        true, false = (one.name, other.name, by), (other.name, one.name, -by - 1)
        chosen = next((b for b in self.bounds if b in (true, false)), None)
        if chosen is None:
            ways = [b for b in (true, false) if self._feasible(self.known, [*self.bounds, b])]
            chosen = self._choose(ways) if len(ways) > 1 else (ways or [true])[0]
            self.bounds.append(chosen)
        answer = bool(chosen == true)
        for told in self.listening:
            told((one, other), None, answer)
        return answer
