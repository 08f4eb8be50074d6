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


def test_rows_columns_and_order(place: Path) -> None:
    words = ["--where", "coverage >= 0.5", "--sort", "-seconds", "--columns", "puzzle,seconds"]
    done = witness(["hypotheses", "small", *words], place)
    assert done.out == (
        "puzzle      seconds\n"
        "train-0005     5.50\n"
        "train-0001     1.50\n"
        "train-0000     0.50\n"
    )  # fmt: skip
    assert done.err == "witness: small: 3 of 6 rows\n"
    assert witness(["hypotheses", "-q", "small", *words], place).err == ""


@pytest.mark.parametrize("sort", [["--sort", "-seconds"], ["--sort=-seconds"]])
def test_a_dash_before_the_first_column(sort: list[str], place: Path) -> None:
    done = witness(["hypotheses", *sort, "small", "--columns", "puzzle"], place)
    assert done.out.split()[1:] == [f"train-{n:04d}" for n in (5, 4, 3, 2, 1, 0)]


def test_an_option_in_the_place_of_columns_is_none(place: Path) -> None:
    done = witness(["hypotheses", "small", "--sort", "--columns", "puzzle"], place)
    assert done.status == 2
    assert done.err.count("\n") == 1


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


@pytest.mark.parametrize("form", ["csv", "json", "jsonl"])
def test_for_other_programs_there_are_all_columns(form: str, place: Path) -> None:
    done = witness(["hypotheses", "small", "--format", form, "-o", f"out.{form}"], place)
    assert (done.status, done.out) == (0, "")
    text = (place / f"out.{form}").read_text()
    rows = {
        "csv": lambda: list(csv.DictReader(io.StringIO(text))),
        "json": lambda: json.loads(text),
        "jsonl": lambda: [json.loads(line) for line in text.splitlines()],
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--where", "colour = red"], "--where: there is no column 'colour'; there are puzzle, "),
        (["--sort", "-colour"], "--sort: there is no column 'colour'; there are puzzle, "),
        (["--columns", "puzzle,"], "--columns: there is no column ''; there are puzzle, "),
        (["--by", "clause", "--where", "puzzle = a"], "there are hypotheses, status, "),
        (["--where", "__import__('os')"], "--where: "),
    ],
)
def test_wrong_arguments(words: list[str], said: str, place: Path) -> None:
    done = witness(["hypotheses", "small", *words], place)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("witness: ")
    assert done.err.count("\n") == 1
    assert said in done.err


def test_folders_that_are_none_of_an_experiment(tmp_path: Path) -> None:
    def said(name: str) -> str:
        done = witness(["hypotheses", name], tmp_path)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        return done.err

    assert said("nowhere") == "witness: nowhere: there is no such folder\n"
    folder = write_experiment(tmp_path / "old")
    (folder / "format").write_text("1\n")
    assert "written in format 1 by an earlier version" in said("old")
    (folder / "format").write_text("2\n")
    (folder / "train/batch_0.jsonl").write_text("{}\n")
    assert "old/train/batch_0.jsonl: line 1: not a learning run" in said("old")
    config = folder / "config.yaml"
    config.write_text(config.read_text().replace("max_size", "size"))
    assert "old/config.yaml: each of puzzle_sets needs a max_size" in said("old")
    config.write_text(config.read_text().replace("size: 3", "max_size: 30000"))
    assert "a whole number from 1 to 10" in said("old")


def test_what_it_reads_is_not_overwritten(tmp_path: Path) -> None:
    folder = write_experiment(tmp_path / "small")
    before = (folder / "train/batch_1.jsonl").read_bytes()
    done = witness(["hypotheses", "small", "-o", "small/train/batch_1.jsonl"], tmp_path)
    assert done.status == 2
    assert "would be overwritten" in done.err
    assert (folder / "train/batch_1.jsonl").read_bytes() == before
