"""The part of the `asp` learner for a bias with recursion."""

from __future__ import annotations

from functools import partial

from witness.learners.asp.recursive.search import Search
from witness.learners.here import limit_met, run_of
from witness.learners.run import Interrupted, Learned, Run, Settings
from witness.learners.task import LearningTask


def learn_within(task: LearningTask, settings: Settings) -> tuple[Learned, str | None]:
    """Learn the best program within limits; return it, and which limit was met.

    At a limit it is the best one so far. Raises `Interrupted` at Ctrl-C, and `UnsupportedError` for
    a bias whose predicates cannot be called.
    """
    search: Search | None = None

    def run() -> None:
        nonlocal search
        search = Search(task, settings)
        search.run()

    try:
        status = limit_met(run, settings.timeout, settings.memory_limit)
    except KeyboardInterrupt:
        if search is None:
            raise
        raise Interrupted(partial(_best, task, search.learned())) from None
    return (Learned((), 0, 0) if search is None else search.learned()), status


def _best(task: LearningTask, learned: Learned) -> Run:
    return run_of(task, learned, "interrupted")
