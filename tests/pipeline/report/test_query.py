"""Choosing rows and columns, against plain Python."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witness.base.errors import InputError
from witness.pipeline.report.query import ordered, shown, where
from witness.pipeline.report.table import Column, Row

COLUMNS = (
    Column("name", "text"),
    Column("size", "number"),
    Column("share", "number"),
    Column("good", "truth"),
    Column("words", "texts", shown=False),
)


def names(found: list[Row]) -> list[Any]:
    return [row["name"] for row in found]


TABLE: list[Row] = [
    {"name": "b-10", "size": 2, "share": 0.5, "good": True, "words": ("q",)},
    {"name": "b-2", "size": None, "share": None, "good": None, "words": ()},
    {"name": "a", "size": 10, "share": 1.0, "good": False, "words": ("f(A) :- p(A).", "r s")},
]


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("size = 10", ["a"]),
        ("size == 10.0", ["a"]),
        ("size=10", ["a"]),
        ("size != 10", ["b-10", "b-2"]),
        ("size > 2", ["a"]),
        ("size >= 2", ["b-10", "a"]),
        ("size < 1e1", ["b-10"]),
        ("share <= .5", ["b-10"]),
        ("size = ''", ["b-2"]),
        ("size != ''", ["b-10", "a"]),
        ("words = ''", ["b-2"]),
        ("good = yes", ["b-10"]),
        ("good = false", ["a"]),
        ("good != true", ["b-2", "a"]),
        ("name = b-2", ["b-2"]),
        ("name < b-10", ["b-2", "a"]),
        ("name ~ b", ["b-10", "b-2"]),
        ("name !~ b", ["a"]),
        ("words ~ 'p(A)'", ["a"]),
        ("words !~ 'p(A)'", ["b-10", "b-2"]),
        ("words = q", ["b-10"]),
        ("words = \"r s\"", ["a"]),
        ("words != q", ["b-2", "a"]),
        ("size > 1 and share < 1", ["b-10"]),
        ("size > 1,share < 1", ["b-10"]),
        ("size > 2 or share < 1", ["b-10", "a"]),
        ("name ='b-2' ,words= ''or name~\"'\" ", ["b-2"]),
        # `and` binds tighter.
        ("name = a or size = 2 and good = no", ["a"]),
        ("good = no and size = 2 or name = a", ["a"]),
    ],
)  # fmt: skip
def test_where_by_hand(text: str, chosen: list[str]) -> None:
    assert names([row for row in TABLE if where(text, COLUMNS)(row)]) == chosen


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, "does not begin with a condition") for text in (
            "", "size =", "size = 1 size = 2", "size = = 1", "size = 'one", "__import__('os')",
        )),
        ("size = nan", "nan"),
        ("good < true", "good"),
        ("words > a", "words"),
        ("nmae = a", "name"),
        ("__class__ = a", "__class__"),
    ],
)  # fmt: skip
def test_what_is_no_expression(text: str, said: str) -> None:
    with pytest.raises(InputError, match="--where: ") as error:
        where(text, COLUMNS)
    assert said in error.value.reason


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("name", ["a", "b-2", "b-10"]),
        ("-name", ["b-10", "b-2", "a"]),
        ("size", ["b-10", "a", "b-2"]),
        ("-size", ["a", "b-10", "b-2"]),
        ("-good, name", ["b-10", "a", "b-2"]),
        ("words", ["b-2", "a", "b-10"]),
    ],
)
def test_sort_by_hand(text: str, chosen: list[str]) -> None:
    assert names(ordered(TABLE, text, COLUMNS)) == chosen


def test_columns() -> None:
    def found(text: str | None, whole: bool = False) -> list[str]:
        return [column.name for column in shown(text, COLUMNS, whole)]

    assert found(None) == ["name", "size", "share", "good"]
    assert found(None, whole=True) == ["name", "size", "share", "good", "words"]
    assert found("words, name,words") == ["words", "name"]
    assert found("+words,name") == ["name", "size", "share", "good", "words"]
    for option, call in (
        ("--columns", lambda: shown("name,sise", COLUMNS, False)),
        ("--sort", lambda: ordered(TABLE, "-sise", COLUMNS)),
        ("--sort", lambda: ordered([], "", COLUMNS)),
    ):
        with pytest.raises(InputError, match=f"{option}: there is no column") as error:
            call()
        assert "there are name, size, share, good, words" in error.value.reason


@given(
    st.lists(
        st.fixed_dictionaries({
            "size": st.sampled_from([None, 0, 2.5, 10, -3]),
            "good": st.sampled_from([None, True, False]),
        })
    ),
    st.lists(st.sampled_from(["size", "-size", "good", "-good"]), min_size=1, max_size=3),
)  # fmt: skip
def test_orders_are_stable_with_what_has_no_value_at_the_end(table: list[Row], keys: list) -> None:
    def place(row: Row) -> list:
        cells = [(row[key.removeprefix("-")], key.startswith("-")) for key in keys]
        return [(c is None, 0 if c is None else -c if down else c) for c, down in cells]

    assert ordered(table, ",".join(keys), COLUMNS) == sorted(table, key=place)
