"""The commands that make results again, by how a configuration differs from the defaults."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

import yaml

from witness.base.config import merged, schema_defaults
from witness.base.files import read_text
from witness.clauses.learners.registry import FORMER, LEARNERS


def snakemake_command(config: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    """Return the command that runs an experiment, by how its configuration differs.

    It names programs without their folders, and has no settings of learners that were not run.
    """
    words = []
    for key, value in _public(config).items():
        different = difference(value, defaults.get(key))
        if different is not None:
            text = different if isinstance(different, str) else json.dumps(different)
            words.append(shlex.quote(f"{key}={text}"))
    return " ".join(["snakemake --cores 2", *(["--config", *words] if words else [])])


def _public(config: Mapping[str, Any]) -> dict[str, Any]:
    others = {*LEARNERS, *FORMER} - {config.get("learner")}
    found = {key: value for key, value in config.items() if key not in others}
    section = found.get("popper", {})
    if section.get("command"):
        found["popper"] = section | {"command": PurePath(section["command"]).name}
    return found


def difference(value: Any, default: Any) -> Any:
    """Return what has to be said so that `default` becomes `value`, None if nothing has to be."""
    if isinstance(value, Mapping) and isinstance(default, Mapping):
        found = {key: difference(inner, default.get(key)) for key, inner in value.items()}
        return {key: inner for key, inner in found.items() if inner is not None} or None
    return None if value == default else value


def default_configuration(config_file: str, schema_file: str) -> dict[str, Any]:
    """Return the configuration from which experiments differ: of config.yaml and of the schema."""
    shipped: dict[str, Any] = yaml.safe_load(read_text(config_file))
    return merged(schema_defaults(schema_file), shipped)
