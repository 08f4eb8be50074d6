"""The check of what learning until everything is proved claims: it confirms, and it refuses."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT, UNSOUND

from witness.cli import main
from witness.learners.coverage import coverage
from witness.learners.examples import write_task
from witness.learners.run import Settings
from witness.learners.task import read_task
from witness.logic.language.reader import read_hypothesis
from witness.proof.teaching import learn_until_proved
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
    assert "another learner, finds none that covers more" in out
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


def more_covered(record: dict[str, Any]) -> None:
    record["true_positives"] += 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (other_solution, "does not become its solution"),
        (other_path, "does not become its solution"),
        (case_left_out, "f(A,B) :-"),
        (more_covered, "the record says"),
    ],
)
def test_what_is_wrong_is_found(
    change: Change, problem: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads((folder / "result.json").read_text())
    change(record)
    (folder / "result.json").write_text(json.dumps(record))
    assert problem in checked(folder, capsys)


def with_counts(record: dict[str, Any], folder: Path) -> None:
    """Write a record with the numbers of the hypothesis in the folder."""
    clauses = read_hypothesis(folder / "hypothesis.pl")
    covered, wrong = coverage(clauses, read_task(folder))
    size = sum(clause.size for clause in clauses)
    record |= {"true_positives": covered, "false_positives": wrong, "program_size": size}
    (folder / "result.json").write_text(json.dumps(record))


def test_a_better_hypothesis_is_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two of three clauses are proved as well, but another learner covers more."""
    record = json.loads((folder / "result.json").read_text())
    clauses = (folder / "hypothesis.pl").read_text().splitlines()
    proof = record["until_proved"]["proof"]
    (folder / "hypothesis.pl").write_text("\n".join(clauses[:2]) + "\n")
    del proof["clauses"][2]
    with_counts(record, folder)
    assert "bottom-up covers" in checked(folder, capsys)


def test_another_hypothesis(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "hypothesis.pl").write_text(UNSOUND)
    assert "about other clauses" in checked(folder, capsys)


def test_the_record_of_something_else(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads((folder / "result.json").read_text())
    del record["until_proved"]
    (folder / "result.json").write_text(json.dumps(record))
    assert "not the record of" in checked(folder, capsys)


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


def no_statement(record: dict[str, Any]) -> None:
    record["until_proved"]["statement"] = "every puzzle has a solution"


def other_learner(record: dict[str, Any]) -> None:
    record["learner"] = "genetic"


def not_ended(record: dict[str, Any]) -> None:
    record["until_proved"]["ended"] = "timeout"


def left_out(record: dict[str, Any]) -> None:
    record["until_proved"]["undecided"] = [{"clause": "f(A,B) :- path(A,C).", "reason": "late"}]


@pytest.mark.parametrize("change", [no_statement, other_learner, not_ended, left_out])
def test_what_does_not_follow_is_not_said(
    change: Change, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads((folder / "result.json").read_text())
    change(record)
    (folder / "result.json").write_text(json.dumps(record))
    out = checked(folder, capsys)
    assert "it is said to be the best, but" in out
    assert "So of the predicates" not in out


@pytest.mark.slow
def test_a_smaller_language_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The statement is about the language in which something was learned, not that of the file."""
    learn_until_proved(folder, settings=Settings(allow_singletons=True))
    assert "variables, which may occur once, none" in checked(folder, capsys, 0)


@pytest.mark.slow
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
