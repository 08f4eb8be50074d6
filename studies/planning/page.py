"""The page about dead ends of planning domains (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Row, read_gathered
from witness.base.files import write_text
from witness.pipeline.report.figures import save


def write(source: Mapping[str, Any], output: Mapping[str, Any], command: str) -> None:
    """Write the page and its pictures."""
    gathered = read_gathered(source["records"])
    rows = {name: one.row for name, one in gathered.items()}
    pictures = output.get("pictures", [])
    for file in [pictures] if isinstance(pictures, str) else pictures:
        save(picture(rows[Path(file).stem]["picture"]), Path(file))
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


def picture(cells: Sequence[Row]) -> Figure:
    """Draw the cells of an instance, of which a rule is about those that are marked."""
    rows, cols = (1 + max(one[key] for one in cells) for key in ("row", "col"))
    figure = Figure(figsize=(1 + 0.9 * cols, 0.3 + 0.9 * rows), layout="constrained")
    axes = figure.subplots()
    axes.set(xlim=(-0.1, cols + 0.1), ylim=(rows + 0.1, -0.1), aspect="equal")
    axes.axis("off")
    for one in cells:
        x, y = one["col"], one["row"]
        colour = "#f4b6a0" if one["marked"] else "#d9d9d9" if one["shaded"] else "white"
        width = 2.5 if one["is_goal"] else 0.8
        axes.add_patch(Rectangle((x + 0.04, y + 0.04), 0.92, 0.92, fc=colour, ec="k", lw=width))
        words = [*one["here"], *(f"({x})" for x in one["wanted"])]
        axes.text(x + 0.5, y + 0.5, "\n".join(words), ha="center", va="center", fontsize=8)
    return figure
