"""The page about dead ends of planning domains (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Row, read_gathered
from witness.base.files import write_text


def write(source: Mapping[str, Any], output: Mapping[str, Any], command: str) -> None:
    """Write the page and its pictures."""
    gathered = read_gathered(source["records"])
    rows = {name: one.row for name, one in gathered.items()}
    pictures = output.get("pictures", [])
    for file in [pictures] if isinstance(pictures, str) else pictures:
        write_text(file, picture(rows[Path(file).stem]["picture"]))
    page = markdown_page(
        source["template"],
        output["page"],
        [of_records(gathered.values())],
        command=command,
        rows=rows,
        settings=next(iter(gathered.values())).origin.settings,
        learned=pd.DataFrame([learned(name, row) for name, row in rows.items()]),
        total=pd.DataFrame(rows.values()).sum(numeric_only=True).astype(int),
    )
    write_text(output["page"], page)


def learned(name: str, row: Row) -> Row:
    """Return a row of the table."""
    best = row["why_not_best"] or f"{row['covered']}/{row['positives']}"
    return {
        "domain": name,
        "axioms: static": len(row["static"]),
        "of states": len(row["lasting"]),
        "rounds": row["rounds"],
        "CPU s": f"{row['seconds']:.1f}",
        "proved": "yes" if row["ended"] == "proved" else row["ended"],
        "best of their language": best if row["positives"] else "–",
        "mistakes: rules": f"{row['rules']}/{row['mistakes']}",
        "h1": row["h1"],
    }


def picture(cells: Sequence[Row]) -> str:
    """Return the SVG of an instance; a rule is about the cells that are marked."""
    parts = []
    for one in cells:
        x, y = 70 * one["col"] + 5, 70 * one["row"] + 5
        colour = "#f4b6a0" if one["marked"] else "#d9d9d9" if one["shaded"] else "white"
        words = [*one["here"], *(f"({word})" for word in one["wanted"])]
        parts.append(
            f'<rect x="{x}" y="{y}" width="62" height="62" fill="{colour}" stroke="black" '
            f'stroke-width="{3 if one["is_goal"] else 1}"/>'
        )
        for i, word in enumerate(words):
            height = y + 36 + 14 * i - 7 * (len(words) - 1)
            parts.append(f'<text x="{x + 31}" y="{height}" text-anchor="middle">{word}</text>')
    rows, cols = (1 + max(one[key] for one in cells) for key in ("row", "col"))
    size = f'width="{70 * cols + 2}" height="{70 * rows + 2}"'
    style = 'font-family="DejaVu Sans, sans-serif" font-size="12" style="background:white"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>'
    return "\n".join([svg, *parts, "</svg>"]) + "\n"
