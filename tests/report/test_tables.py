"""Tables from records made by hand: known numbers, and nothing absurd where there is nothing."""

from __future__ import annotations

import csv
import io
import math
import re

import pytest
from support.handmade import EDGES, IMPLIED, LARGE, OURS, TEST, records, run, search
from support.tables import column

from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import clause_text
from witness.report import paper
from witness.report.records import Records
from witness.report.render import csv_text, markdown
from witness.report.tables import TABLES, outcomes, scale, speedups, table_2


def test_the_papers_clauses_are_written_as_this_project_writes_them() -> None:
    assert [clause_text(c) for c in parse_clauses("\n".join(paper.CLAUSES))] == list(paper.CLAUSES)


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


def test_table_2_compares_only_what_can_be_compared() -> None:
    def note(expansions: list[int], **changes: str) -> str:
        searches = [search(n, "baseline", e, **changes) for n, e in enumerate(expansions)]  # type: ignore[arg-type]
        table = table_2(records(test=searches))
        return str(column(table, "size", "note")["2×3"])

    assert note([31] * 40) == "within 5 %"
    assert note([1, 71] * 20) == "within two standard errors"
    assert note([62] * 40) == "not comparable at this scale"
    assert note([31] * 5) == "too few puzzles to compare"
    assert note([31] * 40, status="expansion-limit") == "ours is a lower bound"
    assert note([62] * paper.TEST_PUZZLES) == "reason not known"


def test_speedups_of_the_test_set() -> None:
    table = speedups(records())
    by_expansions, by_time = (table.iloc[n].to_dict() for n in (0, 1))
    assert by_expansions["Σ speedup"] == 4  # 120 / 30
    assert [by_expansions[k] for k in ("least", "median", "most", "slower, %")] == [1, 5.5, 10, 0]
    assert (by_expansions["paper Σ"], by_expansions["paper range"]) == (6.27, "1–1,447")
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
    unsaid = ("Σ in rounds", "least", "median", "most", "slower, %")
    assert {by_time[key] for key in unsaid} == {None}


def test_no_time_is_near_the_papers() -> None:
    """It is said of expansions alone, as times differ by as much from run to run."""
    same = [
        search(number, run, 627 if run == "baseline" else 100, time)
        for number in range(paper.TEST_PUZZLES)
        for run, time in (("baseline", 0.612), ("winner_proved", 0.1))
    ]
    notes = list(speedups(records(test=same))["note"][:2])
    assert notes == ["within 5 %", "another program and computer"]


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


def test_implied_searches_are_at_the_limit_and_said_to_be_implied() -> None:
    table = outcomes(EDGES["a search that is implied"])
    large = table[table["set"] == "large"]
    assert list(large["expansion-limit"]) == [1, 1]
    assert list(large["implied"]) == [1, 0]
    assert set(outcomes(records())["implied"]) == {0}
    every, fewer = (TABLES["large"](records(large=large)) for large in (LARGE, IMPLIED))
    assert every.equals(fewer)


def test_scale_says_how_small_an_experiment_is() -> None:
    table = scale(records())
    ours, theirs = (column(table, "quantity", name) for name in ("ours", "paper"))
    assert (ours["training puzzles"], theirs["training puzzles"]) == (2, 500)
    assert (ours["largest test puzzle"], theirs["largest test puzzle"]) == ("2×3", "5×5")
    assert (ours["large puzzles"], theirs["large puzzles"]) == (3, 5000)
    assert scale(EDGES["no large set"])["ours"].iloc[-1] is None


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_no_table_holds_an_absurd_number(name: str, known: Records) -> None:
    table = TABLES[name](known)
    for value in table.to_numpy().ravel():
        assert value is None or isinstance(value, int | float | str)
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


def test_readers_see_times_with_units() -> None:
    known = records((run(0, OURS, seconds=0.25),))
    assert (
        column(TABLES["learning"](known), "quantity", "ours")["the longest of them, seconds"]
        == 0.25
    )
    lines = markdown(TABLES["learning"](known)).splitlines()
    assert "| the longest of them | 250 ms | 60.1 min |  |" in lines
