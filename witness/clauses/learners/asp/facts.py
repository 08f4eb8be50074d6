"""Body predicates as tables of numbered constants, where facts and Datalog rules define them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np

from witness.clauses.datalog import Definitions, are_relations, open_variables
from witness.clauses.language.bias import ANY, Bias
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Ground
from witness.clauses.learners.asp.columns import Rows, Values
from witness.clauses.learners.asp.counts import Counts
from witness.clauses.learners.asp.joins import Table, TestTable, unique_rows
from witness.clauses.learners.task import Example, LearningTask
from witness.clauses.model import Model


@dataclass(frozen=True)
class Form:
    """A body predicate with constants in some of its places, or in none.

    `predicate` is its number in the bias. `places` are those of the variables; `types`, `inputs`
    and the columns of the table are of these places only.
    """

    predicate: int
    places: tuple[int, ...]
    constants: tuple[tuple[int, Ground], ...]
    types: tuple[str, ...]
    inputs: tuple[bool, ...]
    table: Table

    @property
    def is_test(self) -> bool:
        """Whether it has no rows, and is called."""
        return isinstance(self.table, TestTable)


class Facts:
    """The forms of the body predicates, restricted to the constants that examples lead to.

    Constants are numbered from 0 to `constants` - 1. `heads` has the arguments of each of the
    `examples`, of which the first `positives` are positive; each may stand for several, as `counts`
    says. `reached` says of each constant whether it can be reached from a positive example.
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
        rights = [*counts[:positives], *[0] * (len(counts) - positives)]
        self.counts = Counts(rights, [*[0] * positives, *counts[positives:]])
        self.constants = constants
        self.heads = heads
        self.positives = positives
        known = _closure(forms, heads, constants)
        self.forms = [
            f
            if f.is_test
            else replace(f, table=Table(f.table.rows[known[f.table.rows].any(axis=1)], constants))
            for f in forms
        ]
        self.reached = _closure(self.forms, heads[:positives], constants)


def _closure(
    forms: Iterable[Form], heads: Rows, constants: int
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which constants can be reached from the arguments of examples through rows."""
    known = np.zeros(constants, np.bool_)
    known[heads] = True
    tables = [f.table.rows for f in forms if not f.is_test and f.table.rows.shape[1] > 1]
    size = -1
    while size != (size := int(known.sum())):
        for rows in tables:
            known[rows[known[rows].any(axis=1)]] = True
    return known


def read_facts(task: LearningTask, in_any_case: bool = False) -> tuple[Facts, Bias] | None:
    """Return the facts of a task, and its bias with the directions of what is computed.

    None if a body predicate is no relation or is better called (`are_relations`). Relations that
    are better called are read `in_any_case` if that is said.
    """
    if not (in_any_case or are_relations(task.bias, task.background)):
        return None
    values = Values()
    examples = [*task.positives, *task.negatives]
    arity = len(task.bias.head.types)
    heads = values.rows(examples, arity)
    bias, keys = task.bias, [signature.key for signature in task.bias.body]
    domain = np.unique(heads).tolist()
    domain += [values.number(value) for value, _ in bias.constants]
    model = Model(task.background, keys, values.number, values.known, domain, bias.max_body)
    if not bias.directed:
        bias = with_directions(bias, task.background)
    forms: list[Form] = []
    for predicate, key in enumerate(keys):
        signature, count = bias.body[predicate], len(values.known)
        if key in model.tests:
            table = TestTable(partial(model.test, key), key[1], count)
            places = tuple(range(key[1]))
            given = (True,) * key[1]
            forms.append(Form(predicate, places, (), signature.types, given, table))
        else:
            rows = np.array(sorted({*model.rows[key]}), np.int64).reshape(-1, key[1])
            forms += forms_of(bias, predicate, rows, heads, values.known)
    weights = [task.weights.get(example, 1) for example in examples]
    return Facts(forms, heads, examples, len(task.positives), len(values.known), weights), bias


def with_directions(bias: Bias, program: Program) -> Bias:
    """Return a bias without directions with those of what is computed, if anything is.

    An argument is an input if a rule gives it no value.
    """
    inputs = {}
    definitions = Definitions(program)
    for one in bias.body:
        taken = [False] * len(one.types)
        for rule in definitions.rules(one.key):
            missing = open_variables(rule, ())
            taken = [t or a in missing for t, a in zip(taken, rule.args, strict=True)]
        inputs[one.key] = tuple(taken)
    if not any(map(any, inputs.values())):
        return bias
    body = tuple(replace(one, inputs=inputs[one.key]) for one in bias.body)
    return replace(bias, body=body, directed=True)


def forms_of(
    bias: Bias,
    predicate: int,
    rows: Rows,
    heads: Rows,
    values: Sequence[Ground],
    whole: bool = True,
) -> Iterable[Form]:
    """Yield the forms of a predicate: a place has a variable, or one of the bias's constants.

    `values` has the value of each number. If the rows are not the `whole` relation, but what it
    answers to some inputs, only constants that the bias lists can be inputs.
    """
    signature = bias.body[predicate]
    options: list[list[Ground | None]] = []
    for place, name in enumerate(signature.types):
        found: dict[Ground | None, None] = {None: None}
        if name in bias.constant_types and (whole or not signature.inputs[place]):
            found.update(dict.fromkeys(values[number] for number in np.unique(rows[:, place])))
        found.update((value, None) for value, of in bias.constants if name in (of, ANY))
        options.append(list(found))
    for choice in product(*options):
        places = tuple(place for place, value in enumerate(choice) if value is None)
        given = tuple((place, value) for place, value in enumerate(choice) if value is not None)
        if not places:
            continue
        kept = rows
        for place, value in given:
            kept = kept[[values[number] == value for number in kept[:, place].tolist()]]
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
            Table(unique_rows(kept[:, list(places)], len(values)), len(values)),
        )
