"""The `popper` learner: the ILP system Popper itself, in a process of its own.

Popper (Cropper and Morel, "Learning programs by learning from failures", 2021) is not on PyPI;
docs/learners.md says how to install it. It may be in another virtual environment than this package.
It runs with limits on time and memory, and its output is kept. It supports what the `asp` learner
does not: recursion, predicate invention, raw ASP in a bias.

A hypothesis covers either all examples of a class of `saturate` or none of them. So without noise,
one positive and one negative example of each class are as good as all of them. Some hundreds are
left of the 170 thousand examples of a 4×4 puzzle. Where the examples cannot be collapsed, Popper
gets all of them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from witness.base.collector import without_collector
from witness.base.errors import InputError, UnsupportedError, quoted
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.limits.alarm import limited
from witness.base.limits.child import Finished, run_limited
from witness.clauses.background import Background
from witness.clauses.language.bias import (
    HEAD_OUTPUT,
    INVENTION,
    RAW,
    RECURSION,
    UNUSED_HEAD,
    bias_text,
)
from witness.clauses.language.bias_reader import DEFAULT_MAX_BODY, DEFAULT_MAX_VARS
from witness.clauses.language.definitions import check_calls
from witness.clauses.language.terms import Clause, indicator
from witness.clauses.learners.asp.saturate import require_classes, saturate
from witness.clauses.learners.popper.answer import Answer, evaluated, read_answer
from witness.clauses.learners.popper.program import Installation, environment, find
from witness.clauses.learners.rendering import atom_of, background_text, check_names
from witness.clauses.learners.settings import Learned, Run, Settings
from witness.clauses.learners.task import LearningTask

#: The settings that it takes, beside the timeout.
SETTINGS = (
    "command",
    "memory_limit",
    "collapse",
    "max_vars",
    "max_body",
    "max_clauses",
    "options",
    "noisy",
    "allow_singletons",
)

#: Variables may occur once, whatever the bias says: so it is from version 4 on.
SINGLETONS = True

#: Options of Popper that are settings here; what they do has to be known.
_OWN = ("timeout", "noisy", "max-vars", "max-body")


def why_not(settings: Settings) -> str | None:
    """Return why Popper cannot be run; None if it can."""
    try:
        find(settings.command)
    except InputError as error:
        return str(error)
    return None


def default_limits(settings: Settings) -> dict[str, int]:
    """Return the limits of a clause that the installed Popper has where none are given.

    Versions 4 have 6 variables and 6 literals, version 5 has 10 literals.
    """
    popper = find(settings.command)
    return {
        "max_vars": popper.default("max-vars", DEFAULT_MAX_VARS),
        "max_body": popper.default("max-body", DEFAULT_MAX_BODY),
    }


#: The limits that a hypothesis may exceed: Popper limits each of the programs that it combines to
#: one. (So does its option `max-literals`, which is no setting here.)
NOT_HELD = ("max_clauses",)


#: What Popper can be asked for beyond plain clauses.
KNOWN = (RECURSION, INVENTION, UNUSED_HEAD, HEAD_OUTPUT, RAW)

#: It is told to stop this many seconds before its time limit (but at most a fifth of the limit
#: earlier): it then prints what it has found.
GRACE = 10.0


def check_bias(background: Background) -> None:
    """Raise `UnsupportedError` for a bias that Popper cannot use.

    It cannot if a body predicate shares its name with another predicate: Popper 4.3.0 knows types
    and directions by the name alone, and fails.
    """
    bias = background.bias
    bias.require(KNOWN, "the popper learner")
    for signature in bias.body:
        same = [s for s in (bias.head, *bias.body) if s.name == signature.name]
        if len(same) > 1:
            arities = " and ".join(indicator(s.key) for s in same)
            what = f"Popper cannot tell {arities} apart; give them different names"
            raise UnsupportedError(what, file=bias.file, line=signature.line)


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Run Popper on a task; raise `InputError` if it is missing, or the task is not for it.

    The time limit is for collapsing the examples, which may take a fifth of it, Popper, and
    counting what it covers, for which at least the grace is left.
    """
    popper = find(settings.command)
    options = _further_options(settings, popper)
    budget = Budget(Limits(time_limit=settings.timeout))
    task = task.with_singletons(settings.allow_singletons)
    given, why_all = _given(task, settings)
    if not given.positives:  # Popper would fail
        return _run_of(task, popper.version, Answer(), None, {})
    seconds = _left(budget, 1.0)
    time = [] if seconds is None else [f"--timeout={max(1, int(seconds - _grace(seconds)))}"]
    with TemporaryDirectory(prefix="witness-") as folder:
        words = [*popper.command, folder, *time, *options]
        for file, text in _texts(given).items():
            (Path(folder) / file).write_text(text, encoding="utf-8")
        try:
            ended = run_limited(
                words,
                timeout=seconds,
                memory_limit=settings.memory_limit,
                environment=environment(),
            )
        except OSError as error:
            what = f"cannot be run: {error.strerror}"
            raise InputError(what, file=str(words[0])) from None
    answer = read_answer(ended)
    said = answer.covered
    details: dict[str, Any] = {}
    left = _left(budget, _grace(settings.timeout or 0.0))
    answer, counted_by = evaluated(answer, task, left, settings.memory_limit)
    counts = [len(given.positives), len(given.negatives)]
    if answer.clauses and counts == [*task.counts] and answer.covered != said:
        details["popper_counted"] = [*said]
    if counted_by is not None:
        details["counted_by"] = counted_by
    details["examples_given"] = counts
    details["peak_memory"] = round(ended.peak_memory, 1)
    if why_all is not None and settings.collapse:
        details["not_collapsed"] = why_all
    made = _run_of(task, popper.version, answer, ended, details)
    if settings.noisy:
        details["description_length"] = made.learned.description_length(made.positives)
    return made


def _grace(seconds: float) -> float:
    """Return how many seconds before its time limit Popper is told to stop."""
    return min(GRACE, seconds / 5)


def _left(budget: Budget, least: float) -> float | None:
    """Return the seconds that are left, but at least some; None without a limit."""
    return None if budget.seconds_left is None else max(budget.seconds_left, least)


def _run_of(
    task: LearningTask,
    version: str,
    answer: Answer,
    ended: Finished | None,
    details: dict[str, Any],
) -> Run:
    """Return the run of Popper on a task; it was not started if it has not ended.

    From version 4 on it lets variables occur once whatever the bias says, and combines several
    programs, each with as many clauses as the bias allows.
    """
    if answer.reason is not None:
        details["reason"] = answer.reason
    learned = Learned(answer.clauses, *answer.covered, details)
    notices = task.with_singletons(True).notices_on(learned)
    bias, number = task.bias, len(answer.clauses)
    if bias.max_clauses is not None and number > bias.max_clauses:
        what = f"max_clauses({bias.max_clauses}) does not limit the whole hypothesis of this "
        what += f"learner, which has {number} clauses" + "; asp heeds it" * bias.is_plain
        line = bias.lines.get("max_clauses")
        notices = (*notices, str(InputError(what, file="bias.pl", line=line)))
    log = None if ended is None else f"{ended.stdout}\n{ended.stderr}".strip() + "\n"
    return Run(learned, *task.counts, version, answer.status, log=log, notices=notices)


# ---- what it gets -------------------------------------------------------------------------------


def check_task(task: LearningTask, settings: Settings) -> None:
    """Raise `InputError` for a task that is refused."""
    _further_options(settings, find(settings.command))
    _given(task, settings)


def _given(task: LearningTask, settings: Settings) -> tuple[LearningTask, str | None]:
    """Return the task that Popper gets, and why it has all examples if it has.

    Raises `InputError` for a task that is not for it.
    """
    recursive = any(task.bias.asks_for(kind) for kind in (RECURSION, INVENTION))
    if settings.max_clauses is not None and not recursive:
        raise InputError(
            "max_clauses: Popper limits only programs with recursion or invention, for which the "
            "bias does not ask"
        )
    check_bias(Background(task.background, task.bias))
    check_calls(task.background, {})
    check_names(task.background)
    if settings.noisy:
        return task, "with noise, every example counts"
    if not settings.collapse or not task.positives:
        return task, None
    seconds = None if settings.timeout is None else settings.timeout / 5
    try:
        require_classes(task.bias)
        return limited(lambda: collapsed(task), seconds, settings.memory_limit), None
    except UnsupportedError as error:
        return task, error.reason
    except LimitReachedError as error:
        if error.status == "memory-limit":
            return task, "collapsing takes more memory than the limit"
        return task, f"collapsing takes more than {seconds:g} s, a fifth of the time"


def collapsed(task: LearningTask) -> LearningTask:
    """Return a task with the first positive and the first negative examples of its classes.

    Raises `UnsupportedError` if the background knowledge cannot be evaluated completely.
    """
    with without_collector():
        classes = saturate(task)
    return replace(
        task,
        positives=[one for one in dict.fromkeys(task.positives) if one in classes.positives],
        negatives=[one for one in dict.fromkeys(task.negatives) if one in classes.negatives],
    )


def _texts(given: LearningTask) -> dict[str, str]:
    """Return the files that Popper gets, written anew from what was read."""
    examples = [("pos", one) for one in given.positives] + [("neg", one) for one in given.negatives]
    head = given.bias.head.name
    return {
        "bk.pl": background_text(given.background),
        "bias.pl": bias_text(given.bias),
        "exs.pl": "".join(f"{Clause(sign, (atom_of(head, one),))}\n" for sign, one in examples),
    }


# ---- its options --------------------------------------------------------------------------------


def _further_options(settings: Settings, popper: Installation) -> list[str]:
    """Return the options that the settings ask for, beside the time limit.

    Raises `InputError` for one that this Popper does not have, or that is a setting here.
    """
    asked: dict[str, str | float | bool] = {"noisy": settings.noisy}
    for name, given in settings.options.items():
        if not re.fullmatch(r"[a-z][a-z-]*", name):
            raise InputError(f"{quoted(name)} is no name of an option of Popper")
        if any(own.startswith(name) for own in _OWN):
            raise InputError(f"{name} is a setting of its own, not one of Popper's other options")
        if "\0" in str(given):
            raise InputError(f"{name}: {quoted(given)} is no value of an option")
        asked[name] = given
    words = []
    for name, value in asked.items():
        if value is False:
            continue
        popper.check(name)
        words.append(f"--{name}" if value is True else f"--{name}={value}")
    return words
