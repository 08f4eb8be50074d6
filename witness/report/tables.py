"""Tables about the test set (Table 2; section 5.5), and the registry of all tables."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pandas as pd

from witness.base.limits import ANSWERED
from witness.report import paper
from witness.report.cells import (
    NOT_COMPARABLE,
    NOT_KNOWN,
    NOT_REPORTED,
    frame,
    percent,
    ratio,
    significant,
    size_name,
)
from witness.report.large_tables import MINUTES, claims, large_solved, size_of
from witness.report.learning_tables import (
    learning_summary,
    table_3,
    triage_ranking,
    triage_summary,
    winners,
)
from witness.report.records import Records
from witness.report.speedups import (
    SearchRecord,
    TimeSpeedup,
    comparisons,
    time_speedup,
    total_speedup,
)
from witness.report.theorem_1 import theorem_1

#: The smallest number of puzzles of a size whose average is compared with the paper's.
MIN_PUZZLES = 30


def scale(records: Records) -> pd.DataFrame:
    """Return the scale of an experiment beside the paper's. Columns: quantity, ours, paper."""

    def largest(sizes: Iterable[paper.Size]) -> str | None:
        found = max(sizes, key=lambda size: (size[0] * size[1], size), default=None)
        return None if found is None else size_name(*found)

    trained = [records.puzzles[r.puzzle] for r in records.learning if r.puzzle in records.puzzles]
    tested = [size_of(record) for record in records.test if record["run"] == "baseline"]
    large = [size_of(record) for record in records.large if record["run"] == "baseline"]
    rows = [
        ("training puzzles", len(records.learning), paper.TRAINING_PUZZLES),
        ("largest training puzzle", largest((p.rows, p.cols) for p in trained),
         largest([paper.LARGEST_TRAINING_SIZE])),
        ("test puzzles", len(tested), paper.TEST_PUZZLES),
        ("largest test puzzle", largest(tested), largest([paper.LARGEST_TEST_SIZE])),
        ("large puzzles", len(large), paper.LARGE_PUZZLES_PER_SIZE * len(paper.LARGE_SIZES)),
        ("largest of them", largest(large), largest(paper.LARGE_SIZES)),
        (f"greatest budget, {MINUTES[records.clock]}", max(records.minutes) if large else None,
         max(paper.LARGE_MINUTES)),
    ]  # fmt: skip
    columns = ("quantity", "ours", "paper")
    return frame((dict(zip(columns, row, strict=True)) for row in rows), columns)


def table_2(records: Records) -> pd.DataFrame:
    """Return the average expansions and seconds of the baseline on the test set by size (Table 2).

    A search that hit a limit counts with the expansions that it made until then, so the average is
    a lower bound. `standard error` is that of the average.
    """
    columns = (
        "size", "puzzles", "paper puzzles", "baseline expansions", "standard error",
        "searches at a limit", "paper", "ours / paper", "baseline seconds", "paper seconds",
        "winner_proved expansions", "note",
    )  # fmt: skip
    runs: dict[tuple[int, int], dict[str, list[SearchRecord]]] = {}
    for record in records.test:
        size = (min(record["rows"], record["cols"]), max(record["rows"], record["cols"]))
        runs.setdefault(size, {}).setdefault(record["run"], []).append(record)
    puzzles = sum(record["run"] == "baseline" for record in records.test)
    rows = []
    known = paper.TABLE_2 if records.beside_paper else ()
    for size in sorted({*known, *runs}, key=lambda s: (s[0] * s[1], s)):
        baseline = runs.get(size, {}).get("baseline", [])
        other = runs.get(size, {}).get("winner_proved", [])
        values = [record["expansions"] for record in baseline]
        error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
        average = statistics.fmean(values) if values else None
        theirs = paper.TABLE_2.get(size)
        capped = _at_limit(baseline)
        rows.append({
            "size": size_name(*size),
            "puzzles": len(values),
            "paper puzzles": paper.TABLE_2_PUZZLES.get(size),
            "baseline expansions": _round(average),
            "standard error": _round(error, 2),
            "searches at a limit": capped,
            "paper": theirs,
            "ours / paper": ratio(average, theirs) if average and theirs else None,
            "baseline seconds": _seconds(baseline),
            "paper seconds": paper.TABLE_2_SECONDS.get(size),
            "winner_proved expansions": _round(
                statistics.fmean(r["expansions"] for r in other) if other else None
            ),
            "note": _table_2_note(values, average, error, capped, theirs, puzzles),
        })  # fmt: skip
    return frame(rows, columns)


def _seconds(records: Sequence[SearchRecord]) -> float | None:
    """Return the average seconds of searches, None if there are none."""
    return significant(statistics.fmean(r["seconds"] for r in records), 2) if records else None


def _table_2_note(
    values: Sequence[int],
    average: float | None,
    error: float | None,
    capped: int,
    theirs: float | None,
    puzzles: int,
) -> str:
    if average is None or theirs is None:
        return "no puzzles of this size here" if average is None else NOT_REPORTED
    if capped:
        return "ours is a lower bound"
    if len(values) < MIN_PUZZLES or error is None:
        return "too few puzzles to compare"
    if abs(average - theirs) <= 0.05 * theirs:
        return "within 5 %"
    if abs(average - theirs) <= 2 * error:
        return "within two standard errors"
    return NOT_KNOWN if puzzles == paper.TEST_PUZZLES else NOT_COMPARABLE


def speedups(records: Records) -> pd.DataFrame:
    """Return the speedups on the test set over π_baseline in prune mode (section 5.5).

    There is one row per run and measure. `Σ in rounds` is the range of the speedup in time over the
    rounds of timing. `slower, %` is the percentage of puzzles that took more than with the
    baseline. Where the whole set is too short to time, nothing is said of its puzzles.
    """
    columns = (
        "run", "measure", "puzzles", "left out", "Σ speedup", "Σ in rounds", "least", "median",
        "most", "slower, %", "paper Σ", "paper range", "paper slower, %", "note",
    )  # fmt: skip
    puzzles = sum(record["run"] == "baseline" for record in records.test)
    same_scale = puzzles == paper.TEST_PUZZLES
    triage = records.triage.get("plain")
    proved = triage.program("winner_proved") if triage is not None else None
    same_predicate = not proved or records.is_paper(proved, "plain") is not False
    known = {"expansions": paper.EXPANSION_SPEEDUP, "seconds": paper.TIME_SPEEDUP}
    rows = []
    for run, words in records.runs.items():
        if run == "baseline":
            continue
        recorded = [record for record in records.test if record["run"] == run]
        if not recorded:
            continue
        compared = comparisons(records.test, run)
        timed = time_speedup(compared)
        for measure, theirs in known.items():
            in_time = measure == "seconds"
            said = not (in_time and isinstance(timed, str))
            ratios = sorted(one.speedup(measure) for one in compared) if said else []
            row: dict[str, Any] = {
                "run": ", ".join(words),
                "measure": "time" if in_time else measure,
                "puzzles": len(compared),
                "left out": len(recorded) - len(compared),
                "Σ speedup": total_speedup(compared, measure) if said else timed,
                "Σ in rounds": timed.range if in_time and isinstance(timed, TimeSpeedup) else None,
                "slower, %": percent(sum(r < 1 for r in ratios), len(ratios)),
                "note": NOT_REPORTED,
            }
            if ratios:
                row["least"] = significant(ratios[0])
                row["median"] = significant(statistics.median(ratios))
                row["most"] = significant(ratios[-1])
            if run == "winner_proved":
                row["paper Σ"] = theirs.total
                row["paper range"] = f"{theirs.least:g}–{theirs.most:,g}"
                # The paper gives the share of slower puzzles for time alone.
                row["paper slower, %"] = paper.SLOWER_PERCENT if in_time else None
                row["note"] = _speedup_note(
                    row["Σ speedup"], theirs.total, measure, same_scale, same_predicate
                )
            rows.append(row)
    return frame(rows, columns)


def _speedup_note(
    ours: float | str | None, theirs: float, measure: str, same_scale: bool, same_predicate: bool
) -> str:
    if ours is None:
        return "no puzzle to compare on"
    if not same_scale or isinstance(ours, str):
        return NOT_COMPARABLE
    # A time differs from run to run by more than it may be near the paper's.
    if measure == "seconds":
        return "another program and computer"
    if abs(ours - theirs) <= 0.05 * theirs:
        return "within 5 %"
    return NOT_KNOWN if same_predicate else "another predicate than π°"


def outcomes(records: Records) -> pd.DataFrame:
    """Return how searches ended, by set and run.

    All puzzles of these sets are solvable, so the answer "unsolvable" means a lost puzzle. The
    `implied` searches, at the limit of expansions, were not made: a stronger one had met it. There
    is a column `failed` only if there are searches in which the predicate could not be evaluated.
    """
    limits: tuple[str, ...] = ("expansion-limit", "time-limit", "memory-limit")
    if any(record["status"] == "failed" for record in (*records.test, *records.large)):
        limits = (*limits, "failed")
    columns = ("set", "run", "puzzles", "solved", "lost", "lost, %", *limits, "implied")
    rows = []
    for name, searched in (("test", records.test), ("large", records.large)):
        for run, words in records.runs.items():
            group = [record for record in searched if record["run"] == run]
            status = Counter(record["status"] for record in group)
            if not status:
                continue
            count = sum(status.values())
            rows.append({
                "set": name, "run": ", ".join(words), "puzzles": count, "solved": status["solved"],
                "lost": status["unsolvable"], "lost, %": percent(status["unsolvable"], count),
                **{limit: status[limit] for limit in limits},
                "implied": sum(record.get("implied", False) for record in group),
            })  # fmt: skip
    return frame(rows, columns)


def _at_limit(records: Iterable[SearchRecord]) -> int:
    return sum(record["status"] not in ANSWERED for record in records)


def _round(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else significant(value, digits)


#: All tables, by the names of their files.
TABLES: dict[str, Callable[[Records], pd.DataFrame]] = {
    "scale": scale,
    "learning": learning_summary,
    "winners": winners,
    "table_3": table_3,
    "theorem_1": theorem_1,
    "triage_summary": triage_summary,
    "triage": triage_ranking,
    "table_2": table_2,
    "test": speedups,
    "outcomes": outcomes,
    "large": large_solved,
    "claims": claims,
}


def all_tables(records: Records) -> dict[str, pd.DataFrame]:
    """Return all tables; without what the paper has, if it has no such puzzles."""
    found = {name: table(records) for name, table in TABLES.items()}
    if records.beside_paper:
        return found
    found = {name: alone(table) for name, table in found.items()}
    if not records.about_triangles:
        # Proofs about other symbols are by cases, not by the configurations of a square.
        proofs = found["theorem_1"].drop(columns="edges within reach")
        found["theorem_1"] = proofs.rename(columns={"configurations": "cases"})
    return found


def alone(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table without the columns that compare with the paper."""
    return table[[name for name in table.columns if not _compares(str(name))]]


def _compares(column: str) -> bool:
    """Whether a column of a table is about the paper."""
    return "paper" in column.split(" ") or "paper's" in column or column in _OF_PAPER


_OF_PAPER = ("row of Table 3", "is π°", "note")
