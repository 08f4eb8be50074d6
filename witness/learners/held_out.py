"""What a hypothesis says of examples that it was not learned from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from witness.base.errors import UnsupportedError
from witness.learners.coverage import coverage
from witness.learners.oddities import check_known
from witness.learners.task import LearningTask, read_examples
from witness.logic.language.terms import Clause


def read_held_out(file: str | Path, task: LearningTask) -> LearningTask:
    """Return a task with the examples of a file in place of its own.

    Raises `InputError` with file and line as `read_task` does.
    """
    positives, negatives = read_examples(file, task.bias.head)
    check_known(task.background, positives + negatives, Path(file))
    return replace(task, positives=positives, negatives=negatives)


def confusion(clauses: Sequence[Clause], held_out: LearningTask) -> dict[str, int]:
    """Return how many examples a hypothesis is right and wrong about.

    Raises `InputError` for clauses that cannot be evaluated here: programs with recursion, say.
    """
    try:
        right, wrong = coverage(clauses, held_out)
    except UnsupportedError as error:
        reason = f"the examples of --test cannot be evaluated: {error.reason}"
        raise UnsupportedError(reason) from None
    positives, negatives = held_out.counts
    return {
        "true_positives": right,
        "false_negatives": positives - right,
        "false_positives": wrong,
        "true_negatives": negatives - wrong,
    }
