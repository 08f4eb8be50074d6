"""The opening sentences of the report."""

from __future__ import annotations

from dataclasses import replace

from support.handmade import EDGES, UNSOUND, records

from witness.report.summary import summary


def test_opening_answers_the_three_questions() -> None:
    learned, proved, helps = summary(records())
    assert "From 2 training puzzles" in learned
    assert "three clauses" in learned
    assert "exactly like the paper’s π°" in learned
    assert proved.startswith("It is proved on boards of any size")
    assert "expansion speedup 4; the paper 6.27" in helps
    assert "4 times smaller" in helps
    assert "in time it is neither faster nor slower (timed once; the paper 6.12)" in helps
    assert "50 % of the puzzles take longer (the paper 32.5 %)" in helps
    assert all(sentence.endswith(".") for sentence in (learned, proved, helps))


def test_opening_says_what_an_unsound_winner_costs() -> None:
    learned, proved, _ = summary(EDGES["unsound winner"])
    assert "one clause" in learned
    assert "not the paper’s π°" in learned
    assert proved.startswith("It is proved")
    assert "is refuted, looks at the path’s length and loses 1 of 2 test puzzles" in proved


def test_opening_when_there_is_nothing_to_say() -> None:
    learned, proved, helps = summary(EDGES["nothing learned"])
    assert learned == "From 3 training puzzles nothing was learned: no run gave a clause."
    assert proved == "There is nothing to prove."
    assert helps.startswith("There is nothing that could help")
    assert "no proved winner" in summary(EDGES["nothing proved"])[0]
    assert "cannot be said" in summary(EDGES["every search capped"])[2]


def test_opening_says_why_runs_failed() -> None:
    known = records()
    result = {"status": "failed", "reason": "bk.pl: line 4: too deep", "seconds": 0}
    failed = [replace(run, result=result, clauses=()) for run in known.learning]
    learned, _, _ = summary(replace(known, learning=failed, triage={}))
    assert learned.endswith(
        "no run gave a clause (2 failed, the first with: bk.pl: line 4: too deep)."
    )


def test_opening_does_not_claim_a_proof_that_is_not_on_record() -> None:
    known = records(winner=UNSOUND, winner_proved=UNSOUND)
    assert summary(known)[1].startswith("It is not proved (refuted)")
