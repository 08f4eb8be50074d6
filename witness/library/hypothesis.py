"""Hypotheses: clauses that were learned, or read from a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from witness.base.errors import InputError, quoted
from witness.base.files import write_json, write_text
from witness.base.html import code, table
from witness.base.limits import Limits
from witness.clauses.background import (
    NOT_PANELS,
    Background,
    background_of,
    read_background,
    task_folder,
)
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import Clause, clause_text, term_text
from witness.clauses.learners.coverage import first_covering
from witness.clauses.learners.rendering import atom_of
from witness.clauses.learners.singletons import why
from witness.clauses.learners.task import Example, LearningTask, read_task
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rules.predicate import PredicateRule
from witness.difficulty.rules.registry import rules as inference_rules
from witness.library.expected import checked_class
from witness.library.pictured import Drawing, PathLike, path_of
from witness.library.progress import progress
from witness.proof import prover
from witness.proof.firings import verdict_svg
from witness.proof.verdict_text import verdict_text
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.svg_parts import save_picture
from witness.puzzle.text import check_drawable
from witness.puzzle.views.plain_clauses import in_english
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.registry import of_clauses
from witness.searches.predicates.registry import predicate as predicate_named
from witness.searches.tree.reasons import Reason, reasons

#: The path of a file.
File = str | Path


@dataclass(frozen=True, repr=False)
class Verdict(prover.Verdict):
    """The verdict on a hypothesis: `status`, `clauses` with a verdict each, and the proved `core`.

    Printed, it shows counterexamples; a notebook shows in which local configurations of a square
    each clause fires.
    """

    background: Background = field(repr=False, compare=False)

    def __str__(self) -> str:
        return verdict_text(self, ()).rstrip("\n")

    def __repr__(self) -> str:
        return f"Verdict({', '.join(clause.status for clause in self.clauses)})"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows (paper, Figure 3)."""
        return verdict_svg(self, self.background)

    @property
    def counterexamples(self) -> list[Drawing]:
        """The panels of the refuted clauses, each with the partial path that can be completed.

        >>> Hypothesis.of("f(A,B) :- square(B,T,E), one(T).").verify().counterexamples[0].puzzle.id
        'clause-1'
        """
        found = [(n, one.counterexample) for n, one in enumerate(self.clauses, start=1)]
        return [
            Drawing(one.puzzle.changed(id=f"clause-{n}"), one.partial_path)
            for n, one in found
            if one is not None
        ]

    def write(self, file: File) -> None:
        """Write the certificate (`.json`), or the picture that a notebook shows (`.svg`).

        Raises `InputError` for another ending.
        """
        if Path(file).suffix.lower() == ".json":
            write_json(file, self.to_json())
        else:
            save_picture(file, self._repr_svg_())


class Sentences(list[str]):
    """Sentences; printed, each is on a line."""

    def __str__(self) -> str:
        return "\n".join(self)


@checked_class
@dataclass(frozen=True, repr=False)
class Hypothesis:
    """A hypothesis: clauses, and the background knowledge that says what they mean.

    `record` is what the learner reports: its status, coverage and seconds; empty for a hypothesis
    that was read. A hypothesis without clauses never fires.

    >>> hypothesis = Hypothesis.of("f(A,B) :- square(B,T,E), path(A,P), count(P,E,N), N > T.")
    >>> hypothesis.verify().status
    'proved'
    """

    clauses: tuple[Clause, ...]
    background: Background = field(repr=False, compare=False)
    record: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    name: str = field(default="hypothesis", repr=False, compare=False)
    task: LearningTask | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(
        cls, text: str, *, bias: str | Path | None = None, bk: str | Path | None = None
    ) -> Hypothesis:
        """Return the hypothesis of a text of clauses.

        `bias` and `bk` are files that declare and define its predicates; by default the paper's.
        Raises `InputError` for clauses that cannot be read.

        >>> len(Hypothesis.of("f(A,B) :- path(A,P), len(P,N), two(N)."))
        1
        """
        return cls(tuple(parse_clauses(text)), read_background(bk, bias))

    @classmethod
    def read(
        cls, file: str | Path, *, bias: str | Path | None = None, bk: str | Path | None = None
    ) -> Hypothesis:
        """Return the hypothesis of a `.pl` file, or of the folder of a task.

        Without a `bias`, it is the one that goes with the file (`bias/name.pl` for
        `examples/name.pl`), or else the paper's. Raises `InputError` with file and line.
        """
        known = background_of(file, bk, bias, relational=True)
        task = read_task(task_folder(file)) if Path(file).is_dir() else None
        return cls(tuple(read_hypothesis(file)), known, name=str(file), task=task)

    def write(self, file: File) -> None:
        """Write the clauses to a file."""
        write_text(file, f"{self}\n" if self.clauses else "")

    def __str__(self) -> str:
        return "\n".join([*map(clause_text, self)] or [f"% {line}" for line in self._why()])

    def __repr__(self) -> str:
        shown = "\n  ".join([*map(str, self)] or self._why())
        return f"Hypothesis:\n  {shown}" if "\n" in shown else f"Hypothesis({shown})"

    def _why(self) -> list[str]:
        """Return what there is to say where there is no clause."""
        return [*why(self.record), *self.record.get("notices", ())] or ["no clauses"]

    def __getstate__(self) -> dict[str, Any]:
        # Predicates hold functions that were compiled, which cannot be pickled.
        return {k: value for k, value in vars(self).items() if k not in ("_predicate", "_covered")}

    def __len__(self) -> int:
        return len(self.clauses)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __getitem__(self, number: int) -> Clause:
        return self.clauses[number]

    def _repr_html_(self) -> str:
        """Return the table of clauses that a notebook shows."""
        try:
            english = self.explain()
        except InputError:  # a predicate is not known; the clauses can be shown all the same
            english = [""] * len(self)
        rows = [*zip(map(code, self.clauses), english, strict=True)]
        none = [("none", line) for line in self._why()]
        return table(rows or none, ("clause", "it fires where this holds"))

    def explain(self) -> list[str]:
        """Return an English sentence for each clause, as in the paper's Table 3.

        A clause that cannot be translated, such as a recursive one, is explained as the reason why.

        >>> hypothesis = Hypothesis.of("f(A,B) :- square(B,T,E), path(A,P), count(P,E,N), N > T.")
        >>> hypothesis.explain()
        ['The number of edges that the path and the square have in common is greater than \
the number of triangles in the square.']
        """
        return Sentences(in_english(self.clauses, self.background, self.name))

    def verify(self, *, time_limit: float | None = None) -> Verdict:
        """Prove that the predicate never fires on a completable path, or find a counterexample.

        The status of the verdict, and of each of its clauses, is `proved` (on every board),
        `checked` (no counterexample was found, which proves nothing; the reason says what was
        tried), `refuted` or `unknown`. The time limit, in seconds, is for all clauses together.
        Raises `InputError` for clauses that are not about panels, as `predicate` does.

        >>> wrong = Hypothesis.of("f(A,B) :- square(B,T,E), path(A,P), count(P,E,N), N < T.")
        >>> print(wrong.verify())
        refuted: 1 clause
        ...
        """
        self._check_panels()
        limits = Limits(time_limit=time_limit)
        with progress(len(self.clauses), "clause") as step:
            found = prover.verify(self.clauses, self.background, self.name, limits, step)
        return Verdict(found.clauses, self.background)

    def core(self, *, time_limit: float | None = None) -> Hypothesis:
        """Return the proved core: the hypothesis of the clauses that `verify` proves.

        >>> print(Hypothesis.of("f(A,B) :- path(A,P), square(B,T,E), count(P,E,N), one(N).").core())
        % no clauses
        """
        kept = self.verify(time_limit=time_limit).core
        return Hypothesis(kept, self.background, self.record, f"core of {self.name}", self.task)

    def covers(self, example: tuple[Any, ...] | str) -> int | None:
        """Return the number, from 1, of the first clause that covers an example; None if none does.

        The example is the tuple of its arguments, or its text as in `record["uncovered"]`. Raises
        `InputError` unless it is one of the task from which this was learned.

        >>> from witness import Puzzle, examples, learn
        >>> task = examples(Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1)]))
        >>> hypothesis = learn(task)
        >>> [one for one in task.positives if not hypothesis.covers(one)]
        []
        """
        if example not in self._covered:
            known = quoted([*self._covered])
            raise InputError(f"{quoted(example)} is no example of the task, which has {known}")
        return self._covered[example]

    @cached_property
    def _covered(self) -> dict[Example | str, int | None]:
        if self.task is None:
            return {}
        examples = [*self.task.positives, *self.task.negatives]
        known = self.task.background, self.task.bias
        numbers = first_covering(self.clauses, *known, examples)
        texts = [term_text(atom_of(self.task.bias.head.name, example)) for example in examples]
        return dict(zip([*examples, *texts], [*numbers, *numbers], strict=True))

    def fires(self, puzzle: Puzzle, path: PathLike) -> tuple[Reason, ...]:
        """Return why the hypothesis fires on a partial path of a panel; nothing if it does not.

        There is a reason for each clause that holds and each symbol for which it does: its number
        `clause` (from 1), the symbol `about` with its place, and a `sentence`. Raises `InputError`
        for a path that leaves the board, and for a panel that the clauses do not know.

        >>> from witness import Puzzle
        >>> puzzle = Puzzle(1, 2, [(0, 0)], [(1, 2)], [(0, 0, 1), (0, 1, 2)])
        >>> hypothesis = Hypothesis.of("f(A,B) :- square(B,T,E), path(A,P), count(P,E,N), N > T.")
        >>> for reason in hypothesis.fires(puzzle, [(0, 0), (1, 0), (1, 1)]):
        ...     print(reason.about.place, reason)
        (0, 0) the number of edges that the path and the square [0, 0] have in common is greater \
than the number of triangles in the square (clause 1)
        >>> hypothesis.fires(puzzle, [(0, 0), (0, 1)])
        ()
        """
        puzzle.check()
        places = path_of(path)
        check_drawable(puzzle, places)
        vertices = tuple(cast(Vertex, place) for place in places if not is_edge(place))
        if not places or len(set(vertices)) < len(places):
            raise InputError("a partial path has a vertex or more, each once, and no edges")
        return reasons(self.predicate(), puzzle)(vertices)

    def predicate(self) -> Predicate:
        """Return the predicate as searches use it, the same one each time.

        Raises `InputError` for clauses that are not plain: recursive ones, say.

        >>> Hypothesis.of("f(A,B) :- square(B,T,E), one(T), two(T).").predicate().sound
        True
        """
        return self._predicate

    def _check_panels(self) -> None:
        """Raise `InputError` for clauses that are not about panels."""
        if self.background.is_relational:
            raise InputError(NOT_PANELS)

    @cached_property
    def _predicate(self) -> Predicate:
        self._check_panels()
        return of_clauses(self.name, self.clauses, self.background)


#: What a search or a rating takes as a predicate: a hypothesis, a predicate, or its name or file.
PredicateLike = Hypothesis | Predicate | str | Path


def as_predicate(given: PredicateLike) -> Predicate:
    """Return a predicate. Raises `InputError` for anything that is none."""
    if isinstance(given, str | Path):
        return predicate_named(str(given))
    if isinstance(given, Hypothesis):
        return given.predicate()
    if hasattr(given, "bind"):
        return given
    raise InputError(
        f"{quoted(given)} is no predicate; a hypothesis, a name, or a file is expected"
    )


def as_player(rules: str | Predicate | Hypothesis, lookahead: int) -> Player:
    """Return the player who knows some rules."""
    known = (
        inference_rules(rules) if isinstance(rules, str) else (PredicateRule(as_predicate(rules)),)
    )
    return Player(known, lookahead)
