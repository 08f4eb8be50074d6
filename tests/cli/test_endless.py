"""Hypotheses that would be evaluated for ever, or that are very long: every command ends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT, TABLE_3

from witness.cli import main
from witness.experiments import training
from witness.proof import prover
from witness.puzzle.model import Puzzle

ENDLESS = "f(A,B) :- between(1,100000000000,X), X < 0."
PUZZLE = (
    '{"id": "figure-1", "rows": 1, "cols": 2, "starts": [[0, 0]], "goals": [[1, 2]], '
    '"triangles": [[0, 0, 1], [0, 1, 2]]}\n'
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "endless.pl").write_text(f"{ENDLESS}\n")
    (tmp_path / "puzzles.jsonl").write_text(PUZZLE)
    return tmp_path


def test_verify_says_unknown_and_why(place: Path, capsys: pytest.CaptureFixture) -> None:
    (place / "both.pl").write_text(f"{ENDLESS}\n{TABLE_3}")
    certificate = place / "certificate.json"
    main(["verify", str(place / "both.pl"), "--json", "--certificate", str(certificate)])
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "unknown"
    assert [clause["status"] for clause in found["clauses"]] == ["unknown", *["proved"] * 3]
    assert found["clauses"][0]["reason"].startswith("it takes more than 1,000,000 steps to evalu")
    main(["recheck", str(certificate), str(place / "both.pl")])
    assert "confirmed" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["solve", "{puzzles}", "--predicate", "{hypothesis}", "--unproved"],
        ["solve", "{puzzles}", "--predicate", "{hypothesis}", "--unproved", "-o", "{out}"],
        ["rate", "{puzzles}", "--rules", "{hypothesis}"],
        ["show", "{puzzles}", "--forced", "--predicate", "{hypothesis}"],
        ["show", "{puzzles}", "--tree", "--predicate", "{hypothesis}"],
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_elsewhere_it_is_an_error(
    command: list[str], place: Path, capsys: pytest.CaptureFixture
) -> None:
    hypothesis = place / "endless.pl"
    names = {"puzzles": place / "puzzles.jsonl", "hypothesis": hypothesis, "out": place / "out"}
    status = main([word.format(**names) for word in command])
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert status == 2
    assert error.startswith(f"witness: {hypothesis}: {ENDLESS}: it takes more than 1,000,000 steps")
    assert not (place / "out").exists()


def test_a_false_proof_of_it(place: Path, capsys: pytest.CaptureFixture) -> None:
    claim = {"clause": ENDLESS, "status": "proved", "reason": "", "kept": ENDLESS, "cases": []}
    certificate = {"status": "proved", "clauses": [claim | {"counterexample": None}]}
    (place / "c.json").write_text(json.dumps(certificate))
    assert main(["recheck", str(place / "c.json"), str(place / "endless.pl")]) == 2
    error = capsys.readouterr().err
    refused = "cannot check this clause for every board: between/3"
    assert error.startswith(f"witness: {place / 'c.json'}: {ENDLESS}: {refused}")
    assert error.count("\n") == 1


def test_a_proved_clause_that_cannot_be_drawn(place: Path) -> None:
    """What is proved is a part of the clause; the whole of it has an endless loop."""
    path, picture = place / "part.pl", place / "part.svg"
    endless = "between(1,10000000000,X), nth0(0,P,E), E == X"
    path.write_text(f"f(A,B) :- path(A,P), square(B,T,S), count(S,P,N), N > T, {endless}.\n")
    assert main(["verify", str(path), "--picture", str(picture)]) == 0
    words = " ".join(re.sub(r"<[^>]*>", " ", picture.read_text()).split())
    assert "takes too long to find examples" in words


def test_time_limits(place: Path, capsys: pytest.CaptureFixture) -> None:
    """Each evaluation has few steps, but there are very many of them."""
    hypothesis = place / "slow.pl"
    hypothesis.write_text("f(A,B) :- between(1,900000,X), X < 0.\n")
    main(["verify", str(hypothesis), "--time-limit", "0.5"])
    assert "unknown: it is not decided within the time limit of 0.5 s" in capsys.readouterr().out
    hypothesis.write_text(TABLE_3)
    main(["verify", str(hypothesis), "--certificate", str(place / "c.json")])
    capsys.readouterr()
    assert main(["recheck", str(place / "c.json"), str(hypothesis), "--time-limit", "0.001"]) == 2
    assert "not checked within the time limit of 0.001 s" in capsys.readouterr().err


@pytest.mark.slow
def test_the_time_of_a_verdict_is_gone_when_its_picture_is_drawn(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One budget is for both."""
    hypothesis, picture = place / "h.pl", place / "h.svg"
    hypothesis.write_text(TABLE_3)

    def late(*given: Any, **named: Any) -> prover.Verdict:
        found = verify(*given, **named)
        time.sleep(3)
        return found

    verify = prover.verify
    monkeypatch.setattr(prover, "verify", late)
    options = ["--time-limit", "3", "--picture", str(picture)]
    assert main(["verify", str(hypothesis), *options]) == 0
    words = " ".join(re.sub(r"<[^>]*>", " ", picture.read_text()).split())
    assert words.count("it takes too long to find examples") == 3


LONG = [
    ", ".join(["adjacent(A,B)"] * 4000),
    "path(A,X0), " + ", ".join(f"len(X0,X{n}), X{n} >= 0" for n in range(1, 1501)),
    ", ".join(f"X{n} is X{n - 1} + 1" for n in range(3000, 0, -1)) + ", square(B,X0,_)",
    "square(B,X0,_), " + ", ".join(f"X{n + 1} is X{n} + X{n}" for n in range(60)) + ", X60 > 0",
]


@pytest.mark.slow
@pytest.mark.parametrize("body", LONG, ids=["repeated", "variables", "backwards", "doubled"])
@pytest.mark.parametrize("command", ["explain", "explain --python"])
def test_long_clauses(command: str, body: str, tmp_path: Path) -> None:
    (tmp_path / "long.pl").write_text(f"f(A,B) :- {body}.\n")
    done = subprocess.run(
        [sys.executable, "-m", "witness", *command.split(), str(tmp_path / "long.pl")],
        cwd=ROOT, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) < 2_000_000


def test_many_nested_loops(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    path = tmp_path / "loops.pl"
    body = ", ".join(f"member(E{n},L), member(F{n},L), E{n} \\= F{n}" for n in range(12))
    path.write_text(f"f(A,B) :- path(A,L), {body}.\n")
    for command in ("explain", "explain --python", "verify"):
        assert main([*command.split(), str(path)]) == 2
        error = capsys.readouterr().err
        expected = f"witness: {path}: line 1: more than 19 calls with several answers in one clause"
        assert error == f"{expected}\n"


def test_the_pipeline_records_it(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All files are written, with a reason for each clause that cannot be evaluated."""
    broken = "f(A,B) :- square(B,T,E), X is 1 // (T - T), X > 0."

    def learns(folder: Path, **_: object) -> None:
        (folder / "hypothesis.pl").write_text(f"{ENDLESS}\n{broken}\n{TABLE_3}")
        (folder / "result.json").write_text("{}")

    monkeypatch.setattr(training, "learn", learns)
    files = [str(ROOT / file) for file in ("bk/triangles.pl", "bias/paper.pl")]
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),), id="a")
    run = training.Training(*files).run(puzzle, place / "a")
    clauses = run.verdict["clauses"]
    assert [clause["status"] for clause in clauses] == ["unknown"] * 2 + ["proved"] * 3
    assert "1,000,000 steps" in clauses[0]["reason"]
    assert "division by zero" in clauses[1]["reason"]
    assert (place / "a" / "core.pl").read_text().count("\n") == len(run.core) == 3
    assert "def fires(path, square)" in (place / "a" / "predicate.py").read_text()
