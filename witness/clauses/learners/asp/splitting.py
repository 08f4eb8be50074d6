"""Parts: examples whose saturations are the same so far, and how further calls split them.

Values are numbered twice: within the task (`Values`), and within a part, where every example has
the same number of values of each type, in the order in which they were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

import numpy as np

from witness.clauses.learners.asp.columns import Column, Constants, Values, distinct
from witness.clauses.learners.asp.groups import Answers, CallableValues, Group, Slot

#: The answers of a predicate: from the numbers of its inputs to those of its outputs, one tuple
#: for each answer. A test that holds has one answer, the empty tuple.
Table = dict[tuple[int, ...], list[tuple[int, ...]]]


@dataclass
class Part:
    """Examples whose saturations are the same so far.

    `rows` are the numbers of the examples within the task, ascending; `columns[type][n]` holds
    value n of a type, an entry for each example. By group, `called` holds the values on which its
    predicates were called, and `tables` their answers.
    """

    rows: Column
    columns: dict[str, list[Column]]
    heads: tuple[int, ...]
    called: dict[int, CallableValues] = field(default_factory=dict)
    tables: dict[int, tuple[Table, ...]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of examples."""
        return len(self.rows)


def split(
    part: Part,
    place: int,
    callable_: CallableValues,
    groups: list[Group],
    values: Values,
    constants: Constants,
) -> list[Part]:
    """Call a group's predicates for all examples of a part; split it where their answers differ."""
    group = groups[place]
    slots = group.slots(callable_)
    inputs = [
        part.columns[name][value]
        for name, called in zip(group.types, callable_, strict=True)
        for value in called
    ]
    answers = [group.answers(slot, inputs, part.size, values) for slot in slots]
    new: dict[str, list[Column]] = {}
    numbered = [
        _numbered(answer, group.outputs[slot.member], part.columns, new)
        for slot, answer in zip(slots, answers, strict=True)
    ]
    codes = [code for own in numbered for code in (own.counts, *chain.from_iterable(own.answers))]
    codes += named(constants, new)
    firsts, kinds = distinct(codes, part.size)
    order = np.argsort(kinds.astype(np.min_scalar_type(len(firsts))), kind="stable")
    ends = np.cumsum(np.bincount(kinds, minlength=len(firsts)))
    parts = []
    for row, members in zip(firsts.tolist(), np.split(order, ends[:-1]), strict=True):
        columns = {
            name: [
                *(column[members] for column in known),
                *(column[members] for column in new.get(name, ()) if column[row] >= 0),
            ]
            for name, known in part.columns.items()
        }
        tables = _tables(group, slots, numbered, row)
        parts.append(
            Part(
                part.rows[members],
                columns,
                part.heads,
                {**part.called, place: callable_},
                {**part.tables, place: tables},
            )
        )
    return parts


def named(constants: Constants, columns: Mapping[str, Iterable[Column]]) -> list[Column]:
    """Return the constants of a bias that are in some columns, by type."""
    found = [constants.code(name, column) for name, own in columns.items() for column in own]
    return [code for code in found if code is not None]


class _Numbered(NamedTuple):
    """The answers to a call for all examples: how many, and the numbers of the outputs of each."""

    counts: Column
    answers: list[list[Column]]


def _numbered(
    answers: Answers,
    types: list[str],
    known: dict[str, list[Column]],
    new: dict[str, list[Column]],
) -> _Numbered:
    """Number the outputs of a call, which have types, as values of a part; see `number_of`."""
    counts = answers.counts()
    numbers = [
        [
            number_of(value, known[name], new.setdefault(name, []))
            for name, value in zip(types, answers.columns(place), strict=True)
        ]
        for place in range(int(counts.max(initial=0)))
    ]
    return _Numbered(counts, numbers)


def number_of(value: Column, known: list[Column], new: list[Column]) -> Column:
    """Return the number of a value of each example; -1 where it has none.

    The first columns with the value, of `known` and then of `new`, say the number. Values that are
    in none of them are added to `new`, for each example to the first column in which it has none.
    """
    code = np.full(len(value), -1, np.int64)
    for place, column in reversed([*enumerate([*known, *new])]):
        code[column == value] = place
    code[value < 0] = -1
    fresh = (code < 0) & (value >= 0)
    place = len(known)
    while fresh.any():
        if place == len(known) + len(new):
            new.append(np.full(len(value), -1, np.int64))
        column = new[place - len(known)]
        free = fresh & (column < 0)
        column[free] = value[free]
        code[free] = place
        fresh &= ~free
        place += 1
    return code


def _tables(
    group: Group, slots: list[Slot], numbered: list[_Numbered], row: int
) -> tuple[Table, ...]:
    """Return the answers for one example."""
    tables: tuple[Table, ...] = tuple({} for _ in group.signatures)
    for slot, (counts, answers) in zip(slots, numbered, strict=True):
        if counts[row]:
            tables[slot.member][slot.positions] = [
                tuple(int(code[row]) for code in answer) for answer in answers[: counts[row]]
            ]
    return tables
