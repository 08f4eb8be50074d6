"""The command line as a user meets it: results, and one clear line for whatever is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.examples import TABLE_3, UNSOUND
from support.interrupting import interrupt

from witness.cli import main
from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle

FIGURE_1 = (
    '{"id": "figure-1", "rows": 1, "cols": 2, "starts": [[0, 0]], "goals": [[1, 2]], '
    '"triangles": [[0, 0, 1], [0, 1, 2]]}\n'
)


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(FIGURE_1)
    return str(path)


@pytest.fixture
def paper(tmp_path: Path) -> str:
    (tmp_path / "paper.pl").write_text(TABLE_3)
    return str(tmp_path / "paper.pl")


@pytest.fixture
def unsound(tmp_path: Path) -> str:
    (tmp_path / "unsound.pl").write_text(UNSOUND)
    return str(tmp_path / "unsound.pl")


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


class TestPuzzles:
    def test_generate_is_reproducible(self, tmp_path: Path) -> None:
        for name in ("a", "b"):
            options = ("--count", 20, "--min-size", 2, "--max-size", 3, "--seed", 1)
            assert run("generate", "random", *options, "-o", tmp_path / name) == 0
        assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()
        assert len((tmp_path / "a").read_text().splitlines()) == 20

    def test_check(self, puzzles: str, capsys: pytest.CaptureFixture) -> None:
        assert run("show", "--format", "words", puzzles, "--path", "[[0,0],[0,1],[0,2],[1,2]]") == 0
        assert capsys.readouterr().out == "solution\n"
        assert run("show", "--format", "words", puzzles, "--path", "[[0,0],[1,0],[1,1],[1,2]]") == 0
        assert capsys.readouterr().out == (
            "not a solution:\n- the square [0, 0] has 1 triangle but 2 edges on the path\n"
            "- the square [0, 1] has 2 triangles but 1 edge on the path\n"
        )

    def test_solve(self, puzzles: str, paper: str, capsys: pytest.CaptureFixture) -> None:
        for predicate in ("none", "baseline", "paper", paper):
            for mode in ("prune", "sort"):
                assert run("solve", puzzles, "--predicate", predicate, "--mode", mode) == 0
                record = json.loads(capsys.readouterr().out)
                assert record["status"] == "solved"
                assert record["path"] == [[0, 0], [0, 1], [0, 2], [1, 2]]
                assert (record["predicate"], record["mode"]) == (predicate, mode)

    def test_pruning_needs_a_proof(
        self, puzzles: str, unsound: str, capsys: pytest.CaptureFixture
    ) -> None:
        assert run("solve", puzzles, "--predicate", unsound) == 2
        assert "--unproved" in capsys.readouterr().err
        assert run("solve", puzzles, "--predicate", unsound, "--mode", "sort", "-q") == 0
        assert run("solve", puzzles, "--predicate", "paper", "--unproved", "-q") == 0
        assert capsys.readouterr().err == ""
        assert run("solve", puzzles, "--predicate", unsound, "--unproved") == 0
        assert "is not proved: solutions may be lost" in capsys.readouterr().err

    def test_limits(self, puzzles: str, capsys: pytest.CaptureFixture) -> None:
        assert run("solve", puzzles, "--max-expansions", 1, "--predicate", "none") == 0
        record = json.loads(capsys.readouterr().out)
        assert record["status"] == "expansion-limit"
        assert record["path"] is None
        assert record["length"] is None


class TestPredicates:
    def test_certificate(self, paper: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
        certificate = tmp_path / "certificate.json"
        assert run("verify", paper, "--certificate", certificate) == 0
        assert capsys.readouterr().out.startswith("proved")
        for clauses in ([paper], []):
            assert run("recheck", certificate, *clauses) == 0
            assert capsys.readouterr().out == "confirmed\n"
        certificate.write_text(certificate.read_text().replace('"unvisited"', '"path"'))
        assert run("recheck", certificate, paper) == run("recheck", certificate) == 2
        certificate.write_text("[1]")
        assert run("recheck", certificate, paper) == run("recheck", certificate) == 2

    @pytest.mark.parametrize(
        ("key", "value"),
        [("square", [0]), ("square", "ab"), ("partial_path", []), ("puzzle", {}), ("puzzle", 1)],
    )
    def test_an_edited_counterexample(
        self, key: str, value: object, unsound: str, tmp_path: Path, capsys: pytest.CaptureFixture
    ) -> None:
        path = tmp_path / "certificate.json"
        assert run("verify", unsound, "--certificate", path) == 0
        certificate = json.loads(path.read_text())
        certificate["clauses"][0]["counterexample"][key] = value
        path.write_text(json.dumps(certificate))
        capsys.readouterr()
        assert run("recheck", path, unsound) == 2
        assert f"witness: {path}: " in capsys.readouterr().err


WRONG_PUZZLES = {
    "truncated": FIGURE_1[:60],
    "wrong type": FIGURE_1.replace('"rows": 1', '"rows": "1"'),
    "impossible board": FIGURE_1.replace('"rows": 1', '"rows": -1'),
    "off the board": FIGURE_1.replace("[[1, 2]]", "[[1, 3]]"),
    "unknown key": FIGURE_1.replace('"rows"', '"rowz"'),
    "missing square with a symbol": FIGURE_1.replace("\n", "").rstrip("}")
    + ', "missing": [[0, 0]]}\n',
    "twice": FIGURE_1 + FIGURE_1,
    "empty": "",
    "a key twice": FIGURE_1.replace('"rows": 1', '"rows": 1, "rows": 2'),
}


@pytest.mark.parametrize("kind", WRONG_PUZZLES)
def test_wrong_puzzles(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(WRONG_PUZZLES[kind])
    assert run("show", path, "-o", tmp_path / "out.txt") == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert str(path) in lines[0]
    if kind != "empty":
        assert "line " in lines[0]
    assert not (tmp_path / "out.txt").exists()


@pytest.mark.slow
@pytest.mark.parametrize("finished", [0, 1])
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, figure_1: Puzzle, finished: int) -> None:
    """Interrupted in the middle: one line, status 2, and whole results or no file at all."""
    path = tmp_path / "hard.jsonl"
    hard = Puzzle(8, 8, ((0, 0),), ((8, 8),), ((0, 0, 3), (0, 1, 3), (1, 1, 3)), id="hard")
    write_puzzles(path, [figure_1, hard][1 - finished :])
    command = [sys.executable, "-m", "witness", "solve", str(path), "--predicate", "none"]
    process = subprocess.Popen(
        [*command, "-o", str(tmp_path / "out.jsonl")], stderr=subprocess.PIPE, text=True
    )
    while not any(p.stat().st_size >= finished for p in tmp_path.glob("out.jsonl.part")):
        assert process.poll() is None
        time.sleep(0.05)
    error = interrupt(process, seconds=2)  # past the imports
    assert process.returncode == 2
    assert "interrupted" in error
    assert "Traceback" not in error
    left = ["hard.jsonl", "out.jsonl.part", "out.jsonl.part.run"][: 1 + 2 * finished]
    assert sorted(p.name for p in tmp_path.iterdir()) == left
    if finished:
        assert "out.jsonl.part has the 1 answer found before: go on with --resume" in error
        (record,) = map(json.loads, (tmp_path / "out.jsonl.part").read_text().splitlines())
        assert (record["id"], record["status"]) == ("figure-1", "solved")


@pytest.mark.slow
def test_terminals_of_any_encoding(puzzles: str) -> None:
    for options, status in (("", 0), ("1>&-", 2)):
        command = f"{sys.executable} -m witness show {puzzles} --solve {options}"
        place = {**os.environ, "PYTHONIOENCODING": "ascii"}
        done = subprocess.run(command, shell=True, capture_output=True, env=place, check=False)
        assert done.returncode == status
        assert (b"\n" in done.stderr) == (status == 2)
        assert b"Traceback" not in done.stderr


def test_a_closed_pipe_is_no_error(puzzles: str) -> None:
    command = f"{sys.executable} -m witness enumerate {puzzles} | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
