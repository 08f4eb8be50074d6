"""What a run of the workflow says as it goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.handmade import OURS, entry
from support.small_experiment import write_experiment

import witness as w
from witness.base.errors import InputError
from witness.base.files import write_json, write_jsonl
from witness.pipeline.report.job import logged, read_job_times
from witness.pipeline.report.milestones import PATIENCE, Progress, milestone
from witness.pipeline.report.paper import CLAUSES


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return write_experiment(tmp_path / "results" / "mine")


def test_what_was_learned(place: Path) -> None:
    """Of six puzzles one gave nothing; the first clause of π° is in three of five hypotheses."""
    said = milestone(f"{place}/train/batch_1.jsonl", last=True)
    assert said[0] == (
        "learned: 6 of 6 training puzzles are done; hypotheses: 5 (2 proved), clauses: 4 (3 proved)"
    )
    (sentence,) = w.Hypothesis.of(CLAUSES[0]).explain()
    assert said[1:] == [f"    the clause found most often, in 3, proved: {sentence}"]
    (place / "train" / "batch_0.jsonl").unlink()
    assert milestone(f"{place}/train/batch_1.jsonl", last=True)[0].startswith("learned: 4 of 6 ")


def test_a_stage_of_the_race(place: Path) -> None:
    rows = [
        entry("b", {"all": 2}, 500, 2.0),
        entry("a", {"all": 1, "proved": 1}, 250, 0.5),
        entry("c", {"all": 3, "proved": 2}, 1000, 4.0),
    ]
    record = {"kept": {"all": ["a", "b"], "proved": ["a"]}, "ranking": rows}
    path = place / "triage" / "plain" / "stage_2" / "ranking.json"
    path.parent.mkdir(parents=True)
    write_json(path, record)
    programs = dict.fromkeys(("all", "proved"), OURS)
    sources = {track: ["train-0000"] for track in programs}
    candidates = [{"id": one, "programs": programs, "sources": sources} for one in "abc"]
    write_json(path.parents[1] / "candidates.json", candidates)
    first = "first π°: 2 times the speed, expansion speedup 4"
    assert milestone(str(path), last=False) == [
        f"stage 2 of 3: 2 of 3 hypotheses go on, {first}; 1 of 2 proved cores go on, {first}"
    ]


def test_the_test_set_when_its_last_batch_is_done(place: Path) -> None:
    folder = place / "evaluate" / "test"
    folder.mkdir(parents=True)
    winners = place / "triage" / "plain" / "winners.json"
    winners.parent.mkdir(parents=True)
    write_json(winners, {"winner_proved": {"program": list(OURS)}})
    statuses = {"baseline": ("solved", "expansion-limit"), "winner_proved": ("solved", "solved")}
    for batch in range(2):
        rows = [
            {
                "id": f"test-{batch}", "rows": 3, "cols": 3, "run": run, "status": found[batch],
                "expansions": expansions, "seconds": expansions / 100, "engine": "compiled",
            }
            for (run, found), expansions in zip(statuses.items(), (300, 100), strict=True)
        ]  # fmt: skip
        write_jsonl(folder / f"batch_{batch}.jsonl", rows)
    assert milestone(str(folder / "batch_0.jsonl"), last=False) == []
    assert milestone(str(folder / "batch_0.jsonl"), last=True) == [
        "test set: winner_proved solved 2 of 2 puzzles, π_baseline 1; 3 times the speed, "
        "expansion speedup 3 (median 3)"
    ]
    write_json(winners, {"winner_proved": {"program": []}})
    assert milestone(str(folder / "batch_0.jsonl"), last=True) == [
        "test set: no winner_proved: nothing is pruned; π_baseline solved 1 of 2 puzzles"
    ]


def test_when_something_is_said(place: Path) -> None:
    """At the last batch of a stage, and before it only after silences that double."""
    now = 0.0
    progress = Progress({"train_batch": 8, "other": 2, "total": 10}, lambda: now)
    said = {}
    for number in range(8):
        progress.started(number, "train_batch", [f"{place}/train/batch_{number}.jsonl"])
    for number in range(8):
        now += PATIENCE / 2
        said[number] = progress.finished(number)
    # After a minute, after two more, and at the end of the stage.
    assert [number for number, lines in said.items() if lines] == [1, 5, 7]
    assert said[1][0].startswith("mine: learned: ")
    assert said[1][0].endswith(" [20 % of the jobs, about 4 min to go]")
    assert said[7][0].endswith(" [80 % of the jobs, about 60 s to go]")
    for number in (8, 9):
        progress.started(number, "other", [])
    assert progress.finished(8) == []
    now += 60
    assert progress.finished(9) == ["all jobs are done, after 5 min"]


def test_jobs_that_find_nothing() -> None:
    """After a silence, it is said how many more there are."""
    now = 0.0
    progress = Progress({"other": 3, "last": 1, "total": 4}, lambda: now)
    assert progress.begin().startswith("4 jobs; ")
    assert Progress({"other": 1, "total": 1}).begin().startswith("one job; ")
    for number, words in enumerate(("2 more jobs", "one more job", "done")):
        progress.started(number, "other", [])
        now += 10 * PATIENCE
        assert progress.finished(number)[0].startswith(f"other: {words} [")


def test_a_job_that_is_done(tmp_path: Path) -> None:
    with logged(str(tmp_path / "logs/train/batch_0.log")):
        pass
    (job,) = read_job_times(tmp_path / "logs")
    assert (job.stage, job.begun <= job.ended) == ("train", True)


def test_wrong_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "logs/tables.log"
    with pytest.raises(SystemExit) as ended, logged(str(log)):
        raise InputError("no bias", file="bias.pl", line=3)
    assert ended.value.code == 2
    assert log.read_text() == "bias.pl: line 3: no bias\n"
    assert capsys.readouterr().err == "witness: bias.pl: line 3: no bias\n"
    assert read_job_times(tmp_path / "logs") == []
