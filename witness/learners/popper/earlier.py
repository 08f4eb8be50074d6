"""An earlier answer of Popper to the same question: a run takes minutes, so it is made once.

The record of a run has a checksum of all that Popper was given, and its output is kept beside it.
When the same is asked again, the answer is read from there: after a change of this package, say,
that leaves Popper's input as it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.files import read_json, read_text
from witness.base.limits.child import Finished

#: How a run must have ended: with an answer that a longer run would give, too.
_ANSWERED = ("learned", "nothing-learned")


def question(texts: Mapping[str, str], options: Sequence[str], version: str) -> str:
    """Return the checksum of what Popper is given: files, options, and which Popper it is."""
    return hashlib.sha256(json.dumps([dict(texts), list(options), version]).encode()).hexdigest()


def earlier_run(directory: Path, asked: str) -> Finished | None:
    """Return the run in a folder that answered the same question; None if there is none."""
    try:
        record = read_json(directory / "result.json")
        log = read_text(directory / "popper.log")
    except InputError:
        return None
    if not _answers(record, asked):
        return None
    return Finished("itself", 0, log, "", record["seconds"], record["peak_memory"])


def _answers(record: Any, asked: str) -> bool:
    return (
        isinstance(record, dict)
        and record.get("asked") == asked
        and record.get("status") in _ANSWERED
        and all(isinstance(record.get(key), int | float) for key in ("seconds", "peak_memory"))
    )
