"""Answers are kept as they are found: Ctrl-C and kill lose none, and --resume goes on."""

from __future__ import annotations

import fcntl
import json
import random
import signal
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT, TABLE_3
from support.stopping import stopped

from witness.base.experiment_folder import write_format
from witness.cli import main
from witness.puzzle.files import write_puzzles
from witness.puzzle.generate.algorithms import random_set
from witness.puzzle.model import Puzzle


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.jsonl"
    write_puzzles(path, random_set(12, 2, 3, random.Random(1), "p"))
    return path


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def records(path: Path) -> list[dict[str, Any]]:
    """Return the records of a file, without times."""
    return [
        {key: value for key, value in json.loads(line).items() if key != "seconds"}
        for line in path.read_text().splitlines()
    ]


def test_more_is_another_run(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    puzzle, out = tmp_path / "empty.jsonl", tmp_path / "out.jsonl"
    write_puzzles(puzzle, [Puzzle(2, 2, ((0, 0),), ((2, 2),), id="empty")])
    stopped("enumerate", puzzle, "-o", out, after=5)
    assert run("enumerate", puzzle, "--limit", 12, "-o", out, "--resume") == 2
    assert "from a run with another --limit" in capsys.readouterr().err
    assert run("enumerate", puzzle, "-o", out, "--resume") == 0
    assert len(records(out)) == 10


def test_what_was_found_is_not_thrown_away(
    tmp_path: Path, puzzles: Path, capsys: pytest.CaptureFixture
) -> None:
    out = tmp_path / "out.jsonl"
    stopped("solve", puzzles, "-o", out, after=3)
    left = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for options, message in (
        ((), "it has 3 answers of a run that was stopped: go on with --resume, or delete it"),
        (("--resume", "--mode", "sort"), "from a run with another --mode"),
        (("--resume", "--predicate", "none"), "from a run with another --predicate"),
        (("--resume", "--solver", "auto"), "from a run with another --solver"),
    ):
        assert run("solve", puzzles, "-o", out, *options) == 2
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == left


def test_a_changed_predicate_cannot_go_on(
    tmp_path: Path, puzzles: Path, capsys: pytest.CaptureFixture
) -> None:
    hypothesis, out = tmp_path / "h.pl", tmp_path / "out.jsonl"
    hypothesis.write_text(TABLE_3)
    command = ("solve", puzzles, "--predicate", hypothesis, "-o", out)
    stopped(*command, after=3)
    hypothesis.write_text(TABLE_3.replace("adjacent", "notAdjacent"))
    assert run(*command, "--unproved", "--resume") == 2
    hypothesis.write_text(TABLE_3 + "% changed\n")
    assert run(*command, "--resume") == 2
    assert "from a run with another file of clauses or background" in capsys.readouterr().err
    hypothesis.write_text(TABLE_3)
    assert run(*command, "--resume") == 0


@pytest.mark.parametrize("name", ["bias.pl", "bk.pl"])
def test_a_changed_background_of_the_experiment_cannot_go_on(
    name: str, tmp_path: Path, puzzles: Path, capsys: pytest.CaptureFixture
) -> None:
    """No option names it; the hypothesis is in the folder of an experiment, which keeps it."""
    experiment, out = tmp_path / "results", tmp_path / "out.jsonl"
    experiment.mkdir()
    write_format(experiment)
    for file, text in (
        ("config.yaml", "name: results\n"),
        ("bias.pl", (ROOT / "bias/paper.pl").read_text()),
        ("bk.pl", (ROOT / "bk/triangles.pl").read_text()),
        ("h.pl", TABLE_3),
    ):
        (experiment / file).write_text(text)
    command = ("solve", puzzles, "--predicate", experiment / "h.pl", "-o", out)
    stopped(*command, after=3)
    with (experiment / name).open("a") as stream:
        stream.write("% changed\n")
    assert run(*command, "--resume") == 2
    assert "from a run with another file of clauses or background" in capsys.readouterr().err


def test_an_import_goes_on_with_files_that_were_moved(tmp_path: Path) -> None:
    problem, out = "Size: 1 2\nInit: 1 0\nGoal: 0 2\n", tmp_path / "out.jsonl"
    for place in ("one", "other"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "p.txt").write_text(f"{problem}\n{problem}")
    stopped("import", "levin", tmp_path / "one/p.txt", "-o", out, after=1)
    assert not out.exists()
    assert run("import", "levin", tmp_path / "other/p.txt", "-o", out, "--resume") == 0
    assert len(records(out)) == 2


def test_two_runs_do_not_write_one_file(
    tmp_path: Path, puzzles: Path, capsys: pytest.CaptureFixture
) -> None:
    out = tmp_path / "out.jsonl"
    with (tmp_path / "out.jsonl.part.run").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert run("solve", puzzles, "-o", out) == 2
        assert "another run is writing it" in capsys.readouterr().err
    assert run("solve", puzzles, "-o", out) == 0


@pytest.mark.parametrize("command", ["solve", "rate", "count"])
def test_formats(command: str, puzzles: Path, tmp_path: Path, capsys: Any) -> None:
    import pandas as pd

    assert run(command, puzzles) == 0
    answers, errors = capsys.readouterr()
    found = [json.loads(line) for line in answers.splitlines()]
    assert errors.startswith("witness: 12 puzzles in ")
    assert errors.count("\n") == 1
    assert run(command, puzzles, "--format", "csv", "-o", tmp_path / "out.csv") == 0
    table = pd.read_csv(tmp_path / "out.csv")
    assert list(table.columns) == list(found[0])
    assert list(table["id"]) == [record["id"] for record in found]
    assert run(command, puzzles, "--format", "table") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 13
    assert len({len(line) for line in lines}) == 1, "the columns do not line up"
    assert "path" not in lines[0].split()


def test_loudness(puzzles: Path, capsys: pytest.CaptureFixture) -> None:
    assert run("solve", puzzles, "--solver", "auto", "-q") == 0
    assert capsys.readouterr().err == ""
    assert run("solve", puzzles, "--solver", "auto", "-v") == 0
    assert "frontier" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        run("solve", puzzles, "-v", "-q")


def test_ctrl_c_to_a_pipe(puzzles: Path) -> None:
    """Without a file there is nothing to go on with: the answers so far are in the output."""
    done = stopped("solve", puzzles, after=4, number=signal.SIGINT)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 4
    assert done.stderr == "witness: interrupted; the output has the 4 answers found before\n"


def test_ctrl_c_to_a_table(puzzles: Path) -> None:
    done = stopped("solve", puzzles, "--format", "table", after=4, number=signal.SIGINT)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 5
