"""Experiments side by side."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from support.handmade import EDGES, UNSOUND, experiment, records

from studies.runs_table import runs_table
from studies.times import learner_name
from witness.report.job import JobTime

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
JOBS = [JobTime("train", NOON, NOON + timedelta(minutes=3))] * 2


def config(name: str, seed: int) -> dict[str, object]:
    return {
        "name": name, "seed": seed, "learner": "asp", "bias": "bias/paper.pl", "labels": "puzzle",
        "triage": {"rank_by": "time"}, "large": {"method": "walk", "count": 2},
    }  # fmt: skip


def test_what_differs_and_what_does_not() -> None:
    table = runs_table([
        experiment(config("one", 1), records(winner=UNSOUND), JOBS, {}),
        experiment(config("two", 2), EDGES["no large set"], [], {}),
    ])  # fmt: skip
    assert list(table.columns) == ["quantity", "one", "two"]
    one, two = (dict(zip(table["quantity"], table[name], strict=True)) for name in ("one", "two"))
    assert (one["seed"], two["seed"]) == (1, 2)
    assert one["plain: winner_proved, is π°"] == "yes"
    assert one["plain: winner_proved, expansion speedup of stage 3"] == 5
    assert one["plain: winner_proved, time speedup of stage 3"] == 2.5
    assert one["ranked by"] == "time"
    assert one["learner"] == "asp"
    assert (one["plain: winner, is π°"], one["plain: winner, verdict"]) == ("no", "refuted")
    assert one["plain: winner, looks at length"] == "yes"
    assert one["test set: winner_proved, Σ speedup in expansions"] == 4
    assert one["test set: puzzles that winner loses when it prunes"] == 1
    assert one["minutes that it took"] == 3
    assert one["jobs at the same time, at most"] == 2
    assert two["minutes that it took"] is None
    assert one["large set: random path of Algorithm 4"] == "walk"
    large = [name for name in one if name.startswith("large set")]
    assert large
    assert all(two[name] is None for name in large)


def test_the_time_of_answers_that_were_there_before_is_not_that_of_the_jobs() -> None:
    """Two runs of three seconds each, in jobs that took one second."""
    known = records()
    for seconds, minutes in ((1, None), (60, 1)):
        jobs = [JobTime("train", NOON, NOON + timedelta(seconds=seconds))]
        table = runs_table([experiment(config("one", 1), known, jobs, {})])
        one = dict(zip(table["quantity"], table["one"], strict=True))
        assert one.get("minutes that it took") == minutes
        assert one["learning, hours of one core"] == 0.0017


def test_other_programs_are_named_with_their_versions() -> None:
    known = records()
    asked = [replace(run, result={**run.result, "version": "v4.3.0"}) for run in known.learning]
    popper = {**config("one", 1), "learner": "popper"}
    assert learner_name(popper, replace(known, learning=asked)) == "popper v4.3.0"
    assert learner_name(popper, replace(known, learning=[])) == "popper"
    assert learner_name(config("one", 1), replace(known, learning=asked)) == "asp"


def test_there_may_be_nothing() -> None:
    for name, known in EDGES.items():
        assert len(runs_table([experiment(config(name, 1), known, [], {})]))
    assert runs_table([]).empty
