"""The pipeline with Popper as its learner, with the referee, and with both learners side by side.

Popper is a stand-in here that thinks with the asp learner and talks like Popper.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from support.pipeline import checkout, run

from studies.records import read_measured
from witness.clauses.language.reader import read_hypothesis
from witness.pipeline.compare_learners import COLUMNS

STAND_IN = """
import re, sys
from witness.clauses.learners.asp import learner as asp
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.task import read_task

task = read_task(sys.argv[1])
learned = asp.learn(task)
if not learned.clauses:
    print("NO SOLUTION")
    sys.exit()
found, wrong = coverage(learned.clauses, task)
print("*" * 10, "SOLUTION", "*" * 10)
missed, spared = len(task.positives) - found, len(task.negatives) - wrong
counts = f"TP:{found} FN:{missed} TN:{spared} FP:{wrong} Size:{learned.size}"
print(f"Precision:1.00 Recall:0.50 {counts}")
for clause in learned.clauses:
    print(re.sub(r"[A-Z]\\b", lambda m: f"V{ord(m[0]) - ord('A')}", str(clause)))
print("*" * 30)
"""


@pytest.fixture(scope="module")
def popper(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the setting that names the stand-in."""
    program = tmp_path_factory.mktemp("popper") / "popper-ilp"
    program.write_text(f"#!{sys.executable}\n{STAND_IN}")
    program.chmod(0o755)
    return f"popper={json.dumps({'command': str(program)})}"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("comparison") / "run")


@pytest.mark.long
def test_popper_is_one_setting_away(place: Path, popper: str) -> None:
    puzzles = [f"train-000{n}" for n in range(3)]
    for name, more in (("tiny", []), ("popper", ["learner=popper", popper])):
        done = run(place, "--config", f"name={name}", *more, "--", "learned")
        assert done.returncode == 0, done.stderr[-3000:]
    for puzzle in puzzles:
        asp, theirs = (place / "results" / name / "train" / puzzle for name in ("tiny", "popper"))
        one, other = (json.loads((p / "result.json").read_text()) for p in (asp, theirs))
        assert other["learner"] == "popper"
        for key in ("status", "true_positives", "positives", "program_size"):
            assert one[key] == other[key]
        assert sum(other["examples_given"]) < other["positives"] + other["negatives"]
        assert {str(c) for c in read_hypothesis(asp / "hypothesis.pl")} == {
            str(c) for c in read_hypothesis(theirs / "hypothesis.pl")
        }
        assert (theirs / "popper.log").is_file()


@pytest.mark.slow
def test_learners_side_by_side(place: Path, popper: str) -> None:
    target = "results/tiny/tables/learners.csv"
    learners = "compared_learners=[asp, popper]"
    done = run(place, "--config", "compare_learners=2", learners, popper, "--", target)
    assert done.returncode == 0, done.stderr[-3000:]
    table = pd.read_csv(place / target)
    assert tuple(table.columns) == COLUMNS
    assert list(table["learner"]) == ["asp", "popper"] * 2
    assert list(table["same"][1::2]) == ["on all states"] * 2
    assert "```prolog" in (place / "results" / "tiny" / "learners.md").read_text()


def said(done: subprocess.CompletedProcess) -> str:
    return done.stdout + done.stderr


@pytest.mark.slow
def test_the_referee(place: Path, swi_prolog: None) -> None:
    target = "results/tiny/tables/referee.csv"
    done = run(place, "--config", "referee=true", "--", target)
    assert done.returncode == 0, done.stderr[-3000:]
    table = pd.read_csv(place / target)
    assert "it agrees with the translation on all of 6 training puzzles" in said(done)
    assert len(table) == 6
    assert (table["differences"] == 0).all()
    assert (table["prolog_true_positives"] == table["python_true_positives"]).all()
    for puzzle, covered in zip(table["puzzle"], table["prolog_true_positives"], strict=True):
        record = json.loads((place / f"results/tiny/train/{puzzle}/result.json").read_text())
        assert covered == record["true_positives"]


@pytest.mark.slow
def test_the_referee_warns(place: Path, swi_prolog: None) -> None:
    """A ruling with a difference is a row with a number, and a line on the screen."""
    ruling = place / "results/tiny/train/train-0001/referee.json"
    target = "results/tiny/tables/referee.csv"
    assert run(place, "--config", "referee=true", "--", target).returncode == 0
    record = json.loads(ruling.read_text())
    difference = {"example": "pos(f(p1,c1)).", "prolog": True, "python": False}
    ruling.write_text(json.dumps({**record, "agree": False, "differences": [difference]}))
    done = run(place, "--config", "referee=true", "--", target)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "the translation differ on train-0001" in said(done)
    assert "it differs on 1 of 6 training puzzles" in said(done)
    assert list(pd.read_csv(place / target)["differences"]) == [0, 1, 0, 0, 0, 0]


TOWER = "results/studies/games/variants/hanoi-3.jsonl"


@pytest.fixture(scope="module")
def studies_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("studies") / "run", "examples")


def make(
    studies_place: Path, target: str, *options: str, **settings: object
) -> subprocess.CompletedProcess:
    return run(studies_place, *options, "--config", f"studies={json.dumps(settings)}", "--", target)


@pytest.mark.slow
def test_a_record_is_measured_once(studies_place: Path) -> None:
    """It is measured anew when a setting of its own changes, or the game, and else it stays."""

    def would_run(**settings: object) -> bool:
        done = make(studies_place, TOWER, "--dry-run", **settings)
        assert done.returncode == 0, done.stderr[-3000:]
        return "games_variant" in done.stdout

    done = make(studies_place, TOWER)
    assert done.returncode == 0, done.stderr[-3000:]
    measured = read_measured(studies_place / TOWER)
    assert (measured.row["length"], measured.row["shortest"]) == (7, True)
    assert measured.origin.command == f"snakemake --cores 2 {TOWER}"
    assert measured.origin.settings == {"seed": 1, "time_limit": 30}
    assert not would_run()
    assert not would_run(solvers={"time_limit": 7})
    assert would_run(games={"time_limit": 7})
    assert would_run(seed=2)
    sheet = studies_place / "examples" / "games" / "hanoi.kif"
    sheet.write_text(sheet.read_text() + "\n; another comment\n")
    assert would_run()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "settings", "message"),
    [
        ("studies/difficulty/results.md", {}, "Windmill"),
        ("studies/reproduction/results.md", {}, "results/paper/config.yaml"),
        ("docs/games/results.md", {}, "studies/games/results.md"),
        (TOWER, {"colour": "blue"}, "no setting colour"),
        (TOWER, {"games": {"time_limit": 0}}, "studies.games.time_limit"),
    ],
)
def test_what_is_refused(
    target: str, settings: dict[str, object], message: str, studies_place: Path
) -> None:
    done = make(studies_place, target, "--dry-run", **settings)
    assert done.returncode != 0
    assert message in done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("page", ["games", "planners", "solvers"])
def test_pages_that_need_nothing_else(page: str, studies_place: Path) -> None:
    done = make(studies_place, f"studies/{page}/results.md", "--dry-run")
    assert done.returncode == 0, done.stderr[-3000:]
