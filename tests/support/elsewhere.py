"""The workflow from a folder that is not its checkout, and what two runs of it have in common."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from pathlib import Path
from typing import Any

import yaml
from support import snakemake_server
from support.examples import ROOT
from support.pipeline import untimed

#: What is made of times, or of the day, the machine and the paths of a run.
OF_TIMES = {
    *(
        f"tables/{name}.csv"
        for name in ("finalists", "learning", "slower", "test", "triage", "winners")
    ),
    "figures/figure_4.svg",
    "figures/figure_4.png",
    "explore.html",
    "report.html",
}

TINY: dict[str, Any] = yaml.safe_load((ROOT / "config/tiny.yaml").read_text(encoding="utf-8"))


def snakemake(place: Path, *options: str, cores: int = 2) -> subprocess.CompletedProcess:
    """Run Snakemake in a folder."""
    return snakemake_server.snakemake(place, ["--cores", str(cores), *options])


def made(place: Path, *options: str, cores: int = 2) -> str:
    """Run Snakemake, which has to succeed, and return what it said."""
    done = snakemake(place, *options, cores=cores)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-3000:]
    return said


def refused(place: Path, *options: str) -> str:
    """Run Snakemake, which has to refuse, and return the line that says why.

    It is the one between the two that name the place in a Snakefile.
    """
    done = snakemake(place, *options)
    assert done.returncode != 0
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    first = next(n for n, line in enumerate(said) if line.startswith("WorkflowError in file "))
    assert said[first + 2].startswith("  File ")
    assert not any("File " in line for line in said[first + 3 :])
    return said[first + 1]


def contents(results: Path) -> dict[str, object]:
    """Return what an experiment wrote, by file name: bytes, or records and rows without times."""
    found: dict[str, object] = {}
    for path in sorted(path for path in results.rglob("*") if path.is_file()):
        name = str(path.relative_to(results))
        if name.startswith("logs/"):
            found[name] = None
        elif name == "lock":  # a module has none if its `onstart` is not called
            continue
        elif name in OF_TIMES:
            found[name] = path.stat().st_size > 0
        elif path.suffix == ".json":
            found[name] = untimed(json.loads(path.read_text()))
        elif path.suffix == ".jsonl":
            found[name] = [untimed(json.loads(line)) for line in path.read_text().splitlines()]
        elif path.suffix == ".csv":
            found[name] = untimed(list(csv.DictReader(io.StringIO(path.read_text()))))
        else:
            found[name] = path.read_bytes()
    return found
