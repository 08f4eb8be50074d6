"""Popper's input: the files of a task, read, checked, collapsed if possible, and written anew.

Popper lets SWI-Prolog load the background knowledge, and clingo run scripts in the bias. So it gets
no text that this package has not parsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from witness.base.errors import InputError, UnsupportedError
from witness.learn.popper.collapse import collapse
from witness.learn.run import Settings
from witness.learn.task import Example, LearningTask, read_task
from witness.logic.language.bias import (
    HEAD_OUTPUT,
    INVENTION,
    RAW,
    RECURSION,
    UNUSED_HEAD,
    Signature,
)
from witness.logic.language.definitions import check_calls
from witness.logic.language.reader import Program
from witness.logic.language.terms import Clause, Compound, term_of

#: What Popper can be asked for beyond plain clauses.
KNOWN = (RECURSION, INVENTION, UNUSED_HEAD, HEAD_OUTPUT, RAW)


@dataclass(frozen=True)
class Given:
    """Popper's input: a task, and the examples of it that Popper gets.

    `why_all` says why these are all examples.
    """

    task: LearningTask
    positives: list[Example]
    negatives: list[Example]
    why_all: str | None = None

    @property
    def head(self) -> Signature:
        """The head predicate."""
        return self.task.bias.head


def read_given(directory: Path) -> Given:
    """Read a task; raise `InputError` for anything but plain clauses and declarations."""
    task = read_task(directory)
    task.bias.require(KNOWN, "the popper learner")
    check_calls(task.background, {})
    _check_names(task.background)
    return Given(task, task.positives, task.negatives)


def collapsed(given: Given, settings: Settings) -> Given:
    """Return the input with collapsed examples, for clauses of the size that Popper may try."""
    bias = given.task.bias
    bias = replace(
        bias,
        max_vars=max(settings.max_vars or bias.max_vars, len(bias.head.types)),
        max_body=settings.max_body or bias.max_body,
    )
    try:
        constraints = tuple(d for d in bias.demands if d.statement.startswith(":-"))
        others = tuple(d for d in bias.demands if d not in constraints)
        replace(bias, demands=others).require((), "collapsing")
        bias.require_types_and_directions("collapsing")
        positives, negatives = collapse(replace(given.task, bias=bias))
    except UnsupportedError as error:
        return replace(given, why_all=error.reason)
    return replace(given, positives=positives, negatives=negatives)


#: Predicates that SWI-Prolog or Popper calls in the program. A background that defines one could
#: change how files are loaded, or how Popper works.
_HOOKS = frozenset(
    (
        "term_expansion", "goal_expansion", "file_search_path", "library_directory", "portray",
        "message_hook", "message_property", "prolog_load_file", "prolog_file_type", "resource",
        "exception", "expand_query", "expand_answer", "thread_message_hook", "prolog_list_goal",
        "predicate_option_mode", "predicate_option_type", "pos", "neg", "pos_index", "neg_index",
    )
)  # fmt: skip


def _check_names(program: Program) -> None:
    """Raise `InputError` for definitions that have a special meaning to a Prolog system."""
    for name, arity in (*program.rules, *program.facts):
        if name in _HOOKS or not re.fullmatch("[a-z][A-Za-z0-9_]*", name):
            raise InputError(
                f"{name}/{arity} cannot be defined in a background for Popper",
                file=program.file,
                line=program.lines.get((name, arity)),
            )


def background_text(program: Program) -> str:
    """Return the text of a background: the clauses of each predicate in order, facts first."""
    lines = [":- use_module(library(lists)).\n"]
    for (name, _), rows in program.facts.items():
        lines += [f"{Clause(name, tuple(map(term_of, row)))}\n" for row in rows]
    for clauses in program.rules.values():
        lines += [f"{clause}\n" for clause in clauses]
    return "".join(lines)


def examples_text(given: Given) -> str:
    """Return the text of the examples that Popper gets."""
    lines = []
    for sign, examples in (("pos", given.positives), ("neg", given.negatives)):
        for example in examples:
            head = Compound(given.head.name, tuple(map(term_of, example)))
            lines.append(f"{Clause(sign, (head,))}\n")
    return "".join(lines)
