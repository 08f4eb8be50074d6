"""The workflow in folders whose names a shell would take apart."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT
from support.pipeline import TINY, checkout

NAME = "my work (it's) & ü $HOME; #1 {x}"

MODULE = """
module witness:
    snakefile: "../checkout/Snakefile"
    config: config
    prefix: "made (here)"

use rule * from witness as witness_*
"""


def run(place: Path, *options: str) -> None:
    """Run Snakemake with the Python of a virtual environment in a folder that has such a name."""
    python = place.parent / ".venv" / "bin" / Path(sys.executable).name
    command = [python, "-m", "snakemake", "--cores", "2", *options]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=place, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_in_the_checkout_from_elsewhere_and_in_another_workflow(tmp_path: Path) -> None:
    top = tmp_path / NAME
    top.mkdir()
    (top / ".venv").symlink_to(sys.prefix)
    place = checkout(top / "checkout")
    run(place, *TINY, "--", "learned")
    assert (place / "results/tiny/tables/hypotheses.csv").is_file()
    there = top / "else where"
    first = "results/tiny/puzzles/train.jsonl"
    start = ("--configfile", "config/tiny.yaml", "--directory", str(there))
    run(place, *start, "--", first)
    assert (there / first).is_file()
    user = top / "user"
    user.mkdir()
    (user / "Snakefile").write_text(MODULE)
    run(user, "--configfile", str(place / "config/tiny.yaml"), "--", f"made (here)/{first}")
    assert (user / "made (here)" / first).is_file()
