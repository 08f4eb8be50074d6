"""Write the tables of keys in docs/formats.md, from the JSON Schemas that check the files.

    python tools/formats_page.py

A table stands between a line `<!-- keys: MODULE:NAME -->` and the line `<!-- end of keys -->`; the
name is that of a schema, or of the columns of a tidy table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[1] / "docs" / "formats.md"

TABLE = re.compile(r"(<!-- keys: (\S+):(\w+) -->\n).*?(<!-- end of keys -->)", re.DOTALL)

#: How the page calls the types of JSON.
WORDS = {
    "string": "text",
    "integer": "integer",
    "number": "number",
    "boolean": "true or false",
    "array": "list",
    "object": "object",
    "null": "null",
}
KINDS = {"text": "text", "number": "number", "truth": "true or false", "texts": "list of texts"}


def rows(schema: dict[str, Any], before: str = "") -> Iterator[str]:
    """Yield a row for each key of a schema, whose name is `before`, and for the keys below it."""
    schema = _inside(schema)
    if "properties" not in schema:
        return
    for key, part in schema["properties"].items():
        optional = "" if key in schema.get("required", ()) else "; optional"
        name = f"{before}{key}"
        yield f"| `{name}` | {_values(part)}{optional} | {part.get('description', '')} |"
        inner = _inside(part)
        if any("description" in one for one in inner.get("properties", {}).values()) and (
            not _own_table(inner)
        ):
            yield from rows(part, f"{name}[]." if "items" in _alternative(part) else f"{name}.")


def _own_table(schema: dict[str, Any]) -> bool:
    """Whether a table of its own has the keys of this object."""
    return any(schema["properties"] == other["properties"] for other in _described())


def _described() -> list[dict[str, Any]]:
    found = re.findall(r"<!-- keys: (\S+):(\w+) -->", PAGE.read_text(encoding="utf-8"))
    things = [getattr(import_module(module), name) for module, name in found]
    return [_inside(thing) for thing in things if isinstance(thing, dict)]


def _alternative(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema, or what it says of a value that is not null."""
    others = [part for part in schema.get("anyOf", ()) if part.get("type") != "null"]
    return others[0] if len(others) == 1 else schema


def _inside(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object, or of the objects in a list."""
    schema = _alternative(schema)
    return _inside(schema["items"]) if isinstance(schema.get("items"), dict) else schema


def _values(schema: dict[str, Any]) -> str:
    """Say which values a key takes."""
    if "enum" in schema:
        return ", ".join("null" if value is None else f"`{value}`" for value in schema["enum"])
    kinds = schema.get("type", [])
    words = [WORDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    if {"minimum", "maximum"} <= schema.keys():
        words[0] += f" from {schema['minimum']} to {schema['maximum']}"
    return " or ".join(words) or "–"


def table(thing: Any) -> str:
    """Return the table of a schema, or of the columns of a tidy table."""
    if isinstance(thing, dict):
        return "\n".join(["| key | value | meaning |", "| --- | --- | --- |", *rows(thing)])
    found = [f"| `{c.name}` | {KINDS[c.kind]} | {c.meaning} |" for c in thing.columns]
    return "\n".join(["| column | value | meaning |", "| --- | --- | --- |", *found])


def page(text: str) -> str:
    """Return a text in which every table is as the schemas are."""
    return TABLE.sub(
        lambda found: (
            f"{found[1]}\n{table(getattr(import_module(found[2]), found[3]))}\n\n{found[4]}"
        ),
        text,
    )


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
