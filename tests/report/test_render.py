"""Rows as text for reading."""

from __future__ import annotations

import json

import pytest

from witness.report.render import FORMATS
from witness.report.table import Column, Row

COLUMNS = (
    Column("name", "text"),
    Column("number", "number"),
    Column("share", "number"),
    Column("good", "truth"),
    Column("hypothesis", "texts"),
    Column("english", "texts"),
    Column("puzzles", "texts"),
)
CLAUSE = "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), len(E,G), greaterThan(C,F), q(A|B)."
ROWS: list[Row] = [
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
    assert FORMATS["table"](ROWS, COLUMNS[:4]) == (
        "name    number   share  good\n"
        "a            1  0.5000  yes\n"
        "          1000  0.9995\n"
        "longer          1.0000  no\n"
    )


def test_a_table_without_rows() -> None:
    assert FORMATS["table"]([], COLUMNS) == "name  number  share  good\n"
    assert FORMATS["markdown"]([], COLUMNS[:2]) == "| name | number |\n| --- | ---: |\n"


def test_lists_stand_below_their_row() -> None:
    lines = FORMATS["table"](ROWS, COLUMNS).splitlines()
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


def test_markdown() -> None:
    lines = FORMATS["markdown"](ROWS, COLUMNS).splitlines()
    assert lines[1] == "| --- | ---: | ---: | --- | --- | --- | --- |"
    assert lines[2].startswith("| a | 1 | 0.5000 | yes | f(A,B) :- square(B,C,D)")
    assert "q(A\\|B).<br>f(A,B) :- p(A). | Long, " in lines[2]
    assert lines[3] == "|  | 1000 | 0.9995 |  |  |  |  |"


def test_decimals() -> None:
    """As many as the least number needs, and enough that none looks whole that is not."""

    def found(*numbers: float) -> list[str]:
        rows: list[Row] = [{"share": number} for number in numbers]
        return FORMATS["table"](rows, COLUMNS[2:3]).split()[1:]

    assert found(0.012, 30.0) == ["0.012", "30.000"]
    assert found(1.0, 2.0) == ["1.0", "2.0"]
    assert found(0.5, 0.0) == ["0.50", "0.00"]
    assert found(0.99996, 0.5) == ["0.99996", "0.50000"]
    assert found(1e-9, 0.5) == ["0.000000", "0.500000"]


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\x0b", "\x1c", "\n", '"'])
def test_json_with_any_character(character: str) -> None:
    """Python takes some characters for ends of lines that JSON does not escape."""
    rows = [{**row, "name": f"a{character}b"} for row in ROWS]
    found = json.loads(FORMATS["json"](rows, COLUMNS))
    lines = FORMATS["jsonl"](rows, COLUMNS).removesuffix("\n").split("\n")
    assert found == list(map(json.loads, lines))
    assert [row["name"] for row in found] == [f"a{character}b"] * len(ROWS)
