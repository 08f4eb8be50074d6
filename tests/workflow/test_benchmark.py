"""The puzzle sets as files with checksums, which others can make anew byte for byte."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from support.examples import ROOT
from support.pipeline import checkout, run
from support.snakemake_server import snakemake

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
def test_the_sets_of_the_paper_s_configuration(tmp_path: Path) -> None:
    place = checkout(tmp_path / "run")
    done = snakemake(place, ["--cores", "2", "--", "puzzles"])
    assert done.returncode == 0, done.stderr[-3000:]
    assert checksums(place / "results" / "paper" / "puzzles") == on_the_page()
