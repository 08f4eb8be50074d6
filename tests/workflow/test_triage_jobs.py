"""The jobs of the triage: as many as the configuration says, on any number of cores."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.pipeline import checkout, run


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("jobs") / "run")


def planned(place: Path, cores: int, **triage: object) -> int:
    """Return the number of batches of the triage."""
    setting = f"triage={json.dumps(triage)}"
    done = run(place, "--dry-run", "--config", setting, cores=cores)
    assert done.returncode == 0, done.stderr
    (number,) = set(re.findall(r"^triage_batch +(\d+)$", done.stdout + done.stderr, re.MULTILINE))
    return int(number)


@pytest.mark.slow
def test_by_time_every_stage_has_its_batches(place: Path) -> None:
    """The first stage, which takes longest, has twice as many."""
    for cores in (1, 32):
        assert planned(place, cores, rank_by="time", batches=3) == 2 * (6 + 3 + 3)


def test_by_expansions_a_stage_in_which_candidates_stop_is_one_job(place: Path) -> None:
    for cores in (1, 32):
        assert planned(place, cores, rank_by="expansions", batches=3) == 2 * (1 + 1 + 3)
