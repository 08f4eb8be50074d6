"""witness hypotheses: what an experiment has learned, finished or not."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from support.running import witness
from support.small_experiment import runs, write_experiment


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("inspecting")
    write_experiment(place / "small")
    return place


TABLE = """\
puzzle      rows  cols  learner  status   verdict  clauses  proved  coverage  behaviour  is_paper
train-0000     2     2  asp      learned  proved         3       3      0.75          2  yes
train-0001     2     3  asp      learned  refuted        2       1      0.50          3  no
train-0002     2     2  asp      learned  refuted        1       0      0.25          1  no
train-0003     2     3  asp      learned  refuted        1       0      0.25          1  no
train-0004     2     2  asp      timeout                 0       0
train-0005     2     3  asp      learned  proved         3       3      0.75          2  yes
"""


def test_a_table(place: Path) -> None:
    usual = witness(["hypotheses", "small"], place)
    head, *lines = usual.out.splitlines()
    assert {*TABLE.split("\n")[0].split(), "literals", "seconds", "alike"} == {*head.split()}
    assert len(lines) == 6
    columns = ",".join(TABLE.split("\n")[0].split())
    assert witness(["hypotheses", "small", "--columns", columns], place) == (0, TABLE, "")


def test_rows_and_columns(place: Path) -> None:
    words = ["--where", "coverage >= 0.5", "--columns", "puzzle,seconds"]
    done = witness(["hypotheses", "small", *words], place)
    assert done.out == (
        "puzzle      seconds\n"
        "train-0000     0.50\n"
        "train-0001     1.50\n"
        "train-0005     5.50\n"
    )  # fmt: skip
    assert done.err == "witness: small: 3 of 6 rows\n"
    assert witness(["hypotheses", "-q", "small", *words], place).err == ""


def test_clauses_and_behaviours(place: Path) -> None:
    done = witness(["hypotheses", "small", "--by", "clause", "--columns", "+english"], place)
    assert done.out.splitlines()[:4] == [
        "hypotheses  status   literals  clause_behaviour  paper_clause  clause",
        "         3  refuted         5                 1                "
        "f(A,B) :- path(A,C), len(C,D), notAdjacent(A,B), three(D).",
        "    The head of the path is not a corner of the square, and the number of edges of the "
        "path is",
        "    three.",
    ]
    alike = witness(["hypotheses", "small", "--by", "behaviour", "--format", "json"], place)
    assert [row["puzzles"] for row in json.loads(alike.out)] == [
        ["train-0002", "train-0003"],
        ["train-0000", "train-0005"],
        ["train-0001"],
    ]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_for_other_programs_there_are_all_columns(form: str, place: Path) -> None:
    done = witness(["hypotheses", "small", "--format", form, "-o", f"out.{form}"], place)
    assert (done.status, done.out) == (0, "")
    text = (place / f"out.{form}").read_text()
    rows = {
        "csv": lambda: list(csv.DictReader(io.StringIO(text))),
        "json": lambda: json.loads(text),
    }[form]()
    assert len(rows) == 6
    assert {"english", "reason", "peak_memory_mb"} <= set(rows[0])


def test_an_experiment_that_is_not_finished(tmp_path: Path) -> None:
    """And one in which an earlier configuration has left records."""
    folder = write_experiment(tmp_path / "half", runs()[:3], planned=5)
    done = witness(["hypotheses", "half", "--columns", "puzzle"], tmp_path)
    assert done.out.split() == ["puzzle", "train-0000", "train-0001", "train-0002"]
    assert done.err == "witness: half: 3 of 5 training puzzles are finished\n"
    extra = [one for one in runs() if one.puzzle == "train-0005"]
    other = write_experiment(tmp_path / "other", [runs()[0], runs()[0], *extra])
    (other / "train/batch_0.jsonl").rename(folder / "train/batch_7.jsonl")
    (other / "train/batch_1.jsonl").rename(folder / "train/batch_8.jsonl")
    assert witness(["hypotheses", "half", "--columns", "puzzle"], tmp_path).out == done.out


def test_nothing_learned_yet(tmp_path: Path) -> None:
    write_experiment(tmp_path / "new", [])
    done = witness(["hypotheses", "new", "--columns", "puzzle,status"], tmp_path)
    assert done.out == "puzzle  status\n"
    assert done.err == "witness: new: 0 of 6 training puzzles are finished\n"
    (tmp_path / "new/puzzles/train.jsonl").unlink()
    assert witness(["hypotheses", "new"], tmp_path).status == 0
