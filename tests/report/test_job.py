"""What a job of the workflow logs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.report.job import done_line, logged, read_job_times


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


def test_a_job_that_is_interrupted(tmp_path: Path) -> None:
    log = tmp_path / "tables.log"
    with pytest.raises(SystemExit), logged(str(log)):
        raise KeyboardInterrupt
    assert log.read_text() == "interrupted\n"


def test_other_errors_are_not_caught(tmp_path: Path) -> None:
    log = tmp_path / "tables.log"
    with pytest.raises(ZeroDivisionError), logged(str(log)):
        raise ZeroDivisionError
    assert not log.exists()


def test_logs_are_read_back(tmp_path: Path) -> None:
    texts = {
        "learn/train-0000.log": done_line(1000.25, 1003.5),
        "triage/plain/stage_1/batch_0.log": done_line(2000, 2001),
        "report.log": done_line(3000, 3000.5),
        "learn/train-0001.log": "interrupted\n",
        "learn/train-0002.log": "bk.pl: line 3: nonsense\n",
        "learn/train-0003.log": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = read_job_times(tmp_path)
    assert [(f.stage, f.seconds) for f in found] == [
        ("learn", 3.25), ("report", 0.5), ("triage", 1.0),
    ]  # fmt: skip
    assert found[0].begun == datetime.fromtimestamp(1000.25, UTC)
