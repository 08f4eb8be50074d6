"""Several learners on the same learning tasks, side by side in one table.

Every run is a process of its own, so that time and memory are measured in the same way.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from witness.base.errors import InputError
from witness.base.files import read_json, read_text, write_text
from witness.base.limits.child import Finished, run_limited
from witness.clauses.background import TASK_FILES, read_background
from witness.clauses.dependence import clause_dependence
from witness.clauses.language.definitions import why_not_plain
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import Clause, clause_text
from witness.clauses.learners.coverage import covered
from witness.clauses.learners.registry import why_not
from witness.clauses.learners.settings import OBJECTIVE, Settings
from witness.clauses.learners.task import LearningTask, read_task
from witness.pipeline.candidates import TruthTables
from witness.pipeline.record_schema import COMPARED
from witness.puzzle.views.translate import translate

#: The longest path in a comparison of hypotheses on all states. No path on a board of the paper's
#: sets is longer (5×5: 35 edges).
MAX_LENGTH = 40

COLUMNS = tuple(COMPARED["properties"])


def table_of(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    """Return a table of runs."""
    return pd.DataFrame(rows, columns=list(COLUMNS))


def runs(
    directories: Sequence[str | Path], learners: Mapping[str, Settings]
) -> Iterator[dict[str, Any]]:
    """Run learners on the same directories; yield a row for each run (`COLUMNS`).

    `learners` are names with settings, in the order in which they are run.

    `seconds` are processor time of the learner, reading included; `peak_memory` is in megabytes
    of the process and its children. `same` says whether a hypothesis equals that of the first
    learner that has one: on all states (local configurations, and lengths of the path where a
    clause looks at them), at least on all examples of the task, or no; hypotheses that were learned
    with other limits, or without noise, are not compared.

    A learner that refuses a task has a row with the status `failed` and the reason. Nothing is
    written to the directories. Raises `InputError` for files that no learner can use, and for a
    learner that cannot be run.
    """
    for name, settings in learners.items():
        reason = why_not(name, settings)
        if reason is not None:
            raise InputError(f"{name}: {reason}")
    tasks = [read_task(directory) for directory in directories]
    for task in tasks:
        first, asked = list[Clause](), Settings()
        for learner, settings in learners.items():
            with tempfile.TemporaryDirectory(prefix="witness-compare-") as name:
                place = Path(name)
                for file in TASK_FILES:
                    write_text(place / file, read_text(task.directory / file))
                record, clauses = _run(place, learner, settings, task)
            same = ""
            if not first:
                first, asked = clauses, settings
            elif clauses:
                same = _unlike(asked, settings) or _same(first, clauses, task)
            row = {
                "task": str(task.directory),
                "examples": sum(task.counts),
                **record,
                "same": same,
                "hypothesis": "\n".join(map(clause_text, clauses)),
            }
            yield {key: row.get(key) for key in COLUMNS}


#: Learns in a process of its own, as `witness learn` does.
_LEARN = """
import json, sys
from witness.base.errors import InputError
from witness.clauses.learners import learn
from witness.clauses.learners.settings import Settings
try:
    learn(sys.argv[1], learner=sys.argv[2], settings=Settings(**json.loads(sys.argv[3])))
except InputError as error:
    sys.exit(str(error))
"""


def _run(
    place: Path, learner: str, settings: Settings, task: LearningTask
) -> tuple[dict[str, Any], list[Clause]]:
    """Run a learner on a copy of a task, in a process; return its record and its clauses."""
    given = json.dumps(asdict(settings))
    environment = {**os.environ, "TMPDIR": str(place)}
    command = [sys.executable, "-c", _LEARN, str(place), learner, given]
    finished = run_limited(command, environment=environment)
    if finished.returncode != 0:
        last = finished.stderr.strip().split("\n")[-1]
        reason = last.replace(str(place), str(task.directory))
        record = _failed(reason or f"ended with status {finished.returncode}", finished, task)
        return {"learner": learner, **record}, []
    record = read_json(place / "result.json")
    if "notices" in record:
        record.setdefault("reason", "; ".join(record["notices"]))
    record.setdefault("peak_memory", round(finished.peak_memory, 1))
    return record, read_hypothesis(place / "hypothesis.pl")


def _failed(reason: str, finished: Finished, task: LearningTask) -> dict[str, Any]:
    """Return the record of a learner that refused a task."""
    return {
        "status": "failed",
        "seconds": round(finished.seconds, 3),
        "peak_memory": round(finished.peak_memory, 1),
        "true_positives": 0,
        "positives": task.counts[0],
        "false_positives": 0,
        "negatives": task.counts[1],
        "program_size": 0,
        "reason": reason,
    }


def _unlike(one: Settings, other: Settings) -> str:
    """Return why hypotheses for some settings are not compared; "" if they are."""
    others = [key for key in OBJECTIVE if getattr(one, key) != getattr(other, key)]
    return f"not compared: learned with other settings ({', '.join(others)})" if others else ""


def _same(one: Sequence[Clause], other: Sequence[Clause], task: LearningTask) -> str:
    """Say on what two hypotheses are equal: on all states, on all examples of the task, or no.

    Clauses that this package cannot evaluate (recursion, invented predicates) are not compared.
    """
    reason = why_not_plain(one, task.bias.head.key) or why_not_plain(other, task.bias.head.key)
    try:
        return _equal(one, other, task) if reason is None else f"not compared: {reason}"
    except InputError as error:
        return f"not compared: {error.reason}"


def _equal(one: Sequence[Clause], other: Sequence[Clause], task: LearningTask) -> str:
    if any(key in task.background.facts for key in PRIMITIVES):
        background = read_background(task.directory / "bk.pl", task.directory / "bias.pl")
        translations = [translate(clauses, background) for clauses in (one, other)]
        dependence = clause_dependence([t.dependence for t in translations])
        tables = TruthTables("plain", MAX_LENGTH)
        found = [tables.of(translation, dependence) for translation in translations]
        if found[0] is not None and found[0] == found[1]:
            return "on all states"
    examples = [*task.positives, *task.negatives]
    answers = [covered(clauses, task.background, task.bias, examples) for clauses in (one, other)]
    return "on all examples" if answers[0] == answers[1] else "no"


def table_text(table: pd.DataFrame, form: Literal["csv", "markdown"]) -> str:
    """Return the table as CSV, or for reading as Markdown: the numbers, then the clauses."""
    if form == "csv":
        return table.to_csv(index=False, lineterminator="\n")
    lines = [
        "| task | examples | learner | status | seconds | MB | positives covered | size | same |",
        "| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for row in table.to_dict("records"):
        lines.append(
            f"| {Path(row['task']).name} | {row['examples']} | {row['learner']} | {row['status']} "
            f"| {row['seconds']:.1f} | {row['peak_memory']:.0f} "
            f"| {row['true_positives']} of {row['positives']} | {row['program_size']} "
            f"| {row['same']} |"
        )
    spoken = table.fillna({"version": "", "reason": ""})
    for task, rows in spoken.groupby("task", sort=False):
        lines += ["", f"**{Path(str(task)).name}**"]
        for row in rows.to_dict("records"):
            clauses = row["hypothesis"] or f"% {row['status']} {row['reason']}".strip()
            name = f"{row['learner']} {row['version']}".strip()
            lines += ["", f"{name}:", "", "```prolog", clauses, "```"]
    return "\n".join(lines) + "\n"
