"""A learner that runs another program: the examples that it gets, its limits, and its answer.

A hypothesis covers either all examples of a class of `saturate` or none of them. So for a learner
without noise, one positive and one negative example of each class are as good as all of them. Some
hundreds are left of the 170 thousand examples of a 4×4 puzzle.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from witness.base.collector import without_collector
from witness.base.errors import InputError, UnsupportedError
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.base.limits.child import Finished
from witness.clauses.language.bias import Bias
from witness.clauses.language.terms import Clause
from witness.clauses.learners.asp.saturate import saturate
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.settings import Learned, Run
from witness.clauses.learners.task import Example, LearningTask

#: The other program is told to stop this many seconds before its time limit (but at most a fifth of
#: the limit earlier): it then prints what it has found.
GRACE = 10.0


def grace(seconds: float) -> float:
    """Return how many seconds before its time limit a program is told to stop."""
    return min(GRACE, seconds / 5)


@dataclass(frozen=True)
class Shares:
    """The parts of a time limit that begins now, in seconds; they are None if there is none."""

    timeout: float | None
    begun: float = field(default_factory=time.perf_counter)

    @property
    def collapsing(self) -> float | None:
        """The time for collapsing the examples: a fifth. Without it, the program gets them all."""
        return None if self.timeout is None else self.timeout / 5

    @property
    def program(self) -> float | None:
        """The time for the program: what is left, but at least a second."""
        return self._left(1.0)

    @property
    def counting(self) -> float | None:
        """The time for counting what the answer covers: what is left, but at least the grace.

        So an answer that comes at the limit can be counted, too.
        """
        return None if self.timeout is None else self._left(grace(self.timeout))

    def _left(self, least: float) -> float | None:
        if self.timeout is None:
            return None
        return max(self.timeout - (time.perf_counter() - self.begun), least)


# ---- the examples -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Given:
    """What a program gets: a task, and examples of it; `why_all` says why these are all."""

    task: LearningTask
    positives: list[Example]
    negatives: list[Example]
    why_all: str | None = None

    @property
    def counts(self) -> list[int]:
        """The numbers of positive and of negative examples."""
        return [len(self.positives), len(self.negatives)]


def collapse(task: LearningTask) -> tuple[list[Example], list[Example]]:
    """Return the first positive and the first negative examples of the classes, in their order.

    Raises `UnsupportedError` if the background knowledge cannot be evaluated completely.
    """
    with without_collector():
        classes = saturate(task)
    positives = [one for one in dict.fromkeys(task.positives) if one in classes.positives]
    negatives = [one for one in dict.fromkeys(task.negatives) if one in classes.negatives]
    return positives, negatives


# ---- the answer ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """The clauses that a program printed, and the numbers of examples that they cover.

    `status` is None for a run that was not cut short, and `reason` says why it was.
    """

    clauses: tuple[Clause, ...] = ()
    covered: tuple[int, int] = (0, 0)
    status: str | None = None
    reason: str | None = None


def unusable(reason: str) -> Answer:
    """Return the failure that an answer becomes which cannot be evaluated."""
    return Answer(status="failed", reason=f"its answer cannot be used: {reason}")


def counted(
    answer: Answer, task: LearningTask, seconds: float | None, megabytes: float | None
) -> Answer:
    """Return an answer with its coverage of all examples of a task.

    An answer that cannot be evaluated, or not within the limits, becomes a failure. Raises
    `UnsupportedError` for programs that only the other system can run.
    """
    try:
        covered = limited(lambda: coverage(answer.clauses, task), seconds, megabytes)
    except UnsupportedError:
        raise
    except InputError as error:
        return unusable(error.reason)
    except LimitReachedError as error:
        lacking = "much memory" if error.status == "memory-limit" else "long"
        return unusable(f"it takes too {lacking} on all examples")
    return replace(answer, covered=covered)


def _too_many(bias: Bias, learned: Learned) -> list[str]:
    """Return what to say of more clauses than a bias allows; programs combine several answers."""
    number = len(learned.clauses)
    if bias.max_clauses is None or number <= bias.max_clauses:
        return []
    what = (
        f"max_clauses({bias.max_clauses}) does not limit the whole hypothesis of this learner, "
        f"which has {number} clauses"
    )
    if bias.is_plain:
        what += "; asp heeds it"
    return [str(InputError(what, file="bias.pl", line=bias.lines.get("max_clauses")))]


def run_of_program(
    task: LearningTask,
    version: str,
    answer: Answer | None = None,
    ended: Finished | None = None,
    details: dict[str, Any] | None = None,
) -> Run:
    """Return the run of a program on a task; it was not started if there is no answer.

    Popper from version 4 on lets variables occur once whatever the bias says.
    """
    answer, details = answer or Answer(), details or {}
    if answer.reason is not None:
        details["reason"] = answer.reason
    learned = Learned(answer.clauses, *answer.covered, details)
    return Run(
        learned,
        *task.counts,
        version,
        answer.status,
        log=None if ended is None else f"{ended.stdout}\n{ended.stderr}".strip() + "\n",
        notices=(*task.with_singletons(True).notices_on(learned), *_too_many(task.bias, learned)),
    )
