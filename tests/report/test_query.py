"""Choosing rows and columns, against plain Python."""

from __future__ import annotations

import operator
import random
from typing import Any

import pytest

from witness.base.errors import InputError
from witness.report.query import ordered, shown, where
from witness.report.table import Column, Row

COLUMNS = (
    Column("name", "text"),
    Column("size", "number"),
    Column("share", "number"),
    Column("good", "truth"),
    Column("words", "texts", shown=False),
)
NAMES = ("a", "b-2", "b-10", "f(A,B) :- p(A).", "and", "it's", "ü", None)
WORDS = ("f(A) :- p(A).", "q", "r s")


def rows(rng: random.Random, number: int = 40) -> list[Row]:
    return [
        {
            "name": rng.choice(NAMES),
            "size": rng.choice([None, 0, 1, 2, 10, -3]),
            "share": rng.choice([None, 0.0, 0.25, 1.0, 1e-7]),
            "good": rng.choice([None, True, False]),
            "words": tuple(rng.sample(WORDS, rng.randint(0, 2))),
        }
        for _ in range(number)
    ]


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
            "", "size", "size =", "size = 1 and", "size = 1 size = 2", "size = = 1", "size is 1",
            "'size' = 1", "size = 'one", "size = 1and size = 2", "__import__('os')",
        )),
        ("size = one", "size has numbers, and 'one' is none"),
        ("size < ''", "size has numbers, and '' is none"),
        ("size = nan", "size has numbers, and 'nan' is none"),
        ("good = 1", "good is true or false, not '1'"),
        ("good < true", "< is not for good, a column of kind truth"),
        ("words > a", "> is not for words"),
        ("size ~ 1", "~ is not for size"),
        ("nmae = a", "no column 'nmae'; there are name, size, share, good, words; did"),
        ("__class__ = a", "there is no column '__class__'"),
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


SIGNS = {
    "=": operator.eq, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def condition(rng: random.Random) -> tuple[str, Any]:
    """Return a condition as text, and the same as a function in plain Python."""
    column = rng.choice(COLUMNS)
    name = column.name
    spaces = rng.choice(["", " ", "  "])
    if column.kind == "number":
        sign, value = rng.choice(list(SIGNS)), rng.choice([0, 1, 2.5, 10, -3, 0.25, 1e-7])
        test = SIGNS[sign]

        def number(row: Row) -> bool:
            cell = row[name]
            return sign == "!=" if cell is None else test(cell, value)

        return f"{name}{spaces}{sign}{spaces}{value}", number
    if column.kind == "truth":
        sign, value = rng.choice(["=", "!="]), rng.choice([True, False])
        word = rng.choice({True: ["true", "yes"], False: ["false", "no"]}[value])
        return f"{name} {sign} {word}", lambda row: (row[name] is value) == (sign == "=")
    if column.kind == "texts":
        sign, value = rng.choice(["=", "!=", "~", "!~"]), rng.choice([*WORDS, "p(A)", "x"])

        def texts(row: Row) -> bool:
            cell = row[name]
            assert isinstance(cell, tuple)
            hit = value in cell if sign[-1] == "=" else any(value in text for text in cell)
            return hit != (sign[0] == "!")

        return f'{name}{spaces}{sign}{spaces}"{value}"', texts
    sign, value = rng.choice(["=", "!=", "~", "!~"]), rng.choice([n for n in NAMES if n])
    shown_value = value if value in ("a", "b-2", "b-10", "and", "ü") else f'"{value}"'

    def text(row: Row) -> bool:
        cell = row[name]
        hit = cell is not None and (cell == value if sign[-1] == "=" else value in str(cell))
        return hit != (sign[0] == "!")

    return f"{name} {sign} {shown_value}", text


def test_random_expressions() -> None:
    rng = random.Random(17)
    kept = 0
    for _ in range(400):
        table = rows(rng)
        groups = [
            [condition(rng) for _ in range(rng.randint(1, 3))] for _ in range(rng.randint(1, 3))
        ]
        text = " or ".join(
            "".join(rng.choice([" and ", ", ", ","]) + one for one, _ in group).lstrip(" ,")
            .removeprefix("and ")
            for group in groups
        )  # fmt: skip
        test = where(text, COLUMNS)
        expected = [
            row for row in table if any(all(plain(row) for _, plain in group) for group in groups)
        ]
        assert [row for row in table if test(row)] == expected, text
        kept += 0 < len(expected) < len(table)
    assert kept > 250


def test_random_orders() -> None:
    """Stable, one column after the other, with what has no value at the end."""
    rng = random.Random(18)
    for _ in range(200):
        table = rows(rng)
        keys = rng.sample(["size", "share", "good"], rng.randint(1, 3))
        downs = [rng.random() < 0.5 for _ in keys]
        text = ",".join("-" * down + key for key, down in zip(keys, downs, strict=True))

        def place(row: Row, keys: list = keys, downs: list = downs) -> list:
            found = []
            for key, down in zip(keys, downs, strict=True):
                cell: Any = row[key]
                found += [cell is None, 0 if cell is None else -cell if down else cell]
            return found

        assert ordered(table, text, COLUMNS) == sorted(table, key=place)
