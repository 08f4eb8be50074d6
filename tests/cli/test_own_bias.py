"""Clauses of an experiment are read with the bias and the background that it keeps."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT

from witness.base.experiment_folder import write_format
from witness.base.shipped import SHIPPED
from witness.cli import main

EXTENDED = ROOT / "examples" / "extended.pl"
PANELS = str(ROOT / "examples" / "panels.jsonl")


@pytest.fixture
def winner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The winner of an experiment with a bias and a background that are nowhere else by now."""
    monkeypatch.chdir(tmp_path)
    folder = Path("results/mine")
    (folder / "triage").mkdir(parents=True)
    (folder / "config.yaml").write_text("name: mine\nbias: bias/gone.pl\nbk: null\n")
    for name in ("bias", "bk"):
        text = (ROOT / name / "extended.pl").read_text()
        (folder / f"{name}.pl").write_text(text.replace("reach", "within"))
    write_format(folder)
    path = folder / "triage" / "winner.pl"
    path.write_text(EXTENDED.read_text().splitlines()[-1].replace("reach", "within") + "\n")
    return str(path)


NOTICE = (
    "witness: bias and background of the experiment: results/mine/bias.pl, results/mine/bk.pl\n"
)


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "WINNER", "WINNER"),
        ("explain", "--python", "WINNER"),
        ("verify", "WINNER"),
        ("solve", PANELS, "--predicate", "WINNER"),
        ("show", PANELS, "--id", "figure-1", "--tree", "--predicate", "WINNER"),
        ("lab", "rules", "--rules", "WINNER"),
        ("rate", PANELS, "--rules", "WINNER", "--max-states", "1"),
    ],
)
def test_its_own_bias(
    arguments: tuple[str, ...], winner: str, capsys: pytest.CaptureFixture
) -> None:
    given = [winner if word == "WINNER" else word for word in arguments]
    assert main(given) == 0, capsys.readouterr().err
    assert capsys.readouterr().err.count(NOTICE) == 1


def test_a_certificate(winner: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["verify", winner, "--certificate", "c.json"]) == 0
    assert main(["recheck", "c.json", winner]) == 0
    read = capsys.readouterr()
    assert read.err.count(NOTICE) == 2
    assert read.out.endswith("confirmed\n")


def test_a_bias_that_is_named_counts(winner: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["explain", winner, "--bias", str(ROOT / "bias/extended.pl")]) == 2
    error = capsys.readouterr().err
    assert "unknown predicate within/3" in error
    assert "--bias" not in error
    # With a bias beside its background, that goes with it.
    assert main(["explain", winner, "--bias", "results/mine/bias.pl"]) == 0
    assert capsys.readouterr().err == ""


def test_beside_examples_there_are_biases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXTENDED.parent)
    assert main(["explain", EXTENDED.name]) == 0


def test_many_files(winner: str, capsys: pytest.CaptureFixture) -> None:
    Path("empty.pl").write_text("")
    paper = str(ROOT / "examples/paper.pl")
    assert main(["explain", winner, "empty.pl", paper]) == 0
    blocks = capsys.readouterr().out.split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [f"{winner}:", "empty.pl:", f"{paper}:"]
    assert blocks[1].endswith("There are no clauses: the predicate never fires.")
    assert main(["explain", paper]) == 0
    assert capsys.readouterr().out == blocks[2].partition("\n")[2]
    # All or nothing.
    assert main(["explain", paper, "nowhere.pl", "-o", "out.txt"]) == 2
    assert not Path("out.txt").exists()


def test_the_referee_of_two_experiments(
    winner: str, swi_prolog: None, capsys: pytest.CaptureFixture
) -> None:
    task = ["examples", PANELS, "--id", "figure-1"]
    assert main([*task, "--bias", "results/mine/bias.pl", "-o", "results/mine/task"]) == 0
    assert main(["lab", "referee", "results/mine/task", winner]) == 0
    assert "agree on all" in capsys.readouterr().out
    assert main([*task, "-o", "elsewhere"]) == 0
    assert main(["lab", "referee", "elsewhere", winner]) == 2
    error = capsys.readouterr().err
    assert "the clauses are from the experiment results/mine: take a task of it" in error
    Path("results/mine/format").unlink()
    shutil.copy("results/mine/config.yaml", "results/mine/machine.json")
    assert main(["lab", "referee", "results/mine/task", winner]) == 2
    assert "by an earlier version, which had no format" in capsys.readouterr().err


def test_where_they_are(capsys: pytest.CaptureFixture) -> None:
    assert main(["lab", "shipped"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(ROOT / name) for name in SHIPPED]


def test_one_of_them(capsys: pytest.CaptureFixture) -> None:
    assert main(["lab", "shipped", "examples/paper.pl"]) == 0
    assert capsys.readouterr().out == f"{ROOT / 'examples/paper.pl'}\n"


def test_the_workflow_needs_an_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    assert main(["lab", "shipped", "Snakefile"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("witness.cli.lab.find_spec", lambda name: None)
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
