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

The *depth* of a value is the least number of calls, one after another, that lead to it. A chain of
calls in a clause takes a literal and a new variable each, so predicates are called on values only
that are not too deep for a clause of the bias. Backgrounds that never end are bounded in this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from witness.base.errors import NotForAspError
from witness.learn.asp.groups import CallableValues, Group, Slot, predicate_groups
from witness.learn.task import Example, LearningTask
from witness.logic.language.terms import Ground

#: On more values of one type than this, for one example, predicates are not called.
MAX_VALUES = 60

#: From the numbers of a predicate's inputs to the numbers of its outputs, a tuple an answer.
Table = dict[tuple[int, ...], list[tuple[int, ...]]]


@dataclass(frozen=True)
class ExampleClass:
    """Examples that are the same to every hypothesis.

    `answers[s]` belongs to body predicate number s of the bias (an empty tuple for a test that
    holds); values are numbered within their type. `heads` are the numbers of the head arguments.
    `positive` and `negative` are the first of the examples, None where there is none.
    """

    positives: int
    negatives: int
    heads: tuple[int, ...]
    answers: tuple[Table, ...]
    positive: Example | None = None
    negative: Example | None = None


class _Column:
    """A column of interned values; what is cut from another one is cut when it is asked for."""

    def __init__(self, source: Sequence[int] | _Column, indices: list[int] | None = None) -> None:
        self._source = source
        self._indices = indices or []

    def entries(self) -> Sequence[int]:
        """Return the entries."""
        if isinstance(self._source, _Column):
            self._source = _chosen(self._source.entries(), self._indices)
            self._indices = []
        return self._source


@dataclass
class _Part:
    """Examples that have looked the same so far, as columns: `columns[type][n]` holds value n.

    `called` says on which values the predicates of a group were called, and `tables` what they
    answered.
    """

    columns: dict[str, list[_Column]]
    positive: _Column
    size: int
    heads: tuple[int, ...]
    called: dict[int, CallableValues] = field(default_factory=dict)
    tables: dict[int, tuple[Table, ...]] = field(default_factory=dict)


class _Values:
    """Values by number, so that they are hashed once and not again for every example."""

    def __init__(self) -> None:
        self.known: list[Ground] = []
        self._numbers: dict[Ground, int] = {}

    def number(self, value: Ground) -> int:
        """Return the number of a value."""
        number = self._numbers.setdefault(value, len(self.known))
        if number == len(self.known):
            self.known.append(value)
        return number

    def column(self, values: Sequence[Ground]) -> list[int]:
        """Return the numbers of many values, most of which come up again and again."""
        number = {value: self.number(value) for value in dict.fromkeys(values)}
        return list(map(number.__getitem__, values))


def saturate(task: LearningTask) -> list[ExampleClass]:
    """Saturate all examples of a task and collapse them into classes, in a fixed order."""
    groups = predicate_groups(task)
    values = _Values()
    bias = task.bias
    deepest = min(bias.max_body - 1, bias.max_vars - len(bias.head.types))
    todo = _first_parts(task, values)
    done: list[_Part] = []
    while todo:
        part = todo.pop()
        next_ = _next_group(part, groups, bias.head.types, deepest)
        if next_ is None:
            done.append(part)
        else:
            todo.extend(reversed(_split(part, *next_, groups, values)))
    return [_class_of(part, groups, task, values) for part in done]


def _first_parts(task: LearningTask, values: _Values) -> list[_Part]:
    """Begin with one part; two when head arguments of one type are equal in some examples only."""
    head = task.bias.head.types
    types = dict.fromkeys([*head, *(t for s in task.bias.body for t in s.types)])
    examples = [*task.positives, *task.negatives]
    arguments = [values.column(column) for column in zip(*examples, strict=True)]
    by_heads: dict[tuple[int, ...], list[int]] = {}
    if len(set(head)) == len(head):
        by_heads[(0,) * len(head)] = list(range(len(examples)))
    else:
        for index, example in enumerate(zip(*arguments, strict=True)):
            seen: dict[str, list[int]] = {t: [] for t in head}
            numbers = []
            for name, value in zip(head, example, strict=True):
                if value not in seen[name]:
                    seen[name].append(value)
                numbers.append(seen[name].index(value))
            by_heads.setdefault(tuple(numbers), []).append(index)
    parts = []
    for heads, members in by_heads.items():
        columns: dict[str, list[_Column]] = {t: [] for t in types}
        for position, name in enumerate(head):
            if heads[position] == len(columns[name]):
                columns[name].append(_Column(_chosen(arguments[position], members)))
        positive = _Column([int(index < len(task.positives)) for index in members])
        parts.append(_Part(columns, positive, len(members), heads))
    return parts


def _next_group(
    part: _Part, groups: list[Group], head: tuple[str, ...], deepest: int
) -> tuple[int, CallableValues] | None:
    """Return the first group that has new inputs, and these; None when the part is saturated."""
    depth = _depths(part, groups, head)
    numbers = {
        name: tuple(number for number, level in enumerate(levels) if level <= deepest)
        for name, levels in depth.items()
    }
    for place, group in enumerate(groups):
        callable_ = tuple(numbers[name] for name in group.types)
        if () in callable_ or part.called.get(place) == callable_:
            continue
        for name, found in zip(group.types, callable_, strict=True):
            if len(found) > MAX_VALUES:
                raise NotForAspError(
                    f"more than {MAX_VALUES} values of type {name} follow from one example; "
                    "that is too many for the asp learner (a lower max_body or max_vars may help)",
                    file=group.file,
                )
        return place, callable_
    return None


def _depths(part: _Part, groups: list[Group], head: tuple[str, ...]) -> dict[str, list[int]]:
    """Return the depth of every value of a part."""
    unknown = 1 << 30
    depth = {name: [unknown] * len(columns) for name, columns in part.columns.items()}
    for name, number in zip(head, part.heads, strict=True):
        depth[name][number] = 0
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
                level = 1 + max(
                    (depth[t][n] for t, n in zip(inputs, given, strict=True)), default=0
                )
                for answer in answers:
                    for name, number in zip(outputs, answer, strict=True):
                        if level < depth[name][number]:
                            depth[name][number] = level
                            changed = True
    return depth


def _split(
    part: _Part, place: int, callable_: CallableValues, groups: list[Group], values: _Values
) -> list[_Part]:
    """Call a group's predicates for all examples of a part, and split it where answers differ."""
    group = groups[place]
    inputs = [
        part.columns[name][number].entries()
        for name, numbers in zip(group.types, callable_, strict=True)
        for number in numbers
    ]
    keys: list[tuple[int, ...]] = list(zip(*inputs, strict=True)) if inputs else [()] * part.size
    distinct = list(dict.fromkeys(keys))
    if len(distinct) < len(keys):
        inputs = list(zip(*distinct, strict=True))
    slots = group.slots(callable_)
    results = [group.call(slot, inputs, values.known) for slot in slots]
    rows: dict[tuple[Any, ...], int] = {}
    numbers = [rows.setdefault(row, len(rows)) for row in zip(*results, strict=True)]
    if len(distinct) < len(keys):
        numbers = list(map(dict(zip(distinct, numbers, strict=True)).__getitem__, keys))
    by_number = _interned(list(rows), slots, group, values)
    output_types = sorted({name for outputs in group.outputs for name in outputs})
    # Of the values known already only those matter that a call has found again.
    found = _found_values(by_number, slots, group)
    present = [
        [value if value in found[name] else None for value in column.entries()]
        for name in output_types
        if name in found
        for column in part.columns[name]
    ]
    labels = [name for name in output_types if name in found for _ in part.columns[name]]
    situations: list[tuple[Any, ...]] = list(zip(numbers, *present, strict=True))
    # How a situation is to be read: which kind it is of, and the new values that it brings.
    kinds: dict[object, int] = {}
    tables: list[tuple[Table, ...]] = []
    new_types: list[tuple[str, ...]] = []
    kind_of: dict[tuple[Any, ...], int] = {}
    fresh: dict[tuple[Any, ...], tuple[int, ...]] = {}
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
    for index, kind in enumerate(map(kind_of.__getitem__, situations)):
        members[kind].append(index)
    parts = []
    for kind, indices in enumerate(members):
        columns = {
            name: [_Column(column, indices) for column in known_columns]
            if len(members) > 1
            else list(known_columns)
            for name, known_columns in part.columns.items()
        }
        if new_types[kind]:
            brought = list(map(fresh.__getitem__, _chosen(situations, indices)))
            for name, column in zip(new_types[kind], zip(*brought, strict=True), strict=True):
                columns[name].append(_Column(column))
        parts.append(
            _Part(
                columns,
                _Column(part.positive, indices),
                len(indices),
                part.heads,
                {**part.called, place: callable_},
                {**part.tables, place: tables[kind]},
            )
        )
    return parts


def _chosen(column: Sequence[Any], indices: list[int]) -> Sequence[Any]:
    """Return the entries of a column at some indices, which are in order and all different."""
    if len(indices) == len(column):
        return column
    return itemgetter(*indices)(column) if len(indices) > 1 else (column[indices[0]],)


#: What the calls of one row have answered: for each slot the answers, each a tuple of values.
_Row = tuple[tuple[tuple[int, ...], ...], ...]


def _interned(
    rows: list[tuple[Any, ...]], slots: list[Slot], group: Group, values: _Values
) -> list[_Row]:
    """Read what the calls have returned as answers, with values by number."""
    columns = []
    for slot, returned in zip(slots, zip(*rows, strict=True), strict=True):
        answers = group.relations[slot.member].answers
        read = {
            one: tuple(dict.fromkeys(tuple(map(values.number, answer)) for answer in answers(one)))
            for one in dict.fromkeys(returned)
        }
        columns.append(list(map(read.__getitem__, returned)))
    return list(zip(*columns, strict=True))


def _found_values(rows: list[_Row], slots: list[Slot], group: Group) -> dict[str, set[int]]:
    """Give, for each type, all values that the calls have found."""
    found: dict[str, set[int]] = {}
    for position, slot in enumerate(slots):
        outputs = group.outputs[slot.member]
        if outputs:
            for answer in {answer for row in rows for answer in row[position]}:
                for name, value in zip(outputs, answer, strict=True):
                    found.setdefault(name, set()).add(value)
    return found


def _resolve(
    row: _Row, slots: list[Slot], group: Group, known: list[tuple[str, int | None]]
) -> tuple[tuple[Table, ...], list[tuple[str, int]]]:
    """Put the answers of one row into numbers; give the tables and the new (type, value) pairs.

    `known` holds the values that there are already, None for those that no call has found.
    """
    numbers: dict[str, list[int | None]] = {}
    for name, value in known:
        numbers.setdefault(name, []).append(value)
    tables: tuple[Table, ...] = tuple({} for _ in group.signatures)
    new: list[tuple[str, int]] = []
    for slot, answers in zip(slots, row, strict=True):
        if not answers:
            continue
        places = []
        for answer in answers:
            place = []
            for name, value in zip(group.outputs[slot.member], answer, strict=True):
                places_of = numbers.setdefault(name, [])
                if value not in places_of:
                    places_of.append(value)
                    new.append((name, value))
                place.append(places_of.index(value))
            places.append(tuple(place))
        tables[slot.member][slot.positions] = places
    return tables, new


def _frozen(shape: tuple[tuple[Table, ...], tuple[str, ...]]) -> object:
    tables, types = shape
    frozen = tuple(tuple((k, tuple(v)) for k, v in table.items()) for table in tables)
    return (frozen, types)


def _class_of(
    part: _Part, groups: list[Group], task: LearningTask, values: _Values
) -> ExampleClass:
    answers: list[Table] = [{} for _ in task.bias.body]
    for place, group in enumerate(groups):
        for predicate, table in zip(group.numbers, part.tables.get(place, ()), strict=False):
            answers[predicate] = table
    is_positive = part.positive.entries()
    positives = sum(is_positive)
    arguments = [
        part.columns[name][number].entries()
        for name, number in zip(task.bias.head.types, part.heads, strict=True)
    ]

    def first(flag: int) -> Example | None:
        if flag not in is_positive:
            return None
        row = is_positive.index(flag)
        return tuple(values.known[column[row]] for column in arguments)

    return ExampleClass(
        positives, part.size - positives, part.heads, tuple(answers), first(1), first(0)
    )
