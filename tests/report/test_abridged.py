"""Tables as they are abridged: what is left out is said, and nothing that differs is lost."""

from __future__ import annotations

from itertools import product
from typing import Any

import pandas as pd
import pytest
from support.handmade import EDGES

from witness.report.abridged import abridged
from witness.report.records import Records
from witness.report.table import NOT_REPORTED, Column, Table, frame
from witness.report.tables import TABLES

LARGE = ("size", "puzzles", "paper-minutes", "expansions", "baseline, %", "winner_proved, %",
         "paper baseline, %", "note")  # fmt: skip


def large(*rows: tuple[Any, ...]) -> pd.DataFrame:
    return frame((dict(zip(LARGE, row, strict=True)) for row in rows), LARGE)


def test_rows_that_say_the_same_are_one() -> None:
    _, table, sentences = abridged(
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
        {"size": "4×5", "paper-minutes": "5; 15", "expansions": "5,520; 16,560",
         "baseline, %": 100},
    ]  # fmt: skip
    assert sentences == ("The same in all rows: puzzles: 20; winner_proved, %: 100.",)


def test_rows_of_dashes_are_left_out_with_a_sentence() -> None:
    _, table, sentences = abridged(
        TABLES["large"],
        large(
            ("4×4", 20, 1, 1104, 0, None, None, ""),
            ("all sizes of the paper", None, 5, 5520, None, None, 74.0, "budget not tried here"),
            ("all sizes of the paper", None, 15, 5520, None, None, 83.1, "budget not tried here"),
        ),
    )
    assert list(table["size"]) == ["4×4"]
    assert sentences == ("Nothing here compares with all sizes of the paper.",)


def test_the_first_rows_of_each_kind() -> None:
    own = Table("own", "Own", (Column("a"),), lambda _: (), most=1, by="a")
    _, table, sentences = abridged(own, frame([{"a": 1}, {"a": 1}, {"a": 2}], ["a"]))
    assert list(table["a"]) == [1, 2]
    assert sentences == ("1 more are in the file.",)


@pytest.mark.parametrize(("name", "known"), list(product(TABLES, EDGES.values())))
def test_what_is_shown_or_said_is_all_there_is(name: str, known: Records) -> None:
    """Every row is in a row that is shown, or a sentence has its name; so with columns."""
    declared = TABLES[name]
    table = declared(known)
    _, shown, sentences = abridged(declared, table)
    said = " ".join(sentences)
    others = [c for c in shown.columns if c not in (*declared.titles("key"), "note")]
    rows = [tuple(map(str, row)) for row in shown[others].itertuples(index=False)]
    for row in table.to_dict("records"):
        inside = tuple(str(row[column]) for column in others) in rows
        named = str(row[declared.named]) if declared.named else "compares with"
        assert inside or named in said or (declared.most and "more are in" in said)
    for column in set(table.columns) - set(shown.columns) - {"note"}:
        assert column in said or "compares with" in said or set(table[column]) <= {None, ""}


def test_numbers_have_three_figures_and_times_their_units() -> None:
    columns = (Column("n"), Column("baseline seconds"))
    rows = [{"n": 0.69791, "baseline seconds": 1.234e-5}, {"n": 99.98, "baseline seconds": 61.26}]
    own = Table("own", "Own", columns, lambda _: rows)
    _, cells = abridged(own, own(EDGES["no large set"])).cells()
    assert [cell.text for row in cells for cell in row] == ["0.698", "12.3 µs", "99.98", "61.3 s"]
