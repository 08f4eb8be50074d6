"""Saturation, and the collapse of examples that no hypothesis can tell apart.

The *saturation* of an example is the set of ground background literals that can be reached from
its arguments through the directions of the bias. Two examples whose saturations are the same up to
the names of the values are covered by the same clauses. They are one class, which counts its
positive and its negative examples. The facts of one example of each class are relations, which are
joined like any others (`skeletons`).

All examples are saturated together. Column number n of a type has the n-th value that was found
for each example. Calls go by the *cost* of their inputs, the least number of calls to reach them.
So each call is made once, for all examples, and predicates are only called on values that a clause
of the bias can reach with its variables and literals. This also bounds backgrounds that would
otherwise yield values for ever. (If a predicate has several answers, their order decides the
numbering, and some equal saturations may stay apart. That costs time, never correctness.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import NamedTuple

import numpy as np

from witness.base.errors import UnsupportedError
from witness.clauses.compiler.load import Relation, relations_of
from witness.clauses.language.bias import CONSTANTS, HEAD_OUTPUT, UNUSED_HEAD, Bias
from witness.clauses.language.terms import Ground
from witness.clauses.learners.asp.columns import Column, Rows, Values, distinct
from witness.clauses.learners.asp.facts import Facts, Form, forms_of
from witness.clauses.learners.task import Example, LearningTask

#: The most values of one type, for one example, on which predicates are called.
MAX_VALUES = 60

#: The most examples that are saturated at a time without their facts. With more than WITH_FACTS,
#: this comes first, and is repeated while it at least halves them.
AT_ONCE, WITH_FACTS = 1 << 17, 5000

#: Stands for the number of an example where there is none; it is above all numbers.
_NO_EXAMPLE = np.iinfo(np.int64).max


class TooManyValuesError(UnsupportedError):
    """More than MAX_VALUES values of a type follow from an example."""


def require_classes(bias: Bias) -> None:
    """Raise `UnsupportedError` for a bias whose hypotheses may tell the examples of a class apart.

    Constraints on clauses do no harm, as there are fewer clauses then.
    """
    kept = tuple(demand for demand in bias.demands if not demand.statement.startswith(":-"))
    replace(bias, demands=kept).require((CONSTANTS, HEAD_OUTPUT, UNUSED_HEAD), "collapsing")
    bias.require_types_and_directions("collapsing")


class _Members(NamedTuple):
    """Examples, by number, each of which stands for itself and others of its class.

    `sums` counts the positive and the negative examples that each stands for, `firsts` has the
    numbers of the first of either sign.
    """

    numbers: Column
    sums: Rows
    firsts: Rows

    def part(self, begin: int) -> _Members:
        """Return `AT_ONCE` of them."""
        return _Members(*(column[begin : begin + AT_ONCE] for column in self))

    def merged(self, classes: Column) -> _Members:
        """Return the first of each class; classes are numbered in the order of these."""
        places = distinct([classes], len(classes))[0]
        sums = np.zeros((len(places), 2), np.int64)
        firsts = np.full((len(places), 2), _NO_EXAMPLE)
        np.add.at(sums, classes, self.sums)
        np.minimum.at(firsts, classes, self.firsts)
        return _Members(self.numbers[places], sums, firsts)


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
    facts: Facts = field(compare=False)


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
    firsts = np.where(signs, numbers[:, None], _NO_EXAMPLE)
    members = _Members(numbers, signs * weights[:, None], firsts)

    def saturated(some: _Members, with_facts: bool = True) -> _Saturations:
        chosen = [examples[number] for number in some.numbers.tolist()]
        return _Saturations(task, relations, chosen, with_facts)

    while len(members.numbers) > WITH_FACTS:
        parts = [members.part(begin) for begin in range(0, len(members.numbers), AT_ONCE)]
        few = [part.merged(saturated(part, with_facts=False).classes) for part in parts]
        before, members = members, _Members(*map(np.concatenate, zip(*few, strict=True)))
        if 2 * len(members.numbers) > len(before.numbers):
            break
    saturations = saturated(members)
    fewer = members.merged(saturations.classes)
    if 2 * len(fewer.numbers) < len(members.numbers):
        # So there are only the facts of one example of each class.
        members, saturations = fewer, saturated(fewer)
    return _classes(members, saturations, examples)


def _classes(members: _Members, saturations: _Saturations, examples: list[Example]) -> Classes:
    """Return the classes of some examples whose saturations are known, with their facts."""
    places = distinct([saturations.classes], len(members.numbers))[0]
    members = members.merged(saturations.classes)
    heads: list[Rows] = []
    signs: list[dict[Example, int]] = []
    for sign in range(2):
        chosen = members.sums[:, sign] > 0
        heads.append(saturations.heads[places[chosen]])
        shown = [examples[number] for number in members.firsts[chosen, sign].tolist()]
        signs.append(dict(zip(shown, members.sums[chosen, sign].tolist(), strict=True)))
    sizes = [(right, wrong) for right, wrong in members.sums.tolist()]
    positives, negatives = signs
    facts = saturations.facts(np.concatenate(heads), positives, negatives)
    return Classes(sizes, positives, negatives, facts)


class _Value(NamedTuple):
    """A value for each example, by number, -1 where it has none, and its cost in calls."""

    column: Column
    cost: int


class _Saturations:
    """What follows from some examples: which of them are told apart, and the facts.

    `classes` has the number of the class of each example, `heads` the numbers of its arguments.
    `rows` has the facts of each body predicate. `known` has the values of each type, the cheapest
    first; the *place* of a value is its index there. No example has a value of a type twice.
    """

    def __init__(
        self,
        task: LearningTask,
        relations: Sequence[Relation],
        examples: Sequence[Example],
        with_facts: bool,
    ) -> None:
        self.bias = bias = task.bias
        self.file = task.background.file
        self.relations = relations
        self.size = len(examples)
        self.values = Values()
        self.heads = self.values.rows(examples, len(bias.head.types))
        self.classes = np.zeros(self.size, np.int64)
        self.known: dict[str, list[_Value]] = defaultdict(list)
        self.rows: list[list[Rows]] = [[] for _ in relations]
        self.with_facts = with_facts
        self._tell_apart(self._taken_in(name, c, 0) for name, c in self._heads(inputs=True))
        for value, name in bias.constants:
            self._tell_apart([self._taken_in(name, self._constant(value), 0)])
        most = min(bias.max_body - 1, bias.max_vars - sum(bias.head.inputs))
        for cost in range(most + 1):
            for predicate, inputs in list(self._calls(cost)):
                self._call(predicate, inputs, cost + 1)
        self._tell_apart(self._places(name, column) for name, column in self._heads(inputs=False))
        self._tell_apart(self._constants())

    def _heads(self, inputs: bool) -> Iterator[tuple[str, Column]]:
        """Yield the inputs of the head, or its outputs, with their types."""
        head = self.bias.head
        for name, column, is_input in zip(head.types, self.heads.T, head.inputs, strict=True):
            if is_input == inputs:
                yield name, column

    def _constant(self, value: Ground) -> Column:
        return np.full(self.size, self.values.number(value), np.int64)

    def _tell_apart(self, codes: Iterable[Column]) -> None:
        """Split the classes whose examples differ in some columns."""
        self.classes = distinct([self.classes, *codes], self.size)[1]

    def _calls(self, cost: int) -> Iterator[tuple[int, list[Column]]]:
        """Yield the calls whose inputs together have a cost: a predicate, and its inputs."""
        outputs = max((one.inputs.count(False) for one in self.bias.body), default=0)
        for predicate, signature in enumerate(self.bias.body):
            for name in signature.input_types:
                self._require_few_values(name)
            for given in product(*(self.known[name] for name in signature.input_types)):
                if _calls_needed([value.cost for value in given], outputs) == cost:
                    yield predicate, [value.column for value in given]

    def _require_few_values(self, name: str) -> None:
        """Raise `TooManyValuesError` if there are too many values of a type."""
        columns = [value.column for value in self.known[name]]
        if len(columns) > MAX_VALUES and np.sum(np.stack(columns) >= 0, axis=0).max() > MAX_VALUES:
            raise TooManyValuesError(
                f"more than {MAX_VALUES} values of type {name} follow from one example; "
                "that is too many (a lower max_body or max_vars may help)",
                file=self.file,
            )

    def _call(self, predicate: int, inputs: list[Column], cost: int) -> None:
        """Call a predicate for all examples that have the inputs, once for each different input."""
        signature, relation = self.bias.body[predicate], self.relations[predicate]
        missing = np.zeros(self.size, np.bool_)
        for column in inputs:
            missing |= column < 0
        rows = np.flatnonzero(~missing)
        firsts, number = distinct([column[rows] for column in inputs], len(rows))
        asked = [column[rows][firsts] for column in inputs]
        counts, outputs = _answers(relation, asked, len(firsts), self.values)
        starts = np.cumsum(counts) - counts
        code = np.zeros(self.size, np.int64)
        code[rows] = counts[number]
        codes = [code]
        for answer in range(int(counts.max(initial=0)) if relation.outputs else 0):
            has = counts > answer
            for output, name in zip(outputs.T, signature.output_types, strict=True):
                value = np.full(len(counts), -1, np.int64)
                value[has] = output[starts[has] + answer]
                column = np.full(self.size, -1, np.int64)
                column[rows] = value[number]
                codes.append(self._taken_in(name, column, cost))
        self._tell_apart(codes)
        if self.with_facts:
            given, found = (np.repeat(column, counts) for column in asked), iter(outputs.T)
            arguments = [next(given if one else found) for one in signature.inputs]
            self.rows[predicate].append(np.stack(arguments, axis=1))

    def _places(self, name: str, column: Column) -> Column:
        """Return the places of what a column has among the values of a type; -1 for no value."""
        places = np.full(self.size, -1, np.int64)
        for place, known in enumerate(self.known[name]):
            places[known.column == column] = place
        places[column < 0] = -1
        return places

    def _taken_in(self, name: str, column: Column, cost: int) -> Column:
        """Return the places of what a column has, all of which are values of a type then.

        What was no value becomes one at the first free place of the example for this cost.
        """
        known = self.known[name]
        places = self._places(name, column)
        fresh = (places < 0) & (column >= 0)
        place = sum(value.cost < cost for value in known)
        while fresh.any():
            if place == len(known):
                known.append(_Value(np.full(self.size, -1, np.int64), cost))
            free = fresh & (known[place].column < 0)
            known[place].column[free] = column[free]
            places[free] = place
            fresh &= ~free
            place += 1
        return places

    def _constants(self) -> Iterator[Column]:
        """Yield the values that literals may have in place of variables, -1 for all others."""
        for name, known in self.known.items():
            listed = [self.values.number(value) for value, of in self.bias.constants if of == name]
            for column, _ in known:
                if name in self.bias.constant_types:
                    yield column
                elif listed:
                    yield np.where(np.isin(column, listed), column, -1)

    def facts(
        self, heads: Rows, positives: dict[Example, int], negatives: dict[Example, int]
    ) -> Facts:
        """Return the facts for an example of each class and sign, with how many it stands for."""
        values = self.values.known
        forms: list[Form] = []
        for predicate, (signature, own) in enumerate(zip(self.bias.body, self.rows, strict=True)):
            rows = np.concatenate([np.zeros((0, len(signature.types)), np.int64), *own])
            forms += forms_of(self.bias, predicate, rows, heads, values, whole=False)
        examples, counts = [*positives, *negatives], [*positives.values(), *negatives.values()]
        return Facts(forms, heads, examples, len(positives), len(values), counts)


def _answers(
    relation: Relation, inputs: Sequence[Column], size: int, values: Values
) -> tuple[Column, Rows]:
    """Return how many answers each of some inputs has, and the rows of all of them."""
    columns = [map(values.known.__getitem__, column.tolist()) for column in inputs]
    asked = list(zip(*columns, strict=True)) if inputs else [()] * size
    returned = relation.many(asked)
    if relation.kind == "test":
        counts = np.fromiter(map(bool, returned), np.int64, size)
        return counts, np.zeros((counts.sum(), 0), np.int64)
    if relation.kind != "nondet" and relation.outputs == 1:
        counts = np.array([one is not None for one in returned], np.int64)
        return counts, values.column([one for one in returned if one is not None])[:, None]
    answers = [tuple(relation.answers(one)) for one in returned]
    if relation.kind == "nondet":
        answers = [tuple(dict.fromkeys(some)) for some in answers]
    counts = np.fromiter(map(len, answers), np.int64, size)
    return counts, values.rows(list(chain.from_iterable(answers)), relation.outputs)


def _calls_needed(costs: Sequence[int], outputs: int) -> int:
    """Return a lower bound on the calls that reach all of some values, from the cost of each.

    A value takes as many calls as it costs. All that cost no less take one more call each, except
    that one call gives up to `outputs` values.
    """
    ordered = enumerate(sorted(filter(None, costs), reverse=True))
    return max((cost + place // outputs for place, cost in ordered), default=0)
