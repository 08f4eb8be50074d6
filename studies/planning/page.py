"""The page about dead ends of planning domains (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import read_measured
from witness.base.files import write_text


def write(source: Mapping[str, Any], output: Mapping[str, Any], command: str) -> None:
    """Write the page."""
    measured = read_measured(source["records"])
    rows, made = {row["domain"]: row for row in measured.rows}, [of_records([measured])]
    page = markdown_page(source["template"], output["page"], made, command=command, rows=rows)
    write_text(output["page"], page)
