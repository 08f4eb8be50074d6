"""Parts: examples whose saturations are the same so far, and how further calls split them.

Values are numbered twice: within the task (`Values`), and within a part, where every example has
the same number of values of each type, in the order in which they were found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from witness.learn.asp.groups import CallableValues, Group, Slot
from witness.logic.language.terms import Ground

#: The answers of a predicate: from the numbers of its inputs to those of its outputs, one tuple
#: for each answer. A test that holds has one answer, the empty tuple.
Table = dict[tuple[int, ...], list[tuple[int, ...]]]


class Column:
    """A column of numbered values; a selection from another column is made on first use."""

    def __init__(self, source: Sequence[int] | Column, indices: list[int] | None = None) -> None:
        self._source = source
        self._indices = indices or []

    def entries(self) -> Sequence[int]:
        """Return the entries."""
        if isinstance(self._source, Column):
            self._source = chosen(self._source.entries(), self._indices)
            self._indices = []
        return self._source


@dataclass
class Part:
    """Examples whose saturations are the same so far.

    `columns[type][n]` holds value n of a type, an entry for each example. By group, `called` holds
    the values on which its predicates were called, and `tables` their answers.
    """

    columns: dict[str, list[Column]]
    positive: Column
    size: int
    heads: tuple[int, ...]
    called: dict[int, CallableValues] = field(default_factory=dict)
    tables: dict[int, tuple[Table, ...]] = field(default_factory=dict)


class Values:
    """Numbers for values, so that a value is hashed once and not for every example."""

    def __init__(self) -> None:
        self.known: list[Ground] = []
        self._numbers: dict[Ground, int] = {}

    def number(self, value: Ground) -> int:
        """Return the number of a value, a new one if it has none."""
        number = self._numbers.setdefault(value, len(self.known))
        if number == len(self.known):
            self.known.append(value)
        return number

    def column(self, values: Sequence[Ground]) -> list[int]:
        """Return the numbers of many values, most of which occur often."""
        number = {value: self.number(value) for value in dict.fromkeys(values)}
        return list(map(number.__getitem__, values))


def split(
    part: Part, place: int, callable_: CallableValues, groups: list[Group], values: Values
) -> list[Part]:
    """Call a group's predicates for all examples of a part; split it where their answers differ."""
    group = groups[place]
    slots = group.slots(callable_)
    numbers, rows = _called(part, group, callable_, slots, values)
    labels, situations = _situations(part, group, slots, rows, numbers)
    kinds = _kinds(labels, situations, rows, slots, group)
    members: list[list[int]] = [[] for _ in kinds.tables]
    for index, kind in enumerate(map(kinds.kind_of.__getitem__, situations)):
        members[kind].append(index)
    parts = []
    for kind, indices in enumerate(members):
        columns = {
            name: [Column(column, indices) for column in known] if len(members) > 1 else list(known)
            for name, known in part.columns.items()
        }
        new_types = kinds.new_types[kind]
        if new_types:
            new = list(map(kinds.new_values.__getitem__, chosen(situations, indices)))
            for name, column in zip(new_types, zip(*new, strict=True), strict=True):
                columns[name].append(Column(column))
        parts.append(
            Part(
                columns,
                Column(part.positive, indices),
                len(indices),
                part.heads,
                {**part.called, place: callable_},
                {**part.tables, place: kinds.tables[kind]},
            )
        )
    return parts


#: The answers to all calls for one example: for each slot, tuples of values by number.
_Row = tuple[tuple[tuple[int, ...], ...], ...]


def _called(
    part: Part, group: Group, callable_: CallableValues, slots: list[Slot], values: Values
) -> tuple[list[int], list[_Row]]:
    """Return the number of each example's row, and the distinct rows."""
    inputs = [
        part.columns[name][number].entries()
        for name, numbers in zip(group.types, callable_, strict=True)
        for number in numbers
    ]
    keys: list[tuple[int, ...]] = list(zip(*inputs, strict=True)) if inputs else [()] * part.size
    distinct = list(dict.fromkeys(keys))
    if len(distinct) < len(keys):
        inputs = list(zip(*distinct, strict=True))
    results = [group.call(slot, inputs, values.known) for slot in slots]
    rows: dict[tuple[Any, ...], int] = {}
    numbers = [rows.setdefault(row, len(rows)) for row in zip(*results, strict=True)]
    if len(distinct) < len(keys):
        numbers = list(map(dict(zip(distinct, numbers, strict=True)).__getitem__, keys))
    return numbers, _interned(list(rows), slots, group, values)


def _situations(
    part: Part, group: Group, slots: list[Slot], rows: list[_Row], numbers: list[int]
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return the type of each column of a situation, and the situation of each example.

    A situation decides what an example's answers look like: the number of its row, and then its
    known values. Known values that no call has found again do not matter; None replaces them.
    """
    found = _found_values(rows, slots, group)
    output_types = sorted({name for outputs in group.outputs for name in outputs})
    labels = [name for name in output_types if name in found for _ in part.columns[name]]
    present = [
        [value if value in found[name] else None for value in column.entries()]
        for name in output_types
        if name in found
        for column in part.columns[name]
    ]
    return labels, list(zip(numbers, *present, strict=True))


class _Kinds(NamedTuple):
    """Situations that look the same are of one kind, which has a number.

    By kind, `tables` holds the answers and `new_types` the types of the values that are new; by
    situation, `kind_of` holds the kind and `new_values` the new values.
    """

    tables: list[tuple[Table, ...]]
    new_types: list[tuple[str, ...]]
    kind_of: dict[tuple[Any, ...], int]
    new_values: dict[tuple[Any, ...], tuple[int, ...]]


def _kinds(
    labels: list[str],
    situations: list[tuple[Any, ...]],
    rows: list[_Row],
    slots: list[Slot],
    group: Group,
) -> _Kinds:
    kinds = _Kinds([], [], {}, {})
    numbers: dict[object, int] = {}
    for situation in dict.fromkeys(situations):
        known = list(zip(labels, situation[1:], strict=True))
        tables, new = _resolve(rows[situation[0]], slots, group, known)
        new_types = tuple(name for name, _ in new)
        kind = numbers.setdefault(_frozen(tables, new_types), len(numbers))
        if kind == len(kinds.tables):
            kinds.tables.append(tables)
            kinds.new_types.append(new_types)
        kinds.kind_of[situation] = kind
        kinds.new_values[situation] = tuple(value for _, value in new)
    return kinds


def _interned(
    rows: list[tuple[Any, ...]], slots: list[Slot], group: Group, values: Values
) -> list[_Row]:
    """Return the answers that the calls returned, with values by number."""
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
    """Return, for each type, all values that the calls found."""
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
    """Return the answers of one row by the numbers of the part, and the new (type, value) pairs.

    `known` holds the values that the part has already, None for those that no call has found.
    """
    by_type: dict[str, list[int | None]] = {}
    for name, value in known:
        by_type.setdefault(name, []).append(value)
    tables: tuple[Table, ...] = tuple({} for _ in group.signatures)
    new: list[tuple[str, int]] = []
    for slot, answers in zip(slots, row, strict=True):
        if not answers:
            continue
        numbered = []
        for answer in answers:
            outputs = []
            for name, value in zip(group.outputs[slot.member], answer, strict=True):
                values = by_type.setdefault(name, [])
                if value not in values:
                    values.append(value)
                    new.append((name, value))
                outputs.append(values.index(value))
            numbered.append(tuple(outputs))
        tables[slot.member][slot.positions] = numbered
    return tables, new


def _frozen(tables: tuple[Table, ...], types: tuple[str, ...]) -> object:
    return tuple(tuple((k, tuple(v)) for k, v in table.items()) for table in tables), types


def chosen(column: Sequence[Any], indices: list[int]) -> Sequence[Any]:
    """Return the entries of a column at some indices, which are ascending and distinct."""
    if len(indices) == len(column):
        return column
    return itemgetter(*indices)(column) if len(indices) > 1 else (column[indices[0]],)
