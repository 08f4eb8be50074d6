"""What the scripts of studies share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from witness.base.config import schema_defaults
from witness.report.commands import study_command

SCHEMA = Path(__file__).parents[1] / "schemas" / "config.schema.yaml"


def command(job: Any) -> str:
    """Return the command that makes what a job of a study does: its page, or its only output."""
    study = job.rule.partition("_")[0]
    settings, defaults = job.config["studies"], schema_defaults(SCHEMA)["studies"]
    return study_command(job.output.get("page", job.output[0]), study, settings, defaults)
