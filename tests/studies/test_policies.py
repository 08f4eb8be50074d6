"""The study of searches that a policy guides: what it measures, and its ratios."""

from __future__ import annotations

import random
from pathlib import Path

import pandas as pd
import pytest

from studies.policies import page, study
from studies.records import gather, write_measured
from witness.pipeline.report.speedups import interval

SIZES = {"sizes": [[2, 12]], "training": 5, "max_expansions": 100_000, "seed": 1}


@pytest.fixture(scope="module")
def drawn() -> pd.DataFrame:
    return pd.DataFrame(study.drawn({}, **SIZES))  # type: ignore[arg-type]


def test_every_search_solves_every_puzzle(drawn: pd.DataFrame) -> None:
    assert {*drawn["status"]} == {"solved"}
    assert len(drawn) == 10 * 4 * 12
    lengths = drawn[drawn["search"].str.startswith("A*")].groupby("puzzle")["length"]
    assert (lengths.nunique() == 1).all()
    assert (drawn["length"] >= drawn["puzzle"].map(lengths.min())).all()


def test_the_same_again(drawn: pd.DataFrame) -> None:
    assert pd.DataFrame(study.drawn({}, **SIZES)).equals(drawn)  # type: ignore[arg-type]


def test_ratios() -> None:
    one = pd.DataFrame({"puzzle": ["a", "b"], "expansions": [8, 0], "status": "solved"})
    other = pd.DataFrame({"puzzle": ["b", "a"], "expansions": [1, 2], "status": "solved"})
    assert page.compared(one, other) == {
        "ratio of sums": "3.00", "95 %": "1.00 to 4.00", "median": "2.50", "geometric mean": "2.00",
    }  # fmt: skip
    assert page.compared(one.assign(status="expansion-limit"), other)["ratio of sums"] == "≥ 3.00"


def test_intervals_are_as_wide_as_they_should_be() -> None:
    """The sum of 400 numbers with mean 2 and variance 1, over a constant."""
    rng = random.Random(3)
    low, high = interval([rng.choice((1.0, 3.0)) for _ in range(400)], [1.0] * 400)
    assert 2 * 1.96 / 20 * 0.9 < high - low < 2 * 1.96 / 20 * 1.1


def test_the_panels_of_others(tmp_path: Path, drawn: pd.DataFrame) -> None:
    """Training panels that are in the test set are left out; the page is written from records."""
    panel = "Size: 2 2\nInit: 0 0\nGoal: 2 2\nColors: |0 0 1|{} 1 2\n"
    for name in (study.TEST, study.TRAINING):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one").write_text(panel.format(1))
    (tmp_path / study.TRAINING / "two").write_text(panel.format(0))
    rows = [*study.published({"h_levin": tmp_path}, max_expansions=100)]
    assert {(row["puzzle"], row["status"]) for row in rows} == {("one", "solved")}
    files = []
    for name, found in (("drawn", drawn.to_dict("records")), ("published", rows)):
        files.append(tmp_path / f"{name}.jsonl")
        write_measured(files[-1], found, "a command", SIZES)
    records = tmp_path / "records.jsonl.gz"
    gather(files, tmp_path, records)
    source = {"template": "studies/policies/results.md.j2", "records": str(records)}
    names = {"page": "page.md", "figure": "f.svg", "expansions": "e.csv", "ratios": "r.csv"}
    page.write(source, {key: str(tmp_path / name) for key, name in names.items()}, "a command")
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    # Of expansions, and of the published panels.
    assert text.count("| LevinTS | uniform |") == 2
    ratios = pd.read_csv(tmp_path / "r.csv")
    assert {*ratios["size"]} == {"2×2"}
    assert {*ratios["what"]} == {"live against π_baseline", "renormalised", "learned"}
