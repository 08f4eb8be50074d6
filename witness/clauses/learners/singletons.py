"""What could be learned with a wider bias: variables that occur once, or longer clauses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from witness.clauses.learners.odd_examples import known_names
from witness.clauses.learners.registry import is_exact, learner_named
from witness.clauses.learners.settings import Learned, Run, Settings
from witness.clauses.learners.task import LearningTask

#: The most seconds that are spent on it.
MOST_SECONDS = 10.0


def with_singletons(
    task: LearningTask, settings: Settings, name: str, run: Run
) -> dict[str, Any] | None:
    """Return a hypothesis with such variables that is better than that of a run.

    None if there is none, or if it is not found in some seconds. A learner is only asked if it has
    ended by itself and is exact, and for panels, where many clauses have such variables, only if
    nothing was learned.
    """
    allowed = settings.allow_singletons or (
        settings.allow_singletons is None and task.bias.allow_singletons
    )
    enough = run.learned.clauses and any(known_names(task.background).values())
    if allowed or not is_exact(name) or run.status is not None or enough:
        return None
    return _better(task, replace(settings, allow_singletons=True), name, run)


def further(task: LearningTask, settings: Settings, name: str, run: Run) -> dict[str, Any] | None:
    """Return what one more variable and one more literal in a clause would give to a run.

    None if anything was learned, and otherwise as `with_singletons`.
    """
    if run.learned.clauses or run.status is not None or not is_exact(name):
        return None
    bias = task.bias
    return _better(task.limited(bias.max_vars + 1, bias.max_body + 1), settings, name, run)


def _better(task: LearningTask, settings: Settings, name: str, run: Run) -> dict[str, Any] | None:
    """Return what is better than a run and found in some seconds, None if there is nothing."""
    seconds = MOST_SECONDS if settings.timeout is None else min(MOST_SECONDS, settings.timeout)
    other = learner_named(name)(task, replace(settings, timeout=seconds))
    found = other.learned
    if other.status is not None or _cost(found, run, settings) >= _cost(run.learned, run, settings):
        return None
    return {
        "clauses": [str(clause) for clause in found.clauses],
        "true_positives": found.true_positives,
        "false_positives": found.false_positives,
        "program_size": found.size,
    }


def _cost(learned: Learned, run: Run, settings: Settings) -> tuple[int, int]:
    """Return what a learner minimises."""
    if settings.noisy:
        return learned.description_length(run.positives), 0
    return run.positives - learned.true_positives, learned.size
