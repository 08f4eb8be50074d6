"""The `asp` learner: the best noise-free hypothesis of a bias, exactly.

It has Popper's objective without noise: cover no negative example, then as many positive ones as
possible, then with as few literals as possible (including heads). It saturates the examples,
collapses those that no hypothesis can tell apart, enumerates the consistent clauses of the bias,
and chooses the smallest set of them with answer set programming.
"""

from __future__ import annotations

from pathlib import Path

from witness.learn.asp.clauses import consistent_clauses
from witness.learn.asp.cover import choose
from witness.learn.asp.saturate import saturate
from witness.learn.oddities import notices
from witness.learn.run import NOTHING, Learned, Run, Settings
from witness.learn.task import LearningTask, read_task
from witness.learn.time_limit import time_limit, without_collector


def run(directory: Path, settings: Settings) -> Run:
    """Learn from a directory within the time limit; raise `InputError` for files that are wrong."""
    with without_collector():
        return run_on(read_task(directory), settings)


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Learn from a task that has been read, as `run`."""
    from importlib.metadata import version

    with without_collector():
        status = None
        try:
            with time_limit(settings.timeout):
                learned = learn(task)
        except TimeoutError:
            learned, status = NOTHING, "timeout"
        positives, negatives = task.positives, task.negatives
        return Run(
            learned,
            len(positives),
            len(negatives),
            version("witness"),
            status,
            notices=notices(task.bias.head.name, task.background, positives, negatives),
        )


def learn(task: LearningTask) -> Learned:
    """Learn a hypothesis; it is empty if no clause covers positive examples and no negative one.

    Raises `InputError` for background knowledge that does not fit the bias.
    """
    task.bias.require_plain("the asp learner")
    classes = saturate(task)
    chosen = choose(consistent_clauses(classes, task.bias))
    covered = 0
    for candidate in chosen:
        covered |= candidate.coverage
    true_positives = sum(c.positives for n, c in enumerate(classes) if covered >> n & 1)
    return Learned(
        clauses=tuple(candidate.clause for candidate in chosen),
        true_positives=true_positives,
        false_positives=0,
        details={"classes": len(classes)},
    )
