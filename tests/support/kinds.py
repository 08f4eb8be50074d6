"""Every kind of panel, from the schema of puzzle files and the registries of symbols and features.

A kind is a small panel with one thing in it: a symbol alone, with and without a colour, or a field.
A new symbol or field has its kinds without a line written here; what no board here can hold fails
a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from witness.base.errors import InputError
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.puzzle_schema import PUZZLE
from witness.puzzle.symbols import COUNTING, SYMBOLS

#: Boards on which a path begins on the one side and ends on the other; a kind is put on the first
#: that can hold it.
BOARDS: tuple[dict[str, Any], ...] = (
    {"rows": 2, "cols": 2, "starts": [[0, 0]], "goals": [[2, 2]]},
    {"rows": 2, "cols": 2, "starts": [[0, 0], [0, 2]], "goals": [[2, 0], [2, 2]]},
    {"rows": 2, "cols": 2, "starts": [[0, 0], [2, 0]], "goals": [[0, 2], [2, 2]]},
    {"rows": 2, "cols": 2, "starts": [[0, 0], [2, 2]], "goals": [[0, 2], [2, 0]]},
    {"rows": 1, "cols": 4, "starts": [[0, 0], [0, 2]], "goals": [[1, 1], [1, 3]]},
    {"rows": 1, "cols": 4, "starts": [[0, 0], [0, 2]], "goals": [[1, 1], [1, 3]], "wraps": True},
)

#: Where else a path may begin and end.
ENDS: dict[str, dict[str, Any]] = {
    "a goal in an edge": {"goals": [[[1, 2], [2, 2]]]},
    "a start in an edge": {"starts": [[[0, 0], [0, 1]]]},
    "a start that is a goal": {"goals": [[0, 0], [2, 2]]},
    "a start in an edge that is a goal": {
        "starts": [[[0, 0], [0, 1]]], "goals": [[[0, 0], [0, 1]], [2, 2]],
    },
    "a goal inside": {"goals": [[1, 1]]},
    "a board of one row": {"rows": 1, "goals": [[1, 2]]},
}  # fmt: skip

#: What a field says something about.
BESIDE: dict[str, dict[str, Any]] = {
    "open_halves": {"squares": [[0, 0, "black"], [1, 1, "white"]]} | ENDS["a goal in an edge"],
    "missing": {"squares": [[1, 1, "black"], [1, 0, "white"]]},
    "pass_goals": {"goals": [[1, 2], [2, 2]]},
    "wraps": {"triangles": [[0, 1, 2]]},
    "symmetry": {"triangles": [[0, 1, 1]]},
    "line_dots": {"symmetry": "left-right"},
    "eliminations": {"triangles": [[0, 1, 3]]},
    "rules": {"blocks": [{"at": [0, 1], "shape": ["##"]}], "eliminations": [[1, 1]]},
}


def values(schema: dict[str, Any]) -> Iterator[Any]:
    """Yield values of every form that a schema allows."""
    match schema:
        case {"enum": [*several]}:
            yield from several
        case {"anyOf": [*several]}:
            for one in several:
                yield from values(one)
        case {"type": "boolean"}:
            yield True
        case {"type": "integer", "minimum": 0}:
            yield from (0, 1)
        case {"type": "integer", "minimum": int(least), "maximum": int(greatest)}:
            yield from range(least, greatest + 1)
        case {"type": "string", "pattern": str(pattern)}:
            yield "##" if "#" in pattern else "white"
        case {"type": "array", "prefixItems": [*items]}:
            for number in range(schema.get("minItems", len(items)), len(items) + 1):
                yield from map(list, product(*(list(values(item)) for item in items[:number])))
        case {"type": "array", "items": dict(item)}:
            yield from ([one] for one in values(item))
        case {"type": "object", "required": [*names], "properties": dict(known)}:
            least_ = {name: next(values(known[name])) for name in names}
            yield least_
            for name in [name for name in known if name not in names]:
                yield from (least_ | {name: value} for value in values(known[name]))
        case _:
            raise AssertionError(f"a schema of another form: {schema}")


def form(value: Any) -> Any:
    """Return a value without its coordinates: values of one form are of one kind."""
    if isinstance(value, dict):
        return tuple((name, name == "at" or form(one)) for name, one in value.items())
    if isinstance(value, list) and value and isinstance(value[0], int):
        return ("place", *value[2:])
    return (type(value).__name__, *map(form, value)) if isinstance(value, list) else value


def panel(*parts: dict[str, Any]) -> Puzzle | None:
    """Return the panel of some parts of its record, on the first board that can hold it."""
    merged: dict[str, Any] = {}
    for part in parts:
        for name, value in part.items():
            both = name in merged and name in SYMBOLS
            merged[name] = [*merged[name], *value] if both else value
    for board in BOARDS:
        record = {"id": "odd"} | board | merged
        try:
            return puzzle_from_json(record)
        except InputError:
            continue
    return None


@cache
def kinds() -> dict[str, Puzzle]:
    """Return a panel of every kind by a name that says what it has."""
    found: dict[tuple[Any, ...], Puzzle] = {}

    def add(name: str, *parts: dict[str, Any], key: Any = None) -> None:
        if (name, key) not in found and (made := panel(*parts)):
            found[name, key] = made

    add("nothing")
    for name, ends in ENDS.items():
        add(name, ends)
    for name, schema in PUZZLE["properties"].items():
        if name in PUZZLE["required"]:
            continue
        for value in values(schema):
            field, beside = {name: value}, BESIDE.get(name, {})
            add(name, field, beside, key=form(value))
            if "white" in str(value):  # and symbols that count its colour
                for other in COUNTING:
                    add(
                        f"{name} beside {other}", field, {other: [[1, 1, "white"]]}, key=form(value)
                    )
    numbered: dict[str, list[Puzzle]] = {}
    for (name, _), one in found.items():
        numbered.setdefault(name, []).append(one)
    return {
        name if number == 1 else f"{name}, {number}": replace(one, id="odd")
        for name, several in numbered.items()
        for number, one in enumerate(several, start=1)
    }
