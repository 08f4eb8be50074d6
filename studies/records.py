"""Records of the studies: JSON lines, of which the first says how the others were measured."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd

from witness.base.errors import InputError
from witness.base.files import json_line, read_jsonl, read_maybe_gzipped, write_jsonl
from witness.base.machine import MACHINE, commit, machine
from witness.base.schemas import check_shape, number, record, text

Row = dict[str, Any]

#: The JSON Schema of the first line of a file of records.
ORIGIN = record(
    {
        "command": text("of the measurement"),
        "settings": {"type": "object", "description": "likewise"},
        "machine": {**MACHINE, "description": "likewise"},
        "date": text("likewise"),
    },
    {"seconds": number("by the clock")},
)


@dataclass(frozen=True)
class Origin:
    """How something was measured: the command, the settings (with the seed), machine and date.

    The machine has the commit that ran. Records of earlier versions may lack it, and the seconds.
    """

    command: str
    settings: Mapping[str, Any]
    machine: Mapping[str, str | int]
    date: str
    seconds: float | None = None


@dataclass(frozen=True)
class Measured:
    """The rows that were measured, and their origin."""

    origin: Origin
    rows: list[Row]

    @property
    def row(self) -> Row:
        """The only row."""
        (row,) = self.rows
        return row

    @property
    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        return pd.DataFrame(self.rows)


def clock(records: Iterable[Measured]) -> str:
    """Return what the times of records are: the wall clock's in records of earlier versions."""
    earlier = any(one.origin.seconds is None for one in records)
    return "wall-clock time" if earlier else "processor time"


def write_measured(
    path: str | Path, rows: Iterable[Row], command: str, settings: Mapping[str, Any]
) -> None:
    """Measure `rows`, and write them below a line about how, where and when."""
    begun, place = time.perf_counter(), {**machine(), **commit()}
    found = list(rows)
    seconds = round(time.perf_counter() - begun, 3)
    today = datetime.now(UTC).date().isoformat()
    write_jsonl(path, [asdict(Origin(command, settings, place, today, seconds)), *found])


def read_measured(path: str | Path) -> Measured:
    """Read what `write_measured` wrote. Raises `InputError` for anything else."""
    lines = [value for _, value in read_jsonl(path)]
    try:
        check_shape(lines[0] if lines else None, ORIGIN, "such a line")
    except InputError as error:
        raise InputError(
            f"the first line does not say how this was measured: {error.reason}", file=path
        ) from None
    return Measured(Origin(**lines[0]), lines[1:])


def gather(files: Iterable[str | Path], folder: str | Path, output: str | Path) -> None:
    """Write the records of a study as one compressed file, by their names in its folder."""
    named = {Path(f).relative_to(folder).with_suffix("").as_posix(): f for f in files}
    lines = [
        json_line({"record": name, **asdict(read_measured(file))}) + "\n"
        for name, file in named.items()
    ]
    Path(output).write_bytes(gzip.compress("".join(lines).encode(), mtime=0))


def read_gathered(path: str | Path) -> dict[str, Measured]:
    """Read what `gather` wrote: the records of a study by name, such as `variants/hanoi-3`."""
    records = map(json.loads, read_maybe_gzipped(path).splitlines())
    return {one["record"]: Measured(Origin(**one["origin"]), one["rows"]) for one in records}
