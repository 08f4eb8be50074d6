"""Tables of calls for the checker of certificates: what a call asks, in order, and what it answers.

The checker makes them itself, of its own evaluation (`certificate_evaluation`): nothing is looked
up that it has not evaluated. A call with the same arguments asks the same questions as long as they
are answered alike, so all of its ways make a tree. A way that is in the tree is followed, question
by question, row by row; one that is not is evaluated, and put there. So the runs of a clause are
the same with tables and without.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from itertools import count
from typing import Any, TypeVar

from witness.clauses.language.terms import Atom, ListTerm
from witness.proof.certificate_unknowns import Answers, Count

T = TypeVar("T")

#: The values of the arguments of a call that had none.
Row = tuple[Any, ...]

#: What has no parts, and is equal to what looks alike.
_PLAIN = (int, Atom, Count)


class _Place:
    """A place in the tree of a call: what comes next, if that is known, and where it leads.

    What comes is a question with its options, a row, or the end, which is neither.
    """

    __slots__ = ("options", "question", "row", "then")

    def __init__(self) -> None:
        self.question: Any = None
        self.options: Any = None
        self.row: Row | None = None
        self.then: dict[Any, _Place] | None = None


class _Writer:
    """Follows an evaluation through the tree of a call, and writes what is not there."""

    def __init__(self, place: _Place) -> None:
        self._place = place
        self._asked: set[Any] = set()

    def told(self, question: Any, options: Any, answer: Any) -> None:
        """Write a question, unless it was asked before."""
        if question not in self._asked:
            self._asked.add(question)
            self._write(question, options, None)
            self._go(answer)

    def answered(self, row: Row) -> None:
        """Write a row."""
        self._write(None, None, row)
        self._go(None)

    def ended(self) -> None:
        """Write the end."""
        self._write(None, None, None)

    def _write(self, question: Any, options: Any, row: Row | None) -> None:
        place = self._place
        if place.then is None:
            place.question, place.options, place.row, place.then = question, options, row, {}
        assert (place.question, place.row) == (question, row), "an evaluation is not repeated"

    def _go(self, answer: Any) -> None:
        then = self._place.then
        assert then is not None
        if answer not in then:
            then[answer] = _Place()
        self._place = then[answer]


class Tables:
    """The calls of an evaluation, by predicate and arguments."""

    def __init__(self, answers: Answers, things: Collection[Any]) -> None:
        self._answers = answers
        self._things = things
        #: None for a call that has answers of which a table cannot speak.
        self._calls: dict[Hashable, _Place | None] = {}

    def fixed(self, values: Sequence[Any]) -> bool:
        """Whether values are the same ones in all runs; None stands for what has no value yet."""
        for value in values:
            if isinstance(value, ListTerm):
                if value.tail is not None or not self.fixed(value.items):
                    return False
            elif not (isinstance(value, _PLAIN) or value is None or value in self._things):
                return False
        return True

    def recall(
        self,
        key: Hashable,
        evaluate: Callable[[], Iterator[T]],
        row_of: Callable[[T], Row | None],
    ) -> Iterator[tuple[Row | None, T | None]]:
        """Yield the rows of a call, from its table as far as that goes.

        `row_of` makes them of what `evaluate` yields; where it has none, that is yielded itself.
        """
        begin = self._calls.setdefault(key, _Place())
        rows = 0
        if (place := begin) is not None:
            answers = self._answers
            known = {} if answers.listening else answers.known
            while (then := place.then) is not None:
                question = place.question
                if question is not None:
                    if question in known:
                        answer = known[question]
                    elif place.options is not None:
                        answer = answers.ask(question, place.options)
                    else:
                        answer = answers.at_most(*question)
                    place = then.get(answer) or _Place()
                elif place.row is not None:
                    yield place.row, None
                    rows += 1
                    place = then[None]
                else:
                    return
        yield from self._evaluated(key, begin, evaluate(), row_of, rows)

    def _evaluated(
        self,
        key: Hashable,
        begin: _Place | None,
        found: Iterator[T],
        row_of: Callable[[T], Row | None],
        rows: int,
    ) -> Iterator[tuple[Row | None, T | None]]:
        """Yield what an evaluation finds after some rows, and write it into the table."""
        writer = _Writer(begin or _Place())
        for number in count():
            self._answers.listening.append(writer.told)
            try:
                end = next(found, None)
            finally:
                self._answers.listening.pop()
            if end is None:
                writer.ended()
                return
            row = row_of(end)
            if row is None:
                self._calls[key] = None
                yield None, end
                yield from ((None, end) for end in found)
                return
            writer.answered(row)
            if number >= rows:
                yield row, end
