"""Clauses of an experiment are read with the bias and the background that it keeps."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.examples import ROOT

from witness.base.experiment_folder import write_format
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
    path.write_text(EXTENDED.read_text().replace("reach", "within"))
    return str(path)


NOTICE = (
    "witness: bias and background of the experiment: results/mine/bias.pl, results/mine/bk.pl\n"
)
ANOTHER = "--bias and --bk name others\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "WINNER"),
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
    assert main(["explain", str(EXTENDED)]) == 0
    monkeypatch.chdir(EXTENDED.parent)
    assert main(["explain", EXTENDED.name]) == 0


def test_elsewhere_the_message_names_the_option(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    elsewhere = shutil.copy(EXTENDED, tmp_path)
    assert main(["explain", str(elsewhere)]) == 2
    error = capsys.readouterr().err
    assert (
        f"{elsewhere}: line 3: unknown predicate triangles/2; the bias declares square/3" in error
    )
    assert error.endswith(ANOTHER)
    assert error.count("\n") == 1


def test_clauses_about_something_else(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """The bias that expects another head is named, and how to name the right one."""
    (tmp_path / "clauses.pl").write_text("g(A) :- b(A).\n")
    (tmp_path / "bias.pl").write_text("head_pred(g,1). body_pred(b,1).\n")
    (tmp_path / "bk.pl").write_text("b(x).\n")
    file, bias = str(tmp_path / "clauses.pl"), str(tmp_path / "bias.pl")
    about = f"witness: {file}: line 1: the clause is about g/1; f/2 is expected by "
    for command in ("explain", "explain --python", "verify"):
        assert main([*command.split(), file]) == 2
        assert capsys.readouterr().err == f"{about}the paper's bias: {ANOTHER}"
        extended = str(ROOT / "bias/extended.pl")
        assert main([*command.split(), file, "--bias", extended]) == 2
        assert capsys.readouterr().err == f"{about}{extended}\n"
    assert main(["explain", file, "--bias", bias, "--bk", str(tmp_path / "bk.pl")]) == 0
    assert capsys.readouterr().out.startswith("1. g(A) holds if b(A) holds.\n")


def test_another_format_is_refused(winner: str, capsys: pytest.CaptureFixture) -> None:
    Path("results/mine/format").write_text("999\n")
    assert main(["explain", winner]) == 2
    error = capsys.readouterr().err
    assert error.startswith("witness: results/mine: written in format 999 by a later version")
    assert error.count("\n") == 1
    assert main(["explain", winner, "--bias", "results/mine/bias.pl"]) == 0


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


def test_popper_is_named_where_it_can_be_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    task = str(tmp_path / "task")
    assert main(["examples", PANELS, "--id", "figure-1", "-o", task]) == 0
    bias = tmp_path / "task" / "bias.pl"
    bias.write_text(bias.read_text() + "enable_pi.\n")
    before = (*tmp_path.rglob("*"),)
    capsys.readouterr()
    assert main(["learn", task]) == 2
    error = capsys.readouterr().err
    assert error.endswith("not supported by the asp learner; use the learner popper\n")
    assert (*tmp_path.rglob("*"),) == before
    # What a bias asks of learners says nothing about what a clause means.
    assert main(["explain", str(ROOT / "examples" / "paper.pl"), "--bias", str(bias)]) == 0
    assert "is not a corner of" in capsys.readouterr().out
