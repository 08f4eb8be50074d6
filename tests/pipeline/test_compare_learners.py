"""Learners side by side: a row for each run, measured alike, and what their hypotheses share."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pandas as pd
import pytest
from support.sizes import some

from witness.clauses.learners.settings import Settings
from witness.pipeline.compare_learners import COLUMNS, runs, table_of, table_text

CASES = Path(__file__).parents[1] / "data" / "popper_cases"
ONE, TWO = CASES / "2x2_1_puzzle", CASES / "2x3_0_single"

#: A stand-in for Popper that knows two hypotheses, by the number of facts of the background.
STAND_IN = """
import pathlib, sys
place = pathlib.Path(sys.argv[1])
programs = {programs!r}
text = programs[(place / "bk.pl").read_text().count("path(")]
if text is None:
    sys.exit("it broke")
print("********** SOLUTION **********")
print("Precision:1.00 Recall:0.43 TP:1 FN:1 TN:1 FP:0 Size:1")
print(text)
print("******************************")
"""


def both(popper: Settings) -> dict[str, Settings]:
    return {"asp": Settings(timeout=popper.timeout), "popper": popper}


def paths(case: Path) -> int:
    return (case / "bk.pl").read_text().count("path(")


@pytest.fixture
def popper(tmp_path: Path) -> Settings:
    """A Popper that breaks on ONE and finds for TWO what Popper 3.1.0 found."""
    expected = pd.read_json(TWO / "expected.json")["program"]
    programs = {paths(ONE): None, paths(TWO): "\n".join(expected)}
    program = tmp_path / "popper-ilp"
    program.write_text(f"#!{sys.executable}\n{STAND_IN.format(programs=programs)}")
    program.chmod(0o755)
    return Settings(command=str(program), timeout=60)


@pytest.mark.slow
def test_a_row_for_each_run(popper: Settings) -> None:
    learners = both(popper)
    table = table_of(runs([ONE, TWO], learners))
    assert tuple(table.columns) == COLUMNS
    assert list(table["learner"]) == ["asp", "popper"] * 2
    assert list(table["status"]) == ["learned", "failed", "learned", "learned"]
    assert list(table["examples"]) == [29, 29, 140, 140]
    assert list(table["true_positives"]) == [14, 0, 34, 34]
    assert list(table["program_size"]) == [30, 0, 12, 12]
    assert list(table["same"]) == ["", "", "", "on all examples"]
    assert table["reason"][1] == "ended with status 1: it broke"
    for row in table.to_dict("records"):
        assert row["seconds"] > 0
        assert 20 < row["peak_memory"] < 1000 or row["learner"] == "popper"
        assert (row["hypothesis"] == "") == (row["status"] == "failed")
    assert sorted(path.name for path in ONE.iterdir()) == [
        "bias.pl", "bk.pl", "expected.json", "exs.pl",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "same"),
    some(2, [
        ("f(A,B):-path(A,F),square(B,E,C),count(F,C,D),greaterThan(D,E).", "no"),
        ("f(A,B):-path(A,F),square(B,E,C),count(F,C,D),greaterThan(D,E).\n"
         "f(A,B):-notAdjacent(A,B),one(D),path(A,E),square(B,F,C),count(C,E,D),three(F).",
         "on all states"),
        # Every square has more than one edge.
        ("f(A,B):-path(A,F),square(B,E,C),count(F,C,D),greaterThan(D,E).\n"
         "f(A,B):-notAdjacent(A,B),one(D),path(A,E),square(B,F,C),count(C,E,D),three(F),"
         "len(C,G),gte(G,D).",
         "on all states"),
    ]),
)  # fmt: skip
def test_what_is_the_same(program: str, same: str, tmp_path: Path) -> None:
    stand_in = tmp_path / "popper-ilp"
    text = STAND_IN.format(programs={paths(TWO): program})
    stand_in.write_text(f"#!{sys.executable}\n{text}")
    stand_in.chmod(0o755)
    table = table_of(runs([TWO], both(Settings(command=str(stand_in)))))
    assert table["same"][1] == same


@pytest.fixture
def recursive(tmp_path: Path) -> Path:
    """A task that only Popper takes."""
    task = tmp_path / "recursive"
    shutil.copytree(TWO, task)
    with (task / "bias.pl").open("a") as stream:
        stream.write("enable_recursion.\nenable_pi.\n")
    return task


@pytest.mark.slow
def test_a_learner_that_refuses_a_task(popper: Settings, recursive: Path) -> None:
    """It has a row with the reason, which names the file of the user; the others go on."""
    table = table_of(runs([recursive, TWO], both(popper)))
    assert list(table["learner"]) == ["asp", "popper"] * 2
    assert list(table["status"]) == ["failed", "learned", "learned", "learned"]
    assert table["reason"][0].startswith(f"{recursive}/bias.pl: line ")
    assert "enable_recursion (recursion) is not supported by the asp" in table["reason"][0]
    first = table.to_dict("records")[0]
    assert (first["true_positives"], first["positives"], first["program_size"]) == (0, 79, 0)
    assert first["hypothesis"] == first["same"] == ""
    page = table_text(table, "markdown")
    assert "| recursive | 140 | asp | failed |" in page
    assert f"asp:\n\n```prolog\n% failed {recursive}/bias.pl: line " in page
    for shown in (page, table_text(table, "csv")):
        assert "None" not in shown
        assert "nan" not in shown
        assert "InputError" not in shown
