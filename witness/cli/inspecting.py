"""The commands that show what an experiment has learned: hypotheses, explore."""

from __future__ import annotations

import argparse
from dataclasses import replace

from witness.base.files import output
from witness.base.inputs import check_output
from witness.cli.common import Parser, add_output, command, order
from witness.cli.messages import notice, progress

#: What a row can stand for, and the table of such rows (`witness.report.tidy`).
BY = {"puzzle": "hypotheses", "clause": "clauses", "behaviour": "behaviours"}

#: How rows can be written (`witness.report.render`, which is imported when it is used).
FORMATS = ("table", "csv", "json", "jsonl", "markdown")


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands of this file."""
    shown = command(
        commands, "hypotheses", _hypotheses, "show what an experiment has learned so far",
        "witness hypotheses results/paper --where 'verdict = refuted' --sort -literals",
        "witness hypotheses results/paper --by clause --columns +english",
        "witness hypotheses results/paper --format csv -o hypotheses.csv",
    )  # fmt: skip
    shown.add_argument("directory", metavar="DIR", help="folder of the experiment, in results/")
    shown.add_argument(
        "--by",
        choices=tuple(BY),
        default="puzzle",
        help="a row for each training puzzle, for each distinct clause, or for each group of "
        "hypotheses that behave alike [puzzle]",
    )
    shown.add_argument(
        "--where",
        metavar="EXPRESSION",
        help="rows to show: COLUMN OPERATOR VALUE, joined by and (or a comma) and or; the "
        "operators are = != < <= > >=, ~ (contains) and !~ [all rows]",
    )
    shown.add_argument(
        "--sort",
        type=order,
        metavar="[-]COLUMN[,…]",
        help="columns to sort by, those with a - from the greatest value down [as learned; clauses "
        "and behaviours by how often they occur]",
    )
    shown.add_argument(
        "--columns",
        metavar="[+]COLUMN[,…]",
        help="columns to show, after a + besides the usual ones [the usual ones; all in csv, json "
        "and jsonl]",
    )
    shown.add_argument(
        "--format", choices=FORMATS, default="table", help="how to write the rows [table]"
    )
    add_output(shown)

    explored = command(
        commands, "explore", _explore, "write a page to play with what an experiment has learned",
        "witness explore results/paper -o explore.html",
        "witness explore results/paper results/extended -o explore.html",
    )  # fmt: skip
    explored.add_argument("directory", metavar="DIR", help="folder of the experiment, in results/")
    explored.add_argument(
        "other", metavar="DIR", nargs="?", help="folder of another one, to be shown beside it"
    )
    add_output(explored, drawn=True)


def _explore(options: argparse.Namespace) -> None:
    from witness.report.experiment import Experiment
    from witness.report.explore.page import Explored, page

    folders = [folder for folder in (options.directory, options.other) if folder is not None]
    experiments = []
    for folder in folders:
        explored = Explored.of(Experiment(folder))
        check_output(options.output)
        done, planned = len(explored.records.learning), explored.planned
        if done < planned:
            notice(f"{folder}: {done} of {planned} training puzzles are finished")
        experiments.append(explored)
    with progress(None, "clause") as step:
        text = page(experiments, step)
    with output(options.output) as stream:
        stream.write(text)


def _hypotheses(options: argparse.Namespace) -> None:
    from witness.report import query
    from witness.report.experiment import Experiment
    from witness.report.render import FOR_READING, FORMATS
    from witness.report.tidy import TIDY

    table = TIDY[BY[options.by]]
    columns = table.columns
    # What cannot be meant is known before the work.
    chosen = query.shown(options.columns, columns, options.format not in FOR_READING)
    test = None if options.where is None else query.where(options.where, columns)
    if options.sort is not None:
        query.ordered((), options.sort, columns)
    experiment = Experiment(options.directory)
    records, planned = experiment.training, experiment.planned
    check_output(options.output)
    with progress(None, "clause") as step:
        rows = list(table.rows(replace(records, step=step)))
    found = [row for row in rows if test is None or test(row)]
    if options.sort is not None:
        found = query.ordered(found, options.sort, columns)
    with output(options.output) as stream:
        stream.write(FORMATS[options.format](found, chosen))
    parts = []
    if len(records.learning) < planned:
        parts.append(f"{len(records.learning)} of {planned} training puzzles are finished")
    if test is not None:
        parts.append(f"{len(found)} of {len(rows)} rows")
    if parts:
        notice(f"{options.directory}: {'; '.join(parts)}")
