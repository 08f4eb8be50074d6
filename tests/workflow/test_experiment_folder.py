"""The folder of an experiment: one run at a time, its own bias, and the version of its format."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.examples import ROOT
from support.pipeline import TINY, checkout, command, run
from support.running import witness
from support.snakemake_server import snakemake

PUZZLES = "results/{}/puzzles/train.jsonl"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("folders") / "run")


def said(done: subprocess.CompletedProcess) -> str:
    return done.stdout + done.stderr


def jobs(place: Path, *options: str) -> set[str]:
    """Return the names of the rules that would run."""
    done = run(place, "--dry-run", *options)
    assert done.returncode == 0, said(done)
    return {
        line.split()[1].rstrip(":") for line in done.stdout.splitlines() if "rule " in line[:10]
    }


@pytest.mark.slow
def test_two_runs_at_once(place: Path) -> None:
    """The second is refused; dry runs, other experiments and a later run are not."""
    lock = place / "results" / "tiny" / "lock"
    with subprocess.Popen(
        command("--", "learned"),
        cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    ) as first:  # fmt: skip
        try:
            deadline = time.monotonic() + 120
            while not (lock.exists() and lock.read_text()):
                assert first.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.02)
            os.killpg(first.pid, signal.SIGSTOP)
            second = run(place)
            assert second.returncode != 0
            words = f"the experiment tiny is being run by process {first.pid} on "
            assert words in said(second)
            assert "Finished job" not in said(second)
            assert run(place, "--dry-run").returncode == 0
            other = run(place, "--config", "name=other", "--", PUZZLES.format("other"))
            assert other.returncode == 0, said(other)
        finally:
            os.killpg(first.pid, signal.SIGKILL)
    # The lock has ended with its process.
    done = run(place, "--", PUZZLES.format("tiny"))
    assert done.returncode == 0, said(done)
    assert "The report is" not in said(done)


@pytest.mark.slow
def test_its_bias_is_the_one_that_it_was_run_with(place: Path) -> None:
    bias = place / "bias" / "mine.pl"
    shutil.copy(place / "bias" / "paper.pl", bias)
    hypothesis = "results/mine/train/train-0000/hypothesis.pl"
    start = (
        "--config",
        "name=mine",
        "bias=bias/mine.pl",
        'puzzle_sets={"train":{"count":2,"min_size":2,"max_size":2}}',
        "--",
        "results/mine/config.yaml",
        "results/mine/train/batch_0.jsonl",
    )
    assert run(place, *start).returncode == 0
    kept = place / "results" / "mine" / "bias.pl"
    before = bias.read_text()
    assert kept.read_text() == before
    after = "".join(line for line in before.splitlines(keepends=True) if "len" not in line)
    bias.write_text(after.replace("type(square,(square", "type(square,(sqare"))
    odd = said(run(place, "--dry-run", *start))
    assert "bias/mine.pl: line 17: the type sqare occurs only here" in odd
    bias.write_text(after)
    # Until the experiment is run again, its clauses are those of the bias before.
    assert kept.read_text() == before
    explained = witness(["explain", hypothesis], place)
    assert explained.status == 0, explained.err
    assert explained.err.startswith("witness: bias and background of the experiment: results/")
    assert {"configuration", "train_batch"} <= jobs(place, *start)
    assert run(place, *start).returncode == 0
    assert kept.read_text() == after


@pytest.mark.slow
def test_another_format_is_refused(place: Path) -> None:
    """Whoever reads it: the pipeline, and the studies. The command that is named makes it anew."""
    target = PUZZLES.format("old")
    start = ("--config", "name=old", "--", "results/old/config.yaml", target)
    assert run(place, *start).returncode == 0
    folder = place / "results" / "old"
    (folder / "format").unlink()
    (folder / "report.html").write_text("")
    for options in (start, ("--dry-run", *start)):
        done = run(place, *options)
        assert done.returncode != 0
        assert "results/old: written by an earlier version, which had no format" in said(done)
    study = (
        "--config",
        'studies={"reproduction":{"experiments":["old"]}}',
        "--",
        "studies/reproduction/results.md",
    )
    done = run(place, *study)
    assert done.returncode != 0
    assert "results/old: written by an earlier version" in said(done)
    (line,) = (line for line in done.stderr.splitlines() if "make the results anew: " in line)
    move, anew = line.partition("make the results anew: ")[2].split(" && ")
    subprocess.run(shlex.split(move), cwd=place, check=True)
    program, *arguments = shlex.split(anew)
    assert program == "snakemake"
    again = snakemake(place, [*arguments, "--", target])
    assert again.returncode == 0, said(again)
    assert (place / target).read_text() == (
        place / "results/old.old/puzzles/train.jsonl"
    ).read_text()
    assert (folder / "format").is_file()


@pytest.mark.slow
def test_an_id_leads_to_no_other_folder(place: Path) -> None:
    """Folders have the numbers of puzzles."""
    odd = ("../../../../outside", "batch_0.jsonl", "/tmp/outside", "a/b", "..")
    puzzles = "results/ids/puzzles/train.jsonl"
    start = ("--config", "name=ids", "--rerun-triggers", "mtime", "--")
    assert run(place, *start, puzzles).returncode == 0
    *first, last = map(json.loads, (place / puzzles).read_text().splitlines())
    named = [puzzle | {"id": name} for puzzle, name in zip(first, odd, strict=True)]
    (place / puzzles).write_text("".join(f"{json.dumps(one)}\n" for one in (*named, last)))
    before = {*place.iterdir(), *place.parent.iterdir()}
    assert run(place, *start, "results/ids/train/batch_0.jsonl").returncode == 0
    assert {*place.iterdir(), *place.parent.iterdir()} == before
    names = {path.parent.name for path in (place / "results/ids").rglob("exs.pl")}
    assert names == {f"train-{number:04d}" for number in range(6)}


ODD_NAME = "my work (it's) & ü $HOME; #1 {x}"

MODULE = """
module witness:
    snakefile: "../checkout/Snakefile"
    config: config
    prefix: "made (here)"

use rule * from witness as witness_*
"""


def run_here(place: Path, *options: str) -> None:
    """Run Snakemake with the Python of a virtual environment in a folder that has such a name."""
    python = place.parent / ".venv" / "bin" / Path(sys.executable).name
    command = [python, "-m", "snakemake", "--cores", "2", *options]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=place, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_in_the_checkout_and_in_another_workflow(tmp_path: Path) -> None:
    top = tmp_path / ODD_NAME
    top.mkdir()
    (top / ".venv").symlink_to(sys.prefix)
    place = checkout(top / "checkout")
    few = 'puzzle_sets={"train":{"count":2,"min_size":2,"max_size":2}}'
    run_here(place, *TINY, "--config", few, "--", "learned")
    assert (place / "results/tiny/tables/hypotheses.csv").is_file()
    first = "results/tiny/puzzles/train.jsonl"
    user = top / "user"
    user.mkdir()
    (user / "Snakefile").write_text(MODULE)
    run_here(user, "--configfile", str(place / "config/tiny.yaml"), "--", f"made (here)/{first}")
    assert (user / "made (here)" / first).is_file()
