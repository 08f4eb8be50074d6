"""What is measured is never the first search of its kind in a process."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from witness.cli import main
from witness.pipeline.race import Entrant, race
from witness.puzzle.files import write_puzzles
from witness.puzzle.generate.algorithms import path_set
from witness.puzzle.model import Puzzle
from witness.searches import Limits, Mode, SearchResult
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE, NONE
from witness.searches.registry import WARM_UP

ONE, TWO, LARGER = [
    *path_set(2, 2, 2, random.Random(1), name="small"),
    *path_set(2, 3, 1, random.Random(1), name="larger"),
]
COUNTED = Limits(max_expansions=12345)


class Spy:
    """An engine that notes its searches; those that do not count take an hour."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, str, bool]] = []

    def __call__(
        self, puzzle: Puzzle, predicate: Predicate, mode: Mode, **options: Any
    ) -> SearchResult:
        counts = options["limits"].max_expansions != WARM_UP
        self.calls.append((puzzle.id, predicate.name, mode, counts))
        return SearchResult(
            status="solved",
            path=None,
            expansions=7,
            seconds=1.0 if counts else 3600.0,
            engine="spy",
        )

    def measured_cold(self) -> list[tuple[str, str, str]]:
        """Return the searches that counted although none of their predicate or size came before."""
        known: set[object] = set()
        cold = []
        for puzzle, predicate, mode, counts in self.calls:
            kinds = {predicate, (puzzle.partition("-")[0], mode)}
            if counts and not kinds <= known:
                cold.append((puzzle, predicate, mode))
            known |= kinds
        return cold


def test_a_search_that_does_not_count_comes_before_each_race() -> None:
    spy = Spy()
    entrants = {"none": Entrant(NONE), "baseline": Entrant(BASELINE, "prune")}
    found = race(entrants, [ONE, TWO, LARGER], "plain", spy, COUNTED, rounds=2)
    assert spy.calls[:2] == [(ONE.id, "none", "sort", False), (ONE.id, "none", "sort", True)]
    assert spy.measured_cold() == []
    assert sum(not counts for *_, counts in spy.calls) == 4  # two entrants on two sizes
    assert [totals.rounds for totals in found.values()] == [(3.0, 3.0)] * 2
    assert [totals.expansions for totals in found.values()] == [21, 21]


def test_each_search_of_the_command_is_of_a_warm_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spy = Spy()
    write_puzzles(tmp_path / "p.jsonl", [ONE, TWO, LARGER])
    monkeypatch.setattr("witness.cli.solving.engine", lambda _name: spy)
    assert main(["solve", str(tmp_path / "p.jsonl"), "--engine", "compiled"]) == 0
    assert spy.measured_cold() == []
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["seconds"] for record in records] == [1.0] * 3
