"""The pipeline with clauses beyond plain ones, and with other kinds of puzzles."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
import yaml
from support.beyond import ANSWER, ENDLESS, MIXED, PLAIN, RECURSIVE, bias_with
from support.pipeline import checkout, run

from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_text
from witness.pipeline.training import read_runs
from witness.puzzle.files import read_puzzles

#: A stand-in for Popper, with an answer for each number of examples.
STAND_IN = """
import pathlib, sys
answers = {answers!r}
examples = (pathlib.Path(sys.argv[1]) / "exs.pl").read_text().count("\\n")
print(answers[examples % len(answers)], end="")
"""

#: Proved, and another predicate than that of the recursive clauses.
OTHER = "f(A,B) :- notAdjacent(A,B), path(A,C), square(B,D,E), three(D), count(C,E,F), one(F).\n"
PROGRAMS = (PLAIN, RECURSIVE, MIXED, ENDLESS, OTHER)


@pytest.fixture(scope="module")
def checked_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = checkout(tmp_path_factory.mktemp("beyond") / "run")
    (place / "bias" / "beyond.pl").write_text(bias_with("enable_recursion", "enable_pi"))
    answers = [ANSWER.format(program=program) for program in PROGRAMS]
    program = place / "popper-ilp"
    program.write_text(f"#!{sys.executable}\n{STAND_IN.format(answers=answers)}")
    program.chmod(0o755)
    return place


def settings(place: Path, **more: str) -> list[str]:
    given = {
        "learner": "popper",
        "bias": "bias/beyond.pl",
        "popper": json.dumps({"command": str(place / "popper-ilp")}),
        "puzzle_sets": json.dumps({"train": {"count": 12, "min_size": 2, "max_size": 3}}),
        "large": json.dumps({"sizes": []}),
        "train_batch": "12",
        "test_batch": "20",
        **more,
    }
    return ["--config", *(f"{key}={value}" for key, value in given.items())]


def results(place: Path, name: str, **more: str) -> Path:
    done = run(place, *settings(place, name=name, **more))
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return place / "results" / name


def learned(root: Path) -> dict[str, str]:
    """The hypotheses by puzzle."""
    folders = sorted((root / "train").glob("train-*"))
    return {folder.name: (folder / "hypothesis.pl").read_text() for folder in folders}


def candidates(root: Path) -> list[dict]:
    found: list[dict] = json.loads((root / "triage/plain/candidates.json").read_text())
    return found


@pytest.mark.long
@pytest.mark.usefixtures("swi_prolog")
def test_hypotheses_beyond_plain_take_no_part(checked_out: Path) -> None:
    root = results(checked_out, "with", referee="true")
    texts = learned(root)
    assert len(set(texts.values())) >= len(PROGRAMS) - 1
    assert any("f(A,B) :- adjacent(A,B), f(A,B)." in text for text in texts.values())
    reasons = {c["left_out"] for c in candidates(root) if "left_out" in c}
    assert {"it is recursive: f/2 calls itself", "it calls more/3, an invented predicate"} & reasons
    page = (root / "report.html").read_text()
    assert "hypotheses have clauses beyond plain ones" in page
    assert "left out of the triage: it is recursive" in page
    for name in ("winner", "winner_proved"):
        assert (root / "triage" / "plain" / f"{name}.pl").read_text()
    table = pd.read_csv(root / "tables" / "referee.csv")
    assert set(table["differences"]) == {0}
    assert set(table["clauses_left_out"]) == {0, 1, 4, 5}
    again = run(checked_out, *settings(checked_out, name="with", referee="true"))
    assert "Nothing to be done" in again.stdout + again.stderr


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which all puzzles together have taught."""
    place = checkout(tmp_path_factory.mktemp("together") / "run")
    done = run(place, "--config", "teach=together", "--", "all")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return place


@pytest.mark.slow
def test_all_puzzles_as_one_task(together: Path) -> None:
    folder = together / "results" / "tiny"
    command = [sys.executable, "-m", "witness", "recheck", str(folder / "taught")]
    checked = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "none that is sound on every board" in checked.stdout
    outcomes = pd.read_csv(folder / "tables" / "outcomes.csv").set_index(["set", "run"])
    for name in ("test", "large"):
        assert outcomes.loc[(name, "winner_taught, prune"), "lost"] == 0
    race = pd.read_csv(folder / "tables" / "taught.csv")
    program = race.set_index("chosen").loc["yes", "program"]
    chosen = read_hypothesis(folder / "taught" / "winner_taught.pl")
    assert "\n".join(map(clause_text, chosen)) == program
    assert "earned until everything was proved" in (folder / "report.html").read_text()


@pytest.mark.long
def test_what_an_earlier_configuration_has_left_is_none_of_the_next_one_s(together: Path) -> None:
    made = run(together, "--config", "teach=together", "--", "results/tiny/explore.html")
    assert made.returncode == 0, made.stderr[-3000:]
    explored = (together / "results" / "tiny" / "explore.html").read_text()
    assert "earned until everything was proved" in explored
    again = run(together, "--", "results/tiny/report.html")
    assert again.returncode == 0, again.stderr[-3000:]
    page = (together / "results" / "tiny" / "report.html").read_text()
    assert "earned until everything" not in page


@pytest.mark.long
def test_each_puzzle(tmp_path: Path) -> None:
    place = checkout(tmp_path / "run")
    done = run(place, "--config", "teach=each", "--", "learned")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    runs = read_runs(place / "results" / "tiny" / "train" / "batch_0.jsonl")
    assert any(run.clauses for run in runs)
    for one in runs:
        assert one.clauses == one.core
        assert one.result["until_proved"]["ended"] == "proved"


SETS = [f"results/tiny/puzzles/{name}.jsonl" for name in ("train", "filter_1", "test", "large/3x4")]


@pytest.mark.slow
def test_all_sets_are_of_the_kind(tmp_path: Path) -> None:
    place = checkout(tmp_path / "run")
    given = ["bias=bias/dots.pl", 'puzzles={"kind": "dots", "gaps": 0.1}']
    done = run(place, "--config", *given, "--", *SETS)
    assert done.returncode == 0, done.stderr[-3000:]
    for name in SETS:
        puzzles = read_puzzles(place / name)
        assert puzzles
        assert {feature for puzzle in puzzles for feature in puzzle.features} == {"dots", "gaps"}
    # Without the key no rule has a parameter for it, so that earlier results stand.
    again = run(place, "--dry-run", "--", SETS[0])
    assert "reason: Params have changed since last execution" in again.stdout + again.stderr


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("squares", marks=pytest.mark.long),
        pytest.param("stars", marks=pytest.mark.long),
        pytest.param("dots", marks=pytest.mark.slow),
        pytest.param("mixed", marks=pytest.mark.long),
        pytest.param("gaps", marks=pytest.mark.long),
    ],
)
def test_from_puzzles_to_the_report(kind: str, tmp_path: Path) -> None:
    """The whole pipeline as config/KIND.yaml has it, on tiny sets of puzzles."""
    place = checkout(tmp_path / "run")
    settings = yaml.safe_load((place / "config" / f"{kind}.yaml").read_text())
    options = [f"{key}={json.dumps(value)}" for key, value in settings.items() if key != "name"]
    done = run(place, "--config", "name=tiny", *options)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    tables = place / "results" / "tiny" / "tables"
    outcomes = pd.read_csv(tables / "outcomes.csv").set_index(["set", "run"])
    baseline = "no predicate" if kind in ("squares", "stars", "dots") else "π_baseline"
    for name in ("test", "large"):
        assert outcomes.loc[(name, f"{baseline}, prune"), "lost"] == 0
        assert outcomes.loc[(name, "winner_proved, prune"), "lost"] == 0
        if "heuristic" in settings:
            assert outcomes.loc[(name, "winner_proved, guided, prune"), "lost"] == 0
    learned = pd.read_csv(tables / "learning.csv").set_index("quantity")["ours"]
    assert int(learned["clauses proved"]) > 0
    proofs = pd.read_csv(tables / "theorem_1.csv")
    assert len(proofs) > 0
    assert set(proofs["verdict"]) == {"proved"}
    # The paper has no such puzzles, so nothing is compared with it.
    for file in tables.glob("*.csv"):
        columns = pd.read_csv(file, nrows=0).columns
        assert not [column for column in columns if "paper" in column.split(" ")], file
    page = (place / "results" / "tiny" / "report.html").read_text()
    assert "cannot become a solution any more" in page
    assert "π°" not in page
