"""The part of the `asp` learner for a bias with recursion or predicate invention."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from witness.base.errors import UnsupportedError
from witness.clauses.language.bias import INVENTION, RECURSION, Demand
from witness.clauses.language.terms import Clause
from witness.clauses.learners.asp.recursive.invention import (
    Definition,
    Inventions,
    require_undirected,
)
from witness.clauses.learners.asp.recursive.predicates import TablePredicate, source_of
from witness.clauses.learners.asp.recursive.search import MOST_CLAUSES, Search
from witness.clauses.learners.in_process import limit_met, run_of
from witness.clauses.learners.settings import Interrupted, Learned, Run, Settings
from witness.clauses.learners.task import LearningTask


class Programs:
    """The search for the best program: those of the bias, and those with an invented predicate."""

    def __init__(self, task: LearningTask, settings: Settings) -> None:
        require_undirected(task.bias)
        self._task, self._settings = task, settings
        self._source = source_of(task)
        self._clauses = task.bias.max_clauses or MOST_CLAUSES
        plain = Search(task, settings, self._source)
        self._searches: list[tuple[int, Search, tuple[Clause, ...]]] = [(0, plain, ())]
        self._inventions: Inventions | None = None
        if task.bias.asks_for(INVENTION):
            self._inventions = Inventions(task.bias, self._source, self._clauses)

    def begin(self) -> None:
        """Look at the shortest programs."""
        search = self._searches[0][1]
        search.begin(whole=True)
        search.level(2)

    def run(self) -> None:
        """Search by size for a program that covers all examples, then for one that covers most."""
        total = self._searches[0][1].total
        for whole in (True, False):
            for _, search, _ in self._searches:
                search.begin(whole=whole)
            size = 2
            while not self._is_done(size):
                if whole and self._inventions is not None:
                    for definition in self._inventions.of_size(size - 2):
                        self._add(definition, size - 2)
                for own, search, _ in self._searches:
                    if size - own >= 2:
                        search.level(size - own)
                    if self._is_done(size):
                        return
                size += 1
                more = self._inventions is not None and whole and size - 2 <= self._longest()
                if not more and all(search.ended for _, search, _ in self._searches):
                    break
            if self._best()[0] == total:
                return

    def _longest(self) -> int:
        """Return the number of literals of the longest definition."""
        return (self._clauses - 1) * (self._task.bias.max_body + 1)

    def _is_done(self, size: int) -> bool:
        count, least, _ = self._best()
        return count == self._searches[0][1].total and least <= size

    def _add(self, definition: Definition, size: int) -> None:
        """Take in the programs with an invented predicate."""
        bias, signature = self._task.bias, definition.signature
        demands: tuple[Demand, ...] = tuple(d for d in bias.demands if d.kind != RECURSION)
        own = replace(bias, body=(*bias.body, signature), demands=demands)
        given = len(bias.body), signature.types, ()
        invented = TablePredicate(sorted(definition.rows), *given)
        predicates = [*self._source.predicates, invented]
        search = Search(
            replace(self._task, bias=own),
            self._settings,
            self._source._replace(predicates=predicates),
        )
        search.begin(whole=True)
        self._searches.append((size, search, definition.clauses))

    def _best(self) -> tuple[int, int, tuple[Clause, ...]]:
        """Return the most that a program covers, its literals, and the program."""
        best: tuple[int, int, tuple[Clause, ...]] = (0, 0, ())
        for own, search, definition in self._searches:
            count, size, clauses = search.best
            if count and (-count, size + own) < (-best[0], best[1]):
                best = count, size + own, (*clauses, *definition)
        return best

    def learned(self) -> Learned:
        """Return the best program so far."""
        count, _, clauses = self._best()
        return Learned(clauses, count, 0)


def learn_within(task: LearningTask, settings: Settings) -> tuple[Learned, str | None]:
    """Learn the best program within limits; return it, and which limit was met.

    At a limit it is the best one so far. Raises `Interrupted` at Ctrl-C, and `UnsupportedError` for
    a bias whose predicates cannot be called, and for noise.
    """
    _check_settings(task, settings)
    programs: Programs | None = None

    def run() -> None:
        nonlocal programs
        programs = Programs(task, settings)
        programs.run()

    try:
        status = limit_met(run, settings.timeout, settings.memory_limit)
    except KeyboardInterrupt:
        if programs is None:
            raise
        raise Interrupted(partial(_best, task, programs.learned())) from None
    return (Learned((), 0, 0) if programs is None else programs.learned()), status


def check_task(task: LearningTask, settings: Settings) -> None:
    """Raise `InputError` as `learn_within` does, also where a call fails with what is given."""
    _check_settings(task, settings)
    Programs(task, settings).begin()


def _check_settings(task: LearningTask, settings: Settings) -> None:
    if settings.noisy:
        what = "learning with noise is for a bias without recursion and predicate invention"
        raise UnsupportedError(f"{what}, with the asp learner", file=task.bias.file)


def _best(task: LearningTask, learned: Learned) -> Run:
    return run_of(task, learned, "interrupted")
