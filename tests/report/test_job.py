"""What a job of the workflow logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.report.job import logged
from witness.report.job_times import read_job_times


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
