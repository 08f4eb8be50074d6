"""The commands that show what experiments have learned: hypotheses, compare, explore."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from witness.base import files
from witness.base.errors import InputError
from witness.base.inputs import STANDARD, check_output
from witness.base.meant import none_such
from witness.cli.common import PageOutput, TextOutput
from witness.cli.messages import notice, progress
from witness.cli.signature import Call, Option, command
from witness.cli.texts import table_file

if TYPE_CHECKING:
    from witness.pipeline.report.table import Column, Row, Table

#: What a row can stand for, and the table of such rows (`witness.pipeline.report.tidy`).
BY = {"puzzle": "hypotheses", "clause": "clauses", "behaviour": "behaviours"}

#: How rows can be written (`witness.pipeline.report.render`, which is imported when it is used).
FORMATS = ("table", "csv", "json", "markdown")

ExperimentFolder = Annotated[str, Option("folder of the experiment, in results/", metavar="DIR")]


@command(
    "hypotheses",
    "witness hypotheses results/paper --where \"verdict == 'refuted'\"",
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
            "rows to show, in the words of pandas' DataFrame.query, such as "
            "\"verdict == 'proved' and coverage >= 0.5\"",
            metavar="EXPRESSION",
            unset="all rows",
        ),
    ] = None,
    columns: Annotated[
        str | None,
        Option(
            "columns to show, after a + besides the usual ones",
            metavar="[+]COLUMN[,…]",
            unset="the usual ones; all in csv and json",
        ),
    ] = None,
    format_: Annotated[str, Option("how to write the rows", choices=FORMATS)] = "table",
    output: TextOutput = None,
) -> None:
    """Show what an experiment has learned so far."""
    from witness.pipeline.report import render
    from witness.pipeline.report.experiment import Experiment
    from witness.pipeline.report.tidy import TIDY

    table = TIDY[BY[by]]
    # What cannot be meant is known before the work.
    chosen = _shown(columns, table.columns, format_ not in render.FOR_READING)
    _chosen([], table, where)
    if (Path(directory) / "exs.pl").is_file():
        what = "a task, not an experiment; `witness explain DIR --examples` shows what was learned"
        raise InputError(what, file=directory)
    experiment = Experiment(directory)
    records, planned = experiment.training, experiment.planned
    check_output(output)
    with progress(None, "clause") as step:
        rows = list(table.rows(replace(records, step=step)))
    done = len(records.learning)
    parts = [f"{done} of {planned} training puzzles are finished"] * (done < planned)
    found = _chosen(rows, table, where)
    with files.output(output) as stream:
        stream.write(render.FORMATS[format_](found, chosen))
    parts += [] if where is None else [f"{len(found)} of {len(rows)} rows"]
    if parts:
        notice(f"{directory}: {'; '.join(parts)}")


def _shown(text: str | None, columns: Sequence[Column], whole: bool) -> list[Column]:
    """Return the columns of `--columns`; without it all of them, or those for reading.

    Columns after a + come after those for reading.
    """
    usual = [known for known in columns if whole or known.shown]
    if text is None:
        return usual
    known = {one.name: one for one in columns}
    names = [name.strip() for name in text.removeprefix("+").split(",")]
    for name in names:
        if name not in known:
            raise none_such("column of --columns", name, known)
    chosen = [known[name] for name in names]
    return list(dict.fromkeys([*usual, *chosen] if text.startswith("+") else chosen))


def _chosen(rows: Sequence[Row], table: Table, where: str | None) -> Sequence[Row]:
    """Return the rows that `--where` asks for. Raises `InputError`."""
    if where is None:
        return rows
    try:
        found = table.typed(rows).query(where, engine="python")
    except Exception as error:  # pandas raises errors of many kinds
        example = "verdict == 'proved' and coverage >= 0.5"
        names = ", ".join(column.name for column in table.columns)
        what = f"--where: {error}; it is like {example}, with the columns {names}"
        raise InputError(what) from None
    return [rows[number] for number in found.index]


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
    for note in found.notes:  # what is not finished comes before its row
        notice(note)
    with files.output(output) as stream:
        if paged:
            stream.write(page(found, Path(str(output)).parent))
        else:
            read = format_ in render.FOR_READING
            columns, rows = found.for_reading() if read else (found.columns, found.rows)
            stream.write(render.FORMATS[format_](rows, columns))
    if paged:
        notice(f"{output} can be opened in a browser")


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
