"""Tables about the large puzzles: percentages solved, and the claims of section 5.6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import eq
from typing import Any, NamedTuple

from witness.pipeline.evaluate import Clock, paper_minutes, within
from witness.pipeline.report import paper
from witness.pipeline.report.records import Records
from witness.pipeline.report.speedups import SearchRecord
from witness.pipeline.report.table import (
    NOT_COMPARABLE,
    NOT_REPORTED,
    Column,
    percent,
    significant,
    size_name,
    table,
    yes,
)

#: The unit of budgets, by the clock.
MINUTES: dict[Clock, str] = {"paper": "paper-minutes", "wall": "minutes"}

ALL_SIZES = "all sizes"


@table(
    "large", "Large puzzles: percentages solved",
    (
        Column("size", stay=True), "puzzles",
        Column(MINUTES["paper"], stay=True, when=lambda records: records.clock == "paper"),
        Column(MINUTES["wall"], stay=True, when=lambda records: records.clock == "wall"),
        Column("expansions", stay=True),
        Column("baseline", unit="%", better="more", ours=True),
        Column("winner_proved", unit="%", better="more", ours=True),
        Column("winner_guided", unit="%", better="more",
               when=lambda records: any(r["run"] == "winner_guided" for r in records.large)),
        Column("paper baseline", unit="%", paper=True), Column("paper π°", unit="%", paper=True),
        Column("note", paper=True),
    ),
    section="large",
    named="size",
)  # fmt: skip
def large_solved(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the percentages of large puzzles solved within a budget (section 5.6, Figure 5).

    A budget of n paper-minutes is the number of expansions that the paper's program made in n
    minutes. The last rows are the paper's figures for budgets that were not tried here.
    """
    if not records.large:
        return
    unit = MINUTES[records.clock]
    sizes = sorted({size_of(r) for r in records.large}, key=lambda s: (s[0] * s[1], s))
    same_scale = paper_scale(records)
    for size in (*sizes, None):
        group = [r for r in records.large if size is None or size_of(r) == size]
        for minutes in records.minutes:
            row: dict[str, Any] = {
                "size": ALL_SIZES if size is None else size_name(*size),
                "puzzles": sum(r["run"] == "baseline" for r in group),
                unit: minutes,
                "expansions": paper_minutes(minutes) if records.clock == "paper" else None,
                "baseline, %": solved_percent(group, "baseline", minutes, records.clock),
                "winner_proved, %": solved_percent(group, "winner_proved", minutes, records.clock)
                if records.proved_program
                else None,
                "winner_guided, %": solved_percent(group, "winner_guided", minutes, records.clock),
                "paper baseline, %": _paper_large(size, "baseline", minutes),
                "paper π°, %": _paper_large(size, "winner_proved", minutes),
            }
            known = row["paper baseline, %"] is not None or row["paper π°, %"] is not None
            row["note"] = NOT_REPORTED if not known else "" if same_scale else NOT_COMPARABLE
            yield row
    for minutes in paper.LARGE_MINUTES if records.beside_paper else ():
        theirs = {run: solved.get(minutes) for run, solved in paper.LARGE_SOLVED.items()}
        if minutes not in records.minutes and any(theirs.values()):
            yield {
                "size": f"{ALL_SIZES} of the paper",
                unit: minutes,
                "expansions": paper_minutes(minutes) if records.clock == "paper" else None,
                "paper baseline, %": theirs["baseline"],
                "paper π°, %": theirs["winner_proved"],
                "note": "budget not tried here",
            }


def solved_percent(
    group: Sequence[SearchRecord], run: str, minutes: float, clock: Clock
) -> float | None:
    """Return the percentage of a run's puzzles that were solved within a budget."""
    records = [record for record in group if record["run"] == run]
    return percent(sum(within(record, minutes, clock) for record in records), len(records))


def _paper_large(size: paper.Size | None, run: str, minutes: float) -> float | str | None:
    if size is None:
        return paper.LARGE_SOLVED[run].get(minutes)
    return paper.large_by_size(size, run, minutes)


@table(
    "claims", "Large puzzles: what the paper says of them",
    (
        Column("claim", stay=True), Column("paper", unit="%", paper=True),
        Column("ours", unit="%", ours=True), "holds here", Column("note", paper=True),
    ),
    section="large",
    caption="The claims of section 5.6, and what was found here.",
    named="claim",
    # There are sizes and budgets here about which the paper claims something.
    when=lambda records: any(claim.ours is not None for claim in _claims(records)),
)  # fmt: skip
def claims(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the claims of section 5.6 beside what was found here, in percent.

    `holds here` is "yes" or "no", and None for claims about sizes or budgets that these records
    lack, as the note says. The claims are about triangles.
    """
    same_scale = paper_scale(records)
    for claim in _claims(records):
        known = claim.ours is not None
        note = "" if same_scale else NOT_COMPARABLE
        notes = (note if known else "no such size or budget here", claim.addition)
        yield {
            "claim": claim.text,
            "paper, %": claim.theirs,
            "ours, %": claim.ours,
            "holds here": yes(claim.holds) if known else None,
            "note": "; ".join(filter(None, notes)),
        }


class _Claim(NamedTuple):
    """A claim of the paper, its figures and ours, and whether it holds."""

    text: str
    theirs: float
    ours: float | None
    holds: bool
    addition: str = ""


def _solved(
    records: Records, run: str, minutes: float, fits: Callable[[paper.Size], bool] = lambda _: True
) -> float | None:
    """Return the percentage solved of the sizes that fit, None if the budget was not tried."""
    if minutes not in records.minutes:
        return None
    group = [record for record in records.large if fits(size_of(record))]
    return solved_percent(group, run, minutes, records.clock)


def _claims(records: Records) -> Iterator[_Claim]:
    if records.large and records.beside_paper:
        yield from _faster_claims(records)
        yield from _limit_claims(records)


def _faster_claims(records: Records) -> Iterator[_Claim]:
    """Yield the claims that π° solves more in less time."""
    for fast, slow in paper.LARGE_FASTER_MINUTES:
        budgets = {"winner_proved": fast, "baseline": slow}
        theirs = [paper.LARGE_SOLVED[run][minutes] for run, minutes in budgets.items()]
        ours = [_solved(records, run, minutes) for run, minutes in budgets.items()]
        more = _difference(ours)
        text = (
            f"π° in {minutes_text(fast)} solves more than π_baseline in {minutes_text(slow)}, "
            "by points"
        )
        yield _Claim(text, _difference(theirs) or 0, more, more is not None and more > 0)


def _difference(shares: Sequence[float | None]) -> float | None:
    """Return by how many points one of two percentages is greater, None if one is not known."""
    more, less = shares
    return None if more is None or less is None else significant(more - less)


def _limit_claims(records: Records) -> Iterator[_Claim]:
    """Yield the claims about the sizes that each predicate solves in the longest time."""
    longest = max(paper.LARGE_MINUTES)
    time = minutes_text(longest)
    most = paper.ALL_SOLVED_SQUARES
    ours = _solved(records, "winner_proved", longest, lambda size: size[0] * size[1] <= most)
    yield _Claim(f"with π° everything of up to {most} squares in {time}", 100, ours, ours == 100)
    half = paper.HALF_SOLVED_SIZE
    ours = _solved(records, "winner_proved", longest, lambda size: size == half)
    text = f"with π° over half of {size_name(*half)} in {time}"
    yield _Claim(text, 50, ours, ours is not None and ours > 50)
    least = paper.BASELINE_SOLVED_SQUARES
    ours = _solved(records, "baseline", longest, lambda size: size[0] * size[1] <= least)
    larger = [
        size_name(*large)
        for large in sorted({size_of(record) for record in records.large})
        if large[0] * large[1] > least
        and _solved(records, "baseline", longest, partial(eq, large)) == 100
    ]
    text = f"with π_baseline everything of up to {least} squares in {time}, no more"
    also = f"here {', '.join(larger)}, too" if larger else ""
    yield _Claim(text, 100, ours, ours == 100 and not larger, also)


def minutes_text(number: float) -> str:
    """Return a number of minutes in words."""
    return f"{number:g} minute{'' if number == 1 else 's'}"


def paper_scale(records: Records) -> bool:
    """Whether the large puzzles have the paper's sizes, and its number of puzzles of each."""
    counts = Counter(size_of(r) for r in records.large if r["run"] == "baseline")
    return set(counts) == set(paper.LARGE_SIZES) and set(counts.values()) == {
        paper.LARGE_PUZZLES_PER_SIZE
    }


def size_of(record: SearchRecord) -> paper.Size:
    """Return the size of a record's board, the shorter side first."""
    rows, cols = record["rows"], record["cols"]
    return (min(rows, cols), max(rows, cols))
