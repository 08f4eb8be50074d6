"""Saturation, and the collapse of examples that no hypothesis can tell apart.

The *saturation* of an example is the set of ground background literals that can be reached from
its arguments through the directions of the bias. An output of the head is reached by a call that
yields its value. Hypotheses have no constants, so two examples whose saturations are the same up to
the names of the values are covered by the same clauses. They are collapsed into one class, which
counts its positive and its negative examples.

Many examples are saturated together. They begin as one part; the body predicates are called for
all examples of a part at once, and the part is split where the answers differ. Within a part every
example has the same number of values of each type, numbered in the order in which they were found,
so a part that no call splits is a class. (If a predicate has several answers, their order decides
the numbering, and some equal saturations may stay apart. That costs time, never correctness.)

Of a task with many examples, parts are saturated one after another, and then the first examples of
their classes, which stand for the others: the classes are the same, and the memory is bounded.

Predicates are only called on values that a clause of the bias can reach with its variables and
literals. This also bounds backgrounds that would otherwise yield values for ever. Constants that
the bias lists are values, too, on which predicates can be called.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import compress

import numpy as np

from witness.base.errors import UnsupportedError
from witness.clauses.language.bias import CONSTANTS, HEAD_OUTPUT, UNUSED_HEAD, Bias
from witness.clauses.language.terms import Ground
from witness.clauses.learners.asp.columns import Column, Constants, Values, distinct
from witness.clauses.learners.asp.groups import CallableValues, Group, predicate_groups
from witness.clauses.learners.asp.splitting import Part, Table, named, number_of, split
from witness.clauses.learners.task import Example, LearningTask

#: The most values of one type, for one example, on which predicates are called.
MAX_VALUES = 60


#: The most examples that are saturated at a time; each takes about a kilobyte.
AT_ONCE = 1 << 17

#: The calls that it takes to reach a value to which none is known to lead.
FAR = 1 << 30


class TooManyValuesError(UnsupportedError):
    """More than MAX_VALUES values of a type follow from an example."""


@dataclass(frozen=True)
class ExampleClass:
    """Examples that no hypothesis can tell apart.

    `positives` and `negatives` count them, with their weights. `answers[s]` belongs to body
    predicate number s of the bias; values are numbered within their type. `heads` are the numbers
    of the head arguments. `positive` and `negative` are the first example of each sign, None where
    there is none; `least_negative` is that of the first text. `constants` are the values, by type
    and number, that a literal may have in place of a variable: they are the same in all examples.
    `values` has what `witness.clauses.learners.asp.columns.Values` calls the values of one example,
    by type and number.
    """

    positives: int
    negatives: int
    heads: tuple[int, ...]
    answers: tuple[Table, ...]
    positive: Example | None = None
    negative: Example | None = None
    least_negative: Example | None = None
    constants: dict[tuple[str, int], Ground] = field(default_factory=dict)
    values: dict[tuple[str, int], int] = field(default_factory=dict, compare=False, repr=False)


def require_classes(bias: Bias) -> None:
    """Raise `UnsupportedError` for a bias whose hypotheses may tell the examples of a class apart.

    Constraints on clauses do no harm, as there are fewer clauses then.
    """
    kept = tuple(demand for demand in bias.demands if not demand.statement.startswith(":-"))
    replace(bias, demands=kept).require((CONSTANTS, HEAD_OUTPUT, UNUSED_HEAD), "collapsing")
    bias.require_types_and_directions("collapsing")


def saturate(task: LearningTask) -> list[ExampleClass]:
    """Return the classes into which the saturated examples of a task collapse, in a fixed order.

    Raises `TooManyValuesError` if more than MAX_VALUES values of a type follow from an example.
    """
    return _Saturation(task).classes()


class _Saturation:
    """The examples of a task, by number, and how many each stands for."""

    def __init__(self, task: LearningTask) -> None:
        self.bias = task.bias
        self.groups = predicate_groups(task)
        self.examples = [*task.positives, *task.negatives]
        self.positives = len(task.positives)
        weights = (task.weights.get(example, 1) for example in self.examples)
        self.weight = np.fromiter(weights, np.int64, len(self.examples))

    def classes(self) -> list[ExampleClass]:
        """Return the classes of all examples: those of parts of them first, if they are many."""
        rows = np.arange(len(self.examples))
        while len(rows) > AT_ONCE:
            some = np.split(rows, range(AT_ONCE, len(rows), AT_ONCE))
            few = np.concatenate([self._collapsed(one) for one in some])
            if 2 * len(few) > len(rows):
                break
            rows = few
        values = Values()
        constants = Constants(self.bias, values)
        return [
            self._class_of(one, values, constants) for one in self._parts(rows, values, constants)
        ]

    def _collapsed(self, rows: Column) -> Column:
        """Return those of some examples that stand for their classes from now on.

        The first ones decide the order of classes, the least negative one is shown.
        """
        values = Values()
        kept = []
        for part in self._parts(rows, values, Constants(self.bias, values)):
            signs = self._signs(part)
            for one in filter(len, signs):
                self.weight[one[0]], self.weight[one[1:]] = self.weight[one].sum(), 0
                kept.append(int(one[0]))
            if len(signs[1]):
                kept.append(self._least(signs[1]))
        return np.unique(np.array(kept, np.int64))

    def _signs(self, part: Part) -> list[Column]:
        """Return the positive and the negative examples of a part."""
        return np.split(part.rows, [int(np.searchsorted(part.rows, self.positives))])

    def _least(self, rows: Column) -> int:
        found: int = min(rows.tolist(), key=lambda row: str(self.examples[row]))
        return found

    def _parts(self, rows: Column, values: Values, constants: Constants) -> list[Part]:
        """Return the classes of some examples as parts."""
        todo = self._first_parts(rows, values, constants)
        done: list[Part] = []
        while todo:
            part = todo.pop()
            next_ = _next_group(part, self.groups, self.bias, constants)
            if next_ is None:
                done.append(part)
            else:
                todo.extend(reversed(split(part, *next_, self.groups, values, constants)))
        return done

    def _first_parts(self, rows: Column, values: Values, constants: Constants) -> list[Part]:
        """Return one part for each pattern of equal values among head arguments of one type."""
        head = self.bias.head.types
        types = dict.fromkeys([*head, *(t for s in self.bias.body for t in s.types)])
        columns: dict[str, list[Column]] = {t: [] for t in types}
        examples = [self.examples[row] for row in rows.tolist()]
        heads = [
            number_of(values.column(column), [], columns[name])
            for name, column in zip(head, zip(*examples, strict=True), strict=True)
        ]
        for name in sorted(columns.keys() & constants.listed.keys()):
            for value in constants.listed[name]:
                number_of(np.full(len(rows), value, np.int64), [], columns[name])
        firsts, kinds = distinct([*heads, *named(constants, columns)], len(rows))
        parts = []
        for kind, row in enumerate(firsts.tolist()):
            members = np.flatnonzero(kinds == kind)
            own = {
                name: [column[members] for column in known if column[row] >= 0]
                for name, known in columns.items()
            }
            parts.append(Part(rows[members], own, tuple(int(code[row]) for code in heads)))
        return parts

    def _class_of(self, part: Part, values: Values, constants: Constants) -> ExampleClass:
        answers: list[Table] = [{} for _ in self.bias.body]
        for place, group in enumerate(self.groups):
            for predicate, table in zip(group.numbers, part.tables.get(place, ()), strict=False):
                answers[predicate] = table
        known: dict[tuple[str, int], Ground] = {}
        own = {}
        for name, columns in part.columns.items():
            for number, column in enumerate(columns):
                own[name, number] = int(column[0])
                code = constants.code(name, column[:1])
                if code is not None and code[0] >= 0:
                    known[name, number] = values.known[code[0]]
        positive, negative = self._signs(part)
        return ExampleClass(
            int(self.weight[positive].sum()),
            int(self.weight[negative].sum()),
            part.heads,
            tuple(answers),
            self.examples[positive[0]] if len(positive) else None,
            self.examples[negative[0]] if len(negative) else None,
            self.examples[self._least(negative)] if len(negative) else None,
            known,
            own,
        )


def _next_group(
    part: Part, groups: list[Group], bias: Bias, constants: Constants
) -> tuple[int, CallableValues] | None:
    """Return the first group that has new inputs, and these; None if the part is saturated."""
    most = min(bias.max_body - 1, bias.max_vars - sum(bias.head.inputs))
    numbers = {
        name: tuple(number for number, calls in enumerate(found) if calls <= most)
        for name, found in _calls_before(part, groups, bias, constants).items()
    }
    for place, group in enumerate(groups):
        callable_ = tuple(numbers[name] for name in group.types)
        if () in callable_ or part.called.get(place) == callable_:
            continue
        for name, found in zip(group.types, callable_, strict=True):
            if len(found) > MAX_VALUES:
                raise TooManyValuesError(
                    f"more than {MAX_VALUES} values of type {name} follow from one example; "
                    "that is too many (a lower max_body or max_vars may help)",
                    file=group.file,
                )
        return place, callable_
    return None


def _calls_before(
    part: Part, groups: list[Group], bias: Bias, constants: Constants
) -> dict[str, list[int]]:
    """Return for the values of a part, by type, how many calls it takes at least to reach each."""
    calls = {name: [FAR] * len(columns) for name, columns in part.columns.items()}
    for name, number in compress(zip(bias.head.types, part.heads, strict=True), bias.head.inputs):
        calls[name][number] = 0
    for name in part.columns.keys() & constants.listed.keys():
        for number, column in enumerate(part.columns[name]):
            if column[0] in constants.listed[name]:
                calls[name][number] = 0
    outputs_of = max((one.inputs.count(False) for one in bias.body), default=0)
    tables = [
        (group.inputs[member], group.outputs[member], table)
        for place, group in enumerate(groups)
        for member, table in enumerate(part.tables.get(place, ()))
        if group.outputs[member]
    ]
    changed = True
    while changed:
        changed = False
        for inputs, outputs, table in tables:
            for given, answers in table.items():
                before = [calls[name][number] for name, number in zip(inputs, given, strict=True)]
                now = 1 + _at_least(before, outputs_of)
                for answer in answers:
                    for name, number in zip(outputs, answer, strict=True):
                        if now < calls[name][number]:
                            calls[name][number] = now
                            changed = True
    return calls


def _at_least(calls: list[int], outputs: int) -> int:
    """Return how many calls it takes at least to reach several values, as each of them takes some.

    Of all that take as many calls as one of them or more, the first takes that many, and each
    further one takes one more; but up to so many `outputs` of a call come at once.
    """
    ordered = enumerate(sorted(filter(None, calls), reverse=True))
    return max((one + place // outputs for place, one in ordered), default=0)
