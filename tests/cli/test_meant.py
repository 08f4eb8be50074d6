"""Whoever misspells a name is told what may have been meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from witness.base.meant import did_you_mean
from witness.cli import main

WRONG = [
    ("solve examples/panel.jsonl", "did you mean panels.jsonl?"),
    ("solve nowhere/panels.jsonl", "there is no folder nowhere"),
    ("verify examples/papr.pl", "did you mean paper.pl?"),
    ("examples examples/panels.jsonl --bias extendd", "did you mean extended?"),
    ("rate examples/panels.jsonl --rules wal", "did you mean wall?"),
    ("rate examples/panels.jsonl --rules papre", "did you mean paper?"),
    ("solve examples/panels.jsonl --predicate lathces", "did you mean latches?"),
    ("solve examples/panels.jsonl --solver cling", "did you mean clingo?"),
    ("show examples/panels.jsonl --id figur-1", "did you mean figure-1?"),
    ("solve examples/panels.jsonl --solv auto", "did you mean --solver?"),
    ("generate pth", "did you mean path?"),
    ("lab shipped examples/paper.p", "did you mean paper.pl?"),
    ("generate path --kind sqares", "did you mean squares?"),
    ("solve exmples/panels.jsonl", "there is no folder exmples; did you mean examples?"),
    ("show examples/panels.jsonl --ID eight", "did you mean --id?"),
    ("show examples/panels.jsonl eight", "did you mean --id eight?"),
    ("learn examples/panels.jsonl", "`witness examples` makes one from puzzles"),
    ("learn exampels", "bias.pl are expected; did you mean examples?"),
    ("recheck examples/paper.pl c.json", "expected the certificate (JSON) first"),
    ("examples examples/panels.jsonl --out-put task", "did you mean --output?"),
    ("--versoin", "did you mean --version?"),
    ("hypotheses exmples", "there is no such folder; did you mean examples?"),
    ("game solve examples/games/coridor.kif", "did you mean corridor.kif?"),
]


@pytest.mark.parametrize(("words", "hint"), WRONG)
def test_a_misspelt_name(
    words: str, hint: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    try:
        status = main(words.split())
    except SystemExit as end:
        status = int(end.code or 0)
    said = capsys.readouterr().err
    assert status == 2
    assert hint in said
    assert said.count("\n") == 1


def test_a_shipped_file_that_is_not_here(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["show", "examples/panels.jsonl"]) == 2
    assert "`witness lab shipped examples/panels.jsonl` says where" in capsys.readouterr().err


def test_what_is_unlike_everything_gets_no_question() -> None:
    assert did_you_mean("xyz", ["paper", "extended"]) == ""
