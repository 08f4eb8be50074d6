"""The table about the predicate that was learned until everything was proved (`teach`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from witness.report.records import Records
from witness.report.table import Column, table
from witness.report.triage_tables import MEASURED, measured


@table(
    "taught", "The clauses of the taught predicate that race",
    (Column("place", key=True), "clauses", *MEASURED, "program"),
    section="taught",
    caption="Every choice of its clauses, on the puzzles of the last filter set in prune mode; "
    "speedups over {{ records.baseline }} (Equations 1 and 2). The first is winner_taught.",
    when=lambda records: records.taught is not None,
)  # fmt: skip
def taught(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the choices of clauses of the taught predicate, the fastest first."""
    if records.taught is not None:
        for entry in records.taught.race:
            yield {
                "place": entry["places"].get("proved"),
                "clauses": entry["candidate"],
                **measured(entry),
                "program": "\n".join(entry["program"]),
            }
