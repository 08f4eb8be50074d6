"""The `asp` learner: the best hypothesis of a bias, exactly.

It has Popper's objective. Without noise: cover no negative example, then as many positive ones as
possible, then with as few literals as possible (including heads). With noise: the least description
length. It enumerates the clauses of the bias (`relational`), and chooses the best set of them with
answer set programming (`cover`). The enumeration joins relations:

- background knowledge that is a set of relations is read as such (`facts`);
- anything else is called with what it can be called with. Examples that no hypothesis can tell
  apart become one class, and the facts of one example of each are relations (`saturate`).

At a limit of time or memory, the best set of the clauses found so far is the answer.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from witness.base.collector import without_collector
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.clauses.background import Background
from witness.clauses.datalog import are_relations, lists_facts, why_no_relations
from witness.clauses.language.bias import (
    ANY,
    CONSTANTS,
    HEAD_OUTPUT,
    INVENTION,
    RECURSION,
    UNUSED_HEAD,
    Bias,
    Demand,
)
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import Ground, Key
from witness.clauses.learners.asp.candidates import Candidate, Most, covered, description_length
from witness.clauses.learners.asp.cover import Choice, choose, quick
from witness.clauses.learners.asp.facts import read_facts
from witness.clauses.learners.asp.relational import Relational
from witness.clauses.learners.asp.saturate import MAX_VALUES, TooManyValuesError, saturate
from witness.clauses.learners.in_process import limit_met, run_of
from witness.clauses.learners.settings import LIMITS, Interrupted, Learned, Run, Settings
from witness.clauses.learners.task import LearningTask
from witness.clauses.model import TooLargeError

#: The settings that it takes, beside the timeout.
SETTINGS = ("memory_limit", "noisy", "allow_singletons", "forbidden", *LIMITS)

#: No hypothesis of the bias covers more of the positive examples and no negative one.
EXACT = True

#: The share of time and memory that is kept for the choice among the clauses, and the most seconds.
SHARE = 0.2
MOST_SECONDS = 60.0

#: Of bodies of more literals than `LARGE`, or of any number, those of at most `SMALL` come first.
LARGE, SMALL = 6, 3

#: The megabytes that a run may take if its settings do not say.
MEMORY = 1000.0

#: The most seconds for the choice after Ctrl-C.
LAST_SECONDS = 5.0

#: Raw ASP that forbids one of the two orders of a literal's variables.
_ORDER = re.compile(r":-body_literal\(\w+,(\w+),\w+,\((\w+),(\w+)\)\),\2[<>]\3")

#: What it can be asked for beyond plain clauses.
_KNOWN = (CONSTANTS, HEAD_OUTPUT, UNUSED_HEAD)


def check_bias(background: Background) -> None:
    """Raise `UnsupportedError` for a bias that it cannot use in the tasks of puzzles."""
    bias, program = background.bias, background.program
    bias.require(_KNOWN, "the asp learner")
    primitives: dict[Key, list[tuple[Ground, ...]]] = {key: [] for key in PRIMITIVES}
    whole = replace(program, facts={**program.facts, **primitives})
    if not are_relations(bias, whole):
        _require(bias.with_one_type(), whole)


def _require(bias: Bias, program: Program) -> None:
    """Raise `UnsupportedError` if a bias has not what is needed to call its predicates."""
    bias.require_types_and_directions(f"the asp learner, as {why_no_relations(bias, program)},")


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Learn from a task within the limits."""
    with without_collector():
        run = run_of(task, *learn_within(task, settings))
    return replace(run, notices=(*run.notices, *_left_out(task, run.learned)))


def _left_out(task: LearningTask, learned: Learned) -> list[str]:
    """Return what of a bias was not looked for."""
    notices = [
        f"bias.pl: line {one.line}: clauses without {one.kind} only were looked for, whatever "
        f"{one.statement} allows (the learner popper looks for others)"
        for one in task.bias.demands
        if one.kind in (RECURSION, INVENTION)
    ]
    if "searched" in learned.details:
        notices.append(
            f"bk.pl: clauses of at most {learned.details['searched']} literals were looked for: "
            f"with one more, more than {MAX_VALUES} values of a type follow from an example (a "
            "lower max_vars may help)"
        )
    return notices


def learn(task: LearningTask) -> Learned:
    """Learn a hypothesis; it is empty if no clause covers positive examples and no negative one.

    Raises `InputError` for background knowledge that does not fit the bias.
    """
    return learn_within(task, Settings())[0]


def learn_within(task: LearningTask, settings: Settings) -> tuple[Learned, str | None]:
    """Learn as `learn` within limits; return also which one was met.

    Raises `Interrupted` at Ctrl-C, once there are clauses to choose from.
    """
    task = _accepted(task, settings)
    begun = time.perf_counter()
    timeout = settings.timeout
    kept = 0.0 if timeout is None else min(SHARE * timeout, MOST_SECONDS)
    memory = MEMORY if settings.memory_limit is None else settings.memory_limit
    searches: list[_Search] = []

    def enumerate_clauses() -> None:
        for search in _searches(task, settings):
            searches.append(search)
            search.clauses.run()

    try:
        status = limit_met(
            enumerate_clauses,
            None if timeout is None else timeout - kept,
            (1 - SHARE) * memory,
        )
        if not searches:
            return Learned((), 0, 0), status
        search = _furthest(searches)
        left = None if timeout is None else max(timeout + begun - time.perf_counter(), 0.0)
        choice = _choice(search, left, SHARE * memory)
    except KeyboardInterrupt:
        if not searches:
            raise
        raise Interrupted(partial(_best, task, _furthest(searches))) from None
    if not choice.proved:
        status = status or "timeout"
    learned = search.learned(choice.candidates)
    if settings.noisy and not learned.clauses and status is None:
        limits = (MOST_SECONDS if timeout is None else kept), memory
        limit_met(lambda: learned.details.update(search.tied()), *limits)
    return learned, status


def check_task(task: LearningTask, settings: Settings) -> None:
    """Raise `InputError` for a task that is refused."""
    task = _accepted(task, settings)
    with without_collector():
        next(_searches(task, settings))


def _accepted(task: LearningTask, settings: Settings) -> LearningTask:
    """Return a task as it is looked at; raise `UnsupportedError` for its bias."""
    bias = task.bias
    program = task.background
    if are_relations(bias, program) and why_no_relations(bias, program, terms=False) is None:
        # What is left out is said by `run_of`.
        kept = tuple(
            d
            for d in bias.demands
            if d.kind not in (RECURSION, INVENTION) and not _only_orders(d, bias, program)
        )
        task = replace(task, bias=replace(bias, demands=kept))
    task.bias.require(_KNOWN, "the asp learner")
    return task.with_singletons(settings.allow_singletons).in_order()


def _only_orders(demand: Demand, bias: Bias, program: Program) -> bool:
    """Whether raw ASP says no more than which of p(A,B) and p(B,A) to write, if both hold."""
    found = _ORDER.fullmatch("".join(demand.statement.split()))
    if found is None or (found.group(1), 2) in program.rules:
        return False
    rows = program.facts.get((found.group(1), 2), ())
    return not bias.directed and {*rows} == {(b, a) for a, b in rows}


def _furthest(searches: Sequence[_Search]) -> _Search:
    """Return the last of the searches that have seen all clauses of the largest size."""
    return max(reversed(searches), key=lambda search: search.clauses.seen)


def _choice(search: _Search, seconds: float | None, memory_limit: float | None) -> Choice:
    """Return the best set of the clauses found so far, or what is found at once at a limit."""
    try:
        # So clingo ends by itself before the limit, with the best set that it has.
        most = None if seconds is None else 0.9 * seconds
        return limited(lambda: search.chosen(most), seconds, memory_limit)
    except (LimitReachedError, MemoryError):
        return search.quick()


def _best(task: LearningTask, search: _Search) -> Run:
    """Return a run that was interrupted."""
    choice = _choice(search, LAST_SECONDS, None)
    return run_of(task, search.learned(choice.candidates), "interrupted")


def _searches(task: LearningTask, settings: Settings) -> Iterator[_Search]:
    """Yield the search of a task, which is run then.

    Where clauses may be large, or have many values, small ones are looked for first, which takes
    little time. If too many values follow from an example, and nobody gave a limit of literals,
    yield searches for clauses of one literal, of two, and so on, until no larger clause can help.
    With a limit, relations are not called but read, if they can be.
    """
    given = "max_body" not in task.bias.assumed or settings.max_body is not None
    large = task.bias.max_body > LARGE or (not given and task.bias.max_body > SMALL)
    if large or lists_facts(task.bias, task.background):
        with suppress(TooManyValuesError):
            search = _search(task.limited(None, SMALL), settings)
            yield search
            if search.clauses.is_done:
                return
    try:
        yield _search(task, settings)
        return
    except TooManyValuesError:
        if given and why_no_relations(task.bias, task.background) is not None:
            raise
    if given:
        yield _search(task, settings, read=True)
        return
    for size in range(1, task.bias.max_body):
        try:
            search = _search(task.limited(None, size), settings)
        except TooManyValuesError:
            if size == 1:
                raise
            return
        search.details["searched"] = size
        yield search
        if search.clauses.is_done:
            del search.details["searched"]
            return


def _search(task: LearningTask, settings: Settings, read: bool = False) -> _Search:
    """Return the search of a task; all relations are read if that is said."""
    bias = task.bias
    limits = Most(bias.max_clauses, settings.max_literals)
    most = None if limits == Most() else limits
    details: dict[str, Any] = {}
    try:
        found = read_facts(task, read)
    except TooLargeError:
        if not bias.directed or any(ANY in one.types for one in (bias.head, *bias.body)):
            raise
        found = None
    if found is None:
        bias = bias.with_one_type()
        _require(bias, task.background)
        task = replace(task, bias=bias)
        classes = saturate(task)
        details["classes"] = len(classes.sizes)
        facts = classes.facts
    else:
        facts, bias = found
    clauses = Relational(facts, bias, settings.noisy, most, forbidden=settings.forbidden)
    return _Search(clauses, most, settings, details)


class _Search:
    """An enumeration of clauses, and the choice of the best set of what it has found."""

    def __init__(
        self,
        clauses: Relational,
        most: Most | None,
        settings: Settings,
        details: dict[str, Any],
    ) -> None:
        self.clauses = clauses
        self.counts = clauses.facts.counts
        self.most = most
        self.noisy = settings.noisy
        self.details = details

    def chosen(self, seconds: float | None) -> Choice:
        """Return the best set of the clauses found so far, or that of some seconds."""
        return choose(self.clauses.candidates(), self.counts, self.noisy, self.most, seconds)

    def quick(self) -> Choice:
        """Return a good set of the clauses found so far, at once."""
        return quick(self.clauses.candidates(), self.counts, self.noisy, self.most)

    def tied(self) -> dict[str, str]:
        """Return the first clause that is as good as none, where the best hypothesis is empty."""
        again = Relational(self.clauses.facts, self.clauses.bias, noisy=True, ties=True)
        again.run()
        for candidate in again.candidates():
            if description_length([candidate], self.counts) == self.counts.positives:
                return {"tied": str(candidate.clause)}
        return {}

    def learned(self, chosen: list[Candidate]) -> Learned:
        """Return a hypothesis, with what came nearest to the rest of the examples."""
        union, counts = covered(chosen), self.counts
        clauses = tuple(candidate.clause for candidate in chosen)
        learned = Learned(clauses, counts.right(union), counts.wrong(union), self.details)
        if self.clauses.left_out:
            self.details["left_out"] = self.clauses.left_out
        if self.noisy:
            self.details["description_length"] = learned.description_length(counts.positives)
        elif learned.true_positives < counts.positives:
            self.details["nearest"] = self.clauses.near()
        return learned
