"""Footprints: all that a body predicate can see of its inputs.

Tens of thousands of paths of a learning task look the same to most predicates. What a predicate
sees of an input follows from its definition, if the input is used in two ways only:

- a call to a predicate that is defined by facts sees the facts that have the value there;
- `intersection(A,B,_)`, of two inputs, sees the elements that they have in common, in the order of
  one of them.

So one call is enough for all inputs with the same facts and the same elements in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress

import numpy as np

from witness.clauses.language.bias import Signature
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Ground, Key, Literal, Variable, variables
from witness.clauses.learners.asp.columns import Column, Values, distinct

#: With fewer rows, or fewer for each of the lists that others are intersected with, calls are
#: cheaper than to find out which of them can be left out.
LEAST_ROWS = 32

_INTERSECTION = ("intersection", 3)


@dataclass
class Use:
    """How a definition uses one of its arguments.

    `facts` are places in which facts are looked up: a predicate, and the number of its argument.
    `met` are the arguments with which it is intersected. `whole` says that there are other uses.
    """

    facts: set[tuple[Key, int]] = field(default_factory=set)
    met: set[int] = field(default_factory=set)
    whole: bool = False


def uses(program: Program, key: Key) -> list[Use]:
    """Return how the definition of a predicate uses each of its arguments.

    A recursive predicate sees all of them. What is not defined in the program is built in.
    """
    found = [Use() for _ in range(key[1])]
    if not program.defines(key) or key in program.tabled:
        return [Use(whole=True) for _ in range(key[1])]
    if key in program.facts:
        for place, use in enumerate(found):
            use.facts.add((key, place))
    for clause in program.rules.get(key, ()):
        occurrences = Counter(v for argument in clause.args for v in variables(argument))
        place_of: dict[Variable, int] = {}
        for place, argument in enumerate(clause.args):
            if isinstance(argument, Variable) and occurrences[argument] == 1:
                place_of[argument] = place
            else:
                found[place].whole = True
                for variable in variables(argument):
                    place_of[variable] = place
        for literal in clause.body:
            _add(found, literal, place_of, program)
    return found


def _add(
    found: list[Use], literal: Literal, place_of: dict[Variable, int], program: Program
) -> None:
    """Add how a literal uses the arguments of its clause."""
    inner: list[Use] = []
    if literal.key == _INTERSECTION and not program.defines(literal.key):
        inner = [Use(met={1}), Use(met={0}), Use(whole=True)]
    else:
        inner = uses(program, literal.key)
    for argument, use in zip(literal.args, inner, strict=True):
        for variable in variables(argument):
            place = place_of.get(variable)
            if place is None:
                continue
            found[place].facts |= use.facts
            others = [literal.args[other] for other in use.met]
            met = [place_of.get(v) if isinstance(v, Variable) else None for v in others]
            if use.whole or not isinstance(argument, Variable) or None in met or place in met:
                found[place].whole = True
            found[place].met |= {other for other in met if other is not None}


def uses_of_inputs(program: Program, signature: Signature) -> list[Use]:
    """Return how a body predicate uses each of its inputs, with the inputs counted alone."""
    places = list(compress(range(len(signature.inputs)), signature.inputs))
    found = []
    for use in compress(uses(program, signature.key), signature.inputs):
        if use.whole or not use.met <= set(places):
            found.append(Use(whole=True))
        else:
            found.append(Use(use.facts, set(map(places.index, use.met))))
    return found


class Footprints:
    """The footprints of the values of a task."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._facts: dict[tuple[Key, int], dict[Ground, int]] = {}

    def columns(self, used: Sequence[Use], given: Sequence[Column], values: Values) -> list[Column]:
        """Return columns that differ in all rows in which a predicate can tell its inputs apart.

        `given` are its inputs, and `used` says how it uses each of them.
        """
        if not given or len(given[0]) < LEAST_ROWS:
            return list(given)
        columns = []
        chosen, code = _met(used, given, values)
        for place, (use, column) in enumerate(zip(used, given, strict=True)):
            if use.whole or (use.met and place != chosen):
                columns.append(column)
            else:
                columns += [self._looked_up(fact, column, values) for fact in sorted(use.facts)]
        return [*columns, *code]

    def _looked_up(self, place: tuple[Key, int], column: Column, values: Values) -> Column:
        """Return the numbers of what facts say about the values of a column."""
        numbers = self._facts.get(place)
        if numbers is None:
            key, position = place
            numbers = self._facts[place] = {}
            kinds: dict[
                tuple[Ground, ...], int
            ] = {}  # by the kind of the facts before, and one more
            for row in self._program.facts[key]:
                before = numbers.get(row[position], -1)
                kind = (before, *row[:position], *row[position + 1 :])
                numbers[row[position]] = kinds.setdefault(kind, len(kinds))
        firsts, number = distinct([column], len(column))
        known = values.known
        looked_up = [numbers.get(known[value], -1) for value in column[firsts].tolist()]
        return np.array(looked_up, np.int64)[number]


def _met(used: Sequence[Use], given: Sequence[Column], values: Values) -> tuple[int, list[Column]]:
    """Return the input with the most values that only meets others, and what it has of them.

    The number is -1 if there is none, or if what it has of them cannot be said.
    """
    places = [place for place, use in enumerate(used) if use.met and not use.whole]
    counts = [len(distinct([column], len(column))[0]) for column in given] if places else []
    chosen = max(places, key=counts.__getitem__, default=-1)
    codes = []
    for other in sorted(used[chosen].met) if places else ():
        if counts[other] * LEAST_ROWS > len(given[chosen]):
            return -1, []
        code = values.lists.in_common(given[chosen], given[other])
        if code is None:
            return -1, []
        codes.append(code)
    return chosen, codes
