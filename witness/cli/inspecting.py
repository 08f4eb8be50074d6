"""The commands that show what an experiment has learned: hypotheses, explore."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from witness.base import files
from witness.base.inputs import check_output
from witness.cli.common import Drawing, TextOutput
from witness.cli.messages import notice, progress
from witness.cli.signature import Option, command, order

#: What a row can stand for, and the table of such rows (`witness.report.tidy`).
BY = {"puzzle": "hypotheses", "clause": "clauses", "behaviour": "behaviours"}

#: How rows can be written (`witness.report.render`, which is imported when it is used).
FORMATS = ("table", "csv", "json", "jsonl", "markdown")

ExperimentFolder = Annotated[str, Option("folder of the experiment, in results/", metavar="DIR")]


@command(
    "hypotheses",
    "witness hypotheses results/paper --where 'verdict = refuted' --sort -literals",
    "witness hypotheses results/paper --by clause --columns +english",
    "witness hypotheses results/paper --format csv -o hypotheses.csv",
)
def hypotheses(
    directory: ExperimentFolder,
    *,
    by: Annotated[
        str,
        Option(
            "a row for each training puzzle, for each distinct clause, or for each group of "
            "hypotheses that behave alike",
            choices=tuple(BY),
        ),
    ] = "puzzle",
    where: Annotated[
        str | None,
        Option(
            "rows to show: COLUMN OPERATOR VALUE, joined by and (or a comma) and or; the operators "
            "are = != < <= > >=, ~ (contains) and !~",
            metavar="EXPRESSION",
            unset="all rows",
        ),
    ] = None,
    sort: Annotated[
        str | None,
        Option(
            "columns to sort by, those with a - from the greatest value down",
            order,
            "[-]COLUMN[,…]",
            unset="as learned; clauses and behaviours by how often they occur",
        ),
    ] = None,
    columns: Annotated[
        str | None,
        Option(
            "columns to show, after a + besides the usual ones",
            metavar="[+]COLUMN[,…]",
            unset="the usual ones; all in csv, json and jsonl",
        ),
    ] = None,
    format_: Annotated[str, Option("how to write the rows", choices=FORMATS)] = "table",
    output: TextOutput = None,
) -> None:
    """Show what an experiment has learned so far."""
    from witness.report import query, render
    from witness.report.experiment import Experiment
    from witness.report.tidy import TIDY

    table = TIDY[BY[by]]
    known = table.columns
    # What cannot be meant is known before the work.
    chosen = query.shown(columns, known, format_ not in render.FOR_READING)
    test = None if where is None else query.where(where, known)
    if sort is not None:
        query.ordered((), sort, known)
    experiment = Experiment(directory)
    records, planned = experiment.training, experiment.planned
    check_output(output)
    with progress(None, "clause") as step:
        rows = list(table.rows(replace(records, step=step)))
    found = [row for row in rows if test is None or test(row)]
    if sort is not None:
        found = query.ordered(found, sort, known)
    with files.output(output) as stream:
        stream.write(render.FORMATS[format_](found, chosen))
    parts = []
    if len(records.learning) < planned:
        parts.append(f"{len(records.learning)} of {planned} training puzzles are finished")
    if test is not None:
        parts.append(f"{len(found)} of {len(rows)} rows")
    if parts:
        notice(f"{directory}: {'; '.join(parts)}")


@command(
    "explore",
    "witness explore results/paper -o explore.html",
    "witness explore results/paper results/extended -o explore.html",
)
def explore(
    directory: ExperimentFolder,
    other: Annotated[
        str | None, Option("folder of another one, to be shown beside it", metavar="DIR")
    ] = None,
    *,
    output: Drawing = None,
) -> None:
    """Write a page to play with what an experiment has learned."""
    from witness.report.experiment import Experiment
    from witness.report.explore.page import Explored, page

    folders = [folder for folder in (directory, other) if folder is not None]
    experiments = []
    for folder in folders:
        explored = Explored.of(Experiment(folder))
        check_output(output)
        done, planned = len(explored.records.learning), explored.planned
        if done < planned:
            notice(f"{folder}: {done} of {planned} training puzzles are finished")
        experiments.append(explored)
    with progress(None, "clause") as step:
        text = page(experiments, step)
    with files.output(output) as stream:
        stream.write(text)


COMMANDS = (hypotheses, explore)
