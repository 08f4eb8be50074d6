"""Write the comments of the examples in docs/formats.md, from the JSON Schemas of the files.

    python tools/formats_page.py

An example stands in a block below a line `<!-- keys: MODULE:NAME -->`; the name is that of a
schema, or of a tidy table. The values are written by hand. The comment of a key is its description
in the schema; with `LIKEWISE` it shares the comment of the key before it.
"""

from __future__ import annotations

import json
import re
import textwrap
from importlib import import_module
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[1] / "docs" / "formats.md"

TABLE = re.compile(r"<!-- keys: (\S+):(\w+) -->\n\n```json5\n(.*?)```\n", re.DOTALL)
COMMENT = re.compile(r"\s*//\??( .*)?$", re.MULTILINE)
LIKEWISE = "likewise"

#: The widest page, and the furthest column at which comments begin.
WIDTH, COLUMN = 100, 42


def described(module: str, name: str) -> dict[str, Any]:
    """Return the schema of the object that an example shows."""
    thing = getattr(import_module(module), name)
    if isinstance(thing, dict):
        return _inside(thing)
    return {
        "properties": {c.name: {"description": c.meaning} for c in thing.columns},
        "required": [c.name for c in thing.columns],
    }


def example(block: str) -> dict[str, Any]:
    """Return the object of an example, without its comments."""
    value: dict[str, Any] = json.loads(COMMENT.sub("", block))
    return value


def lines(schema: dict[str, Any], value: dict[str, Any], indent: int = 1) -> list[list[str]]:
    """Return the lines of an object, each with its comment. Raises KeyError for a missing key."""
    found: list[list[str]] = []
    for key, part in schema["properties"].items():
        start, inner, shown = f'{" " * indent}"{key}": ', _inside(part), value[key]
        comment = f"//{'' if key in schema.get('required', ()) else '?'} {_comment(part)}"
        line = f"{start}{_json(shown)},"
        if _expanded(inner):
            many = isinstance(shown, list)
            below = lines(inner, shown[0] if many else shown, indent + 2)
            below[-1][0] += "}]," if many else "},"
            found += [[start + ("[{" if many else "{"), comment], *below]
        elif part["description"] != LIKEWISE:
            found.append([line, comment])
        elif len(found[-1][0]) + len(line) - indent < COLUMN:
            found[-1][0] += line[indent - 1 :]
        else:
            found.append([line, ""])
    found[-1][0] = found[-1][0].removesuffix(",")
    return found


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _comment(part: dict[str, Any]) -> str:
    """Return the values of a key, if they are few, and what it means."""
    said = re.sub(r"[`\\]", "", part["description"])
    if "enum" in part and len(part["enum"]) > 1:
        said = f"{', '.join(map(str, filter(None, part['enum'])))}: {said}"
    elif {"minimum", "maximum"} <= part.keys():
        said = f"{part['minimum']} to {part['maximum']}: {said}"
    nullable = isinstance(part.get("type"), list) and "null" in part["type"]
    return f"{said}; or null" if nullable and "null" not in said else said


def _expanded(inner: dict[str, Any]) -> bool:
    """Whether an example shows the keys of such an object that is part of another."""
    parts = inner.get("properties", {})
    own = any(parts == other.get("properties") for other in _shown())
    return any("description" in part for part in parts.values()) and not own


def _shown() -> list[dict[str, Any]]:
    """Return the schemas of which the page has an example."""
    found = TABLE.findall(PAGE.read_text(encoding="utf-8"))
    return [described(module, name) for module, name, _ in found]


def _inside(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object, of one that is not null, or of the objects in a list."""
    others = [part for part in schema.get("anyOf", ()) if part.get("type") != "null"]
    schema = others[0] if len(others) == 1 else schema
    return _inside(schema["items"]) if isinstance(schema.get("items"), dict) else schema


def commented(schema: dict[str, Any], value: dict[str, Any]) -> str:
    """Return the example of a schema, with a comment for each key."""
    rows = lines(schema, value)
    rows[0][0] = "{" + rows[0][0][1:]
    rows[-1][0] += "}"
    column = min(COLUMN, max(len(code) for code, _ in rows)) + 2
    return "".join(
        f"{line.rstrip()}\n"
        for code, comment in rows
        for line in _wrapped(f"{code:<{column - 2}}  ", comment)
    )


def _wrapped(code: str, comment: str) -> list[str]:
    """Return the lines of a key; the comment goes on below itself where it is long."""
    first, *rest = textwrap.wrap(comment, max(WIDTH - len(code), 30), break_on_hyphens=False) or [
        ""
    ]
    return [code + first, *(f"{'':<{len(code)}}// {line}" for line in rest)]


def page(text: str) -> str:
    """Return a text in which every example has the comments of its schema."""

    def block(found: re.Match[str]) -> str:
        module, name, old = found.groups()
        new = commented(described(module, name), example(old))
        return f"<!-- keys: {module}:{name} -->\n\n```json5\n{new}```\n"

    return TABLE.sub(block, text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
