"""An answer for each puzzle of a file: written as it is found, and summed up in one line."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

from witness.base.files import csv_lines
from witness.cli.journal import KeptRecords, Record, journal
from witness.cli.messages import notice, progress
from witness.cli.signature import Option
from witness.puzzle.model import Puzzle

#: How answers can be written.
FORMATS = ("table", "csv", "jsonl")


Format = Annotated[
    str, Option("how to write the answers; a table leaves out lists such as paths", choices=FORMATS)
]


def each(
    asked: KeptRecords,
    form: str,
    puzzles: Sequence[Puzzle],
    answer: Callable[[Puzzle], Record],
    summary: Callable[[Sequence[Record]], str],
) -> None:
    """Write the answer for each puzzle as soon as it is there, then a line that sums them up."""
    begun = time.perf_counter()
    inputs = [puzzle.to_json() for puzzle in puzzles]
    text = None if form == "jsonl" else partial(formatted, form=form)
    with (
        journal(asked, inputs, "answer", text) as kept,
        progress(len(puzzles), "puzzle", kept.resumed) as step,
    ):
        for puzzle in puzzles[kept.resumed :]:
            kept.add(answer(puzzle))
            step()
    number = len(puzzles)
    before = f" ({kept.resumed} of an earlier run)" if kept.resumed else ""
    notice(
        f"{number} puzzle{'' if number == 1 else 's'}{before} in "
        f"{time.perf_counter() - begun:.2f} s: {summary(kept.records)}"
    )


def statuses(records: Sequence[Record]) -> str:
    """Return how many records have each status, such as "3 solved, 1 time-limit"."""
    found = Counter(record["status"] for record in records)
    return ", ".join(f"{number} {status}" for status, number in found.most_common())


def formatted(records: Sequence[Record], form: str) -> str:
    """Return records as `csv`, or as a `table` to read, which leaves out lists such as paths."""
    lists = {key for r in records for key, value in r.items() if isinstance(value, (list, dict))}
    names = list(dict.fromkeys(key for r in records for key in r))
    if form == "table":
        names = [name for name in names if name not in lists]
    rows = [[_cell(record.get(name)) for name in names] for record in records]
    if form == "csv":
        return csv_lines([names, *rows])
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    lines = (map(str.rjust, row, widths) for row in (names, *rows))
    return "".join(f"{'  '.join(line)}\n" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, (list, dict)):
        return json.dumps(value)
    return "" if value is None else str(value)
