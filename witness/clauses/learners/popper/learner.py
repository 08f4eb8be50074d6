"""The `popper` learner: the ILP system Popper itself, in a process of its own.

Popper (Cropper and Morel, "Learning programs by learning from failures", 2021) is not on PyPI;
docs/learners.md says how to install it. It may be in another virtual environment than this package.
It runs with limits on time and memory, on one example of each class, and its output is kept. It
supports what the `asp` learner does not: recursion, predicate invention, raw ASP in a bias. In
these cases, and wherever else the examples cannot be collapsed, it gets all of them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from witness.base.errors import InputError, UnsupportedError, quoted
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.base.limits.child import run_limited
from witness.clauses.background import Background
from witness.clauses.language.bias import (
    HEAD_OUTPUT,
    INVENTION,
    RAW,
    RECURSION,
    UNUSED_HEAD,
    Bias,
    bias_text,
)
from witness.clauses.language.bias_reader import DEFAULT_MAX_BODY, DEFAULT_MAX_VARS
from witness.clauses.language.definitions import check_calls
from witness.clauses.language.terms import Clause
from witness.clauses.learners.asp.saturate import require_classes
from witness.clauses.learners.popper.answer import evaluated, read_answer
from witness.clauses.learners.popper.program import Installation, environment, find
from witness.clauses.learners.programs import (
    Given,
    Shares,
    collapse,
    grace,
    run_of_program,
)
from witness.clauses.learners.rendering import atom_of, background_text, check_names
from witness.clauses.learners.settings import Run, Settings
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


def check_bias(background: Background) -> None:
    """Raise `UnsupportedError` for a bias that Popper cannot use."""
    background.bias.require(KNOWN, "the popper learner")
    _check_names(background.bias)


def _check_names(bias: Bias) -> None:
    """Raise `UnsupportedError` for body predicates that share their name with another predicate.

    Popper 4.3.0 knows types and directions by the name alone, and fails.
    """
    for signature in bias.body:
        same = [s for s in (bias.head, *bias.body) if s.name == signature.name]
        if len(same) > 1:
            arities = " and ".join(f"{s.name}/{len(s.types)}" for s in same)
            raise UnsupportedError(
                f"Popper cannot tell {arities} apart; give them different names",
                file=bias.file,
                line=signature.line,
            )


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Run Popper on a task; raise `InputError` if it is missing, or the task is not for it.

    The time limit is for collapsing the examples, Popper, and counting what it covers (`Shares`).
    """
    popper = find(settings.command)
    options = _further_options(settings, popper)
    shares = Shares(settings.timeout)
    given = _given(task, settings, shares)
    task = given.task
    if not given.positives:  # Popper would fail
        return run_of_program(task, popper.version)
    texts = _texts(given)
    seconds = shares.program
    time = [] if seconds is None else [f"--timeout={max(1, int(seconds - grace(seconds)))}"]
    with TemporaryDirectory(prefix="witness-") as folder:
        words = [*popper.command, folder, *time, *options]
        for file, text in texts.items():
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
    answer, counted_by = evaluated(answer, task, shares.counting, settings.memory_limit)
    if answer.clauses and given.counts == [*task.counts] and answer.covered != said:
        details["popper_counted"] = [*said]
    if counted_by is not None:
        details["counted_by"] = counted_by
    details["examples_given"] = given.counts
    details["peak_memory"] = round(ended.peak_memory, 1)
    if given.why_all is not None and settings.collapse:
        details["not_collapsed"] = given.why_all
    made = run_of_program(task, popper.version, answer, ended, details)
    if settings.noisy:
        details["description_length"] = made.learned.description_length(made.positives)
    return made


def check_task(task: LearningTask, settings: Settings) -> None:
    """Raise `InputError` for a task that is refused."""
    _further_options(settings, find(settings.command))
    _given(task, settings, Shares(settings.timeout))


def _given(task: LearningTask, settings: Settings, shares: Shares) -> Given:
    """Return what Popper gets; raise `InputError` for a task that is not for it."""
    recursive = any(task.bias.asks_for(kind) for kind in (RECURSION, INVENTION))
    if settings.max_clauses is not None and not recursive:
        raise InputError(
            "max_clauses: Popper limits only programs with recursion or invention, for which the "
            "bias does not ask"
        )
    given = given_of(task.with_singletons(settings.allow_singletons))
    if settings.noisy:
        return replace(given, why_all="with noise, every example counts")
    if not settings.collapse or not given.positives:
        return given
    return collapsed(given, shares.collapsing, settings.memory_limit)


def _texts(given: Given) -> dict[str, str]:
    """Return the files that Popper gets, written anew from what was read."""
    return {
        "bk.pl": background_text(given.task.background),
        "bias.pl": bias_text(given.task.bias),
        "exs.pl": examples_text(given),
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


#: What Popper can be asked for beyond plain clauses.
KNOWN = (RECURSION, INVENTION, UNUSED_HEAD, HEAD_OUTPUT, RAW)


def given_of(task: LearningTask) -> Given:
    """Check a task; raise `InputError` for anything but plain clauses and declarations."""
    task.bias.require(KNOWN, "the popper learner")
    _check_names(task.bias)
    check_calls(task.background, {})
    check_names(task.background)
    return Given(task, task.positives, task.negatives)


def collapsed(given: Given, seconds: float | None = None, megabytes: float | None = None) -> Given:
    """Return the input with collapsed examples, for clauses of the size that Popper may try.

    It keeps all examples if they cannot be collapsed, or not within the limits.
    """
    try:
        require_classes(given.task.bias)
        positives, negatives = limited(lambda: collapse(given.task), seconds, megabytes)
    except UnsupportedError as error:
        return replace(given, why_all=error.reason)
    except LimitReachedError as error:
        why = f"collapsing takes more than {seconds:g} s, a fifth of the time"
        if error.status == "memory-limit":
            why = "collapsing takes more memory than the limit"
        return replace(given, why_all=why)
    return replace(given, positives=positives, negatives=negatives)


def examples_text(given: Given) -> str:
    """Return the text of the examples that Popper gets."""
    lines = []
    for sign, examples in (("pos", given.positives), ("neg", given.negatives)):
        for example in examples:
            lines.append(f"{Clause(sign, (atom_of(given.task.bias.head.name, example),))}\n")
    return "".join(lines)
