"""Learners that run in this process: the limits, and the run that is made of what was learned."""

from __future__ import annotations

from collections.abc import Callable

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.base.version import __version__
from witness.clauses.datalog import are_relations
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.settings import Learned, Run
from witness.clauses.learners.task import LearningTask

#: The most seconds for counting again what a hypothesis covers.
MOST_SECONDS = 10.0

#: Why a run did not end by itself, by its status.
REASONS = {
    "timeout": "ended at the time limit",
    "memory-limit": "ended at the memory limit",
    "interrupted": "interrupted",
}


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


def run_of(task: LearningTask, learned: Learned, status: str | None) -> Run:
    """Return a run of a learner of this package on a task; `status` as in `Run`."""
    if status is not None:
        none = "no clause was found by then (a lower max_body or max_vars may help)"
        best = "this is the best so far" if learned.clauses else none
        learned.details["reason"] = f"{REASONS[status]}; {best}"
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
        f"called with inputs and outputs, as Prolog does, the hypothesis covers {right:,} "
        f"positive and {wrong:,} negative examples: a definition holds for outputs that it does "
        "not give"
    )
    return [str(InputError(what, file="bk.pl"))]
