"""The Snakemake pipeline in a folder of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from support.examples import ROOT

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


def command(*options: str, cores: int = 2) -> list[str]:
    start = [sys.executable, "-m", "snakemake", "--cores", str(cores)]
    return [*start, "--configfile", "config/tiny.yaml", *options]


def run(place: Path, *options: str, cores: int = 2) -> subprocess.CompletedProcess:
    return subprocess.run(
        command(*options, cores=cores), cwd=place, capture_output=True, text=True, check=False
    )
