"""Whether each primitive in a clause is certain to get what it takes, such as a path or a square.

A compiled primitive reads an attribute of its first argument, and none at all where its results are
not used. That is what Prolog does as long as the argument is a path or a square, whichever the
primitive takes; with any other value Prolog fails. So a clause is evaluated, and proved, only if
its variables show, through all definitions, that no primitive gets anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from witness.base.errors import InputError
from witness.logic.language.builtins import ARITHMETIC_COMPARISONS, TERM_COMPARISONS
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.reader import Program
from witness.logic.language.terms import Clause, Compound, Key, Literal, Term, Variable, variables

#: A partial path, a square, or None for anything else and for what is not known.
Sort = str | None

_TITLES = {
    "path": "a partial path",
    "square": "a square",
    "vertex": "a vertex",
    "edge": "an edge",
}

#: Built-ins that bind nothing: negated, they are called as they stand.
_TESTS = {*ARITHMETIC_COMPARISONS, *TERM_COMPARISONS}


def are_certain(clause: Clause, roles: Sequence[str], program: Program) -> bool:
    """Return whether all primitives that a clause reaches get what they take.

    Raises `InputError` for a primitive that gets a path in place of a square, or a square in place
    of a path.
    """
    return _Walk(program).clause(clause, tuple(roles))


class _Walk:
    """A walk through a clause and the definitions that it calls."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.seen: dict[tuple[Key, tuple[Sort, ...]], bool] = {}

    def clause(self, clause: Clause, sorts: tuple[Sort, ...]) -> bool:
        known: dict[Variable, Sort] = {}
        for argument, sort in zip(clause.args, sorts, strict=True):
            if isinstance(argument, Variable):
                known[argument] = sort if known.get(argument, sort) == sort else None
        for literal in clause.body:
            if literal.key == ("=", 2) and not literal.negated:
                one, other = literal.args
                _unify(one, other, known)
        arguments = [*clause.args, *(a for literal in clause.body for a in literal.args)]
        uses = Counter(v for argument in arguments for v in variables(argument))
        single = {variable for variable, number in uses.items() if number == 1}
        found = [self.literal(literal, known, single) for literal in clause.body]  # raises for each
        return all(found)

    def literal(self, literal: Literal, known: dict[Variable, Sort], single: set[Variable]) -> bool:
        if literal.key == ("findall", 3):
            goal = literal.args[1]
            if not isinstance(goal, Compound):
                return False
            inner = Literal(goal.functor, goal.args, line=literal.line)
            return self.literal(inner, known, single)
        sorts = tuple(
            known.get(argument) if isinstance(argument, Variable) else None
            for argument in literal.args
        )
        if literal.key in self.program.rules:
            return self.definition(literal.key, sorts)
        if literal.key in PRIMITIVES:
            wanted = PRIMITIVES[literal.key].subject
            if sorts[0] not in (None, wanted):
                raise InputError(
                    f"{literal.name} takes {_TITLES[wanted]} and gets {_TITLES[str(sorts[0])]}",
                    file=self.program.file,
                    line=literal.line or None,
                )
            return sorts[0] == wanted
        unused = single & {v for argument in literal.args for v in variables(argument)}
        return not (literal.negated and unused) or literal.name in _TESTS

    def definition(self, key: Key, sorts: tuple[Sort, ...]) -> bool:
        if (key, sorts) not in self.seen:
            self.seen[key, sorts] = True  # a call of itself adds nothing
            rules = self.program.rules[key]
            found = [self.clause(rule, sorts) for rule in rules]
            self.seen[key, sorts] = all(found)
        return self.seen[key, sorts]


def _unify(one: Term, other: Term, known: dict[Variable, Sort]) -> None:
    """Let two variables that are equal have the sort that one of them has."""
    if isinstance(one, Variable) and isinstance(other, Variable):
        sort = known.get(one) or known.get(other)
        known.setdefault(one, sort)
        known.setdefault(other, sort)
