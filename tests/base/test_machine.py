"""What is said about the machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.examples import ROOT

from witness.base import machine as module
from witness.base.machine import commit, machine, memory


def test_the_machine_is_described() -> None:
    found = machine()
    assert found["cores"] >= 1
    assert found["memory"] == memory() // 10**6 > 100
    assert all(found.values())


def test_the_commit_is_that_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    assert commit()["commit"].removesuffix(" changed") == head.stdout.strip()
    # Installed below another checkout, or where there is none.
    for place in (ROOT / "docs/witness/base/machine.py", tmp_path / "a/witness/base/machine.py"):
        monkeypatch.setattr(module, "__file__", str(place))
        assert commit() == {}


def test_a_process_knows_when_it_began() -> None:
    before = time.time()
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from witness.base.machine import process_begun; print(process_begun())",
        ],
        capture_output=True,
        check=True,
    )
    # The system counts in hundredths of a second.
    assert before - 0.02 <= float(done.stdout) <= time.time()
