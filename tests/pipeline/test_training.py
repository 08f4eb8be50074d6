"""Training in one process gives what the commands give, and keeps what is finished."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.sizes import some

from witness.base.errors import InputError, UnsupportedError
from witness.clauses.learners.settings import Settings
from witness.cli import main
from witness.pipeline import training
from witness.pipeline.training import Training
from witness.puzzle.files import write_puzzles
from witness.puzzle.generate.algorithms import algorithm_3
from witness.puzzle.model import Puzzle

BIAS, BK = str(ROOT / "bias/paper.pl"), str(ROOT / "bk/triangles.pl")
TRAINING = Training(BK, BIAS)


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    rng = random.Random(5)
    drawn = [algorithm_3(2, 2 + number % 2, rng) for number in range(12)]
    return [replace(puzzle, id=f"train-{n}") for n, puzzle in enumerate(drawn) if puzzle.triangles]


def files(place: Path) -> dict[str, str]:
    """Return the files of a folder by name, without times, and what only commands say."""
    found = {path.name: path.read_text() for path in sorted(place.iterdir())}
    result = json.loads(found["result.json"])
    for name in ("seconds", "covered", "uncovered", "covered_negatives"):
        result.pop(name, None)
    hypothesis = re.sub("^%.*\n", "", found["hypothesis.pl"], flags=re.MULTILINE)
    return {**found, "result.json": json.dumps(result), "hypothesis.pl": hypothesis}


def times(place: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in place.iterdir()}


@pytest.mark.slow
def test_the_same_files_as_from_the_commands(puzzles: list[Puzzle], tmp_path: Path) -> None:
    everything, puzzles = tmp_path / "puzzles.jsonl", puzzles[:4]
    write_puzzles(everything, puzzles)
    learned = 0
    for puzzle in puzzles:
        place, other = tmp_path / "one" / puzzle.id, tmp_path / "other" / puzzle.id
        run = TRAINING.run(puzzle, place)
        given = ["--bk", BK, "--bias", BIAS]
        assert main(["examples", str(everything), "--id", puzzle.id, *given, "-o", str(other)]) == 0
        assert main(["learn", str(other)]) == 0
        hypothesis = str(other / "hypothesis.pl")
        commands: list[list[str]] = [
            ["explain", "--python", hypothesis, *given, "-o", str(other / "predicate.py")],
            ["verify", hypothesis, *given, "--certificate", str(other / "verdict.json")],
        ]
        for command in commands:
            assert main(command) in (0, 1)
        ours, theirs = files(place), files(other)
        assert {name: ours[name] for name in theirs} == theirs
        assert ours.keys() - theirs.keys() == {"core.pl", "finished.json"}
        proved = [v["clause"] for v in run.verdict["clauses"] if v["status"] == "proved"]
        assert list(run.core) == ours["core.pl"].splitlines() == proved
        assert list(run.clauses) == ours["hypothesis.pl"].splitlines()
        learned += bool(run.clauses)
    assert learned > 2


@pytest.mark.slow
def test_an_interrupted_batch_keeps_what_is_finished(
    puzzles: list[Puzzle], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(place: Path, **_: Any) -> None:
        if place.name == puzzles[2].id:
            raise KeyboardInterrupt
        learn(place, **_)

    learn = training.learn
    monkeypatch.setattr(training, "learn", interrupted)
    for puzzle in puzzles[:2]:
        TRAINING.run(puzzle, tmp_path / puzzle.id)
    with pytest.raises(KeyboardInterrupt):
        TRAINING.run(puzzles[2], tmp_path / puzzles[2].id)
    monkeypatch.setattr(training, "learn", learn)
    before = {puzzle.id: times(tmp_path / puzzle.id) for puzzle in puzzles[:3]}
    assert "finished.json" not in before[puzzles[2].id]
    again = [TRAINING.run(puzzle, tmp_path / puzzle.id) for puzzle in puzzles[:4]]
    for puzzle in puzzles[:2]:
        assert times(tmp_path / puzzle.id) == before[puzzle.id]
    whole = [TRAINING.run(puzzle, tmp_path / f"{puzzle.id}-new") for puzzle in puzzles[:4]]
    for one, other in zip(again, whole, strict=True):
        assert (one.clauses, one.core, one.verdict) == (other.clauses, other.core, other.verdict)


@pytest.mark.parametrize(
    "change", some(4, ["file", "bias", "code", "damaged", "settings", "puzzle", "missing"])
)
def test_what_has_changed_is_made_anew(change: str, puzzles: list[Puzzle], tmp_path: Path) -> None:
    puzzle, place, shared = puzzles[0], tmp_path / "train-0", TRAINING
    TRAINING.run(puzzle, place)
    before, first = times(place), files(place)
    match change:
        case "file":
            (place / "hypothesis.pl").write_text("f(A,B) :- path(A,C), square(B,D,C).\n")
        case "missing":
            (place / "core.pl").unlink()
        case "damaged":
            (place / "finished.json").write_text("{")
        case "bias":
            bias = tmp_path / "bias.pl"
            bias.write_text(f"{Path(BIAS).read_text()}% the same, but for a comment\n")
            shared = Training(BK, str(bias))
        case "code":
            shared = replace(TRAINING, code="another checksum")
        case "settings":
            shared = replace(TRAINING, settings=Settings(timeout=60))
        case "puzzle":
            puzzle = puzzles[1]
    shared.run(puzzle, place)
    after = times(place)
    assert all(after[name] > before[name] for name in before)
    if change in ("file", "missing", "damaged"):
        assert files(place) == first
    known = times(place)
    shared.run(puzzle, place)
    assert times(place) == known


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (InputError("the background has no path p99"), "the background has no path p99"),
        (
            UnsupportedError("too many values"),
            "too many values; use the learner popper: `witness "
            "learn DIR --learner popper` (docs/learners.md#getting-popper)",
        ),
        (MemoryError("full"), "full"),
    ],
)
def test_what_a_learner_refuses_is_a_record(
    error: Exception, reason: str, puzzles: list[Puzzle], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def refuses(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr("witness.clauses.learners.asp.learner.run_on", refuses)
    run = TRAINING.run(puzzles[0], tmp_path)
    assert run.result == {"status": "failed", "reason": reason, "learner": "asp"}
    assert (run.clauses, run.core, run.verdict["clauses"]) == ((), (), [])
