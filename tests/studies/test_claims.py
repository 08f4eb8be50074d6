"""The pages about claims, Table 2 and time, from records made by hand, committed, or small."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml
from support.examples import ROOT
from support.handmade import experiment, records

import witness as w
from studies.claims import page as claims
from studies.clock import page as clock
from studies.clock import study as clock_study
from studies.counting import page as counting
from studies.counting import study
from studies.records import read_gathered, write_measured
from witness.base.files import write_jsonl
from witness.pipeline.report.experiment import Experiment

STUDIES = ROOT / "studies"
DEFAULTS = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Experiments are made by hand, whatever their names."""
    made = experiment(DEFAULTS, records(), [], {"processor": "Abacus", "cores": 2, "python": "3"})
    monkeypatch.setattr(Experiment, "finished", lambda _folder: made)


def test_claims_have_numbers_with_intervals(tmp_path: Path) -> None:
    source = {"template": STUDIES / "claims" / "results.md.j2"}
    source |= {name: STUDIES / name / "records.jsonl.gz" for name in ("planners", "policies")}
    out = tmp_path / "claims.md"
    claims.write(source, {"page": str(out)}, "the command", experiments=["one", "two"])
    text = out.read_text(encoding="utf-8")
    assert not re.search(r"\b(nan|None|inf|Undefined)\b", text)
    assert text.count("4.00 (1 to 10)") == 2
    mistakes = read_gathered(source["planners"])["mistakes"].table
    assert f"| {100 * mistakes['h1'].mean():.0f} % (" in text
    assert len(text.split()) < 2500


def test_the_page_about_table_2(tmp_path: Path) -> None:
    panels = [w.Puzzle.random(2, 3, seed=n).changed(id=str(n)).to_json() for n in range(20)]
    write_jsonl(tmp_path / "test.jsonl", panels)
    source: dict[str, Any] = {"test": tmp_path / "test.jsonl"}
    rows = [*study.searched(source, experiment="one", sizes=[(2, 3)])]
    write_measured(tmp_path / "1.jsonl", rows, "the command", {})
    source = {
        "template": STUDIES / "counting" / "results.md.j2", "searched": [tmp_path / "1.jsonl"],
    }  # fmt: skip
    out = tmp_path / "page.md"
    counting.write(source, {"page": str(out)}, "the command", experiments=["one"])
    text = out.read_text(encoding="utf-8")
    assert "| 2×3 | 2" in text
    assert not re.search(r"\b(nan|None|Undefined)\b", text)


@pytest.mark.slow
def test_the_page_about_time(tmp_path: Path) -> None:
    source = {
        f"{name}{more}": str(ROOT / folder / f"{name}.pl")
        for name in ("extended", "live")
        for more, folder in (("", "examples"), ("_bias", "bias"))
    }
    settings = {"sizes": [2, 3], "boards": 4, "max_expansions": 30, "seed": 1}
    rows = [*clock_study.searched(source, **settings)]  # type: ignore[arg-type]
    assert len(rows) == 2 * 4 * 5
    # Times that are known: the second run always takes half of the first.
    names = dict.fromkeys(row["run"] for row in rows)
    seconds = {name: 0.8 / 2**place for place, name in enumerate(names)}
    rows = [row | {"seconds": seconds[row["run"]]} for row in rows]
    found = {row["predicate"]: row for row in clock.compared(pd.DataFrame(rows))}
    assert (found["π°"]["times faster"], found["π°"]["95 %"]) == ("2", "2")
    write_measured(tmp_path / "searched.jsonl", rows, "the command", settings)
    out = {name: str(tmp_path / name) for name in ("page", "figure.svg")}
    clock.write(
        {"template": STUDIES / "clock" / "results.md.j2", "searched": tmp_path / "searched.jsonl"},
        {"page": out["page"], "figure": out["figure.svg"]},
        "the command",
    )
    text = Path(out["page"]).read_text(encoding="utf-8")
    assert "- *π°*: 2×2" in text
    assert not re.search(r"\b(nan|None|inf|Undefined)\b", text)
