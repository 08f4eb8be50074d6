"""The `popper` learner: the ILP system Popper itself, in a process of its own.

Popper (Cropper and Morel, "Learning programs by learning from failures", 2021) is not on PyPI;
docs/learners.md says how to install it. It may be in another virtual environment than this package.
It runs with limits on time and memory, on one example of each class, and its output is kept. It
supports what the `asp` learner does not: recursion, predicate invention, raw ASP in a bias. In
these cases, and wherever else the examples cannot be collapsed, it gets all of them.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.extras import executable
from witness.base.limits.child import Finished
from witness.learners.popper.answer import evaluated, read_answer
from witness.learners.popper.earlier import earlier_run, question
from witness.learners.popper.files import KNOWN, collapsed, examples_text, given_of
from witness.learners.popper.overloads import (
    check_overloads,
    definitions,
    other_names,
    with_other_names,
    with_own_names,
)
from witness.learners.programs import Given, Shares, grace, run_of_program, run_on_files
from witness.learners.prolog_text import background_text
from witness.learners.run import Run, Settings
from witness.learners.task import LearningTask
from witness.logic.background import Background
from witness.logic.language.bias import bias_text
from witness.logic.language.terms import Key

#: The settings that it takes, beside the timeout.
SETTINGS = (
    "command",
    "memory_limit",
    "collapse",
    "max_vars",
    "max_body",
    "solver",
    "noisy",
    "allow_singletons",
)

HOW_TO_INSTALL = (
    'pip install "setuptools<81" '
    '"popper-ilp @ git+https://github.com/logic-and-learning-lab/Popper@v4.3.0" '
    "(docs/learners.md has more)"
)


@dataclass(frozen=True)
class Installation:
    """An installed Popper: its executable and its version."""

    executable: Path
    version: str


def why_not(settings: Settings) -> str | None:
    """Return why Popper cannot be run; None if it can."""
    try:
        find(settings.command)
    except InputError as error:
        return str(error)
    return None


def check_bias(background: Background) -> None:
    """Raise `UnsupportedError` for a bias that Popper cannot use."""
    background.bias.require(KNOWN, "the popper learner")
    check_overloads(background.bias)


def run_on(task: LearningTask, settings: Settings) -> Run:
    """Run Popper on a task; raise `InputError` if it is missing, or the task is not for it.

    The time limit is for collapsing the examples, Popper, and counting what it covers (`Shares`).
    """
    popper = find(settings.command)
    shares = Shares(settings.timeout)
    task = task.with_singletons(settings.allow_singletons)
    given = given_of(task)
    if settings.noisy:
        given = replace(given, why_all="with noise, every example counts")
    if not given.positives:  # Popper would fail
        return run_of_program(task, popper.version)
    if settings.collapse and not settings.noisy:
        given = collapsed(given, settings, shares.collapsing)
    others = other_names(task)
    texts = _texts(given, others)
    asked = question(texts, _options(replace(settings, timeout=None)), popper.version)
    details: dict[str, Any] = {"asked": asked}
    ended = earlier_run(task.directory, asked) if settings.reuse else None
    if ended is not None:
        details["seconds"] = ended.seconds
    else:
        ended = _run(popper, texts, replace(settings, timeout=shares.program))
    answer = read_answer(ended)
    answer = replace(answer, clauses=with_own_names(answer.clauses, others))
    answer = evaluated(answer, task, shares.counting, settings.memory_limit)
    details["examples_given"] = given.counts
    details["peak_memory"] = round(ended.peak_memory, 1)
    if given.why_all is not None and settings.collapse:
        details["not_collapsed"] = given.why_all
    made = run_of_program(task, popper.version, answer, ended, details)
    if settings.noisy:
        details["description_length"] = made.learned.description_length(made.positives)
    return made


def _texts(given: Given, others: Mapping[Key, str]) -> dict[str, str]:
    """Return the files that Popper gets, written anew from what was read."""
    return {
        "bk.pl": background_text(given.task.background) + definitions(others),
        "bias.pl": bias_text(with_other_names(given.task.bias, others)),
        "exs.pl": examples_text(given),
    }


def _run(popper: Installation, texts: Mapping[str, str], settings: Settings) -> Finished:
    """Run the program on some files."""
    return run_on_files(
        texts,
        lambda folder: [str(popper.executable), str(folder), *_options(settings)],
        timeout=settings.timeout,
        memory_limit=settings.memory_limit,
        environment=_environment(popper.executable),
    )


# ---- the program --------------------------------------------------------------------------------


def find(command: str) -> Installation:
    """Return the Popper with an executable of this path or name.

    A name is looked up beside this Python first, then on the PATH. Raises `InputError`, with
    instructions for installing Popper, if there is none.
    """
    found = executable(command)
    if found is None:
        raise InputError(f"Popper is not installed (no executable {command}): {HOW_TO_INSTALL}")
    path = Path(found).absolute()
    return Installation(path, _version(path))


#: Runs in the Python in which Popper is installed. Its releases have wrong version numbers (4.3.0
#: says 4.2.0), but pip records the tag and the commit from which they were installed.
_ASK_VERSION = """
import importlib.metadata as metadata, json
for name in ("popper-ilp", "popper"):
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        continue
    print(json.dumps([found.version, found.read_text("direct_url.json")]))
    break
"""


@lru_cache(maxsize=8)
def _version(executable: Path) -> str:
    """Return the version of an installed Popper: its tag and commit, if pip recorded them."""
    unknown = "unknown"
    try:
        with executable.open("rb") as stream:
            first = stream.readline(500).decode("utf-8", errors="replace")
        interpreter = first.removeprefix("#!").split()
        if not first.startswith("#!") or "python" not in first:
            return unknown
        asked = subprocess.run(
            [*interpreter, "-c", _ASK_VERSION],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        version, origin = json.loads(asked.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return unknown
    source = json.loads(origin).get("vcs_info", {}) if origin else {}
    tag, commit = source.get("requested_revision"), source.get("commit_id", "")[:7]
    return f"{tag or version} ({commit})" if commit else str(version)


def _environment(executable: Path) -> dict[str, str]:
    """Return environment variables: a fixed hash seed, and the SWI-Prolog beside Popper."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    home = executable.parent.parent / "swi-prolog" / "home"
    if home.is_dir():
        environment["SWI_HOME_DIR"] = str(home)
    return environment


def _options(settings: Settings) -> list[str]:
    found = []
    if settings.timeout is not None:
        own = settings.timeout - grace(settings.timeout)
        found += ["--timeout", str(max(1, int(own)))]
    for flag, value in (
        ("--max-vars", settings.max_vars),
        ("--max-body", settings.max_body),
        ("--solver", settings.solver),
    ):
        if value is not None:
            found += [flag, str(value)]
    return [*found, "--noisy"] if settings.noisy else found
