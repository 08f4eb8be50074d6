"""The configuration of an experiment: checked against its schema, with one line for a mistake."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from witness.base.errors import LINE, InputError, quoted, shortened
from witness.base.inputs import CONFIGURATION, read_text
from witness.base.meant import did_you_mean

#: Decimal numbers; a whole one has no zeros before it.
_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")

#: The most values of a configuration, whose shipped examples have a hundred, and the most levels of
#: lists and objects in one another. A few lines of YAML with aliases stand for billions of values.
MOST_VALUES = 100_000
MOST_LEVELS = 20
_TOO_DEEP = f"lists and objects are nested more than {MOST_LEVELS} deep"


def checked(config: Mapping[str, Any], schema: Mapping[str, Any] | str | Path) -> dict[str, Any]:
    """Return a configuration in which numbers are numbers, checked against a schema or its file.

    `snakemake --config 'large={"count": 5}'` passes nested numbers as strings. Where the schema has
    no string, a string is read as YAML, but with decimal numbers only: YAML would take 010 for 8
    and 1:30 for 90. Where the schema has an integer, 5.0 is 5. Raises `InputError`, naming the key,
    for what does not match the schema then.
    """
    schema = _schema(schema)
    try:
        check_size(config)
        found: dict[str, Any] = _typed(dict(config), schema, schema.get("$defs", {}))
    except InputError as error:
        raise error.at(file="config") from None
    mistake = best_match(Draft202012Validator(schema).iter_errors(found))
    if mistake is not None:
        place = ".".join(str(part) for part in mistake.absolute_path)
        twice = mistake.validator == "uniqueItems"
        words = shortened(_repeated(mistake.instance) if twice else mistake.message, 2 * LINE)
        if mistake.validator == "additionalProperties":
            known = mistake.schema.get("properties", {})
            unknown = min(set(mistake.instance) - set(known), key=str, default="")
            words = f"there is no setting {unknown}{did_you_mean(str(unknown), known)}"
        if mistake.validator == "pattern":  # all patterns are those of names
            words = (
                f"{quoted(mistake.instance)} cannot name a folder; up to 100 letters (A–Z), "
                "digits, _, . and - can, with a letter or a digit at the beginning"
            )
        for name, new in mistake.schema.get("former", {}).items():
            if name in (given if isinstance(given := mistake.instance, Mapping) else [given]):
                words = f"there is no {name} any more; use {new}"
        raise InputError(f"{place}: {words}" if place else words, file="config")
    return found


def merged(default: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of two configurations, and of their sections; given ones go first."""
    found = {**default, **given}
    for key in default.keys() & given.keys():
        if isinstance(default[key], Mapping) and isinstance(given[key], Mapping):
            found[key] = merged(default[key], given[key])
    return found


def completed(config: Mapping[str, Any], default_file: str | Path) -> dict[str, Any]:
    """Return a configuration in which whatever it leaves out is as in a file of YAML."""
    default: dict[str, Any] = yaml.safe_load(read_text(default_file))
    return merged(default, config)


def check_size(value: Any) -> None:
    """Raise `InputError` for more than `MOST_VALUES` values, or for `MOST_LEVELS` levels of them.

    What an alias of YAML stands for counts as often as the alias is there. Nothing is looked at
    beyond that number of values. `value` is made of mappings and lists, or is a node of YAML.
    """
    level, values = [value], 1
    for _ in range(MOST_LEVELS + 1):
        inside = chain.from_iterable(map(_inside, level))
        level = list(islice(inside, MOST_VALUES))
        values += len(level)
        if values > MOST_VALUES:
            raise InputError(
                f"with all aliases written out it has more than {MOST_VALUES:,} values; "
                "write it without aliases (&name, *name)"
            )
        if not level:
            return
    raise InputError(_TOO_DEEP)


def check_file(path: str | Path) -> None:
    """Do `check_size` for a file of YAML, and raise `InputError` for a key that is there twice.

    Whoever reads it says if it is none, or not there.
    """
    if not Path(path).exists():
        return
    try:
        node = yaml.compose(read_text(path, CONFIGURATION))
        check_size(node)
        _check_keys(node)
    except yaml.YAMLError:
        return
    except RecursionError:
        raise InputError(_TOO_DEEP, file=path) from None
    except InputError as error:
        raise error.at(file=path) from None


def _check_keys(node: Any) -> None:
    """Raise `InputError` for a key that a mapping has twice: YAML would keep the last value."""
    todo = [node]
    for part in todo:
        todo += _inside(part)
        lines: dict[str, int] = {}
        for key, _ in part.value if isinstance(part, yaml.MappingNode) else ():
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in lines:
                raise InputError(
                    f"the key {quoted(key.value)} is there twice, on lines {lines[key.value]} and "
                    f"{line}"
                )
            lines[key.value] = line


def _inside(part: Any) -> Iterable[Any]:
    if isinstance(part, yaml.MappingNode):
        return [inner for pair in part.value for inner in pair]
    if isinstance(part, yaml.SequenceNode):
        return list(part.value)
    if isinstance(part, Mapping):
        return part.values()
    return part if isinstance(part, list | tuple) else ()


def _repeated(values: list[Any]) -> str:
    """Say which value a list has twice."""
    again = next(one for number, one in enumerate(values) if one in values[:number])
    return f"{again!r} is there twice; once is enough"


def read_schema(schema_file: str | Path) -> dict[str, Any]:
    """Return a schema of this project, with the names of registries filled in.

    `enum_from: module:name` stands for an `enum` of the names in that registry, so that a name is
    written once. So does `former_from` for `former`, which has what to use for a name that is gone.
    """
    text = Path(schema_file).read_text(encoding="utf-8")
    # The loader in C, where PyYAML has it, takes a tenth of the time.
    schema: dict[str, Any] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    todo: list[Any] = [schema]
    for part in todo:
        if isinstance(part, dict):
            for key, kind in (("enum", list), ("former", dict)):
                if f"{key}_from" in part:
                    module, _, name = part.pop(f"{key}_from").partition(":")
                    part[key] = kind(getattr(import_module(module), name))
            todo += part.values()
        elif isinstance(part, list):
            todo += part
    return schema


def schema_defaults(schema: Mapping[str, Any] | str | Path) -> dict[str, Any]:
    """Return the defaults of a schema or its file, including those of nested objects."""
    return _defaults(_schema(schema))


def _schema(schema: Mapping[str, Any] | str | Path) -> Mapping[str, Any]:
    return schema if isinstance(schema, Mapping) else read_schema(schema)


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
        node = yaml.compose(text, yaml.SafeLoader)
        if not inside and not isinstance(node, yaml.ScalarNode):
            return text
        check_size(node)
        found = yaml.load(text, yaml.BaseLoader if inside else yaml.SafeLoader)
    except (ValueError, yaml.YAMLError, RecursionError):  # a number may have too many digits
        return text
    number = isinstance(found, int | float) and not isinstance(found, bool)
    return text if number else found
