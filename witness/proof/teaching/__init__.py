"""The prover as a teacher: what it refutes becomes negative examples, until all is proved.

`loop` makes an oracle of the prover, and examples of its counterexamples; `claim` says and checks
what is known of the result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from witness.base import clock
from witness.base.errors import InputError
from witness.base.files import write_json
from witness.clauses.background import Background, read_background
from witness.clauses.learners import prepared, record_of, write_results
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask, read_task
from witness.clauses.learners.teach import MOST_ROUNDS, Round
from witness.proof.counterexamples import Counterexample
from witness.proof.teaching.claim import statement
from witness.proof.teaching.loop import CUT_SHORT, Taught, teach
from witness.puzzle.proof_scope import ClauseScope

#: The counterexamples of a run that was cut short.
_PART = "result.json.part"


def learn_until_proved(
    directory: str | Path,
    output: str | Path | None = None,
    *,
    learner: str = "asp",
    settings: Settings | None = None,
    task: LearningTask | None = None,
    pool: Sequence[Counterexample] = (),
    most_rounds: int = MOST_ROUNDS,
    after_round: Callable[[int, Round], object] = lambda _number, _round: None,
) -> dict[str, Any]:
    """Learn from the files in `directory` until everything is proved, and write the result files.

    `output` is `directory` unless given, and `task` is what the files say, if that is known. The
    counterexamples of the `pool` are negative examples from the beginning, and so are those of a
    run in the output folder that was cut short, in `result.json.part`. Returns the record that
    `result.json` holds: that of the learner for the best hypothesis of which all is proved, and
    `until_proved`, which says how it was found. Raises `InputError` as
    `witness.clauses.learners.learn` does, and for a task that is not about puzzles, of which
    nothing can be proved.
    """
    begun = clock.worked()
    place = Path(directory)
    given = read_task(place) if task is None else task
    given = prepared(given, learner, settings or Settings())
    background = read_background(place / "bk.pl", place / "bias.pl")
    written = Path(directory if output is None else output)
    if written.exists() and not written.is_dir():
        raise InputError("this is no folder", file=written)
    found = teach(
        given, background, learner=learner, settings=settings,
        pool=[*dict.fromkeys([*pool, *_cut_short(written, background)])], most_rounds=most_rounds,
        after_round=after_round,
    )  # fmt: skip
    seconds = clock.worked() - begun
    record = record_of_taught(found, given, learner, settings or Settings(), seconds)
    write_results(found.run, record, written)
    if found.ended in CUT_SHORT:
        write_json(written / _PART, record["until_proved"]["counterexamples"])
    else:
        (written / _PART).unlink(missing_ok=True)
    return record


def _cut_short(folder: Path, background: Background) -> list[Counterexample]:
    """Return the counterexamples of a run in a folder that was cut short: the next begins there.

    Only those count that refute clauses, and are about symbols that the background knows.
    """
    try:
        text = (folder / _PART).read_text(encoding="utf-8")  # it will be written anew
        found = [Counterexample.from_json(one) for one in json.loads(text)]
    except (OSError, InputError, LookupError, RecursionError, TypeError, ValueError):
        return []  # there is no such run
    scope = ClauseScope(marks=True)  # there may be guards
    return [one for one in found if one.why_not(scope, background.kinds) is None]


def record_of_taught(
    found: Taught, task: LearningTask, learner: str, settings: Settings, seconds: float
) -> dict[str, Any]:
    """Return the record of a run of the loop on a task that took some seconds."""
    taught = found.to_json()
    allowed = settings.allow_singletons
    if allowed is not None:
        taught["allow_singletons"] = allowed
    if taught["best"]:
        taught["statement"] = statement(task.with_singletons(allowed))
    return {**record_of(found.run, learner, seconds), "until_proved": taught}
