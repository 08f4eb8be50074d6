"""The Snakemake pipeline in a folder of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from support.examples import ROOT
from support.snakemake_server import snakemake

TINY = ("--configfile", "config/tiny.yaml")

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
