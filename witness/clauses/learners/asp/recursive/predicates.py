"""Body predicates that can be called with what is known, whatever defines them.

Values are numbers. What facts and Datalog define is looked up in tables, in which every argument
may be known or not; anything else is called with its inputs, and the answers are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from witness.clauses.compiler.load import Relation, relations_of
from witness.clauses.language.bias import HEAD_OUTPUT, RAW, RECURSION, UNUSED_HEAD, Bias
from witness.clauses.language.terms import Ground
from witness.clauses.learners.asp.columns import Values
from witness.clauses.learners.asp.facts import read_facts
from witness.clauses.learners.asp.joins import TooManyRowsError
from witness.clauses.learners.task import LearningTask

#: The numbers of some values.
Row = tuple[int, ...]

#: What is asked of a predicate: the values in some of its places; a single one is no tuple.
Key = Any

#: The values that go in all other places, for each answer.
Find = Callable[[Key], Sequence[Row]]


def picked(places: Sequence[int]) -> Callable[[Row], Key]:
    """Return a function that gives what a row has in some places, as a `Key`."""
    return itemgetter(*places) if places else lambda row: ()


def row_of(places: Sequence[int]) -> Callable[[Row], Row]:
    """Return a function that gives what a row has in some places, as a row."""
    if len(places) == 1:
        (place,) = places
        return lambda row: (row[place],)
    return picked(places)


class Predicate:
    """A body predicate, perhaps with constants in some of its places.

    `number` is its place in the bias; `types` and `inputs` are given for the places of variables.
    """

    def __init__(
        self,
        number: int,
        types: tuple[str, ...],
        inputs: tuple[int, ...],
        constants: tuple[tuple[int, Ground], ...] = (),
    ) -> None:
        self.number = number
        self.types = types
        self.inputs = inputs
        self.constants = constants
        self._finds: dict[tuple[int, ...], Find] = {}

    def find(self, bound: tuple[int, ...]) -> Find:
        """Return a function from the values in some places to those in the others."""
        if bound not in self._finds:
            self._finds[bound] = self._made(bound)
        return self._finds[bound]

    def _made(self, bound: tuple[int, ...]) -> Find:
        raise NotImplementedError


class TablePredicate(Predicate):
    """A predicate of which all rows are known."""

    def __init__(self, rows: list[Row], *given: Any) -> None:
        super().__init__(*given)
        self.rows = rows

    def _made(self, bound: tuple[int, ...]) -> Find:
        index: dict[Key, list[Row]] = {}
        key = picked(bound)
        rest = row_of([place for place in range(len(self.types)) if place not in bound])
        for row in self.rows:
            index.setdefault(key(row), []).append(rest(row))
        return lambda wanted: index.get(wanted, ())


class CalledPredicate(Predicate):
    """A predicate that is called with its inputs."""

    def __init__(self, relation: Relation, values: Values, *given: Any) -> None:
        super().__init__(*given)
        self.relation = relation
        self.values = values

    def _made(self, bound: tuple[int, ...]) -> Find:
        known: dict[Key, Sequence[Row]] = {}
        if bound == self.inputs:
            answered = self._answered
        else:
            called = self.find(self.inputs)
            inputs = picked([bound.index(place) for place in self.inputs])
            outputs = [place for place in range(len(self.types)) if place not in self.inputs]
            tested = [n for n, place in enumerate(outputs) if place in bound]
            test = row_of(tested)
            wanted = row_of([bound.index(outputs[n]) for n in tested])
            rest = row_of([n for n in range(len(outputs)) if n not in tested])
            single = len(bound) == 1

            def answered(key: Key) -> Sequence[Row]:
                row = (key,) if single else key
                values = wanted(row)
                return [rest(found) for found in called(inputs(row)) if test(found) == values]

        def find(key: Key) -> Sequence[Row]:
            rows = known.get(key)
            if rows is None:
                rows = known[key] = answered(key)
            return rows

        return find

    def _answered(self, key: Key) -> Sequence[Row]:
        known, number = self.values.known, self.values.number
        row = (key,) if len(self.inputs) == 1 else key
        returned = self.relation.function(*(known[value] for value in row))
        found = (tuple(map(number, answer)) for answer in self.relation.answers(returned))
        return tuple(dict.fromkeys(found))


def require_calls(bias: Bias) -> None:
    """Raise `UnsupportedError` for a bias whose predicates cannot be called one after another."""
    who = "the asp learner with recursion (where predicates are more than facts)"
    bias.require((HEAD_OUTPUT, UNUSED_HEAD, RECURSION, RAW), who)
    bias.with_one_type().require_types_and_directions(who)


class Source(NamedTuple):
    """The body predicates of a task, and its examples, the positive ones first.

    `tables` says whether facts and Datalog define all predicates.
    """

    predicates: list[Predicate]
    examples: list[Row]
    tables: bool


def source_of(task: LearningTask) -> Source:
    """Return the body predicates and the examples of a task.

    Raises `UnsupportedError` for predicates that cannot be called.
    """
    try:
        facts = read_facts(task)
    except TooManyRowsError:
        facts = None
    if facts is not None:
        tables: list[Predicate] = [
            TablePredicate(
                [tuple(row) for row in form.table.rows.tolist()],
                form.predicate,
                form.types,
                _places(form.inputs) if task.bias.directed else (),
                form.constants,
            )
            for form in facts.forms
        ]
        return Source(tables, [tuple(row) for row in facts.heads.tolist()], True)
    require_calls(task.bias)
    values = Values()
    relations = relations_of(task.background, list(task.bias.body))
    called: list[Predicate] = [
        CalledPredicate(relation, values, number, signature.types, _places(signature.inputs))
        for number, (signature, relation) in enumerate(zip(task.bias.body, relations, strict=True))
    ]
    examples = [*task.positives, *task.negatives]
    return Source(called, [tuple(map(values.number, one)) for one in examples], False)


def _places(flags: Sequence[bool]) -> tuple[int, ...]:
    return tuple(place for place, flag in enumerate(flags) if flag)
