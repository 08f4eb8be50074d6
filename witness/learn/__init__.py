"""Learners: each takes a directory of three files and writes `hypothesis.pl` and `result.json`."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from witness.errors import InputError
from witness.files import atomic_writers, json_document
from witness.learn import asp
from witness.learn.result import Learned
from witness.learn.task import LearningTask, read_task

#: Seconds that a timer of every system can hold: three years.
_LONGEST = 1e8

Learner = Callable[[LearningTask], Learned]

#: Learners by name. `popper` has its place here and is not there yet.
LEARNERS: dict[str, Learner] = {"asp": asp.learn}


def learn(
    directory: str | Path,
    output: str | Path | None = None,
    *,
    learner: str = "asp",
    timeout: float | None = None,
) -> dict[str, Any]:
    """Learn from the files in `directory` and write the two result files into `output`.

    `output` is `directory` unless given. The record that is returned and written has the status
    `learned`, `nothing-learned` (a legal, empty hypothesis) or `timeout` (an empty one, too).
    Raises `InputError` for files that cannot be used; then nothing is written.
    """
    if learner not in LEARNERS:
        raise InputError(f"the learner {learner!r} is not available yet; use {', '.join(LEARNERS)}")
    from witness import __version__

    begun = time.perf_counter()
    with _without_collector():
        task = read_task(directory)
        status = "learned"
        try:
            with _time_limit(timeout):
                learned = LEARNERS[learner](task)
        except TimeoutError:
            learned = Learned((), 0, 0)
            status = "timeout"
    if status == "learned" and not learned.clauses:
        status = "nothing-learned"
    record = {
        "status": status,
        "seconds": round(time.perf_counter() - begun, 3),
        "true_positives": learned.true_positives,
        "positives": len(task.positives),
        "false_positives": learned.false_positives,
        "negatives": len(task.negatives),
        "program_size": learned.size,
        "learner": learner,
        "version": __version__,
        **learned.details,
    }
    target = Path(output if output is not None else directory)
    with atomic_writers(target / "hypothesis.pl", target / "result.json") as (program, result):
        program.writelines(f"{clause}\n" for clause in learned.clauses)
        result.write(json_document(record))
    return record


@contextmanager
def _without_collector() -> Iterator[None]:
    """Pause the collector of cycles: it would go through millions of tuples again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def _time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TimeoutError in the block after so many seconds (in the main thread)."""
    if seconds is None:
        yield
        return

    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, min(max(seconds, 1e-6), _LONGEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
