"""The body predicates of a bias, grouped by the types of their inputs and called together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from witness.clauses.compiler.load import Relation, relations_of
from witness.clauses.language.bias import Signature
from witness.clauses.learners.asp.columns import Column, Found, Values, distinct
from witness.clauses.learners.asp.footprints import Footprints, Use, uses_of_inputs
from witness.clauses.learners.task import LearningTask

#: For each type of a group, the values on which its predicates are called, by number.
CallableValues = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Slot:
    """A call of a predicate of a group: which columns of the group are its inputs."""

    member: int
    positions: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True)
class Answers:
    """The answers to a call for all rows: `found[number[row]]`, with a number of outputs each."""

    number: Column
    found: list[Found]
    outputs: int

    def counts(self) -> Column:
        """Return the number of answers for each row."""
        counts = np.fromiter(map(len, self.found), np.int64, len(self.found))
        return counts[self.number]

    def columns(self, answer: int) -> list[Column]:
        """Return a column for each output of one of the answers, -1 where there are fewer."""
        missing = (-1,) * self.outputs
        rows = [found[answer] if answer < len(found) else missing for found in self.found]
        columns = np.array(rows, np.int64).reshape(len(rows), self.outputs)
        return [columns[:, output][self.number] for output in range(self.outputs)]


class Group:
    """The body predicates whose inputs have the same types."""

    def __init__(self, types: tuple[str, ...], task: LearningTask, footprints: Footprints) -> None:
        self.types = types
        self.file = task.background.file
        self.numbers: list[int] = []
        self.signatures: list[Signature] = []
        self.inputs: list[list[str]] = []
        self.outputs: list[list[str]] = []
        self._footprints = footprints
        self._relations: list[Relation] = []
        self._uses: list[list[Use]] = []

    def add(self, number: int, signature: Signature, relation: Relation, used: list[Use]) -> None:
        """Add body predicate number `number` of the bias; `used` says what it sees of an input."""
        flags = list(zip(signature.types, signature.inputs, strict=True))
        self.numbers.append(number)
        self.signatures.append(signature)
        self.inputs.append([name for name, given in flags if given])
        self.outputs.append([name for name, given in flags if not given])
        self._relations.append(relation)
        self._uses.append(used)

    def slots(self, callable_: CallableValues) -> list[Slot]:
        """Return every call on some values."""
        named = [(n, v) for n, own in zip(self.types, callable_, strict=True) for v in own]
        column = {one: place for place, one in enumerate(named)}
        values_of = dict(zip(self.types, callable_, strict=True))
        return [
            Slot(member, chosen, tuple(column[one] for one in zip(inputs, chosen, strict=True)))
            for member, inputs in enumerate(self.inputs)
            for chosen in product(*(values_of[name] for name in inputs))
        ]

    def answers(self, slot: Slot, columns: Sequence[Column], size: int, values: Values) -> Answers:
        """Call one predicate for all rows, once for each of the inputs that it tells apart."""
        relation = self._relations[slot.member]
        given = [columns[c] for c in slot.columns]
        if len(set(slot.columns)) == 1:
            # An answer that depends on one value is used again for all rows with that value.
            known = values.answers[self.signatures[slot.member].key]
            firsts, number = distinct(given[:1], size)
            wanted = given[0][firsts].tolist()
            new = [value for value in wanted if value not in known]
            found = _called(relation, [new] * len(given), len(new), values)
            known.update(zip(new, found, strict=True))
            return Answers(number, [known[value] for value in wanted], relation.outputs)
        seen = self._footprints.columns(self._uses[slot.member], given, values)
        firsts, number = distinct(seen, size)
        inputs = [column[firsts].tolist() for column in given]
        return Answers(number, _called(relation, inputs, len(firsts), values), relation.outputs)


def _called(relation: Relation, inputs: list[list[int]], size: int, values: Values) -> list[Found]:
    """Return the answers of a predicate for some inputs, each a column of values by number."""
    known, number = values.known, values.number
    if inputs:
        columns = [list(map(known.__getitem__, column)) for column in inputs]
        if relation.batch is not None:
            returned = relation.batch(list(zip(*columns, strict=True)))
        else:
            returned = list(map(relation.function, *columns))
    else:
        returned = [relation.function()] * size
    if relation.kind == "test":
        return [((),) if holds else () for holds in returned]
    if relation.kind != "nondet" and relation.outputs == 1:
        return [() if value is None else ((number(value),),) for value in returned]
    return [
        tuple(dict.fromkeys(tuple(map(number, answer)) for answer in relation.answers(one)))
        for one in returned
    ]


def predicate_groups(task: LearningTask) -> list[Group]:
    """Return the groups, in an order in which most inputs are found before they are needed."""
    body = task.bias.body
    relations = relations_of(task.background, body)
    footprints = Footprints(task.background)
    groups: dict[tuple[str, ...], Group] = {}
    for number, (signature, relation) in enumerate(zip(body, relations, strict=True)):
        flags = zip(signature.types, signature.inputs, strict=True)
        types = tuple(sorted({name for name, given in flags if given}))
        group = groups.setdefault(types, Group(types, task, footprints))
        whole = [Use(whole=True) for _ in signature.input_types]
        used = whole if relation.metered else uses_of_inputs(task.background, signature)
        group.add(number, signature, relation, used)
    depth = dict.fromkeys(task.bias.head.types, 0)
    for _ in body:
        for signature in body:
            flags_list = list(zip(signature.types, signature.inputs, strict=True))
            if all(name in depth for name, given in flags_list if given):
                level = max((depth[name] for name, given in flags_list if given), default=0)
                for name, given in flags_list:
                    if not given and level < len(body):
                        depth[name] = max(depth.get(name, 0), level + 1)
    late = len(body) + 1
    return sorted(
        groups.values(),
        key=lambda group: (max((depth.get(t, late) for t in group.types), default=0), group.types),
    )
