"""What Snakemake plans for the paper's experiment, by a dry run: its jobs and their order."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest
from support.examples import ROOT
from support.pipeline import checkout, run
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
    "triage_rank", "winners", "evaluate", "report",
]  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("plan") / "run")


def plan(place: Path, cores: int, *options: str) -> dict[str, Job]:
    """Return the jobs of a run on a number of cores, without those of the studies."""
    done = snakemake(place, ["--cores", str(cores), "--dry-run", "--forceall", *options])
    assert done.returncode == 0, done.stderr[-3000:]
    return planned_jobs(done.stdout)


@pytest.mark.slow
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
    assert found == STAGES


@pytest.fixture(scope="module")
def jobs_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("jobs") / "run")


def planned(jobs_place: Path, cores: int, **triage: object) -> int:
    """Return the number of batches of the triage."""
    setting = f"triage={json.dumps(triage)}"
    done = run(jobs_place, "--dry-run", "--config", setting, cores=cores)
    assert done.returncode == 0, done.stderr
    (number,) = set(re.findall(r"^triage_batch +(\d+)$", done.stdout + done.stderr, re.MULTILINE))
    return int(number)


@pytest.mark.slow
def test_by_expansions_a_stage_in_which_candidates_stop_is_one_job(jobs_place: Path) -> None:
    for cores in (1, 32):
        assert planned(jobs_place, cores, rank_by="expansions", batches=3) == 2 * (1 + 1 + 3)


#: Of SHA256SUMS for config/tiny.yaml, on every system and with every version of Python.
TINY = "3195be61c3dc00104b3b8eab191c1a1b3042870a6456e4f577af3fe59a72ccb6"


def checksums(folder: Path) -> dict[str, str]:
    """Return what SHA256SUMS says, which is true of the files."""
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    said = {name: digest for digest, name in (line.split("  ") for line in lines)}
    for name, digest in said.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    assert {f.relative_to(folder).as_posix() for f in folder.rglob("*.jsonl")} == said.keys()
    return said


@pytest.mark.slow
def test_the_sets_of_a_small_configuration(tmp_path: Path) -> None:
    place = checkout(tmp_path / "run")
    folder = place / "results" / "tiny" / "puzzles"
    done = run(place, "--", "puzzles")
    assert done.returncode == 0, done.stderr[-3000:]
    said = checksums(folder)
    assert hashlib.sha256((folder / "SHA256SUMS").read_bytes()).hexdigest() == TINY
    # A set that is gone is drawn again with the checksums, and another seed draws other puzzles.
    for name in ("filter_2.jsonl", "SHA256SUMS"):
        (folder / name).unlink()
    assert run(place, "--", "puzzles").returncode == 0
    assert checksums(folder) == said
    assert run(place, "--config", "seed=2", "name=two", "--", "puzzles").returncode == 0
    other = checksums(place / "results" / "two" / "puzzles")
    assert other.keys() == said.keys()
    assert not set(other.values()) & set(said.values())


def on_the_page() -> dict[str, str]:
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `(\S+\.jsonl)` \|.*\| `([0-9a-f]{64})` \|$", page, re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize(
    "names", [("train.jsonl", "large/5x5.jsonl"), pytest.param((), marks=pytest.mark.long)]
)
def test_the_sets_of_the_paper_s_configuration(names: tuple[str, ...], tmp_path: Path) -> None:
    """One of each algorithm in every run, all of them behind `long`."""
    place = checkout(tmp_path / "run")
    folder = place / "results" / "paper" / "puzzles"
    targets = [str((folder / name).relative_to(place)) for name in names] or ["puzzles"]
    done = snakemake(place, ["--cores", "2", "--", *targets])
    assert done.returncode == 0, done.stderr[-3000:]
    if names:
        made = {n: hashlib.sha256((folder / n).read_bytes()).hexdigest() for n in names}
        assert made.items() <= on_the_page().items()
    else:
        assert checksums(folder) == on_the_page()
