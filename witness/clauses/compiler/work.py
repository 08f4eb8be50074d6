"""How much work a clause can be, by its text: which clauses need no count of their steps.

The estimate is the number of values that an evaluation looks at, from above, as long as the lists
of paths and squares have at most `LIST` items. It follows the literals in evaluation order: each
multiplies what comes after it by its number of answers, and gives its outputs a weight. With longer
lists the work of a clause with a small estimate grows, but no faster than a small power of their
length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import inf, prod
from operator import itemgetter
from typing import NamedTuple

from witness.clauses.language.builtins import BUILTINS, Builtin, mode_for
from witness.clauses.language.goals import INTERPRETED
from witness.clauses.language.primitives import Primitive
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    Atom,
    Clause,
    Compound,
    Float,
    Ground,
    Key,
    ListTerm,
    Literal,
    Term,
    Text,
    Variable,
    goal_of,
)


class Weight(NamedTuple):
    """How much it is to look at a value.

    `total` counts the items of a list, with those of all inner lists, or the digits of a number in
    words of the machine; `item` is the most that an item weighs.
    """

    total: float
    item: float


SMALL = Weight(1.0, 1.0)

#: A list of which nothing is known but that it is one of a path or a square.
LIST = Weight(50.0, 1.0)

#: Steps are not counted if the estimate is at most this.
LITTLE = 1e6

#: The weights of the variables that have values.
Weights = dict[str, Weight]


class Work(NamedTuple):
    """The work of a call, its number of answers, and the weights of its arguments after it."""

    work: float
    answers: float
    weights: tuple[Weight, ...] = ()


Given = tuple[Weight | None, ...]


class WorkEstimate:
    """Estimates for the clauses and the definitions of a program."""

    def __init__(self, program: Program, primitives: Mapping[Key, Primitive]) -> None:
        self.program = program
        self.primitives = primitives
        self._known: dict[tuple[Key, Given], Work] = {}
        self._open: list[Key] = []
        self._facts: dict[tuple[Key, tuple[int, ...]], Work] = {}
        self._heaviest: dict[Key, tuple[Weight, ...]] = {}

    def is_little(self, clause: Clause, literals: Sequence[Literal]) -> bool:
        """Whether a clause is little work for a path and a square.

        `literals` is its body in evaluation order.
        """
        weights = dict.fromkeys((v.name for v in clause.args if isinstance(v, Variable)), SMALL)
        return self._body(literals, weights).work <= LITTLE

    def call_is_little(self, key: Key, mode: str) -> bool:
        """Whether a call of a predicate is little work in a mode."""
        found = self._call(key, tuple(LIST if m == "i" else None for m in mode))
        return max(found.work, found.answers) <= LITTLE

    def _body(self, literals: Sequence[Literal], weights: Weights) -> Work:
        work, answers = 1.0, 1.0
        for literal in literals:
            found = self._literal(literal, weights)
            work += answers * found.work
            answers *= found.answers
        return Work(work, answers)

    def _literal(self, literal: Literal, weights: Weights) -> Work:
        """Return the work of a literal; add the weights of its new variables."""
        if literal.key == ("findall", 3):
            return self._findall(literal, weights)
        given = tuple(_weight(argument, weights) for argument in literal.args)
        found = self._call(literal.key, given)
        if literal.key == ("between", 3) and not self.program.defines(literal.key):
            low, high = literal.args[:2]
            if isinstance(low, int) and isinstance(high, int):
                found = found._replace(answers=float(min(max(1, high - low + 1), 10**9)))
        if literal.negated:
            return Work(found.work, 1.0)
        for argument, before, after in zip(literal.args, given, found.weights, strict=True):
            if before is None:
                _bind(argument, after, weights)
        return found

    def _findall(self, literal: Literal, weights: Weights) -> Work:
        template, _, result = literal.args
        inner = dict(weights)
        found = self._literal(goal_of(literal) or Literal("", ()), inner)
        item = (_weight(template, inner) or LIST).total
        _bind(result, Weight(1 + found.answers * item, item), weights)
        return Work(found.work + found.answers * item, 1.0)

    def _call(self, key: Key, given: Given) -> Work:
        known = [weight for weight in given if weight is not None]
        both = Weight(sum(w.total for w in known) or 1.0, max([1.0, *(w.item for w in known)]))
        if self.program.defines(key):
            # Few weights are told apart, so that definitions are not followed too often.
            given = tuple(None if weight is None else _rounded(weight) for weight in given)
            if key in self.program.tabled or key in self._open:
                # How many answers a recursion has does not follow from its text.
                return Work(inf, inf, (LIST,) * len(given))
            if (key, given) not in self._known:
                self._open.append(key)
                self._known[key, given] = self._defined(key, given)
                self._open.pop()
            return self._known[key, given]
        if key in INTERPRETED:
            return Work(inf, inf, (LIST,) * len(given))
        if key in self.primitives:
            primitive = self.primitives[key]
            weights = tuple(LIST if "list" in sort else SMALL for sort in primitive.sorts)
            return Work(4.0, 1.0 if primitive.kind == "det" else 4.0, weights)
        name = key[0]
        if name == "between" and given[2] is None:
            return Work(1.0, inf, (SMALL, SMALL, SMALL))
        if key in BUILTINS:
            mode = mode_for(key, "".join("o" if weight is None else "i" for weight in given))
            builtin = BUILTINS[key].get(mode or "")
            if builtin is not None and builtin.kind in ("nondet", "multi"):
                return _several(builtin, both, given)
        if name in ("length", "sum_list", "sumlist"):
            return Work(both.total, 1.0, (both, SMALL))
        # The outputs are made of the inputs; those of nth0/3 and the like are items of a list.
        return Work(both.total, 1.0, tuple(w or both for w in given))

    def _defined(self, key: Key, given: Given) -> Work:
        work = sum(weight.total for weight in given if weight is not None)
        parts = [self._rows(key, given)] if key in self.program.facts else []
        for clause in self.program.rules.get(key, []):
            weights: Weights = {}
            for argument, weight in zip(clause.args, given, strict=True):
                if weight is not None:
                    _bind(argument, weight, weights)
            found = self._body(clause.body, weights)
            own = tuple(_weight(argument, weights) or LIST for argument in clause.args)
            parts.append(Work(found.work, found.answers, own))
        after = [
            Weight(max(w.total for w in column), max(w.item for w in column))
            for column in zip(*(part.weights for part in parts), strict=True)
        ]
        answers = 1.0 if None not in given else sum(part.answers for part in parts)
        return Work(work + sum(1 + part.work for part in parts), answers, tuple(after))

    def _rows(self, key: Key, given: Given) -> Work:
        """Return the work of looking facts up."""
        places = tuple(place for place, weight in enumerate(given) if weight is not None)
        if (key, places) not in self._facts:
            rows = self.program.facts[key]
            if not rows:
                return Work(1.0, 0.0, (SMALL,) * len(given))
            most = max(Counter(map(itemgetter(*places), rows)).values()) if places else len(rows)
            if key not in self._heaviest:
                columns = zip(*rows, strict=True)
                self._heaviest[key] = tuple(_heaviest(column) for column in columns)
            self._facts[key, places] = Work(1.0, float(most), self._heaviest[key])
        return self._facts[key, places]


def _several(builtin: Builtin, both: Weight, given: Given) -> Work:
    """Return the work of a built-in that takes a list apart; its inputs weigh `both` together."""
    if not builtin.copies:
        item = Weight(both.item, both.item)
        return Work(both.total, both.total, tuple(w or item for w in given))
    # What is inserted into a list is an item of the result.
    heaviest = max([both.item, *(w.total for w in given[:1] if w is not None)])
    result = Weight(both.total, heaviest)
    return Work(both.total**2, both.total, tuple(w or result for w in given))


def _rounded(weight: Weight) -> Weight:
    """Return powers of two that are at least the weight, or infinity for a large one."""
    total, item = (
        inf if number > LITTLE else float(1 << (int(number) - 1).bit_length()) for number in weight
    )
    return Weight(total, item)


def _weight(term: Term, weights: Weights) -> Weight | None:
    """Return the weight of a term's value; None if a variable has none."""
    if isinstance(term, Variable):
        return weights.get(term.name)
    if isinstance(term, int):
        return Weight(1.0 + term.bit_length() // 64, 1.0)
    if isinstance(term, Atom | Float | Text):
        return SMALL
    parts = term.args if isinstance(term, Compound) else term.items
    if isinstance(term, ListTerm) and term.tail is not None:
        parts = (*parts, term.tail)
    known = [weight.total for part in parts if (weight := _weight(part, weights)) is not None]
    if len(known) < len(parts):
        return None
    if isinstance(term, ListTerm):
        return Weight(1.0 + sum(known), max([1.0, *known]))
    # A product may have as many digits as both numbers; and it may be squared again and again.
    total = prod(1 + weight for weight in known) if term.functor == "*" else max(known)
    return Weight(total, 1.0)


def _bind(term: Term, weight: Weight, weights: Weights) -> None:
    """Set the weights of the new variables of a term, as parts of a value."""
    if isinstance(term, Variable):
        weights.setdefault(term.name, weight)
        return
    parts = term.args if isinstance(term, Compound) else ()
    if isinstance(term, ListTerm):
        parts = term.items
        if term.tail is not None:
            _bind(term.tail, weight, weights)
    for part in parts:
        _bind(part, Weight(weight.item, weight.item), weights)


def _heaviest(values: Iterable[Ground]) -> Weight:
    """Return a weight that none of some values exceeds."""
    lists = [value for value in values if isinstance(value, tuple)]
    sizes = {item: _size(item) for item in set(chain.from_iterable(lists))}
    item = max(sizes.values(), default=1)
    if item == 1:
        return Weight(1 + max(map(len, lists), default=0), item)
    return Weight(1 + max(sum(map(sizes.__getitem__, value)) for value in lists), item)


def _size(value: Ground) -> int:
    return 1 + sum(map(_size, value)) if isinstance(value, tuple) else 1
