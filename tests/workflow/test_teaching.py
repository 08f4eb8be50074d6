"""An experiment in which the prover teaches, from its puzzles to its report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from support.pipeline import checkout, run

from witness.experiments.training import read_runs


@pytest.mark.slow
def test_all_puzzles_as_one_task(tmp_path: Path) -> None:
    place = checkout(tmp_path / "run")
    done = run(place, "--config", "teach=together", "--", "all", "results/tiny/explore.html")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    folder = place / "results" / "tiny"
    command = [sys.executable, "-m", "witness", "recheck", str(folder / "taught")]
    checked = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "none that is sound on every board" in checked.stdout
    outcomes = pd.read_csv(folder / "tables" / "outcomes.csv").set_index(["set", "run"])
    for name in ("test", "large"):
        assert outcomes.loc[(name, "winner_taught, prune"), "lost"] == 0
    race = pd.read_csv(folder / "tables" / "taught.csv")
    program = race.set_index("chosen").loc["yes", "program"]
    assert (folder / "taught" / "winner_taught.pl").read_text().strip() == program
    for page in ("report.html", "explore.html"):
        assert "earned until everything was proved" in (folder / page).read_text()
    # What an earlier configuration has left is none of the next one's.
    again = run(place, "--", "results/tiny/report.html")
    assert again.returncode == 0, again.stderr[-3000:]
    assert "earned until everything" not in (folder / "report.html").read_text()


@pytest.mark.slow
def test_each_puzzle(tmp_path: Path) -> None:
    place = checkout(tmp_path / "run")
    done = run(place, "--config", "teach=each", "--", "learned")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    runs = read_runs(place / "results" / "tiny" / "train" / "batch_0.jsonl")
    assert any(run.clauses for run in runs)
    for one in runs:
        assert one.clauses == one.core
        assert one.result["until_proved"]["ended"] == "proved"
