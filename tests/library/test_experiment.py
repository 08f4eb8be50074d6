"""The results of experiments as frames: the same rows as in the files of the experiment."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from support.handmade import records
from support.small_experiment import PROGRAMS, write_experiment

import witness as w
from witness.report.tables import triage_ranking
from witness.report.tidy import TIDY


def test_frames_of_an_experiment_that_is_not_finished(tmp_path: Path) -> None:
    """What has been learned can be read; what has not been measured cannot."""
    found = w.experiment(write_experiment(tmp_path / "early"))
    assert found.name == "early"
    frame = found.hypotheses
    assert len(frame) == len(PROGRAMS)
    assert list(frame["clauses"]) == list(map(len, PROGRAMS))
    assert frame["coverage"].dtype == "float64"
    assert frame["looks_at_length"].dtype == "boolean"
    assert frame["verdict"].value_counts()["refuted"] == 3
    assert frame is found.hypotheses
    assert found.clauses["hypotheses"].is_monotonic_decreasing
    for late in ("triage", "searches"):
        with pytest.raises(w.InputError):
            getattr(found, late)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(w.InputError, match=r"config\.yaml"):
        w.experiment(tmp_path)


def test_the_rankings_are_those_of_the_report() -> None:
    known = records()
    frame = TIDY["triage"].typed(known)
    report = triage_ranking(known)
    assert len(frame) == len(report) > 0
    for own, theirs in (
        ("candidate", "candidate"),
        ("place", "place"),
        ("verdict", "verdict"),
        ("time_speedup", "time speedup"),
        ("expansion_speedup_over_none", "expansions, no predicate"),
        ("spread_percent", "spread, %"),
        ("puzzles", "training puzzles"),
    ):
        one, other = frame[own], report[theirs]
        if pd.api.types.is_numeric_dtype(one):
            other = pd.to_numeric(other)
        pd.testing.assert_series_equal(one, other, check_names=False, check_dtype=False)
    assert list(frame["kept"]) == list(report["kept"] == "yes")
