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
from witness.clauses.language.builtins import ARITHMETIC_COMPARISONS, TERM_COMPARISONS
from witness.clauses.language.primitives import PRIMITIVES, title
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Clause, Key, Literal, Term, Variable, goal_of, variables

#: A path, a square, a dot, a symbol (either), a vertex, an edge, or a list of some of these ("list
#: of squares"); None for anything else and for what is not known.
Sort = str | None

#: What the head of a clause has: a primitive that takes another is an error.
_SUBJECTS = ("path", "square", "dot", "symbol")

#: What a primitive takes that gets a symbol: it fails for the other ones (`OF_SYMBOLS`).
_OF_SYMBOLS = ("square", "dot")

#: Built-ins that bind nothing: negated, they are called as they stand.
_TESTS = {*ARITHMETIC_COMPARISONS, *TERM_COMPARISONS}


def are_certain(clause: Clause, roles: Sequence[str], program: Program) -> bool:
    """Return whether all primitives that a clause reaches get what they take.

    Raises `InputError` for a primitive that gets a path in place of a square, or a square in place
    of a path.
    """
    return _Walk(program).clause(clause, tuple(roles))[0]


class _Walk:
    """A walk through a clause and the definitions that it calls."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.seen: dict[tuple[Key, tuple[Sort, ...]], tuple[bool, tuple[Sort, ...]]] = {}

    def clause(self, clause: Clause, sorts: tuple[Sort, ...]) -> tuple[bool, tuple[Sort, ...]]:
        """Return whether a clause is certain of its primitives, and the sorts of its arguments."""
        known: dict[Variable, Sort] = {}
        for argument, sort in zip(clause.args, sorts, strict=True):
            if isinstance(argument, Variable):
                known[argument] = sort if known.get(argument, sort) == sort else None
        arguments = [*clause.args, *(a for literal in clause.body for a in literal.args)]
        uses = Counter(v for argument in arguments for v in variables(argument))
        single = {variable for variable, number in uses.items() if number == 1}
        while True:
            before = dict(known)
            found = [self.literal(literal, known, single) for literal in clause.body]
            if known == before:
                break
        return all(found), tuple(_sort(argument, known) for argument in clause.args)

    def literal(self, literal: Literal, known: dict[Variable, Sort], single: set[Variable]) -> bool:
        """Return whether a literal is certain of its primitives; learn the sorts of its outputs."""
        if literal.key == ("findall", 3):
            return self.findall(literal, known, single)
        if literal.key == ("=", 2) and not literal.negated:
            one, other = literal.args
            _learn(known, literal.args, (_sort(other, known), _sort(one, known)))
        sorts = tuple(_sort(argument, known) for argument in literal.args)
        if literal.key in self.program.rules:
            certain, outputs = self.definition(literal.key, sorts)
            if not literal.negated:
                _learn(known, literal.args, outputs)
            return certain
        if literal.key in PRIMITIVES:
            return self.primitive(literal, sorts, known)
        if literal.name in ("member", "memberchk") and not literal.negated:
            item = (sorts[1] or "").removeprefix("list of ")
            _learn(known, literal.args[:1], (_ITEMS.get(item),))
        unused = single & {v for argument in literal.args for v in variables(argument)}
        return not (literal.negated and unused) or literal.name in _TESTS

    def primitive(
        self, literal: Literal, sorts: tuple[Sort, ...], known: dict[Variable, Sort]
    ) -> bool:
        """Return whether a primitive gets what it takes; learn the sorts of its outputs."""
        primitive = PRIMITIVES[literal.key]
        wanted = primitive.sorts[: primitive.inputs]
        for given, sort in zip(sorts, wanted, strict=False):
            if given in _SUBJECTS and not _fits(given, sort):
                raise InputError(
                    f"{literal.name} takes {title(sort)} and gets {title(given)}",
                    file=self.program.file,
                    line=literal.line or None,
                )
        if not literal.negated:
            _learn(known, literal.args[len(wanted) :], primitive.sorts[len(wanted) :])
        return all(
            given is not None and _fits(given, sort)
            for given, sort in zip(sorts, wanted, strict=False)
        )

    def findall(self, literal: Literal, known: dict[Variable, Sort], single: set[Variable]) -> bool:
        """Return whether what a findall calls is certain of its primitives."""
        template, _, result = literal.args
        goal = goal_of(literal)
        if goal is None or not goal.args:
            return False
        inner = dict(known)
        certain = self.literal(goal, inner, single)
        found = _sort(template, inner)
        if found in _PLURALS:
            _learn(known, (result,), (f"list of {_PLURALS[str(found)]}",))
        return certain

    def definition(self, key: Key, sorts: tuple[Sort, ...]) -> tuple[bool, tuple[Sort, ...]]:
        """Return the same of a definition that is called; the sorts on which its rules agree."""
        if (key, sorts) not in self.seen:
            self.seen[key, sorts] = True, sorts  # a call of itself adds nothing
            found = [self.clause(rule, sorts) for rule in self.program.rules[key]]
            columns = zip(*(outputs for _, outputs in found), strict=True)
            agreed = tuple(c[0] if len({*c}) == 1 else None for c in columns) if found else sorts
            self.seen[key, sorts] = all(certain for certain, _ in found), agreed
        return self.seen[key, sorts]


_ITEMS = {"edges": "edge", "vertices": "vertex", "squares": "square"}
_PLURALS = {item: items for items, item in _ITEMS.items()}


def _fits(given: str, wanted: str) -> bool:
    return given == wanted or {given, wanted} in ({"symbol", one} for one in _OF_SYMBOLS)


def _sort(term: Term, known: dict[Variable, Sort]) -> Sort:
    return known.get(term) if isinstance(term, Variable) else None


def _learn(known: dict[Variable, Sort], terms: Sequence[Term], sorts: Sequence[Sort]) -> None:
    """Note the sorts of variables that have none yet."""
    for term, sort in zip(terms, sorts, strict=True):
        if isinstance(term, Variable) and sort is not None and known.get(term) is None:
            known[term] = sort
