"""From examples to a hypothesis (paper, section 4.1).

`examples` makes a learning task of a puzzle, `task` reads one. The learners are in `registry`:
`asp/`, `bottom_up` and `genetic` are the package's own, `aleph` and `popper/` run other programs
(`programs`). `worlds` and `conjunctions` are what `bottom_up` and `genetic` search. `coverage` says
which examples a hypothesis covers.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from witness.base.errors import UnsupportedError
from witness.base.files import json_document, make_folder, outputs
from witness.learners.registry import learner_named, module_of, with_hint
from witness.learners.run import Interrupted, Run, Settings
from witness.logic.background import Background

if TYPE_CHECKING:
    from witness.learners.task import LearningTask


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
    (`witness.learners.examples.make_task`); a learner whose module has `run_on` then does not read
    them. With `keep`, Ctrl-C ends a learner of this package with what it has found by then, and the
    status is `interrupted`; if it has found nothing, or runs another program, nothing is written.

    Returns the record that `result.json` holds. Its status is `learned`, `nothing-learned` (a
    legal, empty hypothesis), or for a run that was cut short `timeout`, `memory-limit` or `failed`
    (other programs add a `reason`); the hypothesis is then the best that the learner had found,
    maybe none. `notice`, if it is there, says what is odd about the examples. What another program
    printed goes to a file such as `popper.log`.

    Raises `InputError` for an unknown learner, for one that cannot be run here, and for files that
    cannot be used; then nothing is written. What a learner does not support comes with a hint, if
    there is one (`registry.with_hint`).
    """
    run, record = learned(directory, learner=learner, settings=settings, task=task, keep=keep)
    texts = {
        "hypothesis.pl": "".join(f"{clause}\n" for clause in run.learned.clauses),
        "result.json": json_document(record),
    }
    if run.log is not None:
        texts[f"{learner}.log"] = run.log
    target = make_folder(output if output is not None else directory)
    with outputs(*(target / name for name in texts)) as streams:
        for stream, text in zip(streams, texts.values(), strict=True):
            stream.write(text)
    return record


def learned(
    directory: str | Path,
    *,
    learner: str = "asp",
    settings: Settings | None = None,
    task: LearningTask | None = None,
    keep: bool = False,
) -> tuple[Run, dict[str, Any]]:
    """Learn as `learn` does, and return the run and its record in place of files.

    A learner whose module has `run_on` needs no `directory` if there is a `task`.
    """
    run_learner = learner_named(learner)
    chosen = settings or Settings()
    begun = time.perf_counter()
    run_on = getattr(module_of(learner), "run_on", None) if task is not None else None
    try:
        run = run_learner(Path(directory), chosen) if run_on is None else run_on(task, chosen)
    except UnsupportedError as error:
        raise with_hint(error, learner, _background(directory, task)) from None
    except Interrupted as interrupt:
        if not keep:
            raise
        run = interrupt.best()
        if not run.learned.clauses:
            raise
    found = run.learned
    record = {
        "status": run.status or ("learned" if found.clauses else "nothing-learned"),
        "seconds": round(time.perf_counter() - begun, 3),
        "true_positives": found.true_positives,
        "positives": run.positives,
        "false_positives": found.false_positives,
        "negatives": run.negatives,
        "program_size": found.size,
        "learner": learner,
        "version": run.version,
        **found.details,
    }
    if run.notices:
        record["notice"] = "; ".join(run.notices)
    return run, record


def _background(directory: str | Path, task: LearningTask | None) -> Background:
    """Return the definitions and the bias of a task, of which the files have been read before."""
    if task is not None:
        return Background(task.background, task.bias)
    from witness.logic.language.bias_reader import read_bias
    from witness.logic.language.reader import read_program

    place = Path(directory)
    return Background(read_program(place / "bk.pl"), read_bias(place / "bias.pl"))
