"""Saturation, and the collapse of examples that no hypothesis can tell apart.

The *saturation* of an example is the set of ground background literals that can be reached from
its arguments through the directions of the bias. Hypotheses have no constants, so two examples
whose saturations are the same up to the names of the values are covered by the same clauses. They
are collapsed into one class, weighted by how many positive and negative examples it stands for.

All examples are saturated together. They begin as one part; the body predicates are called for
all examples of a part at once, and a part is split when the answers differ in kind. Within a part
every example has the same number of values of each type, numbered in the order in which they were
found, so a part that nothing splits any more is a class. (When a predicate has several answers,
their order decides the numbering, and some equal saturations may stay apart. That costs time,
never correctness.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from witness.errors import InputError
from witness.learn.task import LearningTask
from witness.logic.bias import Signature
from witness.logic.compile import Compiler
from witness.logic.load import Relation, load_relations
from witness.logic.terms import Ground

#: More values of one type than this in a saturation are taken for a background that never ends.
MAX_VALUES = 60

#: From the numbers of a predicate's inputs to the numbers of its outputs, a tuple an answer.
Table = dict[tuple[int, ...], list[tuple[int, ...]]]


@dataclass(frozen=True)
class ExampleClass:
    """Examples that are the same to every hypothesis.

    `answers[s]` belongs to body predicate number s of the bias (an empty tuple for a test that
    holds); values are numbered within their type. `heads` are the numbers of the head arguments.
    """

    positives: int
    negatives: int
    heads: tuple[int, ...]
    answers: tuple[Table, ...]


@dataclass
class _Part:
    """Examples that have looked the same so far, as columns: `columns[type][n]` holds value n."""

    columns: dict[str, list[Sequence[Ground]]]
    positive: list[bool]
    heads: tuple[int, ...]
    counts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    tables: dict[int, tuple[Table, ...]] = field(default_factory=dict)
    rounds: int = 0


@dataclass(frozen=True)
class _Slot:
    """A call of one predicate of a group: which of the group's columns are its inputs."""

    member: int
    positions: tuple[int, ...]
    columns: tuple[int, ...]


class _Group:
    """The body predicates whose inputs have the same types."""

    def __init__(self, types: tuple[str, ...]) -> None:
        self.types = types
        self.numbers: list[int] = []
        self.signatures: list[Signature] = []
        self.relations: list[Relation] = []
        self.outputs: list[list[str]] = []
        self.alone: list[dict[Ground, Any]] = []

    def slots(self, counts: tuple[int, ...]) -> list[_Slot]:
        """Give every call that is possible with so many values of each type."""
        offset = dict(zip(self.types, (sum(counts[:i]) for i in range(len(counts))), strict=True))
        size = dict(zip(self.types, counts, strict=True))
        found = []
        for member, signature in enumerate(self.signatures):
            flags = zip(signature.types, signature.inputs, strict=True)
            inputs = [name for name, given in flags if given]
            for positions in product(*(range(size[name]) for name in inputs)):
                columns = tuple(offset[t] + p for t, p in zip(inputs, positions, strict=True))
                found.append(_Slot(member, positions, columns))
        return found

    def call(self, slot: _Slot, columns: Sequence[Sequence[Ground]]) -> list[Any]:
        """Call one predicate for all rows; give what it returns, one entry a row."""
        relation = self.relations[slot.member]
        try:
            if len(set(slot.columns)) != 1:
                return list(map(relation.function, *(columns[c] for c in slot.columns)))
            # What depends on one value comes up again with every partner of that value.
            known = self.alone[slot.member]
            times = len(slot.columns)
            column = columns[slot.columns[0]]
            for value in set(column) - known.keys():
                known[value] = relation.function(*(value,) * times)
            return [known[value] for value in column]
        except (TypeError, ValueError, ZeroDivisionError, ArithmeticError) as error:
            name = self.signatures[slot.member].name
            raise InputError(f"the background predicate {name} fails: {error}") from None


def saturate(task: LearningTask) -> list[ExampleClass]:
    """Saturate all examples of a task and collapse them into classes, in a fixed order."""
    groups = _groups(task)
    todo = _first_parts(task)
    done: list[_Part] = []
    while todo:
        part = todo.pop()
        group = _next_group(part, groups, task.bias.max_body)
        if group is None:
            done.append(part)
        else:
            todo.extend(reversed(_split(part, group, groups[group])))
    return [_class_of(part, groups, len(task.bias.body)) for part in done]


def _groups(task: LearningTask) -> list[_Group]:
    """Make the groups, in an order in which inputs tend to be found before they are needed."""
    body = task.bias.body
    relations = load_relations(Compiler(task.background, {}), body)
    groups: dict[tuple[str, ...], _Group] = {}
    for number, (signature, relation) in enumerate(zip(body, relations, strict=True)):
        flags = zip(signature.types, signature.inputs, strict=True)
        types = tuple(sorted({name for name, given in flags if given}))
        group = groups.setdefault(types, _Group(types))
        group.numbers.append(number)
        group.signatures.append(signature)
        group.relations.append(relation)
        flags = zip(signature.types, signature.inputs, strict=True)
        group.outputs.append([name for name, given in flags if not given])
        group.alone.append({})
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


def _first_parts(task: LearningTask) -> list[_Part]:
    """Begin with one part; two when head arguments of one type are equal in some examples only."""
    head = task.bias.head.types
    types = dict.fromkeys([*head, *(t for s in task.bias.body for t in s.types)])
    labelled = [(e, True) for e in task.positives] + [(e, False) for e in task.negatives]
    by_heads: dict[tuple[int, ...], list[tuple[tuple[Ground, ...], bool]]] = {}
    if len(set(head)) == len(head):
        by_heads[(0,) * len(head)] = labelled
    else:
        for example, positive in labelled:
            seen: dict[str, list[Ground]] = {t: [] for t in head}
            numbers = []
            for name, value in zip(head, example, strict=True):
                if value not in seen[name]:
                    seen[name].append(value)
                numbers.append(seen[name].index(value))
            by_heads.setdefault(tuple(numbers), []).append((example, positive))
    parts = []
    for numbers_, members in by_heads.items():
        columns: dict[str, list[Sequence[Ground]]] = {t: [] for t in types}
        for position, name in enumerate(head):
            if numbers_[position] == len(columns[name]):
                columns[name].append([example[position] for example, _ in members])
        parts.append(_Part(columns, [positive for _, positive in members], numbers_))
    return parts


def _next_group(part: _Part, groups: list[_Group], max_body: int) -> int | None:
    """Give the first group that has new inputs; None when the part is saturated.

    A chain of calls cannot be longer than a clause, which bounds backgrounds that never end.
    """
    if part.rounds > max_body * len(groups):
        return None
    for number, group in enumerate(groups):
        counts = tuple(len(part.columns[t]) for t in group.types)
        if 0 not in counts and part.counts.get(number) != counts:
            return number
    return None


def _split(part: _Part, number: int, group: _Group) -> list[_Part]:
    """Call a group's predicates for all examples of a part, and split it where answers differ."""
    counts = tuple(len(part.columns[t]) for t in group.types)
    inputs = [column for t in group.types for column in part.columns[t]]
    keys: list[tuple[Ground, ...]] = (
        list(zip(*inputs, strict=True)) if inputs else [()] * len(part.positive)
    )
    distinct = list(dict.fromkeys(keys))
    distinct_columns = list(zip(*distinct, strict=True))
    slots = group.slots(counts)
    results = [group.call(slot, distinct_columns) for slot in slots]
    # Rows get a number, so that they are hashed once and not again for every example.
    rows: dict[tuple[Any, ...], int] = {}
    row_of = {
        key: rows.setdefault(row, len(rows))
        for key, row in zip(distinct, zip(*results, strict=True), strict=True)
    }
    by_number = list(rows)
    output_types = sorted({name for outputs in group.outputs for name in outputs})
    # Of the values known already only those matter that a call has found again.
    found = _found_values(by_number, slots, group)
    present = [
        [value if value in found[t] else None for value in column]
        if t in found
        else [None] * len(keys)
        for t in output_types
        for column in part.columns[t]
    ]
    numbers = [row_of[key] for key in keys]
    situations: list[tuple[Any, ...]] = list(zip(numbers, *present, strict=True))
    # How a situation is to be read: which kind it is of, and the new values that it brings.
    kinds: dict[object, int] = {}
    tables: list[tuple[Table, ...]] = []
    new_types: list[tuple[str, ...]] = []
    kind_of: dict[tuple[Any, ...], int] = {}
    fresh: dict[tuple[Any, ...], tuple[Ground, ...]] = {}
    labels = [name for name in output_types for _ in part.columns[name]]
    for situation in dict.fromkeys(situations):
        known = list(zip(labels, situation[1:], strict=True))
        table, new = _resolve(by_number[situation[0]], slots, group, known)
        shape = (table, tuple(name for name, _ in new))
        kind = kind_of[situation] = kinds.setdefault(_frozen(shape), len(kinds))
        fresh[situation] = tuple(value for _, value in new)
        if kind == len(tables):
            tables.append(table)
            new_types.append(shape[1])
    members: list[list[int]] = [[] for _ in tables]
    for index, situation in enumerate(situations):
        members[kind_of[situation]].append(index)
    parts = []
    for kind, indices in enumerate(members):
        columns: dict[str, list[Sequence[Ground]]] = {
            name: [[column[i] for i in indices] for column in known_columns]
            if len(members) > 1
            else list(known_columns)
            for name, known_columns in part.columns.items()
        }
        for position, name in enumerate(new_types[kind]):
            columns[name].append([fresh[situations[i]][position] for i in indices])
            if len(columns[name]) > MAX_VALUES:
                raise InputError(
                    f"more than {MAX_VALUES} values of type {name} follow from one example"
                )
        parts.append(
            _Part(
                columns,
                [part.positive[i] for i in indices],
                part.heads,
                {**part.counts, number: counts},
                {**part.tables, number: tables[kind]},
                part.rounds + 1,
            )
        )
    return parts


def _found_values(
    rows: list[tuple[Any, ...]], slots: list[_Slot], group: _Group
) -> dict[str, set[Ground]]:
    """Give, for each type, all values that the calls have found."""
    found: dict[str, set[Ground]] = {}
    for position, slot in enumerate(slots):
        outputs = group.outputs[slot.member]
        if outputs:
            relation = group.relations[slot.member]
            for returned in {row[position] for row in rows}:
                for answer in relation.answers(returned):
                    for name, value in zip(outputs, answer, strict=True):
                        found.setdefault(name, set()).add(value)
    return found


def _resolve(
    row: tuple[Any, ...],
    slots: list[_Slot],
    group: _Group,
    known: list[tuple[str, Ground | None]],
) -> tuple[tuple[Table, ...], list[tuple[str, Ground]]]:
    """Put the answers of one row into numbers; give the tables and the new (type, value) pairs.

    `known` holds the values that there are already, None for those that no call has found.
    """
    numbers: dict[str, list[Ground | None]] = {}
    for name, value in known:
        numbers.setdefault(name, []).append(value)
    tables: tuple[Table, ...] = tuple({} for _ in group.signatures)
    new: list[tuple[str, Ground]] = []
    for slot, returned in zip(slots, row, strict=True):
        answers = []
        for answer in dict.fromkeys(group.relations[slot.member].answers(returned)):
            places = []
            for name, value in zip(group.outputs[slot.member], answer, strict=True):
                places_of = numbers.setdefault(name, [])
                if value not in places_of:
                    places_of.append(value)
                    new.append((name, value))
                places.append(places_of.index(value))
            answers.append(tuple(places))
        if answers:
            tables[slot.member][slot.positions] = answers
    return tables, new


def _frozen(shape: tuple[tuple[Table, ...], tuple[str, ...]]) -> object:
    tables, types = shape
    frozen = tuple(tuple((k, tuple(v)) for k, v in table.items()) for table in tables)
    return (frozen, types)


def _class_of(part: _Part, groups: list[_Group], predicates: int) -> ExampleClass:
    answers: list[Table] = [{} for _ in range(predicates)]
    for number, group in enumerate(groups):
        for predicate, table in zip(group.numbers, part.tables.get(number, ()), strict=False):
            answers[predicate] = table
    positives = sum(part.positive)
    return ExampleClass(positives, len(part.positive) - positives, part.heads, tuple(answers))
