"""What bodies give when they are run: for base clauses all at once, and through recursive clauses.

With one call of the head in a recursive clause, a program is a graph: an answer to the inputs that
a clause calls the head with becomes an answer to its own inputs. So the base clauses that cover an
example are those that have an answer from which it can be reached. All base clauses are followed
together, as bit sets.

A body that does not give all outputs yet may have any answer (None), as may a recursive clause that
is unfinished. So a program covers at most what it covers while its bodies are unfinished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from witness.clauses.language.terms import Ground
from witness.clauses.learners.asp.recursive.bodies import CALL, Body, Language, Literal
from witness.clauses.learners.asp.recursive.predicates import Find, Key, Row, picked, row_of
from witness.clauses.learners.task import LearningTask

#: An answer: the values of the outputs of the head; None is any.
Answer = Row | None

#: What to call, what it is given, and the tests of values that it gives.
_Step = tuple[Find, Callable[[Row], Key]]

#: The bit sets of the base clauses that have an answer, by answers.
Answers = dict[Answer, int]

#: The least that the bound on different calls of the head for one example may be.
FEWEST_CALLS = 200


def most_calls(task: LearningTask) -> int:
    """Return how many different calls of the head one example may make.

    They are at least twice as many as there are values in the largest example.
    """
    examples = [*task.positives, *task.negatives]
    return max(FEWEST_CALLS, *(2 * extent(example) for example in examples))


def extent(value: Ground) -> int:
    """Return how many values there are in a value, itself included."""
    return 1 + sum(map(extent, value)) if isinstance(value, tuple) else 1


def _planned(
    language: Language, literals: Sequence[Literal], slots: dict[int, int]
) -> tuple[list[_Step], list[Literal]]:
    """Return the steps of the literals that can be called, and the others.

    `slots` say where in a row the values of variables are; what the steps give comes after them.
    """
    waiting = list(literals)
    steps: list[_Step] = []
    while waiting:
        ready = [one for one in waiting if language.is_ready(one, set(slots))]
        if not ready:
            break
        # Tests come first, then what is best known.
        number, variables = chosen = min(ready, key=lambda one: sum(v not in slots for v in one[1]))
        waiting.remove(chosen)
        bound = tuple(place for place, v in enumerate(variables) if v in slots)
        steps.append(
            (
                language.predicates[number].find(bound),
                picked([slots[variables[place]] for place in bound]),
            )
        )
        for v in variables:
            slots.setdefault(v, len(slots))
    return steps, waiting


def _run(steps: list[_Step], rows: list[Row]) -> list[Row]:
    """Return the rows that satisfy all steps, each with the values that they give."""
    for find, key in steps:
        rows = [row + found for row in rows for found in find(key(row))]
        if not rows:
            break
    return rows


class Base:
    """A body without a call of the head: another one, and a literal.

    If it is `checked`, the outputs of the head are known, too, after its inputs.
    """

    def __init__(
        self, language: Language, body: Body, parent: Base | None, new: Literal, *, checked: bool
    ) -> None:
        self.body = body
        self._parent = parent
        if parent is None:
            head = language.inputs + language.outputs * checked
            self._slots = {v: n for n, v in enumerate(head)}
        else:
            known = parent._slots
            number, variables = new
            bound = tuple(place for place, v in enumerate(variables) if v in known)
            self._find = language.predicates[number].find(bound)
            self._key = picked([known[variables[place]] for place in bound])
            slots = dict(known)
            for v in variables:
                slots.setdefault(v, len(slots))
            names = language.canonical((*parent.body, new))[1]
            self._slots = {names[v]: slot for v, slot in slots.items()}
        self._given = (
            row_of([self._slots[v] for v in language.outputs])
            if language.has_outputs(body) and not checked
            else None
        )

    def rows(self, inputs: Row, known: dict[int, list[Row]]) -> list[Row]:
        """Return the values of all variables; `known` has those of other bodies, and gets them."""
        if self._parent is None:
            return [inputs]
        rows = known.get(id(self))
        if rows is None:
            find, key = self._find, self._key
            before = self._parent.rows(inputs, known)
            rows = [row + found for row in before for found in find(key(row))]
            known[id(self)] = rows
        return rows

    def answers(self, inputs: Row, known: dict[int, list[Row]]) -> Iterable[Answer]:
        """Return the answers to some inputs; `known` as for `rows`."""
        rows = self.rows(inputs, known)
        if not rows:
            return ()
        return (None,) if self._given is None else set(map(self._given, rows))


class Recursive:
    """A body with a call of the head."""

    def __init__(self, language: Language, body: Body) -> None:
        self.body = body
        self.is_legal = language.is_legal(body)
        slots = {v: n for n, v in enumerate(language.inputs)}
        (variables,) = (vs for number, vs in body if number == CALL)
        others = [one for one in body if one[0] != CALL]
        self._before, waiting = _planned(language, others, slots)
        self._called = row_of([slots[variables[place]] for place in language.inputs])
        returned = [variables[place] for place in language.outputs]
        self._width = len(slots)
        self._tests = [(n, slots[v]) for n, v in enumerate(returned) if v in slots]
        for n, v in enumerate(returned):
            if v not in slots:
                slots[v] = self._width + n
        # The slots of a row may leave out numbers: those of outputs that are tested.
        self._after, self._given = self._continued(language, waiting, slots, len(returned))
        self.complete = language.has_outputs(body)
        self.tail = returned == list(language.outputs) and not waiting and not self._tests

    def _continued(
        self, language: Language, waiting: list[Literal], slots: dict[int, int], returned: int
    ) -> tuple[list[_Step], Callable[[Row], Row]]:
        dense: dict[int, int] = {}
        places = []
        for v, slot in slots.items():
            dense[v] = len(dense)
            places.append(slot)
        self._kept = row_of(places)
        steps, _ = _planned(language, waiting, dense)
        return steps, row_of([dense.get(v, 0) for v in language.outputs])

    def calls(self, inputs: Row) -> list[tuple[Row, Row]]:
        """Return what the head is called with, each with the row in which it is."""
        return [(self._called(row), row) for row in _run(self._before, [inputs])]

    def continued(self, row: Row, answer: Answer) -> Iterable[Answer]:
        """Return the answers that follow from an answer to the call in a row."""
        if answer is None or not self.complete:
            return (None,)
        if any(answer[n] != row[slot] for n, slot in self._tests):
            return ()
        return set(map(self._given, _run(self._after, [self._kept(row + answer)])))
