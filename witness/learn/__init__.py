"""Learners: each takes a directory of three files and writes `hypothesis.pl` and `result.json`."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.files import atomic_writer, json_document
from witness.learn.asp import learner as asp
from witness.learn.popper import learner as popper
from witness.learn.run import Run, Settings

Learner = Callable[[Path, Settings], Run]

#: Learners by name.
LEARNERS: dict[str, Learner] = {"asp": asp.run, "popper": popper.run}


def learn(
    directory: str | Path,
    output: str | Path | None = None,
    *,
    learner: str = "asp",
    settings: Settings | None = None,
) -> dict[str, Any]:
    """Learn from the files in `directory` and write the two result files into `output`.

    `output` is `directory` unless given. The record that is returned and written has the status
    `learned`, `nothing-learned` (a legal, empty hypothesis), or for a run that did not end by
    itself `timeout`, `memory-limit` or `failed` (then with a `reason`); the hypothesis of these is
    what the learner has said until then, mostly nothing. What Popper printed goes to `popper.log`.
    Raises `InputError` for files that cannot be used; then nothing is written.
    """
    if learner not in LEARNERS:
        raise InputError(f"unknown learner {learner!r}; use {', '.join(LEARNERS)}")
    begun = time.perf_counter()
    run = LEARNERS[learner](Path(directory), settings or Settings())
    learned = run.learned
    record = {
        "status": run.status or ("learned" if learned.clauses else "nothing-learned"),
        "seconds": round(time.perf_counter() - begun, 3),
        "true_positives": learned.true_positives,
        "positives": run.positives,
        "false_positives": learned.false_positives,
        "negatives": run.negatives,
        "program_size": learned.size,
        "learner": learner,
        "version": run.version,
        **learned.details,
    }
    texts = {
        "hypothesis.pl": "".join(f"{clause}\n" for clause in learned.clauses),
        "result.json": json_document(record),
    }
    if run.log is not None:
        texts["popper.log"] = run.log
    target = Path(output if output is not None else directory)
    with ExitStack() as stack:
        for name, text in texts.items():
            stack.enter_context(atomic_writer(target / name)).write(text)
    return record
