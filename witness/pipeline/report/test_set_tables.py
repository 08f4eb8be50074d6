"""Tables about the test set (Table 2; section 5.5)."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from witness.base.limits import ANSWERED
from witness.pipeline.report import paper
from witness.pipeline.report.large_tables import size_of
from witness.pipeline.report.records import Records
from witness.pipeline.report.speedups import (
    Comparison,
    SearchRecord,
    TimeSpeedup,
    bounds,
    on_test_set,
    spread,
    time_speedup,
    total_speedup,
)
from witness.pipeline.report.table import (
    NOT_COMPARABLE,
    NOT_KNOWN,
    NOT_REPORTED,
    Column,
    percent,
    ratio,
    significant,
    size_name,
    table,
)

#: The smallest number of puzzles of a size whose average is compared with the paper's.
MIN_PUZZLES = 30


@table(
    "table_2", "Table 2: expansions by size",
    (
        Column("size", stay=True), "puzzles", Column("paper puzzles", paper=True),
        Column("baseline expansions", digits=4, better="less", ours=True),
        Column("standard error", digits=2), Column("searches at a limit", better="less"),
        Column("paper", paper=True), Column("ours / paper", paper=True),
        Column("z", digits=2, paper=True),
        Column("baseline seconds", digits=2, better="less"), Column("paper seconds", paper=True),
        Column("winner_proved expansions", digits=4, better="less", ours=True),
        Column("note", paper=True),
    ),
    section="table_2",
    caption="Table 2: average expansions of A* with {{ records.baseline }} (prune mode) by size; "
    "m×n and n×m share a bucket.{% if records.beside_paper %} The paper rounds the last two to "
    "thousands. z is the difference in standard errors, those of both averages together, if the "
    "paper’s expansions vary as ours.{% endif %}",
    named="size",
)  # fmt: skip
def table_2(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the average expansions and seconds of the baseline on the test set by size (Table 2).

    A search that hit a limit counts with the expansions that it made until then, so the average is
    a lower bound. `standard error` is that of the average.
    """
    runs: dict[tuple[int, int], dict[str, list[SearchRecord]]] = {}
    for record in records.test:
        runs.setdefault(size_of(record), {}).setdefault(record["run"], []).append(record)
    puzzles = sum(record["run"] == "baseline" for record in records.test)
    known = paper.TABLE_2 if records.beside_paper else ()
    for size in sorted({*known, *runs}, key=lambda s: (s[0] * s[1], s)):
        baseline = runs.get(size, {}).get("baseline", [])
        other = runs.get(size, {}).get("winner_proved", []) if records.proved_program else []
        values = [record["expansions"] for record in baseline]
        error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
        average = _mean(baseline, "expansions")
        tested, theirs, seconds = paper.TABLE_2.get(size, (None, None, None))
        z = None
        if average and error and tested and theirs:
            z = (average - theirs) / math.hypot(error, statistics.stdev(values) / tested**0.5)
        capped = sum(record["status"] not in ANSWERED for record in baseline)
        yield {
            "size": size_name(*size),
            "puzzles": len(values),
            "paper puzzles": tested,
            "baseline expansions": average,
            "standard error": error,
            "searches at a limit": capped,
            "paper": theirs,
            "ours / paper": ratio(average, theirs) if average and theirs else None,
            "z": z,
            "baseline seconds": _mean(baseline, "seconds"),
            "paper seconds": seconds,
            "winner_proved expansions": _mean(other, "expansions"),
            "note": _table_2_note(len(values), average, z, capped, theirs, puzzles),
        }  # fmt: skip


def _mean(records: Sequence[SearchRecord], measure: str) -> float | None:
    """Return the average seconds or expansions of searches, None if there are none."""
    return statistics.fmean(record[measure] for record in records) if records else None


def _table_2_note(
    number: int,
    average: float | None,
    z: float | None,
    capped: int,
    theirs: float | None,
    puzzles: int,
) -> str:
    if average is None or theirs is None:
        return "no puzzles of this size here" if average is None else NOT_REPORTED
    if capped:
        return "ours is a lower bound"
    if number < MIN_PUZZLES or z is None:
        return "too few puzzles to compare"
    if abs(average - theirs) <= 0.05 * theirs:
        return "within 5 %"
    if abs(z) <= 2:
        return "within two standard errors"
    return NOT_KNOWN if puzzles == paper.TEST_PUZZLES else NOT_COMPARABLE


@table(
    "test", "Test set: speedups",
    (
        Column("run", stay=True), Column("measure", stay=True), "puzzles", "left out",
        Column("Σ speedup", better="more", ours=True),
        Column("95 % interval", interval=True), Column("Σ in rounds", interval=True),
        Column("least", digits=4, better="more"), Column("median", digits=4, better="more"),
        Column("geometric mean", digits=4, better="more"),
        Column("most", digits=4, better="more"), Column("slower", unit="%", better="less"),
        Column("largest hundredth", unit="%", digits=3),
        Column("paper Σ", paper=True), Column("paper range", paper=True, interval=True),
        Column("paper slower", unit="%", paper=True), Column("note", paper=True),
    ),
    section="test",
    caption="Speedups over {{ records.baseline }} in prune mode. The speedup of a puzzle is "
    "baseline / predicate; Σ is the ratio of the sums over all puzzles, with the interval that "
    "drawing the puzzles anew gives (bootstrap); in time, of the least times, with its range over "
    "the rounds of timing. The largest hundredth of the puzzles has the given share of the "
    "baseline’s sum. Puzzles are left out if a search hit a limit, or if the run lost them.",
    named="run",
)  # fmt: skip
def speedups(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the speedups on the test set over π_baseline in prune mode (section 5.5).

    There is one row per run and measure. `95 % interval` is the bootstrap interval of Σ over
    puzzles, and `largest hundredth, %` the share of the baseline's sum that the largest hundredth
    of the puzzles has. `Σ in rounds` is the range of the speedup in time over the rounds of timing.
    `slower, %` is the percentage of puzzles that took more than with the baseline. Where the time
    of the whole set is noise, nothing is said of its puzzles. There is no row of winner_proved if
    nothing is proved.
    """
    puzzles = sum(record["run"] == "baseline" for record in records.test)
    same_scale = puzzles == paper.TEST_PUZZLES
    proved = records.proved_program
    same_predicate = not proved or records.is_paper(proved, "plain") is not False
    known = {"expansions": paper.EXPANSION_SPEEDUP, "seconds": paper.TIME_SPEEDUP}
    for run, words in records.runs.items():
        if run == "baseline":
            continue
        recorded = [record for record in records.test if record["run"] == run]
        compared = on_test_set(records, run)
        if not recorded or (run == "winner_proved" and not proved):
            continue
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
                "Σ speedup": total_speedup(compared),
                "slower, %": percent(sum(r < 1 for r in ratios), len(ratios)),
                "note": NOT_REPORTED,
            }
            if in_time:
                row["Σ speedup"] = timed.total if isinstance(timed, TimeSpeedup) else timed
                if isinstance(timed, TimeSpeedup) and len(timed.rounds) > 1:
                    row["Σ in rounds"] = bounds((timed.total, *timed.rounds))
            if ratios and (spread_of := spread(compared, measure)):
                row["95 % interval"] = bounds(spread_of[:2])
                row["geometric mean"] = spread_of.mean
                row["largest hundredth, %"] = spread_of.largest
                row["least"], row["most"] = ratios[0], ratios[-1]
                row["median"] = statistics.median(ratios)
            if run == "winner_proved":
                row["paper Σ"] = theirs.total
                row["paper range"] = (theirs.least, theirs.most)
                # The paper gives the share of slower puzzles for time alone.
                row["paper slower, %"] = paper.SLOWER_PERCENT if in_time else None
                row["note"] = _speedup_note(
                    row["Σ speedup"], theirs.total, measure, same_scale, same_predicate
                )
            yield row


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


@table(
    "slower", "Test set: puzzles that became slower",
    (
        "puzzle", "size", "baseline expansions", "winner_proved expansions", "baseline seconds",
        "winner_proved seconds", "why",
    ),
    section="slower",
    caption="Test puzzles that take longer with winner_proved, those first that lose most time. A "
    "puzzle leads to its panel.",
    most=6,
    when=lambda records: any(_slower(records)),
)  # fmt: skip
def slower(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of the test set that take longer with winner_proved, most seconds first."""
    for one in sorted(_slower(records), key=lambda one: (-_lost(one), one.run["id"])):
        yield {
            "puzzle": one.run["id"],
            "size": f"{one.run['rows']}×{one.run['cols']}",
            "baseline expansions": one.baseline["expansions"],
            "winner_proved expansions": one.run["expansions"],
            "baseline seconds": one.baseline["seconds"],
            "winner_proved seconds": one.run["seconds"],
            "why": _why(one),
        }


def _slower(records: Records) -> list[Comparison]:
    return [one for one in on_test_set(records, "winner_proved") if _lost(one) > 0]


def _lost(one: Comparison) -> float:
    """Return by how many seconds the search with winner_proved is longer."""
    before, after = one.both("seconds")
    return after - before


def _why(one: Comparison) -> str:
    """Return the reason in words, from the rounds of timing and the numbers of expansions."""
    rounds = list(
        zip(*(search.get("times") or () for search in (one.baseline, one.run)), strict=False)
    )
    longer = sum(after > before for before, after in rounds)
    if longer < len(rounds):
        return f"noise: it was longer in {longer} of {len(rounds)} rounds"
    before, after = one.both("expansions")
    times = significant(one.speedup("expansions") / one.speedup("seconds"), 2)
    dearer = "about as much" if times == 1 else f"{times:g} times as much"
    if after > before:
        return "more expansions: what is pruned changes the order of nodes that are alike"
    if after == before:
        return f"nothing more is pruned, and an expansion costs {dearer}"
    saved = f"{before - after:,} expansion{'' if before - after == 1 else 's'}"
    return f"{saved} saved, and one costs {dearer}"


LIMITS = ("expansion-limit", "time-limit", "memory-limit")


@table(
    "outcomes", "How searches ended",
    (
        Column("set", stay=True), Column("run", stay=True), Column("puzzles", stay=True),
        Column("solved", better="more", stay=True), Column("lost", better="less", stay=True),
        Column("lost", unit="%", better="less"), *LIMITS,
        Column("failed", when=lambda records: any(
            record["status"] == "failed" for record in (*records.test, *records.large))),
        "implied",
    ),
    section="outcomes",
    caption="How searches ended. All puzzles are solvable: “lost” counts answers “unsolvable”, "
    "which only an unsound predicate gives, and “implied” the searches at the limit of expansions "
    "that were not made, because one with a stronger predicate had met it.{% if "
    "records.beside_paper %} The paper reports no such counts.{% endif %}",
)  # fmt: skip
def outcomes(records: Records) -> Iterator[dict[str, Any]]:
    """Yield how searches ended, by set and run.

    All puzzles of these sets are solvable, so the answer "unsolvable" means a lost puzzle. The
    `implied` searches, at the limit of expansions, were not made: a stronger one had met it. There
    is a column `failed` only if there are searches in which the predicate could not be evaluated.
    """
    for name, searched in (("test", records.test), ("large", records.large)):
        for run, words in records.runs.items():
            group = [record for record in searched if record["run"] == run]
            status = Counter(record["status"] for record in group)
            if not status:
                continue
            count = sum(status.values())
            yield {
                "set": name, "run": ", ".join(words), "puzzles": count, "solved": status["solved"],
                "lost": status["unsolvable"], "lost, %": percent(status["unsolvable"], count),
                **{end: status[end] for end in (*LIMITS, "failed")},
                "implied": sum(record.get("implied", False) for record in group),
            }  # fmt: skip
