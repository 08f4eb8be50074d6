"""The folder of an experiment: how it is found, which formats are read, and who may write to it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.base.experiment_folder import check_format, experiment_of, lock, write_format


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An experiment that has begun."""
    root = tmp_path / "results" / "mine"
    (root / "train" / "train-0000").mkdir(parents=True)
    (root / "train" / "train-0000" / "bk.pl").write_text("")
    (root / "config.yaml").write_text("name: mine\n")
    write_format(root)
    return root


def test_a_file_is_in_the_experiment_above_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = folder / "train" / "train-0000" / "hypothesis.pl"
    assert experiment_of(deep) == experiment_of(folder / "winner.pl") == folder
    assert experiment_of(tmp_path / "results" / "a.pl") is None
    assert experiment_of(folder / ".." / "a.pl") is None
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert experiment_of(tmp_path / "loop" / "a.pl") is None
    assert experiment_of(tmp_path / ("long" * 100) / "a.pl") is None
    (tmp_path / "link.pl").symlink_to(deep)
    assert experiment_of(tmp_path / "link.pl") == folder
    monkeypatch.chdir(tmp_path)
    assert experiment_of("results/mine/winner.pl") == Path("results/mine")
    monkeypatch.chdir(folder / "train")
    assert experiment_of("a.pl") == folder


def test_a_configuration_alone_makes_no_experiment(tmp_path: Path) -> None:
    """As in the project's own folder; older versions wrote the machine beside it."""
    (tmp_path / "config.yaml").write_text("name: a\n")
    assert experiment_of(tmp_path / "a.pl") is None
    (tmp_path / "machine.json").write_text("{}")
    assert experiment_of(tmp_path / "a.pl") == tmp_path


def test_the_format_that_is_written_is_read(folder: Path, tmp_path: Path) -> None:
    check_format(folder)
    check_format(tmp_path / "nothing")
    empty = tmp_path / "empty"
    # What is there when the first job of all is killed before it begins.
    for name in ("logs", "puzzles", "puzzles/large"):
        (empty / name).mkdir(parents=True)
    check_format(empty)


@pytest.mark.parametrize("text", ["", "one", "-1", "1.0", "٣", "\x00"])
def test_what_is_no_format(text: str, folder: Path) -> None:
    (folder / "format").write_text(text)
    with pytest.raises(InputError, match="written by another version, in format "):
        check_format(folder)


HOLD = """
import subprocess, sys
from witness.base.experiment_folder import lock
held = lock(sys.argv[1])
subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_lock_ends_with_its_process(folder: Path) -> None:
    """Even with kill -9, and though the process has started others."""
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match=rf"mine is being run by process {other.pid} on "):
            lock(folder)
        other.kill()
        other.wait()
    with lock(folder), pytest.raises(InputError, match="is being run by"):
        lock(folder)
    lock(folder).close()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("")
    with pytest.raises(InputError, match="results/mine/lock: cannot be written: Not a directory"):
        lock(tmp_path / "results" / "mine")


def test_another_experiment_is_not_locked(folder: Path) -> None:
    with lock(folder), lock(folder.with_name("other")) as other:
        assert not other.closed


def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let there be a stand-in for Slurm's `squeue`."""
    place = tmp_path / "bin"
    place.mkdir(exist_ok=True)
    (place / "squeue").write_text(f"#!/bin/sh\n{code}\n")
    (place / "squeue").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")


def test_jobs_of_a_run_before(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are named, and the lock remembers them until they have ended."""
    queue(tmp_path, monkeypatch, 'test "$3" = --name=run-1 && echo 12 && echo 13')
    lock(folder, slurm="run-1").close()
    for slurm in (None, "run-2"):
        with pytest.raises(InputError, match=r"a run that has ended: 12, 13; .*scancel 12 13"):
            lock(folder, slurm)
    queue(tmp_path, monkeypatch, "echo 'squeue: error: no contact' >&2; exit 1")
    with pytest.raises(InputError, match=r"whether jobs still run: squeue .*: error: no contact"):
        lock(folder)
    queue(tmp_path, monkeypatch, "true")
    with lock(folder, slurm="run-2"), pytest.raises(InputError, match=r"by process \d+ on \S+; "):
        lock(folder)
    assert "jobs of Slurm named run-2\n" in (folder / "lock").read_text()
    monkeypatch.setenv("PATH", str(tmp_path))
    lock(folder).close()  # where there is no Slurm
    assert "Slurm" not in (folder / "lock").read_text()
