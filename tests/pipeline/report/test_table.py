"""Tables as they are declared: one declaration is all that a new one costs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path

import pandas as pd
import pytest
from support.handmade import EDGES, records
from support.report_pages import TEMPLATE, report_page

from witness.pipeline.report.abridged import Abridged, abridged
from witness.pipeline.report.records import Records
from witness.pipeline.report.render import FORMATS, csv_text, markdown
from witness.pipeline.report.speedups import NOT_TIMED
from witness.pipeline.report.table import Column, Row, Table
from witness.pipeline.report.tables import TABLES


@pytest.fixture
def added() -> Iterator[Table]:
    """Declare the table, and take it back."""
    name = "support.added_table"
    import_module(name)
    yield TABLES["added"]
    del TABLES["added"]
    del sys.modules[name]


@pytest.mark.slow
def test_a_new_table_is_in_the_files_and_on_the_page(added: Table, tmp_path: Path) -> None:
    known = records()
    frame = added(known)
    assert csv_text(frame) == (
        "run,expansions,\"solved, %\",paper\nbaseline,4700.0,66.7,5\nwinner_proved,4300.0,66.7,5\n"
        "none,,,7\n"
    )  # fmt: skip
    assert markdown(frame).splitlines()[:3] == [
        "| run | expansions | solved, % | paper |",
        "| --- | ---: | ---: | ---: |",
        "| baseline | 4,700 | 66.7 | 5 |",
    ]
    page = report_page(known, tmp_path)
    section = page[page.index('<h2 id="large"') : page.index('<h2 id="made"')]
    shown = section[section.index('<p class="caption">Searches, π_baseline among them. <a ') :]
    assert 'title="less is better">expansions</th>' in shown
    assert '<td class="number">4,300</td>' in shown
    assert "Nothing here compares with none." in shown
    assert "tables/added.csv" in shown


def test_the_page_has_every_section_that_a_table_names() -> None:
    template = TEMPLATE.read_text(encoding="utf-8")
    sections = {declared.section for declared in TABLES.values() if declared.section}
    assert set(re.findall(r'\{\{ tables\("(\w+)"\) \}\}', template)) == sections


@pytest.mark.parametrize("known", EDGES.values(), ids=EDGES.keys())
def test_rows_have_no_cells_that_no_column_shows(known: Records) -> None:
    """A cell under a name that is not declared would be lost in silence."""
    for declared in TABLES.values():
        titles = {column.title for column in declared.columns}
        for row in declared.rows(known):
            assert set(row) <= titles, declared.name


@pytest.mark.parametrize(("name", "known"), list(product(TABLES, EDGES.values())))
def test_what_is_shown_or_said_is_all_there_is(name: str, known: Records) -> None:
    """Every row is in a row that is shown, or a sentence has its name; so with columns."""
    declared = TABLES[name]
    table = declared(known)
    _, shown, sentences = abridged(declared, table)
    said = " ".join(sentences)
    table = table.mask(table.isin([*NOT_TIMED]), None)  # why is said once
    if ours := [column for column in declared.titles("ours") if column in table]:
        unsaid = table[ours].isna().all(axis=1) & declared(known)[ours].notna().any(axis=1)
        table = table[~unsaid]
    others = [c for c in shown.columns if c not in (*declared.titles("stay"), "note")]
    rows = [tuple(map(str, row)) for row in shown[others].itertuples(index=False)]
    for row in table.to_dict("records"):
        inside = tuple(str(row[column]) for column in others) in rows
        named = str(row[declared.named]) if declared.named else "compares with"
        assert inside or named in said or (declared.most and "more are in" in said)
    for column in set(table.columns) - set(shown.columns) - {"note"}:
        assert column in said or "compares with" in said or set(table[column]) <= {None, ""}


def test_a_column_has_equal_digits() -> None:
    table = TABLES["table_2"]
    values = {"ours / paper": [0.96, 1.0, 79.0, 123.4], "standard error": [1.5, 20.0, 480.0, 5e3]}
    frame = pd.DataFrame(values)
    _, rows = Abridged(table, frame).cells()
    assert [[one.text for one in row] for row in rows] == [
        ["0.960", "1.5"], ["1.00", "20"], ["79.0", "480"], ["123", "5,000"],
    ]  # fmt: skip


RENDERED = (
    Column("name", "text"),
    Column("number", "number"),
    Column("share", "number"),
    Column("good", "truth"),
    Column("hypothesis", "texts"),
    Column("english", "texts"),
    Column("puzzles", "texts"),
)
CLAUSE = "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), len(E,G), greaterThan(C,F), q(A|B)."
RENDERED_ROWS: list[Row] = [
    {
        "name": "a", "number": 1, "share": 0.5, "good": True,
        "hypothesis": (CLAUSE, "f(A,B) :- p(A)."),
        "english": ("Long, " * 30 + "and on.", "Short."),
        "puzzles": ("train-0001", "train-0002"),
    },
    {
        "name": None, "number": 1000, "share": 0.99951, "good": None,
        "hypothesis": (), "english": (), "puzzles": (),
    },
    {
        "name": "longer", "number": None, "share": 1.0, "good": False,
        "hypothesis": ("f(A,B) :- f(B,A).",), "english": (), "puzzles": ("train-0003",),
    },
]  # fmt: skip


def test_a_table() -> None:
    assert FORMATS["table"](RENDERED_ROWS, RENDERED[:4]) == (
        "name    number   share  good\n"
        "a            1  0.5000  yes\n"
        "          1000  0.9995\n"
        "longer          1.0000  no\n"
    )


def test_lists_stand_below_their_row() -> None:
    lines = FORMATS["table"](RENDERED_ROWS, RENDERED).splitlines()
    assert lines[0] == "name    number   share  good"
    assert lines[1] == "a            1  0.5000  yes"
    assert lines[2] == f"    {CLAUSE}"
    assert lines[3].startswith("      Long, Long, ")
    place = lines.index("    f(A,B) :- p(A).")
    assert all(line.startswith("      ") for line in lines[3:place])
    assert all(len(line) <= 100 for line in lines)
    assert lines[place + 1 : place + 3] == ["      Short.", "    train-0001, train-0002"]
    # A clause that cannot be put into English stands alone.
    assert lines[-2:] == ["    f(A,B) :- f(B,A).", "    train-0003"]


def test_decimals() -> None:
    """As many as the least number needs, and enough that none looks whole that is not."""

    def found(*numbers: float) -> list[str]:
        rows: list[Row] = [{"share": number} for number in numbers]
        return FORMATS["table"](rows, RENDERED[2:3]).split()[1:]

    assert found(0.012, 30.0) == ["0.012", "30.000"]
    assert found(1.0, 2.0) == ["1.0", "2.0"]
    assert found(0.5, 0.0) == ["0.50", "0.00"]
    assert found(0.99996, 0.5) == ["0.99996", "0.50000"]
    assert found(1e-9, 0.5) == ["0.000000", "0.500000"]


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\x0b", "\x1c", "\n", '"'])
def test_json_with_any_character(character: str) -> None:
    rows = [{**row, "name": f"a{character}b"} for row in RENDERED_ROWS]
    found = json.loads(FORMATS["json"](rows, RENDERED))
    assert [row["name"] for row in found] == [f"a{character}b"] * len(RENDERED_ROWS)
