"""Body predicates as tables of numbered constants, where facts and Datalog rules define them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from witness.clauses.language.bias import ANY, Bias
from witness.clauses.language.definitions import are_relations
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    Clause,
    Ground,
    Key,
    Literal,
    Term,
    Variable,
    ground,
)
from witness.clauses.learners.asp.columns import Values
from witness.clauses.learners.asp.counts import Counts
from witness.clauses.learners.asp.joins import Rows, Table, join, unique_rows
from witness.clauses.learners.task import Example, LearningTask


@dataclass(frozen=True)
class Form:
    """A body predicate with constants in some of its places, which may be none.

    `places` are those of the variables; `types` and `inputs` are given for these places only.
    """

    predicate: int
    places: tuple[int, ...]
    constants: tuple[tuple[int, Ground], ...]
    types: tuple[str, ...]
    inputs: tuple[bool, ...]
    table: Table


class Facts:
    """The forms of the body predicates, restricted to the constants that examples lead to.

    `heads` has a row for each of the `examples`, the positive ones first; each may stand for
    several, as `counts` says. `reached` says of each constant whether it can be reached from a
    positive example.
    """

    def __init__(
        self,
        forms: list[Form],
        heads: Rows,
        examples: list[Example],
        positives: int,
        constants: int,
        counts: Sequence[int],
    ) -> None:
        self.examples = examples
        rights = [*counts[:positives], *([0] * (len(counts) - positives))]
        wrongs = [n - right for n, right in zip(counts, rights, strict=True)]
        self.counts = Counts(rights, wrongs)
        self.constants = constants
        self.heads = heads
        self.positives = positives
        self.forms, self.reached = forms, np.zeros(constants, np.bool_)
        known = _closure(forms, heads, constants)
        self.forms = [
            replace(f, table=Table(f.table.rows[known[f.table.rows].any(axis=1)], constants))
            for f in forms
        ]
        self.reached = _closure(self.forms, heads[:positives], constants)


def _closure(
    forms: Iterable[Form], heads: Rows, constants: int
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which constants can be reached from examples through the rows of the forms."""
    known = np.zeros(constants, np.bool_)
    known[heads] = True
    tables = [form.table.rows for form in forms if form.table.rows.shape[1] > 1]
    size = -1
    while size != (size := int(known.sum())):
        for rows in tables:
            known[rows[known[rows].any(axis=1)]] = True
    return known


def read_facts(task: LearningTask) -> Facts | None:
    """Return the facts of a task; None if a body predicate is not defined by facts and Datalog."""
    if not are_relations(task.bias, task.background):
        return None
    values = Values()
    examples = [*task.positives, *task.negatives]
    arity = len(task.bias.head.types)
    heads = _numbered(examples, arity, values)
    program = _Datalog(task.background, values)
    tables = [program.rows(signature.key) for signature in task.bias.body]
    forms: list[Form] = []
    for predicate, rows in enumerate(tables):
        forms += forms_of(task.bias, predicate, rows, heads, values.known)
    weights = [task.weights.get(example, 1) for example in examples]
    return Facts(forms, heads, examples, len(task.positives), len(values.known), weights)


def forms_of(
    bias: Bias,
    predicate: int,
    rows: Rows,
    heads: Rows,
    names: Sequence[Ground | None],
    whole: bool = True,
) -> Iterable[Form]:
    """Yield the forms of a predicate: a place has a variable, or one of the bias's constants.

    `names` has the value of each number, None for one that cannot be a constant of the bias. If the
    rows are not the `whole` relation, but what it answers to some inputs, only constants that the
    bias lists can be inputs.
    """
    signature = bias.body[predicate]
    options: list[list[Ground | None]] = []
    for place, name in enumerate(signature.types):
        found: dict[Ground | None, None] = {None: None}
        if name in bias.constant_types and (whole or not signature.inputs[place]):
            found.update(dict.fromkeys(names[number] for number in np.unique(rows[:, place])))
        found.update((value, None) for value, of in bias.constants if name in (of, ANY))
        options.append(list(found))
    for choice in product(*options):
        places = tuple(place for place, value in enumerate(choice) if value is None)
        given = tuple((place, value) for place, value in enumerate(choice) if value is not None)
        if not places:
            continue
        kept = rows
        for place, value in given:
            kept = kept[[names[number] == value for number in kept[:, place].tolist()]]
        for place in places:
            if signature.types[place] in bias.single_types:
                # The only variable of this type is the head's.
                column = heads[:, bias.head.types.index(signature.types[place])]
                kept = kept[np.isin(kept[:, place], column)]
        if given and not len(kept):
            continue
        yield Form(
            predicate,
            places,
            given,
            tuple(signature.types[place] for place in places),
            tuple(signature.inputs[place] for place in places),
            Table(unique_rows(kept[:, list(places)], len(names)), len(names)),
        )


def _numbered(rows: Sequence[tuple[Ground, ...]], arity: int, values: Values) -> Rows:
    columns = [values.column([row[place] for row in rows]) for place in range(arity)]
    return np.stack(columns, axis=1) if columns else np.zeros((len(rows), 0), np.int64)


class _Datalog:
    """Predicates of a program that facts and plain rules define, evaluated bottom up."""

    def __init__(self, program: Program, values: Values) -> None:
        self._program = program
        self._values = values
        self._known: dict[Key, Rows] = {}

    def rows(self, key: Key) -> Rows:
        """Return the rows of a predicate."""
        if key not in self._known:
            program = self._program
            parts = [_numbered(program.facts.get(key, ()), key[1], self._values)]
            parts += [self._evaluated(clause) for clause in program.rules.get(key, ())]
            self._known[key] = unique_rows(np.concatenate(parts), len(self._values.known) + 1)
        return self._known[key]

    def _evaluated(self, clause: Clause) -> Rows:
        """Return the rows that a rule yields."""
        numbers: dict[Variable, int] = {}
        literals = [self._selected(literal, numbers) for literal in clause.body]
        if any(not len(rows) for rows, _ in literals):
            return np.zeros((0, len(clause.args)), np.int64)
        size = len(self._values.known) + 1
        live = [(Table(rows, size), vs) for rows, vs in literals if vs]
        columns = join(live) if live else {}
        length = len(next(iter(columns.values()))) if columns else 1
        found = [
            columns[numbers[argument]]
            if isinstance(argument, Variable)
            else np.full(length, self._number(argument), np.int64)
            for argument in clause.args
        ]
        return np.stack(found, axis=1)

    def _selected(
        self, literal: Literal, numbers: dict[Variable, int]
    ) -> tuple[Rows, tuple[int, ...]]:
        """Return the rows that fit a literal's constants and repeated variables, and the rest."""
        rows = self.rows(literal.key)
        places: dict[int, int] = {}
        for place, argument in enumerate(literal.args):
            if isinstance(argument, Variable):
                v = numbers.setdefault(argument, len(numbers))
                if v in places:
                    rows = rows[rows[:, place] == rows[:, places[v]]]
                places.setdefault(v, place)
            else:
                rows = rows[rows[:, place] == self._number(argument)]
        return rows[:, list(places.values())], tuple(places)

    def _number(self, term: Term) -> int:
        value = ground(term)
        assert value is not None
        return self._values.number(value)
