"""Commands that check one program against another: referee, compare-learners."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from witness.base.errors import InputError
from witness.base.experiment_folder import check_format, experiment_of
from witness.base.files import output, read_text
from witness.cli.common import Parser, add_output, add_records_output, command, positive_float
from witness.cli.journal import Record, journal
from witness.cli.learners import add_settings, chosen_learners, given_settings
from witness.cli.messages import progress

if TYPE_CHECKING:
    from witness.prolog.referee import Ruling


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    referee = command(
        commands, "referee", _referee, "compare a hypothesis in SWI-Prolog with its translation",
        "witness referee task",
    )  # fmt: skip
    referee.add_argument("directory", metavar="DIR", help="folder of the learning task")
    referee.add_argument(
        "hypothesis", metavar="FILE", nargs="?", help="file of clauses (.pl) [hypothesis.pl in DIR]"
    )
    referee.add_argument("--json", action="store_true", help="write the ruling as JSON")
    add_output(referee)

    compared = command(
        commands, "compare-learners", _compare, "run several learners on the same learning tasks",
        "witness compare-learners task --format markdown",
    )  # fmt: skip
    compared.add_argument("directories", metavar="DIR", nargs="+", help="folders of learning tasks")
    compared.add_argument(
        "--timeout", type=positive_float, metavar="S", help="seconds per run [no limit]"
    )
    compared.add_argument(
        "--allow-singletons",
        action="store_true",
        help="let a variable occur once in a clause, as aleph and, from version 4 on, popper do",
    )
    compared.add_argument(
        "--learners",
        metavar="A,B,C",
        help="which learners, and in which order [those that can be run]",
    )
    add_settings(compared)
    compared.add_argument(
        "--format", choices=("csv", "markdown"), default="csv", help="how to write the table [csv]"
    )
    add_records_output(compared)


#: The number of differences to print; the JSON has all of them.
SHOWN = 20


def _referee(options: argparse.Namespace) -> None:
    from witness.prolog.referee import referee

    hypothesis = options.hypothesis
    if hypothesis is None:
        hypothesis = Path(options.directory) / "hypothesis.pl"
    # A task of an experiment has that one's bias and background; the clauses may be from another.
    task = experiment_of(Path(options.directory) / "exs.pl")
    clauses = experiment_of(hypothesis)
    for folder in (task, clauses):
        if folder is not None:
            check_format(folder)
    try:
        with progress(None, "examples") as step:
            ruling = referee(options.directory, hypothesis, step)
    except InputError as error:
        if clauses is None or clauses == task:
            raise
        hint = f"{error.reason}; the clauses are from the experiment {clauses}: take a task of it"
        raise InputError(hint, file=error.file, line=error.line) from None
    with output(options.output) as stream:
        if options.json:
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


def _compare(options: argparse.Namespace) -> None:
    from witness.experiment.compare_learners import runs, table_of, table_text
    from witness.learn.registry import own_settings
    from witness.logic.background import TASK_FILES

    names = chosen_learners(options)
    options.learners = ",".join(names)  # what can be run is a part of what a run is
    given = given_settings(options)
    learners = {name: own_settings(name, given) for name in names}
    inputs = [read_text(Path(place) / name) for place in options.directories for name in TASK_FILES]

    def text(rows: Sequence[Record]) -> str:
        return table_text(table_of(rows), options.format)

    with (
        journal(options, inputs, "run", text) as kept,
        progress(len(learners) * len(options.directories), "run", kept.resumed) as step,
    ):
        for row in runs(
            options.directories,
            learners,
            allow_singletons=options.allow_singletons,
            done=kept.records[:],
        ):
            kept.add(row)
            step()
