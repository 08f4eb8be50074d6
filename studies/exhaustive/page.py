"""The page about all boards with some symbols (results.md), from the records of the study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pandas as pd

from studies.made import of_records
from studies.pages import markdown_page
from studies.records import Row, read_measured
from witness.base.files import write_text
from witness.pipeline.report.render import csv_text
from witness.puzzle import solvers
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.generate.exhaustive import interval
from witness.puzzle.sheets import sheet

#: Where groups of numbers of solutions begin.
GROUPS = (0, 1, 2, 3, 5, 10, 20, 50, 100)


def write(source: Mapping[str, Any], output: Mapping[str, str], command: str) -> None:
    """Write the page, and the picture of its boards."""
    measured = [read_measured(file) for file in source["boards"]]
    samples = [read_measured(file) for file in source["drawn"]]
    drawn = [sample.row for sample in samples]
    draws = samples[0].origin.settings["draws"]
    # The larger boards come last of their kind.
    there = {_space(row) for row in drawn}
    every = [row for one in measured for row in one.rows]
    whole = {row["kind"]: row for row in every if _space(row) in there}
    rows = [row for row in every if _space(row) not in there]
    parts = [[*found] for _, found in groupby(rows, key=_board)]
    page = Path(output["page"])
    page.parent.mkdir(parents=True, exist_ok=True)
    write_text(output["figure"], picture(filter(None, map(hardest, parts))))
    write_text(output["numbers"], csv_text(_frame(map(numbers, rows))))
    text = markdown_page(
        source["template"],
        page,
        [of_records([*measured, *samples])],
        command=command,
        total=sum(row["boards"] for row in rows),
        large=drawn[0],
        draws=draws,
        seed=samples[0].origin.settings["seed"],
        shares=_frame(shares(row, whole.get(row["kind"])) for row in drawn),
        beyond=100 * interval(0, draws)[1],
        summary=_frame(map(summary, parts)),
        figure=Path(output["figure"]).name,
    )
    write_text(page, text)


def _frame(rows: Iterable[Row]) -> pd.DataFrame:
    return pd.DataFrame(rows, dtype=object)  # so that None stays what it is


def _board(row: Row) -> tuple[str, str]:
    return row["kind"], f"{row['rows']}×{row['cols']}"


def _space(row: Row) -> tuple[int, int, int]:
    return row["rows"], row["cols"], row["symbols"]


def _named(row: Row) -> Row:
    kind, board = _board(row)
    return {"symbols": kind, "board": board}


def summary(rows: Sequence[Row]) -> Row:
    """Return how many symbols the boards with one solution have, of one kind and size."""
    unique = [row["symbols"] for row in rows if "1" in row["solutions"]]
    needed = [row["symbols"] for row in rows if row["needed"]]
    best = hardest(rows)
    return _named(rows[0]) | {
        "boards": sum(row["boards"] for row in rows),
        "with one solution": sum(row["solutions"].get("1", 0) for row in rows),
        "fewest symbols": min(unique, default=None),
        "most symbols": max(unique, default=None),
        "most that are all needed": max(needed, default=None),
        "hardest, bits": best and round(best["remuse"], 2),
    }


def numbers(row: Row) -> Row:
    """Return what there is of one number of symbols, with the boards by numbers of solutions."""
    found = {int(number): boards for number, boards in row["solutions"].items()}
    solvable = [number for number in found if number]
    groups = {}
    for low, high in pairwise((*GROUPS, max((*found, GROUPS[-1])) + 1)):
        last = low < GROUPS[-1]
        name = str(low) if high == low + 1 and last else f"{low}–{high - 1}" if last else f"{low}–"
        groups[name] = sum(boards for number, boards in found.items() if low <= number < high)
    return _named(row) | {
        "number": row["symbols"],
        "boards": row["boards"],
        "all symbols needed": row["needed"],
        "fewest solutions": min(solvable, default=None),
        "most": max(solvable, default=None),
        **groups,
    }


def shares(row: Row, whole: Row | None) -> Row:
    """Return what is found among the boards drawn, and the share in all if it is known."""
    least, most = (100 * bound for bound in interval(_unique(row), row["boards"]))
    return {
        "symbols": _mixture(row),
        "boards": row["there"],
        "drawn": row["boards"],
        "with one solution": _unique(row),
        "so of all, %": f"{least:.2f} to {most:.2f}",
        "exactly, %": whole and f"{100 * _unique(whole) / whole['boards']:.2f}",
        "without solution": row["solutions"].get("0", 0),
        "most solutions": max(map(int, row["solutions"])),
        "hardest, bits": row["remuse"] and round(row["remuse"], 2),
    }


def _unique(row: Row) -> int:
    return int(row["solutions"].get("1", 0))


def _mixture(row: Row) -> str:
    return "all" if row["kind"].count(",") > 1 else " and ".join(row["kind"].split(","))


def hardest(rows: Iterable[Row]) -> Row | None:
    """Return the row with the hardest board; the first of equal ones, None if there is none."""
    return max((row for row in rows if row["hardest"]), key=lambda row: row["remuse"], default=None)


def picture(rows: Iterable[Row]) -> str:
    """Return a drawing of the hardest boards with their solutions."""
    panels = []
    for row in rows:
        puzzle = puzzle_from_json(row["hardest"])
        words = f"{row['symbols']} {row['kind']}, {row['remuse']:.2f} bits"
        panels.append((puzzle, solvers.solve(puzzle).path, words))
    return sheet(panels, columns=3)
