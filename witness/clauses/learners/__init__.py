"""From examples to a hypothesis (paper, section 4.1).

`task` reads a learning task. The learners are in `registry`: `asp/` is the package's own, `popper/`
runs another program. `coverage` says which examples a hypothesis covers. `teach`
learns until an oracle proves every clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from witness.base import clock
from witness.base.collector import without_collector
from witness.base.files import json_document, write_texts
from witness.clauses.background import Background
from witness.clauses.learners.registry import default_limits, hints, limits_of, runnable
from witness.clauses.learners.settings import Interrupted, Run, Settings

if TYPE_CHECKING:
    from witness.clauses.learners.task import LearningTask


def learn(
    directory: str | Path,
    output: str | Path | None = None,
    *,
    learner: str = "asp",
    settings: Settings | None = None,
    task: LearningTask | None = None,
    keep: bool = False,
) -> dict[str, Any]:
    """Learn from the files in `directory` and write the two result files into `output`.

    `output` is `directory` unless given. `task` is what the files say, if that is known already
    (`witness.puzzle.examples.examples.make_task`). With `keep`, Ctrl-C ends a learner of this
    package with what it has found by then, and the status is `interrupted`; if it has found
    nothing, or runs another program, nothing is written.

    Returns the record that `result.json` holds. Its status is `learned`, `nothing-learned` (a
    legal, empty hypothesis), or for a run that was cut short `timeout`, `memory-limit` or `failed`
    (other programs add a `reason`); the hypothesis is then the best that the learner had found,
    maybe none. `notices`, if they are there, say what is odd about the task. What another program
    printed goes to a file such as `popper.log`.

    Raises `InputError` for an unknown learner, for one that cannot be run here, and for files that
    cannot be used; then nothing is written. What a learner does not support comes with a hint, if
    there is one (`registry.hints`).
    """
    run, record = learned(directory, learner=learner, settings=settings, task=task, keep=keep)
    write_results(run, record, directory if output is None else output)
    return record


def write_results(run: Run, record: Mapping[str, Any], folder: str | Path) -> None:
    """Write `hypothesis.pl`, `result.json` and the log of another program into a folder."""
    texts = {
        "hypothesis.pl": "".join(f"{clause}\n" for clause in run.learned.clauses),
        "result.json": json_document(record),
    }
    if run.log is not None:
        texts[f"{record['learner']}.log"] = run.log
    write_texts(folder, texts)


def learned(
    directory: str | Path,
    *,
    learner: str = "asp",
    settings: Settings | None = None,
    task: LearningTask | None = None,
    keep: bool = False,
) -> tuple[Run, dict[str, Any]]:
    """Learn as `learn` does, and return the run and its record in place of files.

    The `directory` is needed only if there is no `task`.
    """
    chosen = settings or Settings()
    run_learner = runnable(learner, chosen)
    begun = clock.worked()
    if task is None:
        from witness.clauses.learners.task import read_task

        with without_collector():
            task = read_task(directory)
    task = prepared(task, learner, chosen)
    try:
        with hints(learner, Background(task.background, task.bias)):
            run = run_learner(task, chosen)
    except Interrupted as interrupt:
        if not keep:
            raise
        run = interrupt.best()
        if not run.learned.clauses:
            raise
    limits = limits_of(learner, task.bias, chosen.max_literals)
    run = replace(run, limits=limits, assumed=assumed(task, chosen))
    return run, record_of(run, learner, clock.worked() - begun)


def prepared(task: LearningTask, learner: str, settings: Settings) -> LearningTask:
    """Return a task with the limits that hold: those of the settings, the bias, or the learner.

    Variables may occur once if the settings say so.
    """
    task = task.with_singletons(settings.allow_singletons)
    missing = [name for name in task.bias.assumed if getattr(settings, name) is None]
    own = default_limits(learner, settings) if missing else {}
    most = {name: own.get(name) for name in missing}
    task = task.limited(
        settings.max_vars or most.get("max_vars"),
        settings.max_body or most.get("max_body"),
        settings.max_clauses,
    )
    if settings.max_literals is None:
        return task
    return task.limited(None, min(task.bias.max_body, settings.max_literals - 1))


def assumed(task: LearningTask, settings: Settings) -> tuple[str, ...]:
    """Return the limits of a prepared task that neither the bias nor the settings give."""
    follows = "max_body" if task.bias.max_body + 1 == settings.max_literals else None
    names = (name for name in task.bias.assumed if getattr(settings, name) is None)
    return tuple(name for name in names if name != follows)


def record_of(run: Run, learner: str, seconds: float) -> dict[str, Any]:
    """Return the record of a run that took some seconds."""
    found = run.learned
    record = {
        "status": run.status or ("learned" if found.clauses else "nothing-learned"),
        "seconds": round(seconds, 3),
        "true_positives": found.true_positives,
        "positives": run.positives,
        "false_positives": found.false_positives,
        "negatives": run.negatives,
        "program_size": found.size,
        "learner": learner,
        "version": run.version,
        **found.details,
    }
    if run.limits:
        record["limits"] = dict(run.limits)
    if run.assumed:
        record["assumed"] = list(run.assumed)
    if run.notices:
        record["notices"] = [*run.notices]
    return record
