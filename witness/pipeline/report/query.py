"""Choosing rows and columns of a table: `--where`, `--sort` and `--columns`.

`--where` joins conditions COLUMN OPERATOR VALUE by `or`, and by `and` (or a comma), which binds
tighter. The text is parsed and never executed. A value with spaces, commas or operators stands in
quotes.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.meant import did_you_mean
from witness.pipeline.report.table import Cell, Column, Row

Test = Callable[[Row], bool]

_CONDITION = re.compile(
    r"""\s* (?P<name> [^\s,<>=!~'"]+ ) \s* (?P<sign> <=|>=|==|!=|!~|[=<>~] ) \s*
    (?: '(?P<single>[^']*)' | "(?P<double>[^"]*)" | (?P<word> [^\s,<>=!~'"]+ ) (?=[\s,]|\Z) )
    \s* (?P<joint> , | and\b | or\b | \Z )""",
    re.VERBOSE,
)
#: How many of the values of a column a hint names.
SOME = 6

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}
_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def column(name: str, columns: Sequence[Column], option: str) -> Column:
    """Return the column with a name. Raises `InputError` with all names if there is none."""
    known = {one.name: one for one in columns}
    if name not in known:
        raise InputError(
            f"{option}: there is no column {quoted(name)}; there are {', '.join(known)}"
            + did_you_mean(name, list(known))
        )
    return known[name]


def shown(text: str | None, columns: Sequence[Column], whole: bool) -> list[Column]:
    """Return the columns of `--columns`; without it all of them, or those for reading.

    Columns after a + come after those for reading. Raises `InputError` for unknown ones.
    """
    usual = [known for known in columns if whole or known.shown]
    if text is None:
        return usual
    names = text.removeprefix("+").split(",")
    chosen = [column(name.strip(), columns, "--columns") for name in names]
    return list(dict.fromkeys([*usual, *chosen] if text.startswith("+") else chosen))


def without_rows(text: str, rows: Sequence[Row]) -> list[str]:
    """Return a line for each value that `--where` asks for and no row has, with those there are."""
    lines = []
    for match in _CONDITION.finditer(text):
        name, sign = match.group("name", "sign")
        wanted = next(v for v in match.group("single", "double", "word") if v is not None)
        known = dict.fromkeys(cell for row in rows for cell in _cells(row[name]))
        if sign in ("=", "==") and known and all(isinstance(cell, str) for cell in known):
            texts = list(map(str, known))
            if wanted and wanted not in texts:
                some = ", ".join(texts[:SOME]) + (", …" if len(texts) > SOME else "")
                lines.append(f"no row has {name} = {wanted}; there are {some}")
    return lines


def ordered(rows: Iterable[Row], text: str, columns: Sequence[Column]) -> list[Row]:
    """Return rows in the order of `--sort`: by several columns, "-" for the greatest first.

    A cell without a value comes last. Rows that are equal stay in their order. Raises `InputError`.
    """
    found = list(rows)
    for word in reversed(text.split(",")):
        down = word.strip().startswith("-")
        key = column(word.strip().removeprefix("-").strip(), columns, "--sort").name
        found.sort(key=lambda row: [] if row[key] is None else [_place(row[key])], reverse=down)
        found.sort(key=lambda row: row[key] is None)
    return found


def where(text: str, columns: Sequence[Column]) -> Test:
    """Return the test that `--where` describes. Raises `InputError` for what is no expression."""
    alternatives: list[list[Test]] = [[]]
    place, joint = 0, ","
    while joint:
        match = _CONDITION.match(text, place)
        if match is None:
            raise _mistake(f"{quoted(text[place:].strip())} does not begin with a condition")
        known = column(match["name"], columns, "--where")
        value = next(v for v in match.group("single", "double", "word") if v is not None)
        alternatives[-1].append(_test(known, match["sign"], value))
        place, joint = match.end(), match["joint"]
        if joint == "or":
            alternatives.append([])
    return lambda row: any(all(test(row) for test in tests) for tests in alternatives)


def _mistake(what: str) -> InputError:
    return InputError(f"--where: {what}; it is like NAME >= 0.5 and OTHER = text")


def _test(known: Column, sign: str, value: str) -> Test:
    """Return the test of one condition."""
    name = known.name
    negated = sign.startswith("!")
    kinds = ("number", "text") if sign in _ORDER else ("text", "texts")
    if sign not in ("=", "==", "!=") and known.kind not in kinds:
        raise _mistake(f"{sign} is not for {name}, a column of kind {known.kind}")
    if sign in _ORDER:
        compare, least = _ORDER[sign], _place(_value(known, value))
        return lambda row: row[name] is not None and compare(_place(row[name]), least)
    if sign.endswith("~"):
        return lambda row: any(value in text for text in _cells(row[name])) != negated
    wanted = _value(known, value) if value else ""  # no value
    return lambda row: (wanted in (_cells(row[name]) or ("",))) != negated


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


def _cells(cell: Cell) -> tuple[Any, ...]:
    return cell if isinstance(cell, tuple) else () if cell is None else (cell,)


def _place(cell: Cell) -> Any:
    """Return what cells of a column are ordered by; numbers in texts count by their value."""
    if isinstance(cell, tuple):
        return [_place(text) for text in cell]
    if not isinstance(cell, str):
        return cell
    digits = [(word, n.lstrip("0")) for word, n in re.findall("([^0-9]*)([0-9]*)", cell)]
    return [(word, len(number), number) for word, number in digits], cell
