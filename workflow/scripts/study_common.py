"""What the scripts of studies share.

Import it first: it makes the module `studies` known, which an installed package does not have.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

_TOP = Path(__file__).parents[2]
sys.path.insert(0, str(_TOP))


def settings(job: Any) -> dict[str, Any]:
    """Return the parameters of a job without the checksum of its code."""
    return {name: value for name, value in job.params.items() if name != "code"}


def command(job: Any) -> str:
    """Return the command that makes what a job of a study does: its page, or its only output."""
    from studies.settings import study_command

    target, study = job.output.get("page", job.output[0]), job.rule.partition("_")[0]
    schema = _TOP / "workflow" / "schemas" / "config.schema.yaml"
    return study_command(target, study, job.config["studies"], schema)
