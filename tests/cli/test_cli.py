"""The command line as a user meets it: results, and one clear line for whatever is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.examples import ROOT, TABLE_3, UNSOUND
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

    def test_generate_path(self, capsys: pytest.CaptureFixture) -> None:
        assert run("generate", "path", "--rows", 6, "--cols", 6, "--count", 2, "--seed", 1) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [json.loads(line)["rows"] for line in lines] == [6, 6]

    def test_show(self, puzzles: str, capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
        assert run("show", puzzles, "--id", "figure-1", "--solve") == 0
        assert "━" in capsys.readouterr().out
        assert run("show", puzzles, "--format", "svg", "-o", tmp_path / "x.svg") == 0
        assert (tmp_path / "x.svg").read_text().startswith("<svg")

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

    def test_count_and_enumerate(
        self, puzzles: str, tmp_path: Path, capsys: pytest.CaptureFixture
    ) -> None:
        assert run("count", puzzles) == 0
        assert json.loads(capsys.readouterr().out) == {"id": "figure-1", "solutions": 1}
        empty = tmp_path / "empty.jsonl"
        write_puzzles(empty, [Puzzle(2, 2, ((0, 0),), ((2, 2),), id="empty")])
        assert run("enumerate", empty, "--id", "empty", "--limit", 10) == 0
        paths = [json.loads(line)["path"] for line in capsys.readouterr().out.splitlines()]
        assert len(paths) == 10
        assert run("count", empty) == 0
        assert json.loads(capsys.readouterr().out)["solutions"] == 12


class TestPredicates:
    def test_from_puzzle_to_verdict(
        self, tmp_path: Path, puzzles: str, capsys: pytest.CaptureFixture
    ) -> None:
        """The commands of the README in their order."""
        place = tmp_path / "figure-1"
        bk, bias = ROOT / "bk/triangles.pl", ROOT / "bias/paper.pl"
        made = run("examples", puzzles, "--id", "figure-1", "--bk", bk, "--bias", bias, "-o", place)
        assert made == 0
        assert sorted(p.name for p in place.iterdir()) == ["bias.pl", "bk.pl", "exs.pl"]
        assert run("learn", place) == 0
        record = json.loads((place / "result.json").read_text())
        assert record["status"] == "learned"
        assert record["false_positives"] == 0
        hypothesis = place / "hypothesis.pl"
        assert (
            run("explain", "--python", hypothesis, "--bk", bk, "--bias", bias, "-o", place / "f.py")
            == 0
        )
        assert "def fires(path, square)" in (place / "f.py").read_text()
        assert run("explain", hypothesis) == 0
        capsys.readouterr()
        assert run("verify", hypothesis, "--json") == 0
        assert json.loads(capsys.readouterr().out)["status"] in ("proved", "refuted", "unknown")

    def test_verify_prints_the_counterexample(
        self, unsound: str, capsys: pytest.CaptureFixture
    ) -> None:
        assert run("verify", unsound) == 0
        text = capsys.readouterr().out
        assert text.startswith("refuted")
        assert '"triangles": [[0, 0, 2]]' in text
        assert "which this solution extends" in text

    def test_a_core_without_clauses(
        self, unsound: str, tmp_path: Path, capsys: pytest.CaptureFixture
    ) -> None:
        core = tmp_path / "core.pl"
        assert run("verify", unsound, "--core", core) == 0
        assert core.read_text() == ""
        assert capsys.readouterr().err == f"witness: {core}: it is empty, as no clause is proved\n"

    def test_certificate(self, paper: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
        certificate = tmp_path / "certificate.json"
        assert run("verify", paper, "--certificate", certificate) == 0
        assert capsys.readouterr().out.startswith("proved")
        assert run("recheck", certificate, paper) == 0
        assert capsys.readouterr().out == "confirmed\n"
        certificate.write_text(certificate.read_text().replace('"unvisited"', '"path"'))
        assert run("recheck", certificate, paper) == 2
        certificate.write_text("[1]")
        assert run("recheck", certificate, paper) == 2

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

    def test_a_certificate_without_claims(
        self, unsound: str, tmp_path: Path, capsys: pytest.CaptureFixture
    ) -> None:
        path = tmp_path / "certificate.json"
        assert run("verify", unsound, "--certificate", path) == 0
        certificate = json.loads(path.read_text().replace('"refuted"', '"unknown"'))
        certificate["clauses"][0]["counterexample"] = None
        path.write_text(json.dumps(certificate))
        capsys.readouterr()
        assert run("recheck", path, unsound) == 0
        assert capsys.readouterr().out.startswith("nothing is confirmed about 1 of 1 clauses")


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


class TestBadInput:
    def fails(self, capsys: pytest.CaptureFixture, *arguments: object) -> str:
        assert run(*arguments) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        return error

    def refused(self, capsys: pytest.CaptureFixture, *arguments: object) -> str:
        """Return what the parser says of arguments that it refuses."""
        with pytest.raises(SystemExit, match="2"):
            run(*arguments)
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        return error

    def test_unwritable_output(self, puzzles: str, capsys: pytest.CaptureFixture) -> None:
        said = self.refused(capsys, "solve", puzzles, "-o", "nowhere/y.jsonl")
        assert "nowhere does not exist" in said
        assert "cannot be written" in self.fails(capsys, "solve", puzzles, "-o", "/proc/y.jsonl")

    def test_output_is_a_directory(
        self, puzzles: str, tmp_path: Path, capsys: pytest.CaptureFixture
    ) -> None:
        """It is said before anything is read."""
        for given in (tmp_path, ".", "/"):
            said = self.refused(capsys, "solve", puzzles, "-o", given)
            assert f"{given} is a directory; name a file" in said

    def test_missing_file(self, capsys: pytest.CaptureFixture) -> None:
        assert "nowhere.jsonl" in self.fails(capsys, "solve", "nowhere.jsonl")

    @pytest.mark.parametrize("command", ["show", "solve", "count", "enumerate"])
    def test_no_puzzles(self, command: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
        (tmp_path / "none.jsonl").write_text("\n")
        assert "no puzzles in it" in self.fails(capsys, command, tmp_path / "none.jsonl")

    def test_an_empty_file_name(self, puzzles: str, capsys: pytest.CaptureFixture) -> None:
        said = self.refused(capsys, "show", puzzles, "-o", "")
        assert "the name of a file to write is empty" in said

    @pytest.mark.parametrize("name", ["", " ", "a\nb", "\x1b[31m"])
    def test_names_that_cannot_be_read(self, name: str, capsys: pytest.CaptureFixture) -> None:
        with pytest.raises(SystemExit) as stop:
            run("generate", "random", "--count", 1, "--seed", 1, "--name", name)
        assert stop.value.code == 2
        assert capsys.readouterr().err.count("\n") == 1

    def test_a_hypothesis_that_cannot_be_computed(
        self, tmp_path: Path, puzzles: str, capsys: pytest.CaptureFixture
    ) -> None:
        path = tmp_path / "h.pl"
        path.write_text("f(A,B) :- square(B,T,_), X is 1 // (T - T), X > 0.\n")
        assert f"{path}: f(A,B) :- square" in self.fails(capsys, "verify", path)
        out = tmp_path / "out.jsonl"
        error = self.fails(capsys, "solve", puzzles, "--predicate", path, "--unproved", "-o", out)
        assert "division by zero" in error
        assert not out.exists()

    def test_unknown_id(self, puzzles: str, capsys: pytest.CaptureFixture) -> None:
        assert "no puzzle has the id 'x'" in self.fails(capsys, "show", puzzles, "--id", "x")

    def test_bad_path(self, puzzles: str, capsys: pytest.CaptureFixture) -> None:
        self.fails(capsys, "show", "--format", "words", puzzles, "--path", "[[0,0],")
        self.fails(capsys, "show", "--format", "words", puzzles, "--path", '{"a": 1}')
        self.fails(capsys, "show", "--format", "words", puzzles, "--path", f"[[0,{'1' * 5000}]]")

    def test_engine_that_is_not_there(self, puzzles: str, capsys: pytest.CaptureFixture) -> None:
        with pytest.raises(SystemExit, match="2"):
            run("solve", puzzles, "--engine", "fast")
        assert "'compiled', 'reference'" in capsys.readouterr().err

    def test_learner_that_is_not_there(self, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
        given = ("learn", tmp_path, "--learner", "popper", "--command", "no-popper")
        assert "(no executable no-popper): pip install" in self.fails(capsys, *given)
        assert list(tmp_path.iterdir()) == []

    def test_settings_of_another_learner(
        self, tmp_path: Path, capsys: pytest.CaptureFixture
    ) -> None:
        error = self.fails(capsys, "learn", tmp_path, "--popper-option", "nuwls")
        assert "--popper-option is for popper, but the learner is asp" in error
        assert "--learner popper" in error

    def test_unknown_predicate(self, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
        path = tmp_path / "h.pl"
        path.write_text("f(A,B) :- adjacent(A,B),\n   shell(A).\n")
        error = self.fails(capsys, "explain", "--python", path, "-o", tmp_path / "h.py")
        assert f"{path}: line 2: unknown predicate shell/1" in error
        assert not (tmp_path / "h.py").exists()

    def test_syntax_error(self, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
        path = tmp_path / "h.pl"
        path.write_text('f(A,B) :- adjacent(A,"__import__(os)").\n')
        assert "line 1" in self.fails(capsys, "verify", path)

    def test_undefined_predicate_in_the_bias(
        self, puzzles: str, tmp_path: Path, capsys: pytest.CaptureFixture
    ) -> None:
        bias = tmp_path / "bias.pl"
        text = (ROOT / "bias/paper.pl").read_text()
        bias.write_text(text.replace("body_pred(len,2).", "body_pred(length_of,2)."))
        error = self.fails(
            capsys, "examples", puzzles, "--id", "figure-1", "--bias", bias, "-o", tmp_path / "x"
        )
        assert "length_of" in error
        assert not (tmp_path / "x").exists()

    def test_cyclic_background(
        self, puzzles: str, tmp_path: Path, capsys: pytest.CaptureFixture
    ) -> None:
        bk = tmp_path / "bk.pl"
        bk.write_text((ROOT / "bk/triangles.pl").read_text() + "loop(A) :- loop(A).\n")
        error = self.fails(
            capsys, "examples", puzzles, "--id", "figure-1", "--bk", bk, "-o", tmp_path / "x"
        )
        assert "cyclic definition: loop/1" in error
        assert "line " in error

    def test_no_examples(self, puzzles: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
        assert run("examples", puzzles, "--id", "figure-1", "-o", tmp_path / "x") == 0
        capsys.readouterr()
        (tmp_path / "x" / "exs.pl").write_text("")
        assert "no examples" in self.fails(capsys, "learn", tmp_path / "x")
        assert not (tmp_path / "x" / "hypothesis.pl").exists()

    def test_wrong_numbers(self, capsys: pytest.CaptureFixture) -> None:
        for wrong in ("0", "-3", "x", "1.5"):
            with pytest.raises(SystemExit) as stop:
                run("generate", "random", "--count", wrong, "--seed", 1)
            assert stop.value.code == 2
            error = capsys.readouterr().err
            assert error.count("\n") == 1
            assert f"{wrong!r} is not a whole number above 0" in error
        error = self.fails(
            capsys, "generate", "random", "--count", 5, "--min-size", 4, "--max-size", 3,
            "--seed", 1,
        )  # fmt: skip
        assert "--min-size 4 is above --max-size 3" in error


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
