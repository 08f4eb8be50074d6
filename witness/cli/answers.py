"""An answer for each puzzle of a file: written as it is found, and summed up in one line."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

from witness.cli.journal import KeptRecords, Record, Text, journal
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
    with (
        journal(asked, inputs, "answer", _writer(form)) as kept,
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


def _writer(form: str) -> Text | None:
    return None if form == "jsonl" else partial(formatted, form=form)


def formatted(records: Sequence[Record], form: str) -> str:
    """Return records as `csv`, or as a `table` to read, which leaves out lists such as paths."""
    import pandas as pd

    nested = {key for r in records for key, value in r.items() if isinstance(value, (list, dict))}
    rows = [
        {k: json.dumps(v) if k in nested and v is not None else v for k, v in record.items()}
        for record in records
    ]
    table = pd.DataFrame(rows, dtype=object).map(lambda value: "" if value is None else value)
    if form == "csv":
        return table.to_csv(index=False, lineterminator="\n")
    return table.fillna("").drop(columns=list(nested)).to_string(index=False) + "\n"
