"""JSON Schemas of the files that are written: to build them, and to check what is read by them.

A schema is a dictionary, as `jsonschema` takes it. Those of a package are in its module
`*_schema.py`, beside the code that writes and reads the files. docs/formats.md has examples with
comments that are made of them (`tools/formats_page.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from witness.base.errors import LINE, InputError, quoted, shortened
from witness.base.files import read_json

Schema = dict[str, Any]

#: How messages call a type, and which Python types it has.
_TYPES: Mapping[str, tuple[str, tuple[type, ...]]] = {
    "string": ("a text", (str,)),
    "integer": ("a whole number", (int,)),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", (bool,)),
    "object": ("an object", (dict,)),
    "array": ("a list", (list,)),
    "null": ("null", (type(None),)),
}

#: What is said of a list, and of the records in it, if each record fits by itself, key by key.
_OF_LISTS = {"type", "description", "items"}
_OF_RECORDS = {"type", "description", "properties", "required", "additionalProperties"}


def text(description: str, **more: Any) -> Schema:
    """Return the schema of a text."""
    return {"type": "string", "description": description, **more}


def whole(description: str, **more: Any) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "description": description, **more}


def number(description: str, **more: Any) -> Schema:
    """Return the schema of a number."""
    return {"type": "number", "description": description, **more}


def truth(description: str, **more: Any) -> Schema:
    """Return the schema of true or false."""
    return {"type": "boolean", "description": description, **more}


def one_of(description: str, values: Sequence[str]) -> Schema:
    """Return the schema of a text that is one of some."""
    return {"type": "string", "description": description, "enum": [*values]}


def listed(items: Schema, description: str = "", **more: Any) -> Schema:
    """Return the schema of a list."""
    told = {"description": description} if description else {}
    return {"type": "array", "items": items, **told, **more}


def maybe(schema: Schema) -> Schema:
    """Return the schema of what may also be null."""
    more = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **more}


def record(
    required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None, **more: Any
) -> Schema:
    """Return the schema of an object with these keys, and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": [*required],
        "additionalProperties": False,
        **more,
    }


@lru_cache(maxsize=64)
def _kinds(names: tuple[str, ...], optional: bool) -> tuple[tuple[str, ...], tuple[type, ...]]:
    """Return the kinds of value that a key may have, and the Python types of these."""
    kinds = (*names, "null") if optional and "null" not in names else names
    return kinds, tuple(kind for name in kinds for kind in _TYPES[name][1])


def check_types(found: Any, schema: Schema, what: str, needed: Sequence[str] = ()) -> None:
    """Raise `InputError` for what is no object, or has a value of another type under a key.

    It is for records of which there are many: it looks at the types of the schema's keys, and at
    nothing below them. Keys that are not `needed` may be missing or null, and other keys may have
    any value. `what` names the record in the message.
    """
    if not isinstance(found, dict):
        raise InputError(f"{what} is {quoted(found)}; an object is expected")
    for key, part in schema["properties"].items():
        if key not in found:
            if key in needed:
                raise InputError(f"{what} has no {key}")
            continue
        kind = part["type"]
        kinds, types = _kinds((kind,) if isinstance(kind, str) else (*kind,), key not in needed)
        value = found[key]
        if not isinstance(value, types) or (isinstance(value, bool) and "boolean" not in kinds):
            words = " or ".join(_TYPES[kind][0] for kind in kinds)
            raise InputError(f"{what} has {key} {quoted(value)}; {words} is expected")


def read_fitting(path: str | Path, schema: Schema, what: str) -> Any:
    """Return the JSON document in a file. Raises `InputError` if it does not fit a schema."""
    found = read_json(path)
    try:
        check_shape(found, schema, what)
    except InputError as error:
        raise error.at(file=path) from None
    return found


def check_shape(document: Any, schema: Any, what: str) -> None:
    """Raise `InputError` if a document does not fit a schema; `what` says what it should be."""
    # The prover checks shipped proofs only where a clause looks ahead; it starts without this.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    validator = Draft202012Validator(schema)
    if validator.is_valid(_fewer(document, schema)):
        return
    error = best_match(validator.iter_errors(document))
    if error is not None:
        place = "".join(
            f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path
        )
        raise InputError(f"not {what}: at ${place}: {shortened(error.message, LINE)}")


def _fewer(found: Any, schema: Any) -> Any:
    """Return a document without records in its lists of which other records have all parts.

    A record fits as its keys do and what each of them has, so the rest fits if all of it does. No
    schema asks elsewhere than at a list how many items it has.
    """
    if isinstance(found, dict):
        parts = schema.get("properties", {})
        return {key: _fewer(value, parts.get(key, {})) for key, value in found.items()}
    items = schema.get("items")
    if not isinstance(found, list) or not isinstance(items, dict):
        return found
    if not (schema.keys() <= _OF_LISTS and items.keys() <= _OF_RECORDS):
        return [_fewer(one, items) for one in found]
    seen: set[Any] = set()
    kept = []
    for one in found:
        parts = {tuple(one), *map(repr, one.items())} if isinstance(one, dict) else {repr(one)}
        if not parts <= seen:
            seen |= parts
            kept.append(_fewer(one, items))
    return kept
