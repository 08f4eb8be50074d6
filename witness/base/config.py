"""The configuration of an experiment: checked against its schema, with one line for a mistake."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from witness.base.errors import LINE, InputError, shortened

#: Decimal numbers; a whole one has no zeros before it.
_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


def checked(config: Mapping[str, Any], schema_file: str | Path) -> dict[str, Any]:
    """Return a configuration in which numbers are numbers, checked against its schema.

    `snakemake --config 'large={"count": 5}'` passes nested numbers as strings. Where the schema has
    no string, a string is read as YAML, but with decimal numbers only: YAML would take 010 for 8
    and 1:30 for 90. Where the schema has an integer, 5.0 is 5. Raises `InputError`, naming the key,
    for what does not match the schema then.
    """
    schema = read_schema(schema_file)
    found: dict[str, Any] = _typed(dict(config), schema, schema.get("$defs", {}))
    error = best_match(Draft202012Validator(schema).iter_errors(found))
    if error is not None:
        place = ".".join(str(part) for part in error.absolute_path)
        message = shortened(error.message, LINE)
        raise InputError(f"{place}: {message}" if place else message, file="config")
    return found


def read_schema(schema_file: str | Path) -> dict[str, Any]:
    """Return a schema of this project, with the names of registries filled in.

    `enum_from: module:name` stands for an `enum` of the names in that registry, so that a name is
    written once.
    """
    schema: dict[str, Any] = yaml.safe_load(Path(schema_file).read_text(encoding="utf-8"))
    todo: list[Any] = [schema]
    for part in todo:
        if isinstance(part, dict):
            if "enum_from" in part:
                module, _, name = part.pop("enum_from").partition(":")
                part["enum"] = [*getattr(import_module(module), name)]
            todo += part.values()
        elif isinstance(part, list):
            todo += part
    return schema


def schema_defaults(schema_file: str | Path) -> dict[str, Any]:
    """Return the defaults of a schema, including those of nested objects."""
    return _defaults(read_schema(schema_file))


def _defaults(schema: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for key, part in schema.get("properties", {}).items():
        inside = _defaults(part)
        if inside or "default" in part:
            found[key] = {**part.get("default", {}), **inside} if inside else part["default"]
    return found


def _typed(value: Any, schema: Mapping[str, Any], shared: Mapping[str, Any]) -> Any:
    """Read strings as YAML wherever the schema has no string."""
    if "$ref" in schema:
        schema = shared[schema["$ref"].removeprefix("#/$defs/")] | {
            key: part for key, part in schema.items() if key not in ("$ref", "properties")
        }
    kinds = schema.get("type", [])
    if isinstance(value, str) and "string" not in kinds and "enum" not in schema and kinds:
        value = _from_text(value, kinds)
    if isinstance(value, float) and "integer" in kinds and value.is_integer():
        value = int(value)  # or a seed of 5.0 would be another one than 5
    if isinstance(value, float) and math.isnan(value):
        return str(value)  # it would pass all bounds, as no comparison with it holds
    if kinds == "string" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Mapping):
        properties = schema.get("properties", {})
        return {key: _typed(part, properties.get(key, {}), shared) for key, part in value.items()}
    if isinstance(value, list | tuple):
        places = schema.get("prefixItems", [])
        rest = schema.get("items", {})
        return [
            _typed(part, places[number] if number < len(places) else rest, shared)
            for number, part in enumerate(value)
        ]
    return value


def _from_text(text: str, kinds: str | list[str]) -> Any:
    """Read a string as YAML for a schema of these types; return other strings unchanged.

    Whatever is inside a list or an object stays a string: `_typed` reads it next.
    """
    inside = kinds in ("array", "object")
    try:
        if _WHOLE.fullmatch(text.strip()):
            return int(text)
        if _NUMBER.fullmatch(text.strip()) and ("." in text or "number" in kinds):
            return float(text)
        found = yaml.load(text, yaml.BaseLoader if inside else yaml.SafeLoader)
    except (ValueError, yaml.YAMLError):  # a number may have too many digits
        return text
    number = isinstance(found, int | float) and not isinstance(found, bool)
    return text if number else found
