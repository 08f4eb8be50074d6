"""The `recorded` learner: hypotheses that were learned before, perhaps by another system.

A folder has a hypothesis for each task: `train-0007.pl`, or `train-0007/hypothesis.pl` as this
package leaves it. Whatever follows learning can so be run again without the system that learned.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from witness.base.errors import InputError, quoted
from witness.base.files import read_text
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.base.shipped import FOLDER, is_shipped
from witness.clauses.background import Background
from witness.clauses.language.bias import Bias
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, variables
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.in_process import run_of
from witness.clauses.learners.settings import Learned, Run, Settings
from witness.clauses.learners.task import LearningTask

#: The settings that it takes, beside the timeout.
SETTINGS = ("hypotheses", "memory_limit", "max_vars", "max_body")

#: Variables may occur once, whatever the bias says: so do other systems learn.
SINGLETONS = True

#: The comment that says from which examples a hypothesis was learned.
_FROM = re.compile(r"^% exs\.pl: sha256 ([0-9a-f]{64})$", re.MULTILINE)


def why_not(settings: Settings) -> str | None:
    """Return why there are no recorded hypotheses; None if there are."""
    if settings.hypotheses is None:
        return (
            "name the folder of the recorded hypotheses, with --hypotheses DIR or recorded: "
            "{hypotheses: DIR} in a configuration; examples/popper comes with witness"
        )
    if not _folder(settings.hypotheses).is_dir():
        return str(InputError("there is no such folder", file=settings.hypotheses))
    return None


def check_bias(given: Background) -> None:
    """Take every bias: it says nothing about what was learned before."""


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Return the hypothesis that is recorded for a task, with its coverage of all examples.

    Raises `InputError` if there is none, if it cannot be read, has no rules, was learned from
    other examples, or cannot be evaluated on the task.
    """
    name = task.directory.name
    folder = _folder(settings.hypotheses or "")
    files = [folder / f"{name}.pl", folder / name / "hypothesis.pl"]
    file = next((file for file in files if name and file.is_file()), None)
    if file is None:
        raise InputError(f"there is no hypothesis for the task {quoted(name)}", file=files[0])
    text = read_text(file)
    source = _FROM.search(text)
    examples = task.directory / "exs.pl"
    if source and source[1] != hashlib.sha256(read_text(examples).encode()).hexdigest():
        raise InputError(f"it was learned from other examples than {examples}", file=file)
    clauses = parse_clauses(text, str(file))
    for clause in clauses:
        wrong = _why_not_of(clause, task.bias)
        if wrong is not None:
            raise InputError(wrong, file=file, line=clause.line)
    limits = settings.timeout, settings.memory_limit
    try:
        counts = limited(lambda: coverage(clauses, task), *limits)
    except InputError as error:
        raise InputError(error.reason, file=file, line=error.line) from None
    except LimitReachedError as error:
        raise InputError(f"{error.status}: evaluating it on all examples", file=file) from None
    return run_of(task.with_singletons(True), Learned(tuple(clauses), *counts), None)


def _why_not_of(clause: Clause, bias: Bias) -> str | None:
    """Return why a clause is none of a language with these limits; None if it may be one."""
    if not clause.body:
        return "a rule is expected, not a fact"
    terms = (*clause.args, *(argument for literal in clause.body for argument in literal.args))
    names = {variable for term in terms for variable in variables(term)}
    for number, most, what in (
        (len(names), bias.max_vars, "variables"),
        (len(clause.body), bias.max_body, "literals"),
    ):
        if number > most:
            return f"{number} {what} in a clause; the task has at most {most}"
    return None


def recorded_files(settings: Settings) -> list[Path]:
    """Return the files of the recorded hypotheses, in order; none for another learner."""
    if settings.hypotheses is None:
        return []
    folder = _folder(settings.hypotheses)
    return sorted([*folder.glob("*.pl"), *folder.glob("*/hypothesis.pl")])


def _folder(name: str) -> Path:
    """Return a folder by its name, or else the one of that name that comes with the project."""
    here = Path(name)
    return FOLDER / name if not here.exists() and is_shipped(name) else here
