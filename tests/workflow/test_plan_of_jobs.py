"""What Snakemake plans for the paper's experiment, by a dry run: its jobs and their order."""

from __future__ import annotations

import re
import sys
from collections import Counter
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest
from support.pipeline import checkout
from support.snakemake_server import snakemake


class Job(NamedTuple):
    """A planned job, which its log names: its rule, and the jobs whose outputs it reads."""

    rule: str
    needs: frozenset[str]


def planned_jobs(dry_run: str) -> dict[str, Job]:
    """Return the jobs of what `snakemake --dry-run --forceall` prints; targets have no log."""
    blocks = [_entries(block) for block in re.split(r"^rule ", dry_run, flags=re.MULTILINE)[1:]]
    made_by = {file: block["log"][0] for block in blocks for file in block.get("output", ())}
    return {
        block["log"][0]: Job(
            block["rule"][0],
            frozenset(made_by[file] for file in block.get("input", ()) if file in made_by),
        )
        for block in blocks
        if "log" in block
    }


def _entries(block: str) -> dict[str, list[str]]:
    """Return what a dry run says about a job: the values of each key."""
    rule, *lines = block.splitlines()
    matches = [re.fullmatch(r"    (\w+): (.*)", line) for line in lines]
    said = takewhile(lambda match: match is not None, matches)
    return {"rule": [rule.removesuffix(":")]} | {m[1]: m[2].split(", ") for m in said if m}


def longest_chain(jobs: dict[str, Job]) -> list[str]:
    """Return the rules of the longest chain of jobs of which each needs the one before."""

    @cache
    def chain(name: str) -> list[str]:
        before = max(map(chain, sorted(jobs[name].needs)), key=len, default=[])
        return [*before, jobs[name].rule]

    return max(map(chain, jobs), key=len)


#: The stages of which each needs the one before it.
STAGES = [
    "training_set", "train_batch", "candidates", "triage_batch", "triage_batch", "triage_batch",
    "triage_rank", "winners", "evaluate", "tables", "report",
]  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("plan") / "run")


def plan(place: Path, cores: int, *options: str) -> dict[str, Job]:
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
    found = ["evaluate" if rule.startswith("evaluate") else rule for rule in longest_chain(jobs)]
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
