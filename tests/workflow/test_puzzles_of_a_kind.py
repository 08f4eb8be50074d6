"""An experiment draws puzzles of the kind that its configuration names."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
import yaml
from support.pipeline import checkout, run

from witness.puzzle.files import read_puzzles

SETS = [f"results/tiny/puzzles/{name}.jsonl" for name in ("train", "filter_1", "test", "large/3x4")]


def test_all_sets_are_of_the_kind(tmp_path: Path) -> None:
    place = checkout(tmp_path / "run")
    given = ["bias=bias/dots.pl", 'puzzles={"kind": "dots", "gaps": 0.1}']
    done = run(place, "--config", *given, "--", *SETS)
    assert done.returncode == 0, done.stderr[-3000:]
    for name in SETS:
        puzzles = read_puzzles(place / name)
        assert puzzles
        assert {feature for puzzle in puzzles for feature in puzzle.features} == {"dots", "gaps"}
    # Without the key no rule has a parameter for it, so that earlier results stand.
    again = run(place, "--dry-run", "--", SETS[0])
    assert "reason: Params have changed since last execution" in again.stdout + again.stderr


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("squares", marks=pytest.mark.long),
        pytest.param("stars", marks=pytest.mark.long),
        pytest.param("dots", marks=pytest.mark.long),
        pytest.param("mixed", marks=pytest.mark.slow),
        pytest.param("gaps", marks=pytest.mark.long),
    ],
)
def test_from_puzzles_to_the_report(kind: str, tmp_path: Path) -> None:
    """The whole pipeline as config/KIND.yaml has it, on tiny sets of puzzles."""
    place = checkout(tmp_path / "run")
    settings = yaml.safe_load((place / "config" / f"{kind}.yaml").read_text())
    options = [f"{key}={json.dumps(value)}" for key, value in settings.items() if key != "name"]
    done = run(place, "--config", "name=tiny", *options)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    tables = place / "results" / "tiny" / "tables"
    outcomes = pd.read_csv(tables / "outcomes.csv").set_index(["set", "run"])
    baseline = "no predicate" if kind in ("squares", "stars", "dots") else "π_baseline"
    for name in ("test", "large"):
        assert outcomes.loc[(name, f"{baseline}, prune"), "lost"] == 0
        assert outcomes.loc[(name, "winner_proved, prune"), "lost"] == 0
        if "heuristic" in settings:
            assert outcomes.loc[(name, "winner_proved, guided, prune"), "lost"] == 0
    learned = pd.read_csv(tables / "learning.csv").set_index("quantity")["ours"]
    assert int(learned["clauses proved"]) > 0
    proofs = pd.read_csv(tables / "theorem_1.csv")
    assert len(proofs) > 0
    assert set(proofs["verdict"]) == {"proved"}
    # The paper has no such puzzles, so nothing is compared with it.
    for file in tables.glob("*.csv"):
        columns = pd.read_csv(file, nrows=0).columns
        assert not [column for column in columns if "paper" in column.split(" ")], file
    page = (place / "results" / "tiny" / "report.html").read_text()
    assert "cannot become a solution any more" in page
    assert "π°" not in page
