"""What each study declares in its file `settings.yaml`, and the commands that follow from it.

`properties` are the keys that it adds to the key `studies` of the configuration, as a JSON schema,
in which `format: file` marks a file of the user. `reads` are keys of all studies that it reads.
`formerly`, which may be missing, is where its page was.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

from studies.commands import difference
from witness.base.config import merged, read_schema, schema_defaults

_HERE = Path(__file__).parent


def declared() -> dict[str, dict[str, Any]]:
    """Return what each study declares, by its name."""
    return {file.parent.name: read_schema(file) for file in sorted(_HERE.glob("*/settings.yaml"))}


def section_schema(config_schema: str | Path) -> dict[str, Any]:
    """Return the schema of the key `studies`: that of the configuration, with every study's own."""
    section: dict[str, Any] = read_schema(config_schema)["properties"]["studies"]
    own = [part["properties"] for part in declared().values()]
    properties = {key: part for one in (section["properties"], *own) for key, part in one.items()}
    return {**section, "properties": properties, "additionalProperties": False}


def filled(settings: Mapping[str, Any], config_schema: str | Path) -> dict[str, Any]:
    """Return the value of the key `studies` with the defaults of what it leaves out."""
    return merged(schema_defaults(section_schema(config_schema)), settings)


def study_command(
    target: str, study: str, settings: Mapping[str, Any], config_schema: str | Path
) -> str:
    """Return the command that makes a target of a study, by how its settings differ.

    It names files of the user without their folders.
    """
    about = declared()[study]
    parts = about["properties"]
    own = {key: settings[key] for key in (*about["reads"], *parts) if key in settings}
    for key in own.keys() & {key for key, part in parts.items() if part.get("format") == "file"}:
        own[key] = own[key] and PurePath(own[key]).name
    words = difference(own, schema_defaults(section_schema(config_schema)))
    more = f" --config {shlex.quote(f'studies={json.dumps(words)}')}" if words else ""
    return f"snakemake --cores 2 {shlex.quote(str(target))}{more}"
