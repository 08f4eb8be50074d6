"""Tables as they are abridged: what is left out is said, and nothing that differs is lost."""

from __future__ import annotations

from itertools import product
from typing import Any

import pandas as pd
import pytest
from support.handmade import EDGES

from witness.report.abridged import abridged, abridged_rows
from witness.report.records import Records
from witness.report.speedups import BEYOND, TOO_SHORT
from witness.report.table import NOT_REPORTED, frame
from witness.report.tables import TABLES

LARGE = ("size", "puzzles", "paper-minutes", "expansions", "baseline, %", "winner_proved, %",
         "paper baseline, %", "note")  # fmt: skip


def large(*rows: tuple[Any, ...]) -> pd.DataFrame:
    return frame((dict(zip(LARGE, row, strict=True)) for row in rows), LARGE)


def test_rows_that_say_the_same_are_one() -> None:
    _, table, sentences = abridged_rows(
        TABLES["large"],
        large(
            ("4×4", 20, 1, 1104, 100, 100, None, NOT_REPORTED),
            ("4×4", 20, 5, 5520, 100, 100, None, NOT_REPORTED),
            ("4×4", 20, 15, 16560, 100, 100, None, NOT_REPORTED),
            ("4×5", 20, 1, 1104, 90, 100, None, NOT_REPORTED),
            ("4×5", 20, 5, 5520, 100, 100, None, NOT_REPORTED),
            ("4×5", 20, 15, 16560, 100, 100, None, NOT_REPORTED),
        ),
    )
    assert table.to_dict("records") == [
        {"size": "4×4", "paper-minutes": "1–15", "expansions": "1,104–16,560", "baseline, %": 100},
        {"size": "4×5", "paper-minutes": 1, "expansions": 1104, "baseline, %": 90},
        {"size": "4×5", "paper-minutes": "5, 15", "expansions": "5,520; 16,560",
         "baseline, %": 100},
    ]  # fmt: skip
    assert sentences == (
        "The paper gives none of these numbers.",
        "The same in all rows: puzzles: 20; winner_proved, %: 100.",
        "Without a value in any row: paper baseline, %.",
    )


def test_rows_of_dashes_are_left_out_with_a_sentence() -> None:
    _, table, sentences = abridged_rows(
        TABLES["large"],
        large(
            ("4×4", 20, 1, 1104, 80, 100, None, NOT_REPORTED),
            ("all sizes of the paper", None, 5, 5520, None, None, 74.0, "budget not tried here"),
            ("all sizes of the paper", None, 15, 5520, None, None, 83.1, "budget not tried here"),
        ),
    )
    assert list(table["size"]) == ["4×4"]
    assert sentences[0] == (
        "Left out, as nothing here compares with it: all sizes of the paper "
        "(budget not tried here)."
    )


def test_a_row_with_one_value_stays() -> None:
    _, table, sentences = abridged_rows(
        TABLES["large"], large(("4×4", 20, 1, 1104, 0, None, None, ""))
    )
    assert len(table) == 1
    assert sentences == ()


def test_candidates_that_were_stopped_are_counted() -> None:
    rows = [
        {"place": 1, "program": "a", "stopped": "no", "time speedup": 2.0},
        {"place": None, "program": "b", "stopped": "yes", "time speedup": None},
        {"place": None, "program": "c", "stopped": "yes", "time speedup": None},
        {"place": None, "program": "d", "stopped": "it failed", "time speedup": None},
    ]
    _, table, (sentence,) = abridged_rows(TABLES["triage"], frame(rows, list(rows[0])))
    assert table.to_dict("records") == [{"place": 1, "program": "a", "time speedup": 2.0}]
    assert "2 rows (stopped, as they would have taken more than" in sentence
    assert "; 1 row (it failed)." in sentence


def test_what_there_is_none_of_is_named() -> None:
    rows = [
        {"quantity": "training puzzles", "ours": 5, "paper": 500, "note": "x"},
        {"quantity": "timed out", "ours": 0, "paper": 11, "note": "y"},
        {"quantity": "failed", "ours": 0, "paper": None, "note": NOT_REPORTED},
        {"quantity": "clauses proved", "ours": 3, "paper": None, "note": NOT_REPORTED},
    ]
    _, table, sentences = abridged_rows(TABLES["learning"], frame(rows, list(rows[0])))
    assert list(table["quantity"]) == ["training puzzles", "timed out", "clauses proved"]
    assert list(table["note"]) == ["x", "y", ""]
    assert sentences == (
        "There are none of these: failed.",
        "Where “paper” has a dash, the paper gives no number.",
    )


@pytest.mark.parametrize(("name", "known"), list(product(TABLES, EDGES.values())))
def test_what_is_shown_or_said_is_all_there_is(name: str, known: Records) -> None:
    """Every row is in a row that is shown, a sentence says its name, or it is counted."""
    declared = TABLES[name]
    table = declared.beside_paper(known)
    _, shown, sentences = abridged(declared, known)
    said = " ".join(sentences)
    others = [c for c in shown.columns if c not in (*declared.keys, "note")]
    rows = [tuple(map(str, row)) for row in shown[others].itertuples(index=False)]
    for row in table.to_dict("records"):
        inside = tuple(str(row[column]) for column in others) in rows
        named = declared.named is not None and str(row.get(declared.named)) in said
        assert inside or named or "Left out" in said
    for column in set(table.columns) - set(shown.columns) - {"note", "stopped"}:
        assert column in said
        assert table.empty or len(set(table[column])) <= 1 or "Left out" in said


def test_rows_whose_times_are_noise_are_left_out_with_a_sentence() -> None:
    def speedups(*ratios: object, paper: float | None = None) -> list[object]:
        frame = pd.DataFrame({"run": ["a", "b"], "measure": ["time"] * 2, "Σ speedup": ratios})
        shown = abridged_rows(TABLES["test"], frame.assign(**{"paper Σ": [None, paper]}))
        return [list(shown.frame["run"]), shown.sentences]

    assert speedups(1.5, TOO_SHORT) == [["a"], ("Too short to time: b.",)]
    assert speedups(1.5, TOO_SHORT, paper=6.12) == [["a", "b"], ()]
    assert speedups(1.5, 2.5) == [["a", "b"], ()]
    assert speedups(TOO_SHORT, TOO_SHORT) == [[], ("Too short to time: a; b.",)]
    assert speedups(BEYOND, TOO_SHORT)[1] == ("Too short to time: b.", f"{BEYOND.capitalize()}: a.")
