"""The page about inference rules (results.md), from the rules and the record of the study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import read_gathered
from witness.base.files import write_text
from witness.difficulty.rules.registry import rules
from witness.difficulty.rules.relations import by_clause


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page."""
    measured = read_gathered(source["records"])["refusals"]
    text = markdown_page(
        source["template"],
        output["page"],
        [of_records([measured])],
        command=command,
        rules=rules("thesis,full"),
        learned=by_clause(rules(",".join(source["others"]))),
        refusals=measured.rows,
        speaking=[row for row in measured.rows if row["completable"]],
    )
    write_text(output["page"], text)
