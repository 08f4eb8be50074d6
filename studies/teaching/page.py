"""The page about the best predicates of biases (results.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Measured, read_measured
from witness.base.files import write_text
from witness.base.shipped import shipped_file
from witness.clauses.background import definitions_for, read_background
from witness.pipeline.report.table import frame
from witness.proof.firings import strip_svg
from witness.proof.teaching import learn_until_proved
from witness.puzzle.examples.examples import write_task
from witness.puzzle.model import Puzzle

#: The panel whose lesson is shown: from it alone π° is learned.
PANEL = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 3), (1, 1, 1)), id="small")


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page, and the strip of pictures of one panel."""
    measured = {name: read_measured(source[name]) for name in ("every_board", "loop")}
    taught, strip = lesson()
    write_text(output["strip"], strip)
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records(measured.values())],
        command=command,
        every_board=every_board(measured["every_board"]),
        statement=measured["every_board"].rows[0].get("statement"),
        loop=loop(measured["loop"]),
        clauses=list(clauses(measured["loop"])),
        taught=taught,
        settings=measured["loop"].origin.settings,
    )
    write_text(output["page"], text)


def lesson() -> tuple[Mapping[str, Any], str]:
    """Return what the panel teaches, and its strip of pictures."""
    bias = shipped_file("bias/paper.pl")
    bk = definitions_for(bias)
    with TemporaryDirectory() as folder:
        write_task(PANEL, folder, bk=bk, bias=bias, labels="puzzle")
        record = learn_until_proved(folder)
    return record, strip_svg(record["until_proved"], read_background(bk, bias))


def every_board(measured: Measured) -> pd.DataFrame:
    """Return the best sound predicate of each bias of which all states are known."""
    rows = [
        {
            "bias": row["bias"],
            "states": row["states"],
            "lost": row["lost"],
            "it fires in": row["covered"],
            "literals": row["literals"],
            "boards": row["boards"],
            "the best": "yes, proved" if row["best"] else row["why_not_best"],
            "processor seconds": row["seconds"],
        }
        for row in measured.rows
    ]
    return frame(rows, list(rows[0]))


def loop(measured: Measured) -> pd.DataFrame:
    """Return what the loop learns with each of the other biases."""
    rows = [
        {
            "bias": row["bias"],
            "puzzles": f"{row['kind']}{', gaps' if row['gaps'] else ''}",
            "positive examples": row["positives"],
            "covered": row["true_positives"],
            "rounds": row["rounds"],
            "counterexamples": row["counterexamples"],
            "clauses": len(row["clauses"]),
            "beside the known one": row["known"],
            "the best of these examples": "yes"
            if row["why_not_best"] is None
            else row["why_not_best"],
            "processor seconds": row["seconds"],
        }
        for row in measured.rows
    ]
    return frame(rows, list(rows[0]))


def clauses(measured: Measured) -> Iterator[tuple[str, list[str]]]:
    """Yield the bias and the clauses of each answer that is not a known predicate."""
    for row in measured.rows:
        if row["known"] not in ("the same", "covers the same") and row["clauses"]:
            yield row["bias"], row["clauses"]
