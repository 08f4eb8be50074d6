"""The targets of the studies: what is measured, when it is measured anew, and what is refused."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from support.pipeline import checkout, run

from studies.records import read_measured

TOWER = "results/studies/games/variants/hanoi-3.jsonl"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("studies") / "run", "examples")


def make(
    place: Path, target: str, *options: str, **settings: object
) -> subprocess.CompletedProcess:
    return run(place, *options, "--config", f"studies={json.dumps(settings)}", "--", target)


@pytest.mark.slow
def test_a_record_is_measured_once(place: Path) -> None:
    """It is measured anew when a setting of its own changes, or the game, and else it stays."""

    def would_run(**settings: object) -> bool:
        done = make(place, TOWER, "--dry-run", **settings)
        assert done.returncode == 0, done.stderr[-3000:]
        return "games_variant" in done.stdout

    done = make(place, TOWER)
    assert done.returncode == 0, done.stderr[-3000:]
    measured = read_measured(place / TOWER)
    assert (measured.row["length"], measured.row["shortest"]) == (7, True)
    assert measured.origin.command == f"snakemake --cores 2 {TOWER}"
    assert measured.origin.settings == {"seed": 1, "time_limit": 30, "memory_limit": None}
    assert not would_run()
    assert not would_run(solvers={"time_limit": 7}, games={"memory_limit": 7})
    assert would_run(games={"time_limit": 7})
    assert would_run(seed=2)
    sheet = place / "examples" / "games" / "hanoi.kif"
    sheet.write_text(sheet.read_text() + "\n; another comment\n")
    assert would_run()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "settings", "message"),
    [
        ("studies/difficulty/results.md", {}, "this page needs a dump of the Windmill"),
        ("studies/difficulty/results.md", {"windmill": "no.json"}, "no.json"),
        ("studies/reproduction/results.md", {}, "there is no results/paper/config.yaml; run that"),
        ("studies/triage/results.md", {}, "there is no results/paper/config.yaml; run that"),
        ("studies/learners/results.md", {}, "there is no results/paper/config.yaml; run that"),
        ("studies/live/results.md", {}, "there is no results/live/config.yaml; run that"),
        ("docs/triage.md", {}, "docs/triage.md has another name now: studies/triage/results.md"),
        ("docs/games/results.md", {}, "has another name now: studies/games/results.md"),
        (TOWER, {"colour": "blue"}, "studies: Additional properties are not allowed ('colour'"),
        (TOWER, {"games": {"time_limit": 0}}, "studies.games.time_limit: 0 is less than or equal"),
        (TOWER, {"difficulty": {"boards": [[3, 9]]}}, "studies.difficulty.boards.0.1: 9 is great"),
    ],
)
def test_what_is_refused(
    target: str, settings: dict[str, object], message: str, place: Path
) -> None:
    done = make(place, target, "--dry-run", **settings)
    assert done.returncode != 0
    assert message in done.stdout + done.stderr


@pytest.mark.parametrize("page", ["games", "solvers", "rules"])
def test_pages_that_need_nothing_else(page: str, place: Path) -> None:
    done = make(place, f"studies/{page}/results.md", "--dry-run")
    assert done.returncode == 0, done.stderr[-3000:]
