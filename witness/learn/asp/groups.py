"""The body predicates of a bias, grouped by the types of their inputs and called together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from witness.learn.task import LearningTask
from witness.logic.compiler.compiler import Compiler
from witness.logic.compiler.load import Relation, load_relations
from witness.logic.language.bias import Signature
from witness.logic.language.terms import Ground

#: For each type of a group, the numbers of the values on which its predicates are called.
CallableValues = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Slot:
    """A call of a predicate of a group: which columns of the group are its inputs."""

    member: int
    positions: tuple[int, ...]
    columns: tuple[int, ...]


class Group:
    """The body predicates whose inputs have the same types."""

    def __init__(self, types: tuple[str, ...], file: str) -> None:
        self.types = types
        self.file = file
        self.numbers: list[int] = []
        self.signatures: list[Signature] = []
        self.relations: list[Relation] = []
        self.inputs: list[list[str]] = []
        self.outputs: list[list[str]] = []
        self.alone: list[dict[int, Any]] = []

    def add(self, number: int, signature: Signature, relation: Relation) -> None:
        """Add body predicate number `number` of the bias."""
        flags = list(zip(signature.types, signature.inputs, strict=True))
        self.numbers.append(number)
        self.signatures.append(signature)
        self.relations.append(relation)
        self.inputs.append([name for name, given in flags if given])
        self.outputs.append([name for name, given in flags if not given])
        self.alone.append({})

    def slots(self, callable_: CallableValues) -> list[Slot]:
        """Return every possible call on some values."""
        column: dict[tuple[str, int], int] = {}
        for name, numbers in zip(self.types, callable_, strict=True):
            for number in numbers:
                column[name, number] = len(column)
        numbers_of = dict(zip(self.types, callable_, strict=True))
        found = []
        for member, inputs in enumerate(self.inputs):
            for positions in product(*(numbers_of[name] for name in inputs)):
                columns = tuple(column[key] for key in zip(inputs, positions, strict=True))
                found.append(Slot(member, positions, columns))
        return found

    def call(
        self, slot: Slot, columns: Sequence[Sequence[int]], known: Sequence[Ground]
    ) -> Sequence[Any]:
        """Call one predicate for all rows; return what it returns for each."""
        function = self.relations[slot.member].function
        if not slot.columns:
            return [function()]
        given = [columns[c] for c in slot.columns]
        if len(set(slot.columns)) != 1:
            values = [list(map(known.__getitem__, column)) for column in given]
            return list(map(function, *values))
        # An answer that depends on one value is used again for all rows with that value.
        answer = self.alone[slot.member]
        for number in set(given[0]) - answer.keys():
            answer[number] = function(*(known[number],) * len(given))
        return list(map(answer.__getitem__, given[0]))


def predicate_groups(task: LearningTask) -> list[Group]:
    """Return the groups, in an order in which most inputs are found before they are needed."""
    body = task.bias.body
    relations = load_relations(Compiler(task.background, {}), body)
    groups: dict[tuple[str, ...], Group] = {}
    for number, (signature, relation) in enumerate(zip(body, relations, strict=True)):
        flags = zip(signature.types, signature.inputs, strict=True)
        types = tuple(sorted({name for name, given in flags if given}))
        group = groups.setdefault(types, Group(types, task.background.file))
        group.add(number, signature, relation)
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
