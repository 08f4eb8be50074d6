"""The results of an experiment as tidy tables."""

from __future__ import annotations

from pathlib import Path

from witness.base.errors import InputError
from witness.library.expected import checked, checked_class
from witness.report import experiment as reader


@checked_class
class Experiment(reader.Experiment):
    """The experiment in a folder such as `results/paper`, as pandas frames with one row a thing.

    docs/formats.md describes the columns. The tables are made when they are first asked for:
    `hypotheses` and `clauses` of what has been learned so far, `triage` and `searches` once the
    experiment is finished.
    """

    def __init__(self, folder: str | Path) -> None:
        if not Path(folder).is_dir():
            raise InputError("there is no such folder", file=folder)
        super().__init__(folder)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Experiment) and (self.folder, self.config) == (
            other.folder,
            other.config,
        )

    def __hash__(self) -> int:
        return hash(self.folder)

    def __repr__(self) -> str:
        return f"Experiment({str(self.folder)!r})"


@checked
def experiment(folder: str | Path) -> Experiment:
    """Return the experiment in a folder such as `results/paper`.

    Raises `InputError` with the file if it is not the folder of an experiment; the tables do where
    records cannot be read.
    """
    return Experiment(folder)
