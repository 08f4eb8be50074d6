"""Commands on hypotheses of which some clauses are plain and others are not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.beyond import ENDLESS, MIXED, PLAIN, RECURSIVE

from witness.cli import main

REASONS = [
    "it calls more/3, an invented predicate",
    *["it defines more/3, an invented predicate"] * 3,
    "it is recursive: f/2 calls itself",
]


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    file = tmp_path / "mixed.pl"
    file.write_text(MIXED)
    return str(file)


def test_explain(mixed: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["explain", mixed]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1. The number of edges that the path and the square have in common")
    assert lines[1] == f"   {PLAIN.strip()}"
    assert lines[2::2] == [f"{n}. (Not in English: {why}.)" for n, why in enumerate(REASONS, 2)]
    assert lines[-1] == f"   {MIXED.splitlines()[-1]}"


def test_verify(mixed: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    files = {name: str(tmp_path / name) for name in ("certificate", "core", "picture.svg")}
    options = [f"--{name.partition('.')[0]}={file}" for name, file in files.items()]
    assert main(["verify", mixed, *options]) == 0
    out = capsys.readouterr().out
    assert out.startswith("unknown: 5 of 6 clauses unknown, 1 proved\n")
    assert [line[11:] for line in out.splitlines() if line.startswith("  unknown: ")] == REASONS
    assert "  proved: the square is lost in each of the 62 configurations" in out
    assert Path(files["core"]).read_text() == PLAIN
    drawn = re.sub(r"<[^>]+>", " ", Path(files["picture.svg"]).read_text())
    assert "There is no picture: it is recursive: f/2 calls itself." in " ".join(drawn.split())
    assert main(["recheck", files["certificate"], mixed]) == 0
    assert capsys.readouterr().out == (
        "nothing is confirmed about 5 of 6 clauses (status unknown or checked)\nconfirmed\n"
    )
    # Whatever the others say, a refuted clause refutes all.
    Path(mixed).write_text(f"{ENDLESS}f(A,B) :- adjacent(A,B).\n")
    assert main(["verify", mixed, "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert [found["status"] for found in verdict["clauses"]] == ["unknown", "refuted"]
    Path(mixed).write_text(f"{ENDLESS}f(A,B) :- adjacent(A,B).\n{PLAIN}")
    assert main(["verify", mixed]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    assert head == "refuted: 1 of 3 clauses refuted, 1 proved, 1 unknown"
    assert verdict["status"] == "refuted"


def test_why(mixed: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["verify", mixed, "--why"]) == 0
    assert capsys.readouterr().out.count("  unknown: it defines more/3") == 3


def test_translate(mixed: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["explain", "--python", mixed]) == 0
    out, err = capsys.readouterr()
    notices = err.splitlines()
    assert notices == [
        f"witness: {mixed}: line {line}: {reason}; it is not translated"
        for line, reason in enumerate(REASONS, start=2)
    ]
    assert out.count("# Not translated, as it ") == 5
    assert "CLAUSES = (clause_1,)" in out
    Path(mixed).write_text(RECURSIVE)
    assert main(["explain", "--python", mixed]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"witness: {mixed}: line 1: no clause can be translated: {REASONS[0]}\n"
