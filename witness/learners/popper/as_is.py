"""A folder that Popper gets as it is: what this package cannot read, Popper may be able to run.

SWI-Prolog then loads `bk.pl`, and clingo runs what scripts there are in `bias.pl`, as if Popper had
been started by hand. Nothing is checked, collapsed or counted here: the numbers are Popper's own.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from witness.base import clock
from witness.base.errors import InputError
from witness.base.files import read_text
from witness.learners import record_of, write_results
from witness.learners.popper.answer import read_answer
from witness.learners.popper.learner import further_options, time_option
from witness.learners.popper.program import environment, find
from witness.learners.programs import log_of, run_program
from witness.learners.run import Learned, Run, Settings
from witness.logic.background import TASK_FILES

#: The settings that need the files to be read, and one that Popper does not heed.
_REFUSED = ("max_clauses", "allow_singletons", "max_literals")

_EXAMPLE = r"(?:^|\.)\s*{}\s*\("


def learn_as_is(
    directory: str | Path, output: str | Path | None = None, settings: Settings | None = None
) -> dict[str, Any]:
    """Let Popper run a folder as it is; write and return the record as `witness.learners.learn`.

    Raises `InputError` if Popper or a file is missing, and for a setting that changes the files.
    """
    settings = settings or Settings()
    for name in _REFUSED:
        if getattr(settings, name) is not None:
            raise InputError(f"{name} is not for a folder that Popper gets as it is")
    begun = clock.worked()
    popper = find(settings.command)
    place = Path(directory).absolute()
    texts = {name: read_text(place / name) for name in TASK_FILES}
    # These are options of Popper, since the bias stays as it is.
    asked = {"max_vars": settings.max_vars, "max_body": settings.max_body}
    limits = {name: most for name, most in asked.items() if most is not None}
    words = [f"--{name.replace('_', '-')}={most}" for name, most in limits.items()]
    options = [*time_option(settings.timeout), *words, *further_options(settings, popper)]
    ended = run_program(
        [*popper.command, str(place), *options],
        timeout=settings.timeout,
        memory_limit=settings.memory_limit,
        environment=environment(),
    )
    answer = read_answer(ended)
    counts = answer.of or _numbers(texts["exs.pl"])
    details: dict[str, Any] = {"counted_by": "popper", "peak_memory": round(ended.peak_memory, 1)}
    if answer.reason is not None:
        details["reason"] = answer.reason
    learned = Learned(answer.clauses, *answer.covered, details)
    if settings.noisy:
        details["description_length"] = learned.description_length(counts[0])
    run = Run(learned, *counts, popper.version, answer.status, log=log_of(ended), limits=limits)
    record = record_of(run, "popper", clock.worked() - begun)
    write_results(run, record, directory if output is None else output)
    return record


def _numbers(text: str) -> tuple[int, int]:
    """Return how many positive and negative examples a text seems to have, which Popper read."""
    plain = re.sub(r"%.*", "", text)
    positives, negatives = (
        len(re.findall(_EXAMPLE.format(sign), plain, re.MULTILINE)) for sign in ("pos", "neg")
    )
    return positives, negatives
