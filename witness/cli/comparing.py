"""Commands that check one program against another: referee, compare-learners."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from witness.base import files
from witness.base.errors import InputError
from witness.base.experiment_folder import check_format, experiment_of
from witness.base.files import read_text
from witness.cli.common import TextOutput, seconds
from witness.cli.journal import KeptRecords, Record, journal
from witness.cli.learners import LearnerSettings, chosen_learners
from witness.cli.learning import TaskFolder
from witness.cli.messages import progress
from witness.cli.signature import Call, Option, command

if TYPE_CHECKING:
    from witness.prolog.referee import Ruling

#: The number of differences to print; the JSON has all of them.
SHOWN = 20


@command("lab referee", "witness lab referee task")
def referee(
    directory: TaskFolder,
    hypothesis: Annotated[
        str | None, Option("file of clauses (.pl)", metavar="FILE", unset="hypothesis.pl in DIR")
    ] = None,
    *,
    json_: Annotated[bool, Option("write the ruling as JSON")] = False,
    output: TextOutput = None,
) -> None:
    """Compare a hypothesis in SWI-Prolog with its translation."""
    from witness.prolog import referee as judge

    judged = Path(directory) / "hypothesis.pl" if hypothesis is None else hypothesis
    # A task of an experiment has that one's bias and background; the clauses may be from another.
    task = experiment_of(Path(directory) / "exs.pl")
    clauses = experiment_of(judged)
    for folder in (task, clauses):
        if folder is not None:
            check_format(folder)
    try:
        with progress(None, "examples") as step:
            ruling = judge.referee(directory, judged, step)
    except InputError as error:
        if clauses is None or clauses == task:
            raise
        hint = f"{error.reason}; the clauses are from the experiment {clauses}: take a task of it"
        raise InputError(hint, file=error.file, line=error.line) from None
    with files.output(output) as stream:
        if json_:
            stream.write(json.dumps(ruling.to_json(), ensure_ascii=False) + "\n")
        else:
            stream.write(_ruling_text(ruling))


def _ruling_text(ruling: Ruling) -> str:
    from witness.logic.language.terms import clause_in_short

    examples = ruling.positives + ruling.negatives
    number = len(ruling.differences)
    verb = "agree on all" if number == 0 else f"differ on {number} of"
    lines = [
        f"left out, as {reason}: {clause_in_short(clause)}" for clause, reason in ruling.left_out
    ]
    if ruling.left_out and not ruling.compared:
        return "\n".join([*lines, "no clause is left to be compared"]) + "\n"
    about = f"of the other {ruling.compared} clauses, " if ruling.left_out else ""
    lines.append(
        f"{about}SWI-Prolog {ruling.swi_prolog} and the translation {verb} {examples} examples"
    )
    for name, (positives, negatives) in (("Prolog", ruling.prolog), ("Python", ruling.python)):
        lines.append(
            f"{name}: {positives} of {ruling.positives} positive, "
            f"{negatives} of {ruling.negatives} negative examples covered"
        )
    lines += [f"- {difference}" for difference in ruling.differences[:SHOWN]]
    if number > SHOWN:
        lines.append(f"- and {number - SHOWN} more, which --json has")
    return "\n".join(lines) + "\n"


@command("lab compare-learners", "witness lab compare-learners task --format markdown")
def compare_learners(
    directories: Annotated[list[str], Option("folders of learning tasks", metavar="DIR")],
    *,
    timeout: Annotated[float | None, seconds("per run")] = None,
    allow_singletons: Annotated[
        bool,
        Option("let a variable occur once in a clause, as aleph and, from version 4 on, popper do"),
    ] = False,
    learners: Annotated[
        str | None,
        Option(
            "which learners, and in which order", metavar="A,B,C", unset="those that can be run"
        ),
    ] = None,
    settings: LearnerSettings,
    format_: Annotated[Literal["csv", "markdown"], Option("how to write the table")] = "csv",
    kept: KeptRecords,
) -> None:
    """Run several learners on the same learning tasks."""
    from witness.experiments.compare_learners import runs, table_of, table_text
    from witness.learners.registry import own_settings
    from witness.logic.background import TASK_FILES

    given = settings.given(timeout)
    names = chosen_learners(learners, given)
    # What can be run is a part of what a run is.
    call = Call({**kept.call.values, "learners": ",".join(names)}, kept.call.given)
    chosen = {name: own_settings(name, given) for name in names}
    inputs = [read_text(Path(place) / name) for place in directories for name in TASK_FILES]

    def text(rows: Sequence[Record]) -> str:
        return table_text(table_of(rows), format_)

    with (
        journal(replace(kept, call=call), inputs, "run", text) as rows,
        progress(len(chosen) * len(directories), "run", rows.resumed) as step,
    ):
        done = rows.records[:]
        for row in runs(directories, chosen, allow_singletons=allow_singletons, done=done):
            rows.add(row)
            step()


COMMANDS = (referee, compare_learners)
