"""Saturation, and the collapse of examples that no hypothesis can tell apart.

The *saturation* of an example is the set of ground background literals that can be reached from
its arguments through the directions of the bias. Two examples whose saturations are the same up to
the names of the values are covered by the same clauses. They are one class, which counts its
positive and its negative examples. The facts of one example of each class are relations, which are
joined like any others (`relational`).

All examples are saturated together. Column number n of a type has the n-th value that was found
for each example. Calls go by what their inputs cost: the least number of calls that lead to them.
So each call is made once, for all examples, and predicates are only called on values that a clause
of the bias can reach with its variables and literals. This also bounds backgrounds that would
otherwise yield values for ever. (If a predicate has several answers, their order decides the
numbering, and some equal saturations may stay apart. That costs time, never correctness.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress, product
from typing import NamedTuple

import numpy as np

from witness.base.errors import UnsupportedError
from witness.clauses.compiler.load import Relation, relations_of
from witness.clauses.language.bias import CONSTANTS, HEAD_OUTPUT, UNUSED_HEAD, Bias
from witness.clauses.learners.asp.columns import Column, Rows, Values, distinct
from witness.clauses.learners.asp.facts import Facts, Form, forms_of
from witness.clauses.learners.task import Example, LearningTask

#: The most values of one type, for one example, on which predicates are called.
MAX_VALUES = 60

#: The most examples that are saturated at a time, and the most with their facts.
AT_ONCE, WITH_FACTS = 1 << 17, 5000


#: What is above the number of any example.
_NONE = np.iinfo(np.int64).max


class TooManyValuesError(UnsupportedError):
    """More than MAX_VALUES values of a type follow from an example."""


def require_classes(bias: Bias) -> None:
    """Raise `UnsupportedError` for a bias whose hypotheses may tell the examples of a class apart.

    Constraints on clauses do no harm, as there are fewer clauses then.
    """
    kept = tuple(demand for demand in bias.demands if not demand.statement.startswith(":-"))
    replace(bias, demands=kept).require((CONSTANTS, HEAD_OUTPUT, UNUSED_HEAD), "collapsing")
    bias.require_types_and_directions("collapsing")


class _Kinds(NamedTuple):
    """Examples that stand for others, by number.

    `sums` counts the positive and the negative examples that each stands for, `firsts` has the
    numbers of the first of them.
    """

    numbers: Column
    sums: Rows
    firsts: Rows

    def part(self, begin: int) -> _Kinds:
        """Return `AT_ONCE` of them."""
        return _Kinds(*(column[begin : begin + AT_ONCE] for column in self))

    def joined(self, kinds: Column) -> _Kinds:
        """Return one for each kind, which are numbered in the order of their first examples."""
        places = distinct([kinds], len(kinds))[0]
        sums = np.zeros((len(places), 2), np.int64)
        firsts = np.full((len(places), 2), _NONE)
        np.add.at(sums, kinds, self.sums)
        np.minimum.at(firsts, kinds, self.firsts)
        return _Kinds(self.numbers[places], sums, firsts)


@dataclass(frozen=True)
class Classes:
    """The classes into which the examples of a task collapse, in the order of their first examples.

    `sizes` has the numbers of positive and negative examples of each. `positives` and `negatives`
    have the first example of each sign, and how many there are. `facts` are those of one example
    of each class, with an example for each sign.
    """

    sizes: list[tuple[int, int]]
    positives: dict[Example, int]
    negatives: dict[Example, int]
    facts: Facts


def saturate(task: LearningTask) -> Classes:
    """Return the classes into which the examples of a task collapse.

    Raises `TooManyValuesError` if more than MAX_VALUES values of a type follow from an example.
    """
    examples = [*task.positives, *task.negatives]
    relations = relations_of(task.background, task.bias.body)
    numbers = np.arange(len(examples))
    is_positive = numbers < len(task.positives)
    signs = np.stack([is_positive, ~is_positive], axis=1)
    weights = np.array([task.weights.get(one, 1) for one in examples], np.int64)
    kinds = _Kinds(numbers, signs * weights[:, None], np.where(signs, numbers[:, None], _NONE))

    def reached(some: _Kinds, with_facts: bool = True) -> _Reached:
        chosen = [examples[number] for number in some.numbers.tolist()]
        return _Reached(task, relations, chosen, with_facts)

    while len(kinds.numbers) > WITH_FACTS:
        parts = [kinds.part(begin) for begin in range(0, len(kinds.numbers), AT_ONCE)]
        few = [part.joined(reached(part, with_facts=False).kinds) for part in parts]
        fewer = _Kinds(*map(np.concatenate, zip(*few, strict=True)))
        if 2 * len(fewer.numbers) > len(kinds.numbers):
            break
        kinds = fewer
    known = reached(kinds)
    fewer = kinds.joined(known.kinds)
    if 2 * len(fewer.numbers) < len(kinds.numbers):
        kinds, known = fewer, reached(fewer)
    return _classes(kinds, known, examples)


def _classes(kinds: _Kinds, reached: _Reached, examples: list[Example]) -> Classes:
    """Return the classes of some examples, and the facts that were reached."""
    places = distinct([reached.kinds], len(kinds.numbers))[0]
    kinds = kinds.joined(reached.kinds)
    heads, shown, counts = [], [], []
    for sign in range(2):
        chosen = kinds.sums[:, sign] > 0
        heads.append(reached.heads[places[chosen]])
        shown.append([examples[number] for number in kinds.firsts[chosen, sign].tolist()])
        counts.append(kinds.sums[chosen, sign].tolist())
    return Classes(
        list(map(tuple, kinds.sums.tolist())),
        *(dict(zip(*one, strict=True)) for one in zip(shown, counts, strict=True)),
        reached.facts(np.concatenate(heads), shown, [*chain.from_iterable(counts)]),
    )


class _Reached:
    """What follows from some examples: which of them are told apart, and the facts.

    `kinds` are equal for examples that are not told apart. `heads` has the numbers of the arguments
    of each example.
    """

    def __init__(
        self,
        task: LearningTask,
        relations: Sequence[Relation],
        examples: Sequence[Example],
        with_facts: bool,
    ) -> None:
        self.task = task
        self.bias = task.bias
        self.size = len(examples)
        self.values = Values()
        self.heads = self.values.rows(examples, len(self.bias.head.types))
        self.kinds = np.zeros(self.size, np.int64)
        #: The columns of each type, and the least number of calls that leads to each.
        self.columns: dict[str, list[Column]] = {}
        self.costs: dict[str, list[int]] = {}
        self.rows: list[list[Rows]] | None = [[] for _ in relations] if with_facts else None
        self._begin()
        most = min(self.bias.max_body - 1, self.bias.max_vars - sum(self.bias.head.inputs))
        for cost in range(most + 1):
            for predicate, places in list(self._calls(cost)):
                self._call(predicate, relations[predicate], places, cost + 1)
        self._tell_constants()

    def _begin(self) -> None:
        """Take in the values that cost no call: inputs of the head, and the constants listed."""
        head = self.bias.head
        given = zip(head.types, self.heads.T, head.inputs, strict=True)
        for name, column, is_input in given:
            if is_input:
                self._tell(self._numbered(name, column, 0))
        for value, name in self.bias.constants:
            column = np.full(self.size, self.values.number(value), np.int64)
            self._tell(self._numbered(name, column, 0))

    def _tell(self, *codes: Column) -> None:
        """Tell examples apart by some columns."""
        self.kinds = distinct([self.kinds, *codes], self.size)[1]

    def _calls(self, cost: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the calls whose inputs cost as much: a predicate, and the columns of its inputs."""
        together = max((one.inputs.count(False) for one in self.bias.body), default=0)
        for predicate, signature in enumerate(self.bias.body):
            names = signature.input_types
            for name in names:
                self._check(name)
            for places in product(*(range(len(self.columns.get(name, ()))) for name in names)):
                costs = [self.costs[name][place] for name, place in zip(names, places, strict=True)]
                if _at_least(costs, together) == cost:
                    yield predicate, places

    def _check(self, name: str) -> None:
        """Raise `TooManyValuesError` if there are too many values of a type."""
        known = self.columns.get(name, ())
        if len(known) > MAX_VALUES and sum(column >= 0 for column in known).max() > MAX_VALUES:
            raise TooManyValuesError(
                f"more than {MAX_VALUES} values of type {name} follow from one example; "
                "that is too many (a lower max_body or max_vars may help)",
                file=self.task.background.file,
            )

    def _call(self, predicate: int, relation: Relation, places: tuple[int, ...], cost: int) -> None:
        """Call a predicate for all examples that have the inputs."""
        signature = self.bias.body[predicate]
        names = zip(signature.input_types, places, strict=True)
        inputs = [self.columns[name][place] for name, place in names]
        having = np.flatnonzero(
            np.logical_and.reduce([np.full(self.size, True), *(c >= 0 for c in inputs)])
        )
        if not len(having):
            return
        firsts, number = distinct([column[having] for column in inputs], len(having))
        asked = [column[having][firsts] for column in inputs]
        found = _answers(relation, asked, len(firsts), self.values)
        counts = np.fromiter(map(len, found), np.int64, len(found))
        outputs = np.array([*chain.from_iterable(found)], np.int64).reshape(counts.sum(), relation.outputs)
        starts = np.cumsum(counts) - counts
        code = np.zeros(self.size, np.int64)
        code[having] = counts[number]
        codes = [code]
        types = [*compress(signature.types, [not given for given in signature.inputs])]
        for answer in range(int(counts.max(initial=0)) if types else 0):
            has = counts > answer
            for output, name in enumerate(types):
                value = np.full(len(counts), -1, np.int64)
                value[has] = outputs[starts[has] + answer, output]
                column = np.full(self.size, -1, np.int64)
                column[having] = value[number]
                codes.append(self._numbered(name, column, cost))
        self._tell(*codes)
        if self.rows is not None:
            rows = np.zeros((len(outputs), len(signature.types)), np.int64)
            rows[:, signature.inputs] = (
                np.stack([np.repeat(c, counts) for c in asked], axis=1) if asked else 0
            )
            rows[:, [not given for given in signature.inputs]] = outputs
            self.rows[predicate].append(rows)

    def _numbered(self, name: str, column: Column, cost: int) -> Column:
        """Return the number of a value of each example within its type; -1 where it has none.

        The first column with the value says the number. Values that are in none of them are added
        to the first one of this cost in which the example has none.
        """
        known, costs = self.columns.setdefault(name, []), self.costs.setdefault(name, [])
        code = np.full(self.size, -1, np.int64)
        for place in reversed(range(len(known))):
            code[known[place] == column] = place
        code[column < 0] = -1
        fresh = (code < 0) & (column >= 0)
        place = sum(one < cost for one in costs)
        while fresh.any():
            if place == len(known):
                known.append(np.full(self.size, -1, np.int64))
                costs.append(cost)
            free = fresh & (known[place] < 0)
            known[place][free] = column[free]
            code[free] = place
            fresh &= ~free
            place += 1
        return code

    def _tell_constants(self) -> None:
        """Tell apart what has other constants, or other outputs of the head."""
        head = self.bias.head
        for name, column, is_input in zip(head.types, self.heads.T, head.inputs, strict=True):
            if not is_input:
                code = np.full(self.size, -1, np.int64)
                for place, known in enumerate(self.columns.get(name, ())):
                    code[known == column] = place
                self._tell(code)
        for name, known in self.columns.items():
            listed = [self.values.number(value) for value, of in self.bias.constants if of == name]
            for column in known:
                if name in self.bias.constant_types:
                    self._tell(column)
                elif listed:
                    self._tell(np.where(np.isin(column, listed), column, -1))

    def facts(self, heads: Rows, shown: Sequence[Sequence[Example]], counts: list[int]) -> Facts:
        """Return the facts that were reached, for examples with other heads: of both signs."""
        assert self.rows is not None
        names = self.values.known
        forms: list[Form] = []
        for predicate, (signature, own) in enumerate(zip(self.bias.body, self.rows, strict=True)):
            rows = np.concatenate([np.zeros((0, len(signature.types)), np.int64), *own])
            forms += forms_of(self.bias, predicate, rows, heads, names, whole=False)
        examples = [*chain.from_iterable(shown)]
        return Facts(forms, heads, examples, len(shown[0]), len(names), counts)


def _answers(
    relation: Relation, inputs: Sequence[Column], size: int, values: Values
) -> list[tuple[tuple[int, ...], ...]]:
    """Return the different answers to each of some inputs, by the numbers of the values."""
    known, number = values.known, values.number
    columns = [list(map(known.__getitem__, column.tolist())) for column in inputs]
    if not inputs:
        returned = [relation.function()] * size
    elif relation.batch is not None:
        returned = relation.batch(list(zip(*columns, strict=True)))
    else:
        returned = list(map(relation.function, *columns))
    return [
        tuple(dict.fromkeys(tuple(map(number, answer)) for answer in relation.answers(one)))
        for one in returned
    ]


def _at_least(costs: Sequence[int], together: int) -> int:
    """Return how many calls it takes at least to reach values that cost some calls each.

    Of all that cost as many calls as one of them or more, the first takes that many, and each
    further one takes one more; but up to `together` of them are outputs of one call.
    """
    ordered = enumerate(sorted(filter(None, costs), reverse=True))
    return max((one + place // together for place, one in ordered), default=0)
