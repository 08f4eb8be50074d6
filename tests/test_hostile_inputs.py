"""Damaged files and arguments: one clear line, nothing half-written, no limit overstepped.

A generator that knows the formats damages good files (`support/mutations.py`) and runs real
commands on them (`support/hostile.py`), each in a process of its own (`support/hostile_runs.py`).
A number makes a case: what fails here by its number fails there as well.
"""

from __future__ import annotations

import json
import random

import pytest
import yaml
from support.examples import ROOT
from support.hostile_runs import results
from support.mutations import json_values
from support.sizes import rounds

from witness.base.config import checked
from witness.base.errors import InputError


@pytest.mark.slow
@rounds(20, 1000)
def test_hostile_inputs(rounds: int) -> None:
    seeds = range(rounds)
    found = list(results(list(seeds)))
    assert [result["seed"] for result in found] == list(seeds)
    bad = [result for result in found if result["faults"]]
    assert not bad, "\n".join(json.dumps(result, ensure_ascii=False) for result in bad)
    # A generator all of whose files are good, or none, would show nothing.
    refused = sum(result["status"] == 2 for result in found)
    assert len(found) / 4 < refused < len(found)


def test_hostile_configurations() -> None:
    good = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    text = json.dumps(good).encode()
    refused = []
    for seed in range(150):
        config = json.loads(json_values(random.Random(seed), text))
        try:
            checked(config, ROOT / "workflow/schemas/config.schema.yaml")
        except InputError as error:
            refused.append(str(error))
    assert 50 < len(refused) < 150
    assert all(len(line) < 700 and line.isprintable() for line in refused)
