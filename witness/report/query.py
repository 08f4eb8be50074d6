"""Choosing rows and columns of a table: `--where`, `--sort` and `--columns`.

    EXPRESSION = all ("or" all)*        all = condition (("and" | ",") condition)*
    condition  = COLUMN OPERATOR VALUE  OPERATOR = = != < <= > >= ~ !~

The text is parsed and never executed. A value with spaces, commas or operators stands in quotes.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.meant import did_you_mean
from witness.report.table import Cell, Column, Row

Test = Callable[[Row], bool]

_TOKEN = re.compile(
    r"""\s*(?: (?P<operator> <=|>=|==|!=|!~|[=<>~]) | (?P<comma> ,)
    | '(?P<single>[^']*)' | "(?P<double>[^"]*)" | (?P<word> [^\s,<>=!~'"]+) )""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}

_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_KINDS = {"text": "text", "number": "numbers", "truth": "true and false", "texts": "lists of texts"}


def column(name: str, columns: Sequence[Column], option: str) -> Column:
    """Return the column with a name. Raises `InputError` with all names if there is none."""
    for known in columns:
        if known.name == name:
            return known
    names = [known.name for known in columns]
    raise InputError(
        f"{option}: there is no column {quoted(name)}; there are {', '.join(names)}"
        + did_you_mean(name, names)
    )


def shown(text: str | None, columns: Sequence[Column], whole: bool) -> list[Column]:
    """Return the columns of `--columns`; without it all of them, or those for reading.

    Columns after a + come after those for reading. Raises `InputError` for unknown ones.
    """
    usual = [known for known in columns if whole or known.shown]
    if text is None:
        return usual
    more = text.startswith("+")
    names = [name.strip() for name in text.removeprefix("+").split(",")]
    chosen = [column(name, columns, "--columns") for name in names]
    return list(dict.fromkeys([*usual, *chosen] if more else chosen))


def ordered(rows: Iterable[Row], text: str, columns: Sequence[Column]) -> list[Row]:
    """Return rows in the order of `--sort`: by several columns, "-" for the greatest first.

    A cell without a value comes last. Rows that are equal stay in their order. Raises `InputError`.
    """
    found = list(rows)
    for word in reversed(text.split(",")):
        name = word.strip()
        down = name.startswith("-")
        key = column(name.removeprefix("-").strip(), columns, "--sort").name
        known = [row for row in found if row[key] is not None]
        known.sort(key=lambda row: _place(row[key]), reverse=down)
        found = known + [row for row in found if row[key] is None]
    return found


def where(text: str, columns: Sequence[Column]) -> Test:
    """Return the test that `--where` describes. Raises `InputError` for what is no expression."""
    tokens = _tokens(text)
    alternatives: list[list[Test]] = [[]]
    place = 0
    while True:
        test, place = _condition(tokens, place, columns)
        alternatives[-1].append(test)
        if place == len(tokens):
            break
        kind, word = tokens[place]
        if (kind, word) == ("word", "or"):
            alternatives.append([])
        elif kind != "comma" and (kind, word) != ("word", "and"):
            raise _mistake(f"and, or or a comma is expected, not {quoted(word)}")
        place += 1
    return lambda row: any(all(test(row) for test in tests) for tests in alternatives)


def _mistake(what: str) -> InputError:
    return InputError(f"--where: {what}; it is like NAME >= 0.5 and OTHER = text")


def _tokens(text: str) -> list[tuple[str, str]]:
    """Return the parts of an expression, each with its kind."""
    found = []
    place = 0
    while place < len(text.rstrip()):
        match = _TOKEN.match(text, place)
        if match is None:
            raise _mistake(f"{quoted(text[place:].strip())} cannot be read")
        kind = str(match.lastgroup)
        found.append(("quoted" if kind in ("single", "double") else kind, match[kind]))
        place = match.end()
    return found


def _condition(
    tokens: Sequence[tuple[str, str]], place: int, columns: Sequence[Column]
) -> tuple[Test, int]:
    """Return the test of a condition, and the place of what follows it."""
    for n, wanted in enumerate(("a column", "an operator", "a value")):
        kinds = (("word",), ("operator",), ("word", "quoted"))[n]
        if place + n >= len(tokens):
            raise _mistake(f"{wanted} is expected at the end")
        if tokens[place + n][0] not in kinds:
            raise _mistake(f"{wanted} is expected, not {quoted(tokens[place + n][1])}")
    name, sign, value = (word for _, word in tokens[place : place + 3])
    known = column(name, columns, "--where")
    return _test(known, "=" if sign == "==" else sign, value), place + 3


def _test(known: Column, sign: str, value: str) -> Test:
    name = known.name
    negated = sign.startswith("!")
    if sign in _ORDER:
        if known.kind not in ("number", "text"):
            raise _mistake(f"{name} has {_KINDS[known.kind]}, which have no order")
        compare, wanted = _ORDER[sign], _place(_value(known, value))
        return lambda row: row[name] is not None and compare(_place(row[name]), wanted)
    if sign.endswith("~"):
        if known.kind not in ("text", "texts"):
            raise _mistake(f"{name} has {_KINDS[known.kind]}, in which no text is looked for")
        return lambda row: any(value in text for text in _texts(row[name])) != negated
    if value == "":  # no value
        return lambda row: (row[name] in (None, (), "")) != negated
    if known.kind == "texts":
        return lambda row: (value in _texts(row[name])) != negated
    exact = _value(known, value)
    return lambda row: (row[name] is not None and row[name] == exact) != negated


def _value(known: Column, text: str) -> Cell:
    """Return the value that a text stands for in a column."""
    if known.kind == "number":
        if not _NUMBER.fullmatch(text):
            raise _mistake(f"{known.name} has numbers, and {quoted(text)} is none")
        return float(text)
    if known.kind == "truth":
        if text not in _TRUTH:
            raise _mistake(f"{known.name} is true or false, not {quoted(text)}")
        return _TRUTH[text]
    return text


def _texts(cell: Cell) -> tuple[str, ...]:
    return cell if isinstance(cell, tuple) else () if cell is None else (str(cell),)


def _place(cell: Cell) -> Any:
    """Return what cells of a column are ordered by; numbers in texts count by their value."""
    if isinstance(cell, tuple):
        return [_place(text) for text in cell]
    if not isinstance(cell, str):
        return cell
    parts = re.split("([0-9]+)", cell)
    digits = (part.lstrip("0") for part in parts[1::2])
    numbers = [(len(found), found) for found in digits]
    return list(zip(parts[::2], [*numbers, (0, "")], strict=True)), cell
