"""An experiment draws puzzles of the kind that its configuration names."""

from __future__ import annotations

from pathlib import Path

from support.pipeline import checkout, run

from witness.puzzle.files import read_puzzles

SETS = [f"results/tiny/puzzles/{name}.jsonl" for name in ("train", "filter_1", "test", "large/3x4")]


def test_all_sets_are_of_the_kind(tmp_path: Path) -> None:
    place = checkout(tmp_path / "run")
    done = run(place, "--config", 'puzzles={"kind": "dots", "gaps": 0.1}', "--", *SETS)
    assert done.returncode == 0, done.stderr[-3000:]
    for name in SETS:
        puzzles = read_puzzles(place / name)
        assert puzzles
        assert {feature for puzzle in puzzles for feature in puzzle.features} == {"dots", "gaps"}
    # Without the key no rule has a parameter for it, so that earlier results stand.
    again = run(place, "--dry-run", "--", SETS[0])
    assert "reason: Params have changed since last execution" in again.stdout + again.stderr
