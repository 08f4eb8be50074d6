"""The check of what learning until everything is proved claims: it confirms, and it refuses."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.certificates import BEYOND
from support.examples import ROOT
from support.sizes import some

from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners.asp import learner as asp
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.result_schema import COUNTS
from witness.clauses.learners.settings import Learned, Run
from witness.clauses.learners.task import Example, read_task
from witness.cli import main
from witness.proof.teaching import learn_until_proved
from witness.proof.teaching.claim import statement
from witness.puzzle.examples.examples import write_task
from witness.puzzle.model import Puzzle

PANEL = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 3), (1, 1, 1)), id="small")


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("taught")
    files = {"bk": ROOT / "bk" / "triangles.pl", "bias": ROOT / "bias" / "paper.pl"}
    write_task(PANEL, folder, **files, labels="puzzle")
    learn_until_proved(folder)
    return folder


@pytest.fixture
def folder(taught: Path, tmp_path: Path) -> Path:
    for file in taught.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def checked(folder: Path, capsys: pytest.CaptureFixture[str], status: int = 2) -> str:
    assert main(["recheck", str(folder)]) == status
    shown = capsys.readouterr()
    return str(shown.out + shown.err)


def test_a_claim_is_confirmed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = checked(folder, capsys, 0)
    assert "confirmed: each of 3 clauses is proved" in out
    assert "confirmed: asp, which learned it, finds none that covers more" in out
    assert "another" not in out
    assert "taken on trust: that asp is exact" in out
    assert "none that is sound on every board" in out


Change = Callable[[dict[str, Any]], object]


def other_solution(record: dict[str, Any]) -> None:
    record["until_proved"]["counterexamples"][0]["solution"].pop()


def other_path(record: dict[str, Any]) -> None:
    one = record["until_proved"]["counterexamples"][0]
    one["partial_path"] = one["solution"]


def case_left_out(record: dict[str, Any]) -> None:
    record["until_proved"]["proof"]["clauses"][0]["cases"].pop()


def one_more(name: str) -> Change:
    def change(record: dict[str, Any]) -> None:
        record[name] += 1

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (other_solution, "counterexample 1: its solution does not"),
        (other_path, "counterexample 1: its solution does not"),
        (case_left_out, "f(A,B) :-"),
        *((one_more(name), f"{name} is") for name in COUNTS),
    ],
)
def test_what_is_wrong_is_found(
    change: Change, problem: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads((folder / "result.json").read_text())
    change(record)
    (folder / "result.json").write_text(json.dumps(record))
    assert problem in checked(folder, capsys)


def worsened(folder: Path, kept: list[int], more: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Keep some clauses of a hypothesis, and add counterexamples; all else of the record fits."""
    record = json.loads((folder / "result.json").read_text())
    taught = record["until_proved"]
    clauses = [read_hypothesis(folder / "hypothesis.pl")[number] for number in kept]
    taught["proof"]["clauses"] = [taught["proof"]["clauses"][number] for number in kept]
    taught["counterexamples"] += more
    task = read_task(folder)
    covered, wrong = coverage(clauses, task)
    record |= {
        "true_positives": covered, "positives": task.counts[0], "false_positives": wrong,
        "negatives": task.counts[1] + len(taught["counterexamples"]),
        "program_size": sum(clause.size for clause in clauses),
    }  # fmt: skip
    taught["statement"] = statement(task)
    (folder / "hypothesis.pl").write_text("".join(f"{clause}\n" for clause in clauses))
    (folder / "result.json").write_text(json.dumps(record))
    return record


@pytest.mark.parametrize("kept", some(3, [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]]))
def test_a_better_hypothesis_is_found(
    kept: list[int], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some of the clauses are proved as well, but learning anew covers more."""
    worsened(folder, kept)
    assert "asp covers" in checked(folder, capsys)


def test_one_example_more(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the examples that only the last clause covers, one is left."""
    clauses, task = read_hypothesis(folder / "hypothesis.pl"), read_task(folder)

    def covered(positive: Example) -> list[int]:
        alone = replace(task, positives=[positive])
        return [number for number, one in enumerate(clauses) if coverage([one], alone)[0]]

    only = [one for one in task.positives if covered(one) == [2]]
    assert len(only) > 1
    given = (folder / "exs.pl").read_text()
    for one in only[1:]:
        given = given.replace(f"pos(f({','.join(map(str, one))})).\n", "")
    (folder / "exs.pl").write_text(given)
    record = worsened(folder, [0, 1])
    expected = f"asp covers {record['true_positives'] + 1} positive examples"
    assert expected in checked(folder, capsys)


@pytest.mark.parametrize("beyond", BEYOND)
def test_counterexamples_of_panels_beyond_proofs(
    beyond: tuple[Any, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On these panels the paths can be completed, though sound clauses fire on them."""
    puzzle, path, solution = beyond
    example = {"puzzle": puzzle, "square": [0, 2], "partial_path": path, "solution": solution}
    record = worsened(folder, [0], [example])
    number = len(record["until_proved"]["counterexamples"])
    out = checked(folder, capsys)
    assert f"counterexample {number}: its panel has" in out
    assert "of which proofs do not speak" in out


@pytest.fixture(scope="module")
def with_constants(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A task whose bias has constants."""
    folder = tmp_path_factory.mktemp("squares")
    files = {name: ROOT / name / "squares.pl" for name in ("bk", "bias")}
    colours = ((0, 0, "black"), (1, 1, "white"))
    panel = Puzzle(2, 2, ((0, 0),), ((2, 2),), squares=colours, id="small")
    write_task(panel, folder, **files, labels="puzzle")
    learn_until_proved(folder)
    return folder


def recheck(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    command = [sys.executable, "-m", "witness", "recheck", str(folder), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_bias_with_constants(with_constants: Path, tmp_path: Path) -> None:
    done = recheck(with_constants)
    assert (done.returncode, "finds none that covers more" in done.stdout) == (0, True)
    folder = shutil.copytree(with_constants, tmp_path / "worse")
    worsened(folder, [])
    done = recheck(folder)
    assert (done.returncode, "asp covers" in done.stdout) == (2, True)
    assert "confirmed" not in done.stdout


@pytest.mark.parametrize(
    ("status", "details", "why"),
    [("timeout", {}, "ended with timeout"), (None, {"left_out": 3}, "left out 3")],
)
def test_what_was_not_checked_is_said(
    status: str | None, details: dict[str, int], why: str, folder: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Learning anew did not look at all clauses, so nothing follows."""
    part = Run(Learned((), 1, 0, details), 1, 1, "0", status)
    monkeypatch.setattr(asp, "run_on", lambda _task, _settings: part)
    out = checked(folder, capsys, 0)
    assert f"not checked: that none covers more (asp {why})" in out
    assert "So " not in out
    assert "finds none" not in out


DELETE = object()


def damaged(record: Any) -> list[Any]:
    """Return a record with one thing gone or of another type, at every place of it."""
    found: list[Any] = [None, 5, "text", []]

    def walk(path: tuple[Any, ...], value: Any) -> None:
        for wrong in (DELETE, None, "text", [], 10**30):
            if path and wrong != value:
                found.append((path, wrong))
        if isinstance(value, dict):
            for key, inner in value.items():
                walk((*path, key), inner)
        elif isinstance(value, list):
            for place, inner in enumerate(value[:2]):
                walk((*path, place), inner)

    walk((), record)
    return found


@pytest.mark.slow
def test_a_damaged_record_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is gone or of another type: it is confirmed without it, or refused in a line."""
    whole = json.loads((folder / "result.json").read_text())
    cases = damaged({key: whole[key] for key in whole if key != "nearest"})
    rng = random.Random(1)
    for case in [*cases[:4], *rng.sample(cases[4:], 50)]:
        record = json.loads(json.dumps(whole))
        if isinstance(case, tuple):
            path, wrong = case
            inner = record
            for part in path[:-1]:
                inner = inner[part]
            if wrong is DELETE:
                del inner[path[-1]]
            else:
                inner[path[-1]] = wrong
        else:
            record = case
        (folder / "result.json").write_text(json.dumps(record))
        status = main(["recheck", str(folder), "--time-limit", "20"])
        shown = capsys.readouterr()
        assert status in (0, 2), case
        assert "Traceback" not in shown.err
        assert len(shown.err.splitlines()) == (1 if status else 0), (case, shown.err)


@pytest.mark.long
def test_a_second_run_in_the_same_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also after one that was cut short, whose counterexamples count only if they hold."""
    assert main(["learn", str(folder), "--until-proved"]) == 0
    assert main(["learn", str(folder), "--until-proved", "--rounds", "2"]) == 0
    known = json.loads((folder / "result.json.part").read_text())
    off = {**known[0], "partial_path": [[0, 0], [9, 9]], "solution": [[0, 0], [9, 9], [2, 2]]}
    jump = {**known[0], "partial_path": [[0, 0], [2, 2]]}
    (folder / "result.json.part").write_text(json.dumps([off, jump, *known]))
    assert main(["learn", str(folder), "--until-proved"]) == 0
    done = json.loads((folder / "result.json").read_text())["until_proved"]
    assert done["best"]
    assert done["counterexamples"][: len(known)] == known
    capsys.readouterr()
    assert "none that is sound" in checked(folder, capsys, 0)
