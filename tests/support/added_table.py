"""A table that somebody adds to the report: `test_table.py` imports it, or adds it to a module."""

from collections.abc import Iterator
from typing import Any

from witness.pipeline.report.records import Records
from witness.pipeline.report.table import Column, percent, table


@table(
    "added",
    "Searches of the large set",
    (
        Column("run", stay=True),
        Column("expansions", digits=2, better="less", ours=True),
        Column("solved", unit="%", better="more"),
        Column("paper", paper=True),
    ),
    section="large",
    caption="Searches, {{ records.baseline }} among them.",
    named="run",
)
def added(records: Records) -> Iterator[dict[str, Any]]:
    """Yield a row for each run of the large set."""
    for run in dict.fromkeys(record["run"] for record in records.large):
        own = [record for record in records.large if record["run"] == run]
        yield {
            "run": run,
            "expansions": sum(r["expansions"] for r in own) / len(own),
            "solved, %": percent(sum(r["status"] == "solved" for r in own), len(own)),
            "paper": 5,
        }
    yield {"run": "none", "paper": 7}
