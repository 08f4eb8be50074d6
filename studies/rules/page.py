"""The page about inference rules (results.md), from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from studies.pages import markdown_page
from witness.base.files import write_text
from witness.difficulty.rules.registry import rules
from witness.difficulty.rules.relations import by_clause, relation, table


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page."""
    written = rules("thesis,full")
    refusals = table(
        [
            *by_clause(rules(f"thesis,full,{source['paper']}")),
            *by_clause(rules(source["extended"], bias=source["bias"])),
        ]
    )
    text = markdown_page(
        source["template"],
        output["page"],
        command=command,
        rules=written,
        learned=by_clause(rules(",".join(source["others"]))),
        refusals=refusals,
        speaking=[found for found in refusals if found.completable],
        relation=relation,
    )
    write_text(output["page"], text)
