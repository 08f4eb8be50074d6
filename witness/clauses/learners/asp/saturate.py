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
    heads: list[Rows] = []
    signs: list[dict[Example, int]] = []
    for sign in range(2):
        chosen = kinds.sums[:, sign] > 0
        heads.append(reached.heads[places[chosen]])
        shown = [examples[number] for number in kinds.firsts[chosen, sign].tolist()]
        signs.append(dict(zip(shown, kinds.sums[chosen, sign].tolist(), strict=True)))
    sizes = [(right, wrong) for right, wrong in kinds.sums.tolist()]
    positives, negatives = signs
    facts = reached.facts(np.concatenate(heads), positives, negatives)
    return Classes(sizes, positives, negatives, facts)


class _Value(NamedTuple):
    """A value of each example, by number, -1 where it has none, and what it costs: calls."""

    column: Column
    cost: int


class _Reached:
    """What follows from some examples: which of them are told apart, and the facts.

    `kinds` are equal for examples that are not told apart. `heads` has the numbers of the arguments
    of each example. `rows` has the facts of each body predicate.
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
        self.kinds = np.zeros(self.size, np.int64)
        self.known: dict[str, list[_Value]] = defaultdict(list)
        self.rows: list[list[Rows]] = [[] for _ in relations]
        self.with_facts = with_facts
        self._tell(self._numbered(name, column, 0) for name, column in self._heads(inputs=True))
        for value, name in bias.constants:
            self._tell([self._numbered(name, self._constant(value), 0)])
        most = min(bias.max_body - 1, bias.max_vars - sum(bias.head.inputs))
        for cost in range(most + 1):
            for predicate, inputs in list(self._calls(cost)):
                self._call(predicate, inputs, cost + 1)
        self._tell(self._number_of(name, column) for name, column in self._heads(inputs=False))
        self._tell(self._constants())

    def _heads(self, inputs: bool) -> Iterator[tuple[str, Column]]:
        """Yield the inputs of the head, or its outputs, with their types."""
        head = self.bias.head
        for name, column, is_input in zip(head.types, self.heads.T, head.inputs, strict=True):
            if is_input == inputs:
                yield name, column

    def _constant(self, value: Ground) -> Column:
        return np.full(self.size, self.values.number(value), np.int64)

    def _tell(self, codes: Iterable[Column]) -> None:
        """Tell examples apart by some columns."""
        self.kinds = distinct([self.kinds, *codes], self.size)[1]

    def _calls(self, cost: int) -> Iterator[tuple[int, list[Column]]]:
        """Yield the calls whose inputs cost as much: a predicate, and its inputs."""
        together = max((one.inputs.count(False) for one in self.bias.body), default=0)
        for predicate, signature in enumerate(self.bias.body):
            for name in signature.input_types:
                self._check(name)
            for given in product(*(self.known[name] for name in signature.input_types)):
                if _at_least([value.cost for value in given], together) == cost:
                    yield predicate, [value.column for value in given]

    def _check(self, name: str) -> None:
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
                codes.append(self._numbered(name, column, cost))
        self._tell(codes)
        if self.with_facts:
            given, found = (np.repeat(column, counts) for column in asked), iter(outputs.T)
            arguments = [next(given if one else found) for one in signature.inputs]
            self.rows[predicate].append(np.stack(arguments, axis=1))

    def _number_of(self, name: str, column: Column) -> Column:
        """Return which value of a type a column has, by number; -1 where it is none."""
        code = np.full(self.size, -1, np.int64)
        for number, known in enumerate(self.known[name]):
            code[known.column == column] = number
        code[column < 0] = -1
        return code

    def _numbered(self, name: str, column: Column, cost: int) -> Column:
        """Return which value of a type a column has, by number; -1 where there is none.

        What is no value yet becomes the first one of this cost that the example does not have.
        """
        known = self.known[name]
        code = self._number_of(name, column)
        fresh = (code < 0) & (column >= 0)
        number = sum(value.cost < cost for value in known)
        while fresh.any():
            if number == len(known):
                known.append(_Value(np.full(self.size, -1, np.int64), cost))
            free = fresh & (known[number].column < 0)
            known[number].column[free] = column[free]
            code[free] = number
            fresh &= ~free
            number += 1
        return code

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
        """Return the facts, for examples with other heads and with how many each stands for."""
        names = self.values.known
        forms: list[Form] = []
        for predicate, (signature, own) in enumerate(zip(self.bias.body, self.rows, strict=True)):
            rows = np.concatenate([np.zeros((0, len(signature.types)), np.int64), *own])
            forms += forms_of(self.bias, predicate, rows, heads, names, whole=False)
        examples, counts = [*positives, *negatives], [*positives.values(), *negatives.values()]
        return Facts(forms, heads, examples, len(positives), len(names), counts)


def _answers(
    relation: Relation, inputs: Sequence[Column], size: int, values: Values
) -> tuple[Column, Rows]:
    """Return how many answers each of some inputs has, and the rows of all of them."""
    columns = [list(map(values.known.__getitem__, column.tolist())) for column in inputs]
    if not inputs:
        returned = [relation.function()] * size
    elif relation.batch is not None:
        returned = relation.batch(list(zip(*columns, strict=True)))
    else:
        returned = list(map(relation.function, *columns))
    answers = [tuple(relation.answers(one)) for one in returned]
    if relation.kind == "nondet":
        answers = [tuple(dict.fromkeys(some)) for some in answers]
    counts = np.fromiter(map(len, answers), np.int64, size)
    return counts, values.rows(list(chain.from_iterable(answers)), relation.outputs)


def _at_least(costs: Sequence[int], together: int) -> int:
    """Return how many calls it takes at least to reach values that cost some calls each.

    Of all that cost as many calls as one of them or more, the first takes that many, and each
    further one takes one more; but up to `together` of them are outputs of one call.
    """
    ordered = enumerate(sorted(filter(None, costs), reverse=True))
    return max((one + place // together for place, one in ordered), default=0)
