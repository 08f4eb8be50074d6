"""Popper's input: the files of a task, read, checked, collapsed if possible, and written anew.

Popper lets SWI-Prolog load the background knowledge, and clingo run scripts in the bias. So it gets
no text that this package has not parsed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from witness.base.errors import NotForAspError
from witness.learn.oddities import check_known
from witness.learn.popper.collapse import collapse
from witness.learn.popper.raw_bias import ANY, read_raw_bias
from witness.learn.prolog_text import check_names
from witness.learn.run import Settings
from witness.learn.task import Example, LearningTask, check_order, read_examples, read_task
from witness.logic.language.bias import Signature, bias_text
from witness.logic.language.definitions import check_calls
from witness.logic.language.reader import Program, read_program
from witness.logic.language.terms import Clause, Compound, term_of


@dataclass(frozen=True)
class Given:
    """Popper's input, and the numbers of examples of the task.

    `whole` is the task if this package can read its bias. `why_all` says why Popper gets all
    examples.
    """

    head: Signature
    background: Program
    bias: str
    positives: list[Example]
    negatives: list[Example]
    all_positives: int
    all_negatives: int
    whole: LearningTask | None
    why_all: str | None = None


def read_given(directory: Path) -> Given:
    """Read a task; raise `InputError` for anything but plain clauses and declarations."""
    try:
        task = read_task(directory)
    except NotForAspError as error:
        background = read_program(directory / "bk.pl")
        bias, declared = read_raw_bias(directory / "bias.pl", background)
        head = declared.head
        positives, negatives = read_examples(directory / "exs.pl", head)
        if ANY not in head.types:
            check_order(declared, background, (positives or negatives)[0])
        check_known(background, positives + negatives, directory / "exs.pl")
        counts = len(positives), len(negatives)
        given = Given(head, background, bias, positives, negatives, *counts, None, error.reason)
    else:
        examples = task.positives, task.negatives
        counts = len(task.positives), len(task.negatives)
        given = Given(
            task.bias.head, task.background, bias_text(task.bias), *examples, *counts, task
        )
    check_calls(given.background, {})
    check_names(given.background, "Popper")
    return given


def collapsed(given: Given, settings: Settings) -> Given:
    """Return the input with collapsed examples, for clauses of the size that Popper may try."""
    if given.whole is None:
        return given
    bias = given.whole.bias
    bias = replace(
        bias,
        max_vars=max(settings.max_vars or bias.max_vars, len(bias.head.types)),
        max_body=settings.max_body or bias.max_body,
    )
    try:
        positives, negatives = collapse(replace(given.whole, bias=bias))
    except NotForAspError as error:
        return replace(given, why_all=error.reason)
    return replace(given, positives=positives, negatives=negatives)


def examples_text(given: Given) -> str:
    """Return the text of the examples that Popper gets."""
    lines = []
    for sign, examples in (("pos", given.positives), ("neg", given.negatives)):
        for example in examples:
            head = Compound(given.head.name, tuple(map(term_of, example)))
            lines.append(f"{Clause(sign, (head,))}\n")
    return "".join(lines)
