"""The commands that show what an experiment has learned: hypotheses, explore."""

from __future__ import annotations

from typing import Annotated, Any

from witness.base import files
from witness.base.inputs import check_output
from witness.cli.common import Drawing, TextOutput
from witness.cli.messages import notice, progress
from witness.cli.signature import Option, command, order

#: What a row can stand for.
BY = ("puzzle", "clause", "behaviour")

#: How rows can be written (`witness.report.rows_text`, which is imported when it is used).
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
            choices=BY,
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
    from witness.report import rows_text, selection, tidy
    from witness.report.experiment import read_learning
    from witness.report.learned import Learned

    tables: dict[str, Any] = {
        "puzzle": (tidy.HYPOTHESES, tidy.hypotheses),
        "clause": (tidy.CLAUSES, tidy.clauses),
        "behaviour": (tidy.BEHAVIOURS, tidy.behaviours),
    }
    known, rows_of = tables[by]
    # What cannot be meant is known before the work.
    chosen = selection.shown(columns, known, format_ not in rows_text.FOR_READING)
    test = None if where is None else selection.where(where, known)
    if sort is not None:
        selection.ordered((), sort, known)
    records, planned = read_learning(directory)
    check_output(output)
    with progress(None, "clause") as step:
        rows = list(rows_of(Learned(records, step)))
    found = [row for row in rows if test is None or test(row)]
    if sort is not None:
        found = selection.ordered(found, sort, known)
    with files.output(output) as stream:
        stream.write(rows_text.FORMATS[format_](found, chosen))
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
    from witness.report.explore.page import page
    from witness.report.explore.reading import read_explored

    folders = [folder for folder in (directory, other) if folder is not None]
    experiments = []
    for folder in folders:
        explored = read_explored(folder)
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
