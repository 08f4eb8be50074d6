"""Tables from records made by hand: known numbers, and nothing absurd where there is nothing."""

from __future__ import annotations

import csv
import io
import json
import math

import pandas as pd
import pytest
from handmade import EDGES, LENGTH, OURS, TEST, TWIN, UNSOUND, records, run, search

from witness import paper
from witness.errors import InputError
from witness.frames import csv_text, percent, ratio
from witness.logic.parser import parse_clauses
from witness.logic.terms import clause_text
from witness.pairs import pairs, total_speedup
from witness.records import Records, files_in, read_records
from witness.tables import (
    TABLES,
    large_solved,
    learning_summary,
    outcomes,
    scale,
    speedups,
    table_2,
    table_3,
    triage_ranking,
    triage_summary,
    winners,
)
from witness.verify import verify


def column(table: pd.DataFrame, key: str, name: str) -> dict[str, object]:
    return dict(zip(table[key], table[name], strict=True))


def test_the_papers_clauses_are_written_as_this_project_writes_them() -> None:
    assert [clause_text(c) for c in parse_clauses("\n".join(paper.CLAUSES))] == list(paper.CLAUSES)


def test_the_papers_predicate_is_proved_and_is_itself() -> None:
    known = records()
    status = verify(parse_clauses("\n".join(paper.CLAUSES)), known.background).status
    assert status == "proved"
    assert known.is_paper(paper.CLAUSES, "plain")
    assert known.is_paper(paper.CLAUSES[1:], "baseline")
    assert not known.is_paper(paper.CLAUSES[1:], "plain")


def test_behaviour_is_compared_whatever_the_words_and_the_order() -> None:
    known = records()
    assert known.is_paper((TWIN, paper.CLAUSES[1], paper.CLAUSES[0]), "plain")
    assert known.is_paper((*OURS, LENGTH), "plain") is False
    # A clause about the path's length that adds nothing changes nothing.
    subsumed = (
        "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C), len(E,G), three(G)."
    )
    assert known.is_paper((*OURS, subsumed), "plain")
    assert known.looks_at_length((subsumed,))


def test_learning_summary_counts() -> None:
    known = records((
        run(0, OURS, seconds=2), run(1, UNSOUND, seconds=4), run(2, (), "nothing-learned", 1),
        run(3, (), "timeout", 9), run(4, (), "failed"),
    ))  # fmt: skip
    ours = column(learning_summary(known), "quantity", "ours")
    assert ours["training puzzles"] == 5
    assert (ours["gave a predicate"], ours["gave a predicate, %"]) == (2, 40)
    assert [ours[q] for q in ("nothing learned", "timed out", "failed")] == [1, 1, 1]
    assert ours["average seconds a run"] == pytest.approx((2 + 4 + 1 + 9 + 1) / 5)
    assert ours["hypotheses that behave exactly like π°"] == 1
    assert [ours[f"hypotheses {v}"] for v in ("proved", "refuted", "unknown")] == [1, 1, 0]
    assert [ours[f"clauses {v}"] for v in ("proved", "refuted", "unknown")] == [4, 1, 0]
    assert ours["clauses that look at the path's length"] == 1
    theirs = column(learning_summary(known), "quantity", "paper")
    assert (theirs["training puzzles"], theirs["gave a predicate"]) == (500, 489)
    assert theirs["average seconds a run"] == 480


def test_failed_run_without_seconds_does_not_count_as_fast() -> None:
    failed = run(1, (), "failed")
    result = {"status": "failed", "reason": "no memory", "learner": "asp"}
    known = records((run(0, OURS, seconds=2), type(failed)(failed.puzzle, result, (), {})))
    assert column(learning_summary(known), "quantity", "ours")["average seconds a run"] == 2


def test_winners_say_verdict_and_whether_they_are_the_papers() -> None:
    table = winners(EDGES["unsound winner"])
    assert list(table["verdict"]) == ["refuted", "proved"] * 2
    assert list(table["is π°"]) == ["no"] * 4
    assert list(table["looks at length"]) == ["yes", "no"] * 2
    assert list(table["expansion speedup"]) == [10, 5] * 2
    assert list(table["time speedup"]) == [5, 2.5] * 2
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


def test_table_3_lists_what_is_missing() -> None:
    table = table_3(EDGES["unsound winner"])
    plain = table[(table["variant"] == "plain") & (table["predicate"] == "winner")]
    assert list(plain["clause"]) == [1, 2, None, None]
    assert list(plain["verdict"]) == ["proved", "refuted", None, None]
    assert list(plain["paper's clause"]) == [paper.CLAUSES[0], None, *paper.CLAUSES[1:]]
    assert list(plain["note"])[2:] == ["not found", "not found"]


def test_triage_shows_what_ranking_by_speed_prefers() -> None:
    summary = triage_summary(EDGES["unsound winner"]).iloc[0].to_dict()
    assert (summary["candidates"], summary["refuted"], summary["with length"]) == (1, 1, 1)
    assert (summary["best of all"], summary["its verdict"]) == (10, "refuted")
    assert (summary["best proved"], summary["all / proved"]) == (5, 2)
    ranking = triage_ranking(EDGES["unsound winner"])
    assert len(ranking) == 2 * 3 * 2
    assert list(ranking["track"][:2]) == ["all", "proved"]
    assert list(ranking["verdict"][:2]) == ["refuted", "proved"]
    assert ranking["program"].iloc[0] == "\n".join(UNSOUND)


def test_table_2_buckets_both_orientations() -> None:
    table = table_2(records())
    row = table[table["size"] == "2×3"].iloc[0]
    assert (row["puzzles"], row["baseline expansions"], row["paper"]) == (2, 60, 31)
    assert row["winner_proved expansions"] == 15
    assert row["ours / paper"] == pytest.approx(60 / 31, rel=1e-3)
    assert row["standard error"] == 40
    assert list(table["paper"]) == list(paper.TABLE_2.values())


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


def test_pairs_ignore_puzzles_without_a_baseline() -> None:
    assert pairs([search(0, "winner_proved", 5)], "winner_proved") == []
    assert total_speedup([], "seconds") is None
    assert len(pairs(TEST, "winner_sort")) == 2


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


def test_large_stands_beside_the_paper_at_its_budgets() -> None:
    solved = [
        search(0, name, 10, size=size)
        for size in ((6, 6), (8, 8), (7, 7))
        for name in ("baseline", "winner_proved")
    ]
    table = large_solved(records(large=solved, minutes=(5, 30)))
    at_30 = table[table["paper-minutes"] == 30]
    assert list(at_30["paper π°, %"]) == ["100", None, "over 50", None]
    at_5 = table[(table["paper-minutes"] == 5) & (table["size"] == "all sizes")].iloc[0]
    assert (at_5["paper π°, %"], at_5["paper baseline, %"]) == (83.9, 74.0)
    assert at_5["note"] == "not comparable at this scale"


def test_scale_says_how_small_an_experiment_is() -> None:
    table = scale(records())
    ours, theirs = (column(table, "quantity", name) for name in ("ours", "paper"))
    assert (ours["training puzzles"], theirs["training puzzles"]) == (2, 500)
    assert (ours["largest test puzzle"], theirs["largest test puzzle"]) == ("2×3", "5×5")
    assert (ours["large puzzles"], theirs["large puzzles"]) == (3, 5000)
    assert scale(EDGES["no large set"])["ours"].iloc[-1] is None


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


def test_ratio_of_nothing_is_nothing() -> None:
    assert ratio(0, 5) is None
    assert ratio(5, 0) is None
    assert ratio(2, 3) == 0.6667


def test_records_are_read_back_in_their_order(tmp_path) -> None:  # type: ignore[no-untyped-def]
    for batch in (0, 2, 10):
        place = tmp_path / "evaluate" / "test" / f"batch_{batch}.jsonl"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(search(batch, "baseline", 7)) + "\n")
    known = read_records(files_in(tmp_path), max_size=3, minutes=[1])
    assert [record["id"][-4:] for record in known.test] == ["0000", "0002", "0010"]
    assert known.learning == []
    assert known.triage == {}


def test_a_result_without_its_hypothesis_is_an_error_that_names_it(tmp_path) -> None:  # type: ignore[no-untyped-def]
    place = tmp_path / "train" / "train-0000"
    place.mkdir(parents=True)
    (place / "result.json").write_text("{}")
    with pytest.raises(InputError, match=r"train-0000.*hypothesis\.pl"):
        read_records(files_in(tmp_path), max_size=3, minutes=[1])
