"""Learners that run in this process: the limits, and the best hypothesis found so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from witness.base.collector import without_collector
from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.base.version import __version__
from witness.clauses.learners.asp.candidates import Candidate, covered, drop_redundant
from witness.clauses.learners.asp.counts import Counts, counts_of
from witness.clauses.learners.asp.cover import Most, most_of, quick_most
from witness.clauses.learners.asp.saturate import ExampleClass
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.settings import Interrupted, Learned, Run, Settings
from witness.clauses.learners.task import LearningTask
from witness.clauses.model import are_relations

#: The most seconds for counting again what a hypothesis covers.
MOST_SECONDS = 10.0

#: Why a run did not end by itself, by its status.
REASONS = {
    "timeout": "ended at the time limit; this is the best so far",
    "memory-limit": "ended at the memory limit; this is the best so far",
    "interrupted": "interrupted; this is the best so far",
}


class Found:
    """What a learner has found: consistent clauses, and a choice of them if it has made one.

    `classes` are those of the examples, `details` are further entries of the record, and `most`
    limits a hypothesis as a whole.
    """

    def __init__(self, most: Most | None = None) -> None:
        self.most = most
        self.classes: list[ExampleClass] = []
        self.candidates: list[Candidate] = []
        self.details: dict[str, Any] = {}
        self._chosen: Sequence[Candidate] | None = None

    @property
    def counts(self) -> Counts:
        """The numbers of examples of the classes."""
        return counts_of(self.classes)

    def in_order(self) -> list[Candidate]:
        """Return the clauses by their rank."""
        return sorted(self.candidates, key=lambda candidate: candidate.rank)

    def dominates(self, coverage: int, size: int) -> bool:
        """Whether a clause of at most this size covers these classes and maybe more."""
        return any(
            candidate.size <= size and coverage | candidate.coverage == candidate.coverage
            for candidate in self.candidates
        )

    def choose(self, chosen: Sequence[Candidate]) -> None:
        """Settle on a hypothesis."""
        self._chosen = chosen

    def learned(self) -> Learned:
        """Return the hypothesis: what was chosen, else a greedy choice of the clauses found."""
        chosen = self._chosen
        if chosen is None:
            chosen = greedy(self.candidates, self.counts, self.most)
        return Learned(
            tuple(candidate.clause for candidate in chosen),
            self.counts.right(covered(chosen)),
            0,
            {"classes": len(self.classes), **self.details},
        )


def greedy(
    candidates: Sequence[Candidate], counts: Counts, most: Most | None = None
) -> list[Candidate]:
    """Return candidates that together cover all that any covers, or much within limits.

    Each covers the most positive examples that those before do not; of several it is the shortest,
    and of these the first. None of which the others cover everything is kept.
    """
    if most is not None:
        return quick_most(candidates, counts, most).candidates
    chosen: list[Candidate] = []
    so_far = 0
    left = list(candidates)
    while True:
        left = [candidate for candidate in left if candidate.coverage & ~so_far]
        if not left:
            break
        best = max(left, key=lambda c: (counts.right(c.coverage & ~so_far), -c.size))
        chosen.append(best)
        so_far |= best.coverage
    drop_redundant(chosen)
    return chosen


def limit_met(
    work: Callable[[], object], seconds: float | None, megabytes: float | None
) -> str | None:
    """Work within limits; return how a run says that it met one, None if it met none."""
    try:
        limited(work, seconds, megabytes)
    except LimitReachedError as error:
        return "timeout" if error.status == "time-limit" else error.status
    except MemoryError:
        return "memory-limit"
    return None


def accepted_here(task: LearningTask, settings: Settings, name: str) -> LearningTask:
    """Return a task as a learner that has a name looks at it.

    Raises `UnsupportedError` for a bias that asks for more than plain clauses.
    """
    task = replace(task, bias=task.bias.with_one_type())
    task.bias.require_plain(f"the {name} learner")
    return task.with_singletons(settings.allow_singletons)


def run_here(
    task: LearningTask,
    settings: Settings,
    learn: Callable[[LearningTask, Settings, Found], None],
    name: str,
) -> Run:
    """Run a learner, which has a name, within the limits; then it has what it found so far.

    Raises `UnsupportedError` for a bias that asks for more than plain clauses.
    """
    task = accepted_here(task, settings, name)
    found = Found(most_of(task.bias.max_clauses, settings.max_literals))
    with without_collector():
        try:
            work = partial(learn, task, settings, found)
            status = limit_met(work, settings.timeout, settings.memory_limit)
        except KeyboardInterrupt:
            raise Interrupted(lambda: run_of(task, found.learned(), "interrupted")) from None
        learned = found.learned()
    return run_of(task, learned, status)


def run_of(task: LearningTask, learned: Learned, status: str | None) -> Run:
    """Return a run of a learner of this package on a task; `status` as in `Run`."""
    if status is not None:
        learned.details["reason"] = REASONS[status]
    notices = (*task.notices_on(learned), *_differences(task, learned))
    return Run(learned, *task.counts, __version__, status, notices=notices)


def _differences(task: LearningTask, learned: Learned) -> list[str]:
    """Return what to say of clauses that hold for other outputs than they give.

    Learners give the body its inputs, and compare the outputs; a Prolog system, and `coverage`,
    call it with both. A definition with a cut may tell these apart.
    """
    if all(task.bias.head.inputs) or are_relations(task.bias, task.background):
        return []
    try:
        right, wrong = limited(lambda: coverage(learned.clauses, task), MOST_SECONDS, None)
    except (InputError, LimitReachedError):
        return []
    if (right, wrong) == (learned.true_positives, learned.false_positives):
        return []
    what = (
        f"called with inputs and outputs, as Prolog and --test do, the hypothesis covers {right:,} "
        f"positive and {wrong:,} negative examples: a definition holds for outputs that it does "
        "not give"
    )
    return [str(InputError(what, file="bk.pl"))]
