"""Fewer examples that say the same: one of each kind that a hypothesis can tell apart.

A learner without noise covers either all examples of a class of `saturate` or none of them, so one
positive and one negative example of each class constrain it just as all do. What is left of a 4×4
puzzle's 170 thousand examples is some hundreds.
"""

from __future__ import annotations

from witness.learn.asp.saturate import saturate
from witness.learn.task import Example, LearningTask
from witness.learn.time_limit import without_collector


def collapse(task: LearningTask) -> tuple[list[Example], list[Example]]:
    """Return the first positive and the first negative example of each class, in their order.

    Raises `NotForAspError` when the background cannot be evaluated completely.
    """
    with without_collector():
        classes = saturate(task)
    kept = {c.positive for c in classes}, {c.negative for c in classes}
    positives = [example for example in dict.fromkeys(task.positives) if example in kept[0]]
    negatives = [example for example in dict.fromkeys(task.negatives) if example in kept[1]]
    return positives, negatives
