"""The table about the predicate that was learned until everything was proved (`teach`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from witness.report.records import Records
from witness.report.table import Column, table
from witness.report.triage_tables import MEASURED, in_track, measured, yes


@table(
    "taught", "The clauses of the taught predicate that race",
    (Column("place", key=True), "clauses", "chosen", *MEASURED, "program"),
    section="taught",
    caption="Choices of its clauses, on the puzzles of the last filter set in prune mode; speedups "
    "over {{ records.baseline }} (Equations 1 and 2). The chosen one is winner_taught.",
    when=lambda records: records.taught is not None,
)  # fmt: skip
def taught(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the choices of clauses of the taught predicate, the best first."""
    if records.taught is None:
        return
    for entry in in_track({"ranking": records.taught.race}, "proved"):
        yield {
            "place": entry["places"].get("proved"),
            "clauses": entry["candidate"],
            "chosen": yes(tuple(entry["program"]) == records.taught.winner),
            **measured(entry),
            "program": "\n".join(entry["program"]),
        }
