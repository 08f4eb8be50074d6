"""The commands that show what experiments have learned: hypotheses, compare, explore."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from witness.base import files
from witness.base.errors import InputError
from witness.base.inputs import STANDARD, check_output
from witness.cli.common import PageOutput, TextOutput
from witness.cli.messages import notice, progress
from witness.cli.signature import Call, Option, command, order
from witness.cli.texts import table_file

if TYPE_CHECKING:
    from witness.pipeline.report.experiment import Experiment
    from witness.pipeline.report.table import Row, Table

#: What a row can stand for, and the table of such rows (`witness.pipeline.report.tidy`).
BY = {"puzzle": "hypotheses", "clause": "clauses", "behaviour": "behaviours"}

#: How rows can be written (`witness.pipeline.report.render`, which is imported when it is used).
FORMATS = ("table", "csv", "json", "jsonl", "markdown")

ExperimentFolder = Annotated[str, Option("folder of the experiment, in results/", metavar="DIR")]


@command(
    "hypotheses",
    "witness hypotheses results/paper --where 'verdict = refuted' --sort -literals",
    "witness hypotheses results/paper --by clause --columns +english",
    "witness hypotheses results/paper --format csv -o hypotheses.csv",
)
def hypotheses(
    directory: Annotated[
        str,
        Option("folder of the experiment, in results/, or of a task with clauses", metavar="DIR"),
    ],
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
    """Show what an experiment has learned so far, or what was learned from a task."""
    from witness.pipeline.report import query, render
    from witness.pipeline.report.experiment import Experiment
    from witness.pipeline.report.task_clauses import COLUMNS, FILES, clause_rows, missing_files
    from witness.pipeline.report.tidy import TIDY

    missing = missing_files(directory)
    of_task = not missing
    if of_task and by != "puzzle":
        raise InputError("--by is for experiments; of a task, each row is a clause")
    table = TIDY[BY[by]]
    known = COLUMNS if of_task else table.columns
    # What cannot be meant is known before the work.
    chosen = query.shown(columns, known, format_ not in render.FOR_READING)
    test = None if where is None else query.where(where, known)
    if sort is not None:
        query.ordered((), sort, known)
    rows: list[Row]
    if of_task:
        check_output(output)
        rows, parts = list(clause_rows(directory)), list[str]()
    else:
        if {*missing} < {*FILES} and not (Path(directory) / "config.yaml").is_file():
            raise InputError(
                f"no experiment (it has no config.yaml), and no task with clauses (it has no "
                f"{', '.join(missing)}); `witness learn` writes hypothesis.pl into the folder of "
                "a task unless -o names another",
                file=directory,
            )
        rows, parts = _of_experiment(Experiment(directory), table, output)
    found = [row for row in rows if test is None or test(row)]
    if sort is not None:
        found = query.ordered(found, sort, known)
    with files.output(output) as stream:
        stream.write(render.FORMATS[format_](found, chosen))
    if test is not None:
        parts.append(f"{len(found)} of {len(rows)} rows")
        parts += [] if found or where is None else query.without_rows(where, rows)
    if parts:
        notice(f"{directory}: {'; '.join(parts)}")


def _of_experiment(
    experiment: Experiment, table: Table, output: str | None
) -> tuple[list[Row], list[str]]:
    """Return the rows of a table of an experiment, and what is to be said of them."""
    records, planned = experiment.training, experiment.planned
    check_output(output)
    with progress(None, "clause") as step:
        rows = list(table.rows(replace(records, step=step)))
    done = len(records.learning)
    return rows, [f"{done} of {planned} training puzzles are finished"] * (done < planned)


@command(
    "compare",
    "witness compare results/paper results/paper_seed2",
    "witness compare results/paper results/extended -o compare.html",
)
def compare(
    directories: Annotated[list[str], Option("folders of experiments, in results/", metavar="DIR")],
    *,
    format_: Annotated[
        str,
        Option("how to write the rows", choices=FORMATS, unset="table; a page if -o ends in .html"),
    ] = "table",
    output: Annotated[
        str | None,
        Option(
            "file to write, in a folder that exists; one that ends in .html is a page",
            table_file, "FILE", unset="standard output", short="-o",
        ),
    ] = None,
    call: Call,
) -> None:  # fmt: skip
    """Compare experiments: a row for each, with what differs in their configurations."""
    from witness.pipeline.report import render
    from witness.pipeline.report.compare import compared, page
    from witness.pipeline.report.experiment import Experiment

    paged = output is not None and Path(output).suffix.lower() == ".html"
    if paged:
        call.refuse(["format"], "other files than pages")
    experiments = [Experiment(folder) for folder in directories]
    check_output(output)
    found = compared(experiments)
    with files.output(output) as stream:
        if paged:
            stream.write(page(found, Path(str(output)).parent))
        else:
            read = format_ in render.FOR_READING
            columns, rows = found.for_reading() if read else (found.columns, found.rows)
            stream.write(render.FORMATS[format_](rows, columns))
    for note in found.notes + [f"{output} can be opened in a browser"] * paged:
        notice(note)


@command(
    "lab explore",
    "witness lab explore results/paper",
    "witness lab explore results/paper results/extended -o both.html",
)
def explore(
    directory: ExperimentFolder,
    other: Annotated[
        str | None, Option("folder of another one, to be shown beside it", metavar="DIR")
    ] = None,
    *,
    output: PageOutput = "explore.html",
) -> None:
    """Write a page to play with what an experiment has learned."""
    from witness.pipeline.report.experiment import Experiment
    from witness.studio.explore.page import Explored, page

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
    if output != STANDARD:
        notice(f"{output} can be opened in a browser")


COMMANDS = (hypotheses, compare, explore)
