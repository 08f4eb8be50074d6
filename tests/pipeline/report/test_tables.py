"""Tables from records made by hand: known numbers, and nothing absurd where there is nothing."""

from __future__ import annotations

import csv
import io
import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from support.handmade import EDGES, OURS, TEST, TEST_PUZZLES, UNSOUND, records, run, search
from support.tables import column

from witness.pipeline.report import paper
from witness.pipeline.report.large_tables import claims, large_solved
from witness.pipeline.report.pictures import largest_speedup, largest_speedup_svg
from witness.pipeline.report.records import Records
from witness.pipeline.report.render import csv_text
from witness.pipeline.report.speedups import (
    BEYOND,
    TIMED,
    TOO_SHORT,
    Comparison,
    TimeSpeedup,
    comparisons,
    spread,
    time_ratio,
    time_speedup,
    total_speedup,
)
from witness.pipeline.report.table import percent
from witness.pipeline.report.tables import (
    TABLES,
    finalists,
    learning_summary,
    outcomes,
    speedups,
    table_2,
    table_3,
    winners,
)
from witness.pipeline.report.theorem_1 import theorem_1
from witness.pipeline.report.triage_tables import triage


def test_table_2_buckets_both_orientations() -> None:
    table = table_2(records())
    row = table[table["size"] == "2×3"].iloc[0]
    assert (row["puzzles"], row["baseline expansions"], row["paper"]) == (2, 60, 31)
    assert row["winner_proved expansions"] == 15
    assert row["ours / paper"] == pytest.approx(60 / 31, rel=1e-3)
    assert row["standard error"] == 40
    assert list(table["paper"]) == [known.expansions for known in paper.TABLE_2.values()]
    assert sum(table["paper puzzles"]) == paper.TEST_PUZZLES
    assert row["baseline seconds"] == pytest.approx((0.4 + 0.1) / 2)
    assert row["paper seconds"] == 0.001


def test_speedups_of_the_test_set() -> None:
    table = speedups(records())
    by_expansions, by_time = (table.iloc[n].to_dict() for n in (0, 1))
    assert by_expansions["Σ speedup"] == 4  # 120 / 30
    assert [by_expansions[k] for k in ("least", "median", "most", "slower, %")] == [1, 5.5, 10, 0]
    assert (by_expansions["paper Σ"], by_expansions["paper range"]) == (6.27, (1, 1447))
    assert by_time["Σ speedup"] == 1
    assert [by_time[k] for k in ("least", "median", "most", "slower, %")] == [0.25, 2.125, 4, 50]
    assert (by_time["paper Σ"], by_time["paper slower, %"]) == (6.12, 32.5)
    assert by_time["note"] == "not comparable at this scale"


def test_of_a_set_that_is_too_short_to_time_no_ratio_is_said() -> None:
    short = tuple({**record, "seconds": record["seconds"] / 100} for record in TEST)
    table = speedups(records(test=short))
    by_expansions, by_time = (table.iloc[n].to_dict() for n in (0, 1))
    assert by_expansions["Σ speedup"] == 4
    assert by_time["Σ speedup"] == "too short to time"
    unsaid = ("95 % interval", "Σ in rounds", "least", "median", "most", "slower, %")
    assert {by_time[key] for key in unsaid} == {None}


def test_the_file_of_the_test_set_has_plain_numbers() -> None:
    short = tuple({**record, "seconds": record["seconds"] / 100} for record in TEST)
    text = csv_text(speedups(records(test=short)), speedups.titles("interval"))
    by_expansions, by_time, *_ = csv.DictReader(io.StringIO(text))
    bounds = [by_expansions[f"95 % interval, {end}"] for end in ("low", "high")]
    assert bounds == ["1.0", "10.0"]
    assert by_expansions["paper range, high"] == "1447.0"
    assert by_time["Σ speedup"] == by_time["Σ in rounds, low"] == ""


def test_the_interval_of_a_total_speedup_is_that_of_scipy() -> None:
    """Of skewed numbers, as those of expansions are; scipy draws other puzzles."""
    rng = np.random.default_rng(7)
    before = 1 + rng.pareto(1.5, 400).round(2) * 50
    after = 1 + before / rng.uniform(1, 20, 400)
    compared = [
        Comparison(9, {"expansions": one}, {"expansions": other})
        for one, other in zip(before, after, strict=True)
    ]
    found = spread(compared, "expansions")
    assert found is not None
    from scipy import stats  # takes long to import

    theirs = stats.bootstrap(
        (before, after), lambda one, other: one.sum() / other.sum(), paired=True,
        vectorized=False, n_resamples=5000, method="percentile", random_state=1,
    ).confidence_interval  # fmt: skip
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), rel=0.02)
    assert found.mean == pytest.approx(stats.gmean(before / after))
    assert found.largest == pytest.approx(100 * sum(sorted(before)[-4:]) / sum(before))
    assert found == spread(compared, "expansions")
    assert spread([], "expansions") is None


def test_lost_and_capped_puzzles_are_left_out_and_counted() -> None:
    table = speedups(records())
    pruned = table[table["run"] == "winner, prune"].iloc[0]
    assert (pruned["puzzles"], pruned["left out"], pruned["Σ speedup"]) == (1, 1, 20)
    lost = outcomes(records())
    row = lost[(lost["set"] == "test") & (lost["run"] == "winner, prune")].iloc[0]
    assert (row["puzzles"], row["solved"], row["lost"], row["lost, %"]) == (2, 1, 1, 50)
    limits = lost[lost["set"] == "large"]["expansion-limit"]
    assert list(limits) == [1, 1]
    capped = speedups(EDGES["every search capped"])
    assert set(capped["puzzles"]) == {0}
    assert set(capped["left out"]) == {2}
    assert set(capped["Σ speedup"]) == {None}
    assert not any("winner_proved" in run for run in speedups(EDGES["nothing proved"])["run"])


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_no_table_holds_an_absurd_number(name: str, known: Records) -> None:
    table = TABLES[name](known)
    for value in table.to_numpy().ravel():
        assert value is None or isinstance(value, int | float | str | tuple)
        if isinstance(value, float):
            assert math.isfinite(value)
            assert value == 0 or 1e-6 < abs(value) < 1e9
        assert value not in ("nan", "None", "inf")
    rows = list(csv.reader(io.StringIO(csv_text(table))))
    assert rows[0] == list(table.columns)
    assert len(rows) == len(table) + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_files_have_plain_numbers(name: str) -> None:
    """Units are in the heads of columns and rows, where a program that reads the cells is safe."""
    for known in (records(), *EDGES.values()):
        for cell in TABLES[name](known).to_numpy(dtype=object).flat:
            assert not re.fullmatch(r"[\d.,]+ ?(%|µs|ms|s|min|h|seconds)", str(cell))


#: Proved, and no clause of the paper's: with its one edge, such a square has no room for three.
OTHER = "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), three(C), notAdjacent(A,B), gte(F,C)."


def test_each_row_of_table_3_is_proved_and_found_among_ours() -> None:
    table = theorem_1(records())
    assert list(table["Prolog"]) == list(paper.CLAUSES)
    assert list(table["verdict"]) == ["proved"] * 3
    assert list(table["clause of winner_proved"]) == [1, 2, 3]
    assert list(table["configurations"]) == [62, 16, 10]


def test_rows_without_a_counterpart() -> None:
    table = theorem_1(records(winner_proved=(OURS[0], OTHER)))
    rows = table[["row of Table 3", "clause of winner_proved"]].to_numpy().tolist()
    assert rows == [[1, 1], [2, None], [3, None], [None, 2]]
    assert theorem_1(EDGES["nothing proved"])["clause of winner_proved"].tolist() == [None] * 3


def test_the_largest_speedup_is_one_of_expansions() -> None:
    largest = largest_speedup(records())
    assert largest is not None
    assert (largest.puzzle.id, largest.speedup) == ("puzzle-2x3-0000", 10)
    # Of puzzles that tie the first counts.
    same = tuple(
        {**record, "expansions": 100} if record["id"] == "puzzle-2x3-0000" else record
        for record in TEST
    )
    tied = largest_speedup(records(test=same))
    assert tied is not None
    assert (tied.puzzle.id, tied.speedup) == ("puzzle-2x3-0000", 1)
    without_first = {name: p for name, p in TEST_PUZZLES.items() if name != "puzzle-2x3-0000"}
    other = largest_speedup(records(test_puzzles=without_first))
    assert other is not None
    assert (other.puzzle.id, other.speedup) == ("puzzle-3x2-0001", 1)


def test_its_picture_numbers_what_is_forced() -> None:
    largest = largest_speedup(records())
    assert largest is not None
    drawn = ElementTree.fromstring(largest_speedup_svg(largest))
    notes = [element.text for element in drawn.iter() if element.get("class") == "note-text"]
    assert notes == [str(number) for number in range(1, len(largest.found.path))]
    assert notes


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [
        (0, 0, None),
        (0, 5, 0),
        (5, 5, 100),
        (1, 3, 33.3),
        (1, 15_000, 0.01),
        (14_999, 15_000, 99.99),
    ],
)
def test_percentages_do_not_round_some_to_none(part: int, whole: int, shown: float | None) -> None:
    assert percent(part, whole) == shown


def test_large_solved_within_budgets() -> None:
    table = large_solved(records())
    ours = table[~table["size"].str.contains("paper")]
    assert list(ours["size"]) == ["3×3", "3×3", "3×4", "3×4", "all sizes", "all sizes"]
    assert list(ours["expansions"][:2]) == [1104, 11040]
    assert list(ours["baseline, %"]) == [50, 100, 0, 0, 33.3, 66.7]
    assert list(ours["winner_proved, %"]) == [100, 100, 0, 0, 66.7, 66.7]
    theirs = table[table["size"].str.contains("paper")]
    assert list(theirs["paper-minutes"]) == [1, 5, 30]
    assert list(theirs["paper π°, %"]) == [74.4, 83.9, None]
    assert list(theirs["paper baseline, %"]) == [None, 74.0, 83.1]


def test_large_by_the_clock_on_the_wall() -> None:
    solved = [search(n, "baseline", 10, seconds=60 * n) for n in (1, 2, 3)]
    table = large_solved(records(large=solved, minutes=(1, 2.5), clock="wall"))
    ours = table[table["size"] == "all sizes"]
    assert list(ours["minutes"]) == [1, 2.5]
    assert list(ours["baseline, %"]) == [33.3, 66.7]
    assert list(ours["expansions"]) == [None, None]


def test_sentences_of_the_paper() -> None:
    """π° solves three of four within a minute, the baseline two in five minutes."""
    minute = 60 * 18_400
    needed = {"winner_proved": (1, 1, 1, 31), "baseline": (1, 5, 6, 31)}
    large = [
        search(n, run, minutes * minute, size=size)
        for run, all_minutes in needed.items()
        for n, (size, minutes) in enumerate(
            zip(((5, 5), (6, 6), (8, 8), (8, 8)), all_minutes, strict=True)
        )
    ]
    table = claims(records(large=large, minutes=(1, 5, 15, 30)))
    found = {row["claim"]: (row["paper, %"], row["ours, %"], row["holds here"]) for row in
             table.to_dict("records")}  # fmt: skip
    assert found == {
        "π° in 1 minute solves more than π_baseline in 5 minutes, by points": (0.4, 25, "yes"),
        "π° in 5 minutes solves more than π_baseline in 30 minutes, by points": (0.8, 0, "no"),
        "with π° everything of up to 36 squares in 30 minutes": (100, 100, "yes"),
        "with π° over half of 8×8 in 30 minutes": (50, 50, "no"),
        # It solves the one puzzle of 36 squares, too.
        "with π_baseline everything of up to 30 squares in 30 minutes, no more": (
            100, 100, "no",
        ),
    }  # fmt: skip
    *others, last = table["note"]
    assert set(others) == {"not comparable at this scale"}
    assert last == "not comparable at this scale; here 6×6, too"


def test_learning_summary_counts() -> None:
    known = records((
        run(0, OURS, seconds=2), run(1, UNSOUND, seconds=4), run(2, (), "nothing-learned", 1),
        run(3, (), "timeout", 9), run(4, (), "failed"),
    ))  # fmt: skip
    ours = column(learning_summary(known), "quantity", "ours")
    assert ours["training puzzles"] == 5
    assert (ours["gave a predicate"], ours["gave a predicate, %"]) == (2, 40)
    assert [ours[q] for q in ("nothing learned", "timed out", "failed")] == [1, 1, 1]
    assert ours["average time of a run that gave one, seconds"] == 3
    assert (ours["the shortest of them, seconds"], ours["the longest of them, seconds"]) == (2, 4)
    assert ours["whole hypotheses that behave exactly like π°"] == 1
    assert [ours[f"hypotheses {v}"] for v in ("proved", "refuted", "unknown")] == [1, 1, 0]
    assert [ours[f"clauses {v}"] for v in ("proved", "refuted", "unknown")] == [4, 1, 0]
    assert ours["clauses that look at the path's length"] == 1
    theirs = column(learning_summary(known), "quantity", "paper")
    assert (theirs["training puzzles"], theirs["gave a predicate"]) == (500, 489)
    assert theirs["average time of a run that gave one, seconds"] == 480
    assert (theirs["the shortest of them, seconds"], theirs["the longest of them, seconds"]) == (
        9,
        3606,
    )
    assert theirs["timed out"] == 11


def test_winners_say_verdict_and_whether_they_are_the_papers() -> None:
    table = winners(EDGES["unsound winner"])
    assert list(table["verdict"]) == ["refuted", "proved"] * 2
    assert list(table["is π°"]) == ["no"] * 4
    assert list(table["looks at length"]) == ["yes", "no"] * 2
    assert list(table["expansion speedup"]) == [10, 5] * 2
    assert list(table["time speedup"]) == [5, 2.5] * 2
    assert list(table["expansions, no predicate"]) == [20, 10] * 2
    assert list(table["time, no predicate"]) == [10, 5] * 2
    assert list(table["spread, %"]) == [10] * 4
    assert list(table["processor seconds"]) == [0.2, 0.4] * 2
    assert list(winners(records())["is π°"]) == ["yes"] * 4


def test_table_3_sets_clauses_beside_the_papers() -> None:
    table = table_3(records())
    plain = table[(table["variant"] == "plain") & (table["predicate"] == "winner_proved")]
    assert list(plain["paper's clause"]) == list(paper.CLAUSES)
    assert list(plain["verdict"]) == ["proved"] * 3
    assert plain["English"].iloc[0].startswith("The number of edges")
    baseline = table[(table["variant"] == "baseline") & (table["predicate"] == "winner")]
    assert list(baseline["paper's clause"]) == [None, *paper.CLAUSES[1:]]
    assert "superfluous" in baseline["note"].iloc[0]


def test_triage_shows_what_ranking_by_speed_prefers() -> None:
    first, second, *_ = finalists(EDGES["unsound winner"]).to_dict("records")
    assert first["candidate"] == "notAdjacent and len(path) = 3; count > triangles"
    assert (first["verdict"], first["looks at length"], first["place in all"]) == (
        "refuted", "yes", 1
    )  # fmt: skip
    assert (first["time speedup"], first["expansion speedup"]) == (5, 10)
    assert (second["verdict"], second["place in proved"]) == ("proved", 1)
    assert (second["time speedup"], second["expansion speedup"]) == (2.5, 5)
    once = finalists(records())
    assert once["candidate"].tolist() == ["π°"] * 2
    assert once["place in all"].tolist() == once["place in proved"].tolist() == [1, 1]
    ranking = [*triage.rows(EDGES["unsound winner"])]
    assert len(ranking) == 2 * 3 * 2
    assert [row["track"] for row in ranking[:2]] == ["all", "proved"]
    assert [row["verdict"] for row in ranking[:2]] == ["refuted", "proved"]
    assert ranking[0]["hypothesis"] == UNSOUND


def test_comparisons_ignore_puzzles_without_a_baseline() -> None:
    assert comparisons([search(0, "winner_proved", 5)], "winner_proved") == []
    assert total_speedup([]) is None
    assert len(comparisons(TEST, "winner_sort")) == 2


def test_the_speedup_in_time_has_the_range_of_its_rounds() -> None:
    rounds = {"baseline": [4.0, 9.0, 6.0], "winner_proved": [2.0, 3.0, 1.0]}
    records = [
        search(0, run, 30 if run == "baseline" else 5, min(times)) | {"times": times}
        for run, times in rounds.items()
    ]
    found = time_speedup(comparisons(records, "winner_proved"))
    assert isinstance(found, TimeSpeedup)
    assert (found.total, found.rounds) == (4, pytest.approx((2, 3, 6)))
    assert found.range == "2 to 6 in 3 rounds"
    # As experiments recorded it when each search had one time.
    once = [{k: v for k, v in record.items() if k != "times"} for record in records]
    old = time_speedup(comparisons(once, "winner_proved"))
    assert isinstance(old, TimeSpeedup)
    assert (old.total, old.range) == (4, "timed once")


def test_of_sums_that_are_too_short_no_ratio_is_said() -> None:
    assert time_ratio(0.9 * TIMED, 0.1 * TIMED, 10) == TOO_SHORT
    assert time_ratio(0.1 * TIMED, 0.9 * TIMED, 10) == TOO_SHORT
    assert time_ratio(2 * TIMED, 0.1 * TIMED, 20) == 20
    assert time_ratio(0, 0.1 * TIMED, 10) is time_ratio(0, 0, None) is None
    short = [search(0, "baseline", 5, 0.03), search(0, "winner_proved", 5, 0.001)]
    assert time_speedup(comparisons(short, "winner_proved")) == TOO_SHORT
    assert time_speedup([]) is None


def test_no_ratio_of_times_is_said_above_that_of_expansions() -> None:
    """Neither that of the least times, nor that of a round, nor that of a puzzle."""
    assert time_ratio(2 * TIMED, 0.1 * TIMED, 19.99) == BEYOND

    def compared(before: list[float], after: list[float]) -> list[Comparison]:
        baseline = search(0, "baseline", 20, min(before)) | {"times": before}
        run = search(0, "winner_proved", 10, min(after)) | {"times": after}
        return comparisons([baseline, run], "winner_proved")

    assert isinstance(time_speedup(compared([4.0, 4.0], [2.0, 3.0])), TimeSpeedup)
    assert time_speedup(compared([4.0, 4.0], [1.9, 3.0])) == BEYOND
    assert time_speedup(compared([4.0, 6.1], [2.0, 3.0])) == BEYOND
    (one,) = compared([4.0], [1.9])
    assert (one.speedup("expansions"), one.speedup("seconds")) == (2, 2)
