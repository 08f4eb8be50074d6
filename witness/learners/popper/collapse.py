"""Fewer examples with the same information: one of each class that a hypothesis can tell apart.

A hypothesis covers either all examples of a class of `saturate` or none of them. So for a learner
without noise, one positive and one negative example of each class are as good as all of them. Some
hundreds are left of the 170 thousand examples of a 4×4 puzzle.
"""

from __future__ import annotations

from witness.base.collector import without_collector
from witness.learners.asp.saturate import saturate
from witness.learners.task import Example, LearningTask


def collapse(task: LearningTask) -> tuple[list[Example], list[Example]]:
    """Return the first positive and the first negative examples of the classes, in their order.

    Raises `UnsupportedError` if the background knowledge cannot be evaluated completely.
    """
    with without_collector():
        classes = saturate(task)
    kept = {c.positive for c in classes}, {c.negative for c in classes}
    positives = [example for example in dict.fromkeys(task.positives) if example in kept[0]]
    negatives = [example for example in dict.fromkeys(task.negatives) if example in kept[1]]
    return positives, negatives
