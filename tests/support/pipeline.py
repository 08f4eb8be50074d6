"""The Snakemake pipeline in a folder of its own."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
import sys
from pathlib import Path

from support.examples import ROOT
from support.snakemake_server import snakemake

TINY = ("--configfile", "config/tiny.yaml")

#: What the names of fields and columns end with that differ from run to run by nature.
TIMED = (
    "seconds", "times", "rounds", "speedup_t", "time_speedup", "time speedup", "peak_memory_mb"
)  # fmt: skip

PARTS = ("Snakefile", "profiles", "config.yaml", "config", "workflow", "studies", "bk", "bias")


def checkout(place: Path, *more: str) -> Path:
    """Copy what a run needs into an empty folder; the studies need `more`."""
    place.mkdir()
    for part in (*PARTS, *more):
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, place / part)
        else:
            shutil.copy(source, place / part)
    return place


def command(*options: str) -> list[str]:
    """Return the command that runs the tiny experiment, for a test that ends its process."""
    return [sys.executable, "-m", "snakemake", *TINY, "--cores", "2", *options]


def run(place: Path, *options: str, cores: int = 2) -> subprocess.CompletedProcess:
    """Run the tiny experiment, or another with its sets of puzzles."""
    return snakemake(place, [*TINY, "--cores", str(cores), *options])


def whole(place: Path) -> Path:
    """Return a checkout with the finished tiny experiment; whoever comes first makes it."""
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "results/tiny/report.html").exists():
            shutil.rmtree(place, ignore_errors=True)
            done = run(checkout(place, "examples"), cores=1)
            assert done.returncode == 0, done.stderr[-3000:]
    return place


def untimed(value: object) -> object:
    """Drop the timings from a record."""
    if isinstance(value, dict):
        return {k: untimed(v) for k, v in value.items() if not k.endswith(TIMED)}
    return [untimed(v) for v in value] if isinstance(value, list) else value


def records(place: Path, name: str = "tiny") -> dict[str, object]:
    """Return all records of an experiment by file name, without timings."""
    found: dict[str, object] = {}
    results = place / "results" / name
    for path in sorted(results.rglob("*")):
        key = str(path.relative_to(results))
        if path.suffix == ".json":
            found[key] = untimed(json.loads(path.read_text()))
        elif path.suffix == ".jsonl":
            found[key] = [untimed(json.loads(line)) for line in path.read_text().splitlines()]
        elif path.suffix in (".pl", ".py"):
            found[key] = path.read_text()
    return found
