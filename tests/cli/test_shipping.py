"""Where shipped files are, and shipped biases and backgrounds by name."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT

from witness.base.shipped import SHIPPED
from witness.cli import main


def test_where_they_are(capsys: pytest.CaptureFixture) -> None:
    assert main(["lab", "shipped"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(ROOT / name) for name in SHIPPED]


def test_one_of_them(capsys: pytest.CaptureFixture) -> None:
    assert main(["lab", "shipped", "examples/paper.pl"]) == 0
    assert capsys.readouterr().out == f"{ROOT / 'examples/paper.pl'}\n"


def test_none_of_them(capsys: pytest.CaptureFixture) -> None:
    assert main(["lab", "shipped", "examples/none.pl"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("witness: 'examples/none.pl' does not come with witness; ")


def test_the_workflow_needs_an_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    assert main(["lab", "shipped", "Snakefile"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("witness.cli.shipping.find_spec", lambda name: None)
    assert main(["lab", "shipped", "Snakefile"]) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{ROOT / 'Snakefile'}\n"
    assert printed.err == (
        "witness: Snakemake is not installed: pip install 'witness-ilp[workflow]'\n"
    )
    assert importlib.util.find_spec("snakemake") is not None


@pytest.mark.parametrize("given", [["--bias", "extended"], ["--bias", "bias/extended.pl"]])
def test_a_bias_by_name(
    given: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    panels = str(ROOT / "examples/panels.jsonl")
    assert main(["examples", panels, "--id", "figure-1", *given, "-o", "task"]) == 0
    assert (tmp_path / "task/bias.pl").read_text() == (ROOT / "bias/extended.pl").read_text()
    assert (ROOT / "bk/extended.pl").read_text() in (tmp_path / "task/bk.pl").read_text()


def test_a_background_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """`live` has predicates that the bias of the paper does not know, so both are named."""
    monkeypatch.chdir(tmp_path)
    clauses = str(ROOT / "examples/live.pl")
    assert main(["verify", clauses, "--bk", "live", "--bias", "live", "--json"]) == 0
    named = json.loads(capsys.readouterr().out)
    files = ["--bk", str(ROOT / "bk/live.pl"), "--bias", str(ROOT / "bias/live.pl")]
    assert main(["verify", clauses, *files, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == named
    assert main(["lab", "lemmas", "outlook", "--check", str(ROOT / "bk/outlook.lemmas.json")]) == 0


@pytest.mark.parametrize("option", ["--bias", "--bk"])
def test_a_name_that_is_none(option: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["verify", str(ROOT / "examples/paper.pl"), option, "paperr"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("witness: paperr: there is no such file; these come with witness: ")
    assert " extended," in error
    assert error.count("\n") == 1
