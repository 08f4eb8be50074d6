"""Popper's input: the files of a task, read, checked, collapsed if possible, and written anew.

Popper lets SWI-Prolog load the background knowledge, and clingo run scripts in the bias. So it gets
no text that this package has not parsed.
"""

from __future__ import annotations

from dataclasses import replace

from witness.learners.asp.saturate import require_classes
from witness.learners.popper.overloads import check_overloads
from witness.learners.programs import Given, collapse, with_fewer
from witness.learners.prolog_text import check_names
from witness.learners.rendering import atom_of
from witness.learners.task import Example, LearningTask
from witness.logic.language.bias import HEAD_OUTPUT, INVENTION, RAW, RECURSION, UNUSED_HEAD
from witness.logic.language.definitions import check_calls
from witness.logic.language.terms import Clause

#: What Popper can be asked for beyond plain clauses.
KNOWN = (RECURSION, INVENTION, UNUSED_HEAD, HEAD_OUTPUT, RAW)


def given_of(task: LearningTask) -> Given:
    """Check a task; raise `InputError` for anything but plain clauses and declarations."""
    task.bias.require(KNOWN, "the popper learner")
    check_overloads(task.bias)
    check_calls(task.background, {})
    check_names(task.background, "Popper")
    return Given(task, task.positives, task.negatives)


def collapsed(given: Given, seconds: float | None = None, megabytes: float | None = None) -> Given:
    """Return the input with collapsed examples, for clauses of the size that Popper may try.

    It keeps all examples if they cannot be collapsed, or not within the limits.
    """
    bias = given.task.bias

    def choose() -> tuple[list[Example], list[Example]]:
        require_classes(bias)
        return collapse(replace(given.task, bias=bias))

    return with_fewer(given, choose, seconds, megabytes)


def examples_text(given: Given) -> str:
    """Return the text of the examples that Popper gets."""
    lines = []
    for sign, examples in (("pos", given.positives), ("neg", given.negatives)):
        for example in examples:
            lines.append(f"{Clause(sign, (atom_of(given.task.bias.head.name, example),))}\n")
    return "".join(lines)
