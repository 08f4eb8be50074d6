"""How much work a clause can be, by its text: which clauses need no count of their steps.

The estimate follows the literals in evaluation order: each multiplies what comes after it by its
number of answers. Lists are those of paths, squares and facts, or what a findall collects. What
makes other lists, or numbers without a bound, is more work than any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf
from operator import itemgetter
from typing import NamedTuple

from witness.clauses.language.builtins import BUILTINS, mode_for
from witness.clauses.language.primitives import Primitive
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    Clause,
    Compound,
    Key,
    ListTerm,
    Literal,
    Term,
    Variable,
    goal_of,
    subterms,
    variables,
)

#: The items of a list of which nothing is known but that it is one of a path or a square.
LIST = 50

#: The answers of a primitive that has several.
FEW = 4

#: Steps are not counted if the estimate is at most this.
LITTLE = 1e6

#: Built-ins whose lists are longer than those that they are given.
_LONGER = {("append", 2): "io", ("append", 3): "iio", ("union", 3): "iio", ("select", 3): "ioi"}


class Work(NamedTuple):
    """The values that a call looks at, and its number of answers."""

    work: float
    answers: float


_ENDLESS = Work(inf, inf)


class WorkEstimate:
    """Estimates for the clauses and the definitions of a program."""

    def __init__(self, program: Program, primitives: Mapping[Key, Primitive]) -> None:
        self.program = program
        self.primitives = primitives
        self._longest = float(LIST)
        self._known: dict[tuple[Key, str], Work] = {}

    def is_little(self, clause: Clause, literals: Sequence[Literal]) -> bool:
        """Whether a clause is little work for a path and a square.

        `literals` is its body in evaluation order.
        """
        return self._body(literals, set(_variables(clause.args))).work <= LITTLE

    def call_is_little(self, key: Key, mode: str) -> bool:
        """Whether a call of a predicate is little work in a mode."""
        return max(self._call(key, mode)) <= LITTLE

    def _body(self, literals: Sequence[Literal], bound: set[Variable]) -> Work:
        """Return the work of literals; all of their variables are bound then."""
        work = answers = 1.0
        for literal in literals:
            found = self._literal(literal, bound)
            work += answers * found.work
            answers *= found.answers
            bound.update(_variables(literal.args))
        return Work(work, answers)

    def _literal(self, literal: Literal, bound: Collection[Variable]) -> Work:
        goal = goal_of(literal)
        if goal is not None:
            found = self._literal(goal, bound)
            self._longest = max(self._longest, found.answers)
            return Work(found.work + found.answers, 1.0)
        if _grows(literal.args, bound):
            return _ENDLESS
        known = ("i" if {*variables(a)} <= {*bound} else "o" for a in literal.args)
        found = self._call(literal.key, "".join(known))
        return Work(found.work, 1.0) if literal.negated else found

    def _call(self, key: Key, mode: str) -> Work:
        if (key, mode) not in self._known:
            self._known[key, mode] = _ENDLESS  # of a recursion
            self._known[key, mode] = self._new(key, mode)
        return self._known[key, mode]

    def _new(self, key: Key, mode: str) -> Work:
        if self.program.defines(key):
            parts = [self._rows(key, mode)] if key in self.program.facts else []
            parts += [self._rule(rule, mode) for rule in self.program.rules.get(key, ())]
            several = sum(part.answers for part in parts) if "o" in mode else 1.0
            return Work(sum(1 + part.work for part in parts), several)
        if key in self.primitives:
            return Work(FEW, 1.0 if self.primitives[key].kind == "det" else FEW)
        if key not in BUILTINS:
            return Work(1.0, 1.0)  # a comparison
        fitting = mode_for(key, mode) or ""
        builtin = BUILTINS[key].get(fitting)
        if _LONGER.get(key) == fitting or (key, fitting) == (("between", 3), "iio"):
            return _ENDLESS
        if builtin is None or builtin.kind not in ("nondet", "multi"):
            return Work(self._longest, 1.0)
        return Work(self._longest ** (1 + builtin.copies), self._longest)

    def _rule(self, rule: Clause, mode: str) -> Work:
        given = [a for a, m in zip(rule.args, mode, strict=True) if m == "i"]
        bound = set(_variables(given))
        found = self._body(rule.body, bound)
        made = [a for a, m in zip(rule.args, mode, strict=True) if m == "o"]
        return _ENDLESS if _grows(made, bound) else found

    def _rows(self, key: Key, mode: str) -> Work:
        """Return the work of looking facts up."""
        rows = self.program.facts[key]
        places = [place for place, letter in enumerate(mode) if letter == "i"]
        most = max(Counter(map(itemgetter(*places), rows)).values(), default=0) if places else 0
        sizes = (len(value) for row in rows for value in row if isinstance(value, tuple))
        self._longest = max(self._longest, *sizes, 0)
        return Work(1.0, float(most if places else len(rows)))


def _variables(terms: Iterable[Term]) -> Iterable[Variable]:
    return (variable for term in terms for variable in variables(term))


def _grows(terms: Sequence[Term], bound: Collection[Variable]) -> bool:
    """Whether terms are lists made of values, or products, which may have many digits."""
    return any(
        (isinstance(one, ListTerm) and (own := {*variables(one)}) and own <= {*bound})
        or (isinstance(one, Compound) and one.functor == "*")
        for term in terms
        for one in subterms(term)
    )
