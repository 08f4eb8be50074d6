"""Damaged files and arguments: one clear line, nothing half-written, no limit overstepped.

A generator that knows the formats damages good files (`support/mutations.py`) and runs real
commands on them (`support/hostile.py`), each in a process of its own (`support/hostile_runs.py`).
A number makes a case: what fails here by its number fails there as well.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import yaml
from support.examples import ROOT
from support.hostile import Case, case
from support.hostile_runs import complete, faults, results, write
from support.mutations import json_values

from witness.base.config import checked
from witness.base.errors import InputError


def check(seeds: range) -> None:
    found = list(results(list(seeds)))
    assert [result["seed"] for result in found] == list(seeds)
    bad = [result for result in found if result["faults"]]
    assert not bad, "\n".join(json.dumps(result, ensure_ascii=False) for result in bad)
    # A generator all of whose files are good, or none, would show nothing.
    refused = sum(result["status"] == 2 for result in found)
    assert len(found) / 4 < refused < len(found)


@pytest.mark.slow
def test_hostile_inputs() -> None:
    check(range(100))


@pytest.mark.long
def test_a_thousand_hostile_inputs() -> None:
    check(range(1000, 2000))


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


def test_a_case_is_made_from_its_number() -> None:
    assert case(7) == case(7) != case(8)
    assert len({chosen.kind for chosen in map(case, range(100))}) == 12


class TestFaults:
    """What the runs above look for is found where it is."""

    @staticmethod
    def found(
        place: Path, status: int = 2, err: str = "witness: a.pl: bad\n", left: str | None = None
    ) -> list[str]:
        write({"a.pl": b"f."}, place)
        before = {"a.pl": b"f."}
        if left is not None:
            (place / left).write_text('{"a": 1')
        return faults(Case(0, "options", ["explain", "a.pl"], before), status, err, before, place)

    def test_none(self, tmp_path: Path) -> None:
        assert self.found(tmp_path) == []
        assert self.found(tmp_path, status=0, err="") == []

    @pytest.mark.parametrize("status", [1, 134, -6, -24])
    def test_a_status(self, status: int, tmp_path: Path) -> None:
        assert self.found(tmp_path, status=status)

    @pytest.mark.parametrize(
        "err",
        [
            "",
            "nothing good\n",
            "witness: one\nwitness: two\n",
            "witness: one\n  two\n",
            "Traceback (most recent call last):\n",
            f"witness: {'long' * 200}\n",
            "witness: \x1b[31mred\n",
        ],
    )
    def test_what_is_printed(self, err: str, tmp_path: Path) -> None:
        assert self.found(tmp_path, err=err)

    @pytest.mark.parametrize("left", ["out.jsonl", ".out.txt.x1", "out.txt"])
    def test_a_file_that_is_left(self, left: str, tmp_path: Path) -> None:
        assert self.found(tmp_path, left=left)
        assert self.found(tmp_path, status=0, left=left)

    def test_a_file_that_is_gone(self, tmp_path: Path) -> None:
        chosen = Case(0, "options", [], {"b.pl": b""})
        assert faults(chosen, 0, "", chosen.files, tmp_path) == ["b.pl is gone"]

    def test_complete_files(self) -> None:
        assert complete("a.jsonl", b'{"a": 1}\n{"a": 2}\n')
        assert complete("a.svg", b"<svg></svg>\n")
        assert not complete("a.jsonl", b'{"a": 1}\n{"a": 2}')
        assert not complete("a.svg", b"<svg>")
