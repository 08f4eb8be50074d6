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


def planned(place: Path, cores: int, **triage: object) -> tuple[int, set[int]]:
    """Return the number of batches of the triage, and the cores that they ask for."""
    setting = f"triage={json.dumps(triage)}"
    done = run(place, "--dry-run", "--config", setting, cores=cores)
    assert done.returncode == 0, done.stderr
    said = done.stdout + done.stderr
    (number,) = set(re.findall(r"^triage_batch +(\d+)$", said, re.MULTILINE))
    batches = re.findall(r"^rule triage_batch:\n(?:    .*\n)*", said, re.MULTILINE)
    assert len(batches) == int(number)
    asked = [re.findall(r"^    threads: (\d+)$", batch, re.MULTILINE) for batch in batches]
    return int(number), {int(*found) if found else 1 for found in asked}


@pytest.mark.slow
def test_by_time_every_stage_has_its_batches_and_a_free_core_beside_each(place: Path) -> None:
    """The first stage, which takes longest, has twice as many."""
    assert planned(place, 2, rank_by="time", batches=3) == (2 * (6 + 3 + 3), {2})
    assert planned(place, 32, rank_by="time", batches=3) == (2 * (6 + 3 + 3), {2})
    assert planned(place, 1, rank_by="time", batches=3) == (2 * (6 + 3 + 3), {1})


def test_by_expansions_a_stage_in_which_candidates_stop_is_one_job(place: Path) -> None:
    for cores in (1, 32):
        assert planned(place, cores, rank_by="expansions", batches=3) == (2 * (1 + 1 + 3), {1})
