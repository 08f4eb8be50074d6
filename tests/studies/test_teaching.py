"""The study of the prover as teacher: what it measures, and its page from tiny records."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from support.examples import ROOT

from studies.records import read_measured, write_measured
from studies.teaching import page, study
from witness.learners.partial_paths import LABELS
from witness.report.paper import CLAUSES


@pytest.mark.slow
def test_a_run_of_the_loop() -> None:
    drawn = study.draw("triangles", 10, 1)
    row = study.taught("paper", drawn, "puzzle", 100.0)
    assert (row["ended"], row["why_not_best"], row["known"]) == ("proved", None, "the same")
    assert row["puzzles"] == 10
    alone = study.taught("paper", drawn, "puzzle", 100.0, negatives=False)
    assert alone["clauses"] == row["clauses"]
    assert alone["rounds"] > row["rounds"]


def test_the_lesson_of_one_panel() -> None:
    record, strip = page.lesson()
    assert record["until_proved"]["best"]
    assert record["program_size"] == sum(clause.count("(") for clause in CLAUSES)
    pictures = strip.count(">the clause fires here</text>")
    assert pictures == len(record["until_proved"]["counterexamples"])


@pytest.mark.slow
def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables have the rows of the records, and the experiments' are read from their folders."""
    drawn = study.draw("triangles", 2, 1)
    row = study.taught("paper", drawn, "puzzle", 100.0)
    best = [{**row, "labels": labels} for labels in LABELS]
    needed = [{"seed": 1, "teacher": teacher, **row} for teacher in ("labels", "prover")]
    for name, rows in (("best", best), ("needed", needed)):
        settings = {"puzzles": 2, "seed": 1}
        write_measured(tmp_path / f"{name}.jsonl", rows, "the command", settings)
    shown = page.best(read_measured(tmp_path / "best.jsonl"))
    assert shown["labels"].tolist() == [*LABELS]
    assert len(page.needed(read_measured(tmp_path / "needed.jsonl"))) == 2
    compared = pd.DataFrame(
        [
            ("paper", "triangles", 9, 1, "Algorithm 2", "a", 8, 2.0, 2),
            ("paper", "triangles", 9, 1, "Algorithm 2, proved clauses", "a", 9, 1.5, 0),
            ("paper", "triangles", 9, 1, "all puzzles together until proved", "a", 7, 3.0, 0),
        ],
        columns=[*page.CASE, "way", "experiment", "Σ expansions", "Σ speedup", "solutions lost"],
    )
    assert page.beside(compared) == {"cases": 1, "fewer": 1, "same": 0, "more": 0, "losing": 1}
    monkeypatch.setattr(page, "ways", lambda experiments: compared)
    source = {
        **{name: str(tmp_path / f"{name}.jsonl") for name in ("best", "needed")},
        "template": str(ROOT / "studies" / "teaching" / "results.md.j2"),
        "config": str(ROOT / "config.yaml"),
        "schema": str(ROOT / "workflow" / "schemas" / "config.schema.yaml"),
    }
    output = {name: str(tmp_path / f"{name}.md") for name in ("page", "strip", "best", "ways")}
    page.write(source, output, "snakemake page", experiments=[])
    text = (tmp_path / "page.md").read_text()
    assert "# The prover as teacher" in text
    assert "| paper | triangles | sure |" in text
    assert "| 2 (loses 2) |" in text
    assert "paper,triangles,constraint," in (tmp_path / "best.md").read_text()
