"""What Snakemake plans for the paper's experiment, by a dry run: its jobs and their order."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest
from support.pipeline import checkout
from support.snakemake_server import snakemake

from benchmarks.schedule import PlannedJob, critical_path, planned_jobs

#: The stages of which each needs the one before it.
STAGES = [
    "training_set", "train_batch", "candidates", "triage_batch", "triage_batch", "triage_batch",
    "triage_rank", "winners", "evaluate", "tables", "report",
]  # fmt: skip
#: Stages that start together.
ALIKE = {
    "evaluate_test": "evaluate", "evaluate_large": "evaluate", "figures": "tables",
    "winner_picture": "tables",
}  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("plan") / "run")


def plan(place: Path, cores: int, *options: str) -> dict[str, PlannedJob]:
    """Return the jobs of a run on a number of cores, without those of the studies."""
    done = snakemake(place, ["--cores", str(cores), "--dry-run", "--forceall", *options])
    assert done.returncode == 0, done.stderr[-3000:]
    return planned_jobs(done.stdout)


def test_the_jobs_of_the_paper(place: Path) -> None:
    """The same on any number of cores; a stage is one job only where it takes seconds."""
    jobs = plan(place, 32)
    assert {name: job.needs for name, job in plan(place, 1).items()} == {
        name: job.needs for name, job in jobs.items()
    }
    number = Counter(job.rule for job in jobs.values())
    assert number["train_batch"] == 25
    assert number["evaluate_test"] == 15
    assert number["evaluate_large"] == 107  # fewer of smaller boards
    # Each stage as long as any other: the chain is the longest in jobs.
    chain = [jobs[name].rule for name in critical_path(jobs, dict.fromkeys(jobs, 1.0))]
    found = ["evaluate" if rule.startswith("evaluate") else rule for rule in chain]
    assert [
        ("tables" if rule in ("figures", "winner_picture", "tidy") else rule) for rule in found
    ] == STAGES


@pytest.mark.slow
def test_popper_has_a_job_for_each_puzzle(place: Path) -> None:
    settings = ("--config", "learner=popper", f'popper={{"command":"{sys.executable}"}}')
    jobs = plan(place, 2, *settings)
    assert Counter(job.rule for job in jobs.values())["train_batch"] == 500
    jobs = plan(place, 2, *settings, "train_batch=100")
    assert Counter(job.rule for job in jobs.values())["train_batch"] == 5
