"""What the scripts share: diagnostics go to the log of the job, and errors to the screen, too."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.machine import process_begun
from witness.report.job_times import done_line

SCHEMA = Path(__file__).parents[1] / "schemas" / "config.schema.yaml"


@contextmanager
def logged(log: str) -> Iterator[None]:
    """Run a block; write what goes wrong with the input as one line to the log and to stderr."""
    Path(log).parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except InputError as error:
        Path(log).write_text(f"{error}\n", encoding="utf-8")
        print(f"witness: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        Path(log).write_text("interrupted\n", encoding="utf-8")
        sys.exit(2)
    else:
        Path(log).write_text(done_line(process_begun(), time.time()), encoding="utf-8")


def command(job: Any) -> str:
    """Return the command that makes what a job of a study does: its page, or its only output."""
    # Only studies read the schema, and the packages for that take 0.05 s to import.
    from witness.base.config import schema_defaults
    from witness.report.commands import study_command

    study = job.rule.partition("_")[0]
    settings, defaults = job.config["studies"], schema_defaults(SCHEMA)["studies"]
    return study_command(job.output.get("page", job.output[0]), study, settings, defaults)
