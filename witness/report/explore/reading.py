"""Reading an experiment for the page, finished or not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.report.experiment import read_configuration, read_learning
from witness.report.explore.page import Explored
from witness.report.records import Triage, files_in, read_records

#: Records that there are only once the training is over.
LATER = ("candidates", "rankings", "winners", "test_puzzles")


def read_explored(directory: str | Path) -> Explored:
    """Read an experiment from `results/<name>/`; it need not be finished.

    Raises `InputError` with the file for a folder that is none of an experiment, and for one that
    cannot be read.
    """
    learning = read_learning(directory)
    root = Path(directory)
    name = str(read_configuration(root).get("name", root.name))
    files = {kind: found for kind, found in files_in(root).items() if kind in LATER}
    later = read_records(
        files, max_size=learning.records.max_size, minutes=(),
        bk=str(root / "bk.pl"), bias=str(root / "bias.pl"),
    )  # fmt: skip
    records = replace(learning.records, triage=later.triage, test_puzzles=later.test_puzzles)
    explored = Explored(name, records, learning.planned)
    for variant, triage in later.triage.items():
        _check(triage, root / "triage" / variant)
    return explored


def _check(triage: Triage, folder: Path) -> None:
    """Raise `InputError` if the rankings or the winners are not what triage writes."""
    read: dict[Path, Any] = {folder / "winners.json": triage.winners}
    read |= {folder / f"stage_{n}" / "ranking.json": found for n, found in triage.rankings.items()}
    for file, record in read.items():
        rows: Any = None
        if isinstance(record, dict):
            rows = [*record.values()] if file.name == "winners.json" else record.get("ranking")
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise InputError("not what triage writes; remove it, and run snakemake", file=file)
