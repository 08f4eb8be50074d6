"""Tables about learning and triage, from records made by hand."""

from __future__ import annotations

from support.handmade import EDGES, OURS, UNSOUND, records, run
from support.tables import column

from witness.report import paper
from witness.report.tables import learning_summary, table_3, triage_ranking, triage_summary, winners


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


def test_failed_run_without_seconds_does_not_count_as_fast() -> None:
    failed = run(1, (), "failed")
    result = {"status": "failed", "reason": "no memory", "learner": "asp"}
    known = records((run(0, OURS, seconds=2), type(failed)(failed.puzzle, result, (), (), {})))
    assert column(learning_summary(known), "quantity", "ours")["the longest of them, seconds"] == 2


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
    assert (summary["first"], summary["its verdict"]) == (
        "notAdjacent and len(path) = 3; 1 more",
        "refuted",
    )
    assert (summary["its time speedup"], summary["its expansion speedup"]) == (5, 10)
    assert (summary["proved: time speedup"], summary["proved: expansion speedup"]) == (2.5, 5)
    assert triage_summary(records())["first proved"].tolist() == ["π°"] * 6
    ranking = triage_ranking(EDGES["unsound winner"])
    assert len(ranking) == 2 * 3 * 2
    assert list(ranking["track"][:2]) == ["all", "proved"]
    assert list(ranking["verdict"][:2]) == ["refuted", "proved"]
    assert ranking["program"].iloc[0] == "\n".join(UNSOUND)
