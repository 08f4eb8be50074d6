"""Tables of the large puzzles: percentages solved, and what section 5.6 says in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd

from witness.experiment.evaluate import Clock, paper_minutes, within
from witness.report import paper
from witness.report.cells import NOT_COMPARABLE, NOT_REPORTED, frame, percent, size_name
from witness.report.records import Records
from witness.report.speedups import Record

#: What a budget's minutes are called, by the clock.
MINUTES: dict[Clock, str] = {"paper": "paper-minutes", "wall": "minutes"}

ALL_SIZES = "all sizes"


def large_solved(records: Records) -> pd.DataFrame:
    """Return the percentages of large puzzles solved within a budget (section 5.6, Figure 5).

    A budget of so many paper-minutes is the expansions that the paper's program made in them. At
    the end stand the paper's own figures for budgets that were not tried here.
    """
    unit = MINUTES[records.clock]
    columns = (
        "size", "puzzles", unit, "expansions", "baseline, %", "winner_proved, %",
        "paper baseline, %", "paper π°, %", "note",
    )  # fmt: skip
    if not records.large:
        return frame((), columns)
    sizes = sorted({size_of(r) for r in records.large}, key=lambda s: (s[0] * s[1], s))
    same_scale = paper_scale(records)
    rows: list[dict[str, Any]] = []
    for size in (*sizes, None):
        group = [r for r in records.large if size is None or size_of(r) == size]
        for minutes in records.minutes:
            row: dict[str, Any] = {
                "size": ALL_SIZES if size is None else size_name(*size),
                "puzzles": sum(r["run"] == "baseline" for r in group),
                unit: minutes,
                "expansions": paper_minutes(minutes) if records.clock == "paper" else None,
                "baseline, %": solved_percent(group, "baseline", minutes, records.clock),
                "winner_proved, %": solved_percent(group, "winner_proved", minutes, records.clock),
                "paper baseline, %": _paper_large(size, "baseline", minutes),
                "paper π°, %": _paper_large(size, "winner_proved", minutes),
            }
            known = row["paper baseline, %"] is not None or row["paper π°, %"] is not None
            row["note"] = NOT_REPORTED if not known else "" if same_scale else NOT_COMPARABLE
            rows.append(row)
    for minutes in paper.LARGE_MINUTES:
        theirs = {run: solved.get(minutes) for run, solved in paper.LARGE_SOLVED.items()}
        if minutes not in records.minutes and any(theirs.values()):
            rows.append({
                "size": f"{ALL_SIZES} of the paper",
                unit: minutes,
                "expansions": paper_minutes(minutes) if records.clock == "paper" else None,
                "paper baseline, %": theirs["baseline"],
                "paper π°, %": theirs["winner_proved"],
                "note": "budget not tried here",
            })  # fmt: skip
    return frame(rows, columns)


def solved_percent(group: Sequence[Record], run: str, minutes: float, clock: Clock) -> float | None:
    """Return the percentage of a run's puzzles that were solved within a budget."""
    records = [record for record in group if record["run"] == run]
    return percent(sum(within(record, minutes, clock) for record in records), len(records))


def _paper_large(size: paper.Size | None, run: str, minutes: float) -> float | str | None:
    if size is None:
        return paper.LARGE_SOLVED[run].get(minutes)
    return paper.large_by_size(size, run, minutes)


def claims(records: Records) -> pd.DataFrame:
    """Set the sentences of section 5.6 beside what was found here.

    `holds here` is "yes" or "no", and None for a plain number and for what cannot be told from
    these records, as the sizes or budgets in question are not among them; the note says so.
    """
    columns = ("claim", "paper", "ours", "holds here", "note")
    if not records.large:
        return frame((), columns)
    same_scale = paper_scale(records)
    rows: list[dict[str, Any]] = []

    def solved(run: str, minutes: float, group: Sequence[Record]) -> float | None:
        if minutes not in records.minutes:
            return None
        return solved_percent(group, run, minutes, records.clock)

    def add(claim: str, theirs: str, ours: Sequence[float | None], holds: bool | None) -> None:
        known = None not in ours and bool(ours)
        note = "" if same_scale else NOT_COMPARABLE
        rows.append({
            "claim": claim, "paper": theirs,
            "ours": " and ".join(f"{value:g} %" for value in ours) if known else None,
            "holds here": ("yes" if holds else "no") if known and holds is not None else None,
            "note": note if known else "no such size or budget here",
        })  # fmt: skip

    names = {"winner_proved": "π°", "baseline": "π_baseline"}
    for run, name in names.items():
        for minutes, share in paper.LARGE_SOLVED[run].items():
            ours = solved(run, minutes, records.large)
            add(f"solved with {name} in {in_minutes(minutes)}", f"{share:g} %", [ours], None)
    for fast, slow in paper.LARGE_FASTER:
        both = [solved("winner_proved", fast, records.large),
                solved("baseline", slow, records.large)]  # fmt: skip
        theirs = " and ".join(
            f"{paper.LARGE_SOLVED[run][minutes]:g} %"
            for run, minutes in (("winner_proved", fast), ("baseline", slow))
        )
        more = None if None in both else both[0] > both[1]  # type: ignore[operator]
        claim = f"π° solves more in {in_minutes(fast)} than π_baseline in {in_minutes(slow)}"
        add(claim, theirs, both, more)
    longest = max(paper.LARGE_MINUTES)
    small = [r for r in records.large if r["rows"] * r["cols"] <= paper.ALL_SOLVED_SQUARES]
    ours = solved("winner_proved", longest, small)
    claim = (
        f"with π° everything of up to {paper.ALL_SOLVED_SQUARES} squares in {in_minutes(longest)}"
    )
    add(claim, "100 %", [ours], ours == 100)
    hardest = [r for r in records.large if size_of(r) == paper.HALF_SOLVED_SIZE]
    ours = solved("winner_proved", longest, hardest)
    claim = f"with π° over half of {size_name(*paper.HALF_SOLVED_SIZE)} in {in_minutes(longest)}"
    add(claim, "over 50 %", [ours], ours is not None and ours > 50)
    most = paper.BASELINE_SOLVED_SQUARES
    small = [r for r in records.large if r["rows"] * r["cols"] <= most]
    larger = [
        size_name(*size)
        for size in sorted({size_of(r) for r in records.large})
        if size[0] * size[1] > most
        and solved("baseline", longest, [r for r in records.large if size_of(r) == size]) == 100
    ]
    ours = solved("baseline", longest, small)
    claim = f"with π_baseline everything of up to {most} squares in {in_minutes(longest)}, no more"
    add(claim, "100 %", [ours], ours == 100 and not larger)
    if larger:
        rows[-1]["note"] = "; ".join(
            filter(None, (rows[-1]["note"], f"here {', '.join(larger)}, too"))
        )
    return frame(rows, columns)


def in_minutes(number: float) -> str:
    """Write a number of minutes."""
    return f"{number:g} minute{'' if number == 1 else 's'}"


def paper_scale(records: Records) -> bool:
    """Whether the large puzzles are of the paper's sizes, and as many of each."""
    counts = Counter(size_of(r) for r in records.large if r["run"] == "baseline")
    return set(counts) == set(paper.LARGE_SIZES) and set(counts.values()) == {
        paper.LARGE_PUZZLES_A_SIZE
    }


def size_of(record: Record) -> paper.Size:
    """Return the size of a record's board, the shorter side first."""
    rows, cols = record["rows"], record["cols"]
    return (min(rows, cols), max(rows, cols))
