"""The configuration of an experiment: checked against its schema, with one line for a mistake."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from witness.base.errors import InputError


def checked(config: Mapping[str, Any], schema_file: str | Path) -> dict[str, Any]:
    """Return a configuration in which numbers are numbers, checked against its schema.

    `snakemake --config 'large={"count": 5}'` passes nested numbers as strings. Where the schema has
    no string, a string is read as YAML. Raises `InputError`, naming the key, for what does not
    match the schema then.
    """
    schema = yaml.safe_load(Path(schema_file).read_text(encoding="utf-8"))
    found: dict[str, Any] = _typed(dict(config), schema, schema.get("$defs", {}))
    error = best_match(Draft202012Validator(schema).iter_errors(found))
    if error is not None:
        place = ".".join(str(part) for part in error.absolute_path)
        raise InputError(f"{place}: {error.message}" if place else error.message, file="config")
    return found


def schema_defaults(schema_file: str | Path) -> dict[str, Any]:
    """Return the defaults of a schema, including those of nested objects."""
    return _defaults(yaml.safe_load(Path(schema_file).read_text(encoding="utf-8")))


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
        try:
            value = yaml.safe_load(value)
        except yaml.YAMLError:
            return value
    if kinds == "number" and isinstance(value, str):
        return _number(value)
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


def _number(text: str) -> float | str:
    """Read a number that YAML 1.1 reads as a string, such as 1e-9."""
    try:
        return float(text)
    except ValueError:
        return text
