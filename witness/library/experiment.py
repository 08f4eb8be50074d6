"""The results of an experiment as tidy tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from witness.base.errors import InputError
from witness.library.expected import checked, checked_class
from witness.report import tidy, tidy_triage
from witness.report.experiment import read_configuration, read_experiment, read_learning
from witness.report.learned import Learned
from witness.report.records import Records
from witness.report.tidy import Column, Row


@checked_class
class Experiment:
    """The experiment in a folder such as `results/paper`, as pandas frames with one row a thing.

    docs/formats.md describes the columns. The tables are made when they are first asked for:
    `hypotheses` and `clauses` of what has been learned so far, `triage` and `searches` once the
    experiment is finished.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise InputError("there is no such folder", file=folder)
        #: The configuration, as `config.yaml` in the folder has it.
        self.config: Mapping[str, Any] = read_configuration(folder)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Experiment) and (self.folder, self.config) == (
            other.folder,
            other.config,
        )

    def __hash__(self) -> int:
        return hash(self.folder)

    def __repr__(self) -> str:
        return f"Experiment({str(self.folder)!r})"

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str(self.config.get("name", self.folder.name))

    @cached_property
    def hypotheses(self) -> pd.DataFrame:
        """What was learned from each training puzzle: one row a puzzle."""
        return _frame(tidy.hypotheses(self._learned), tidy.HYPOTHESES)

    @cached_property
    def clauses(self) -> pd.DataFrame:
        """The clauses that were learned: one row a clause, whatever its variables are called."""
        return _frame(tidy.clauses(self._learned), tidy.CLAUSES)

    @cached_property
    def triage(self) -> pd.DataFrame:
        """The rankings of triage: one row a candidate in a stage, by variant and track."""
        return _frame(tidy_triage.triage(self._records), tidy_triage.TRIAGE)

    @cached_property
    def searches(self) -> pd.DataFrame:
        """The searches of the test set and of the large one: one row a puzzle and run."""
        return _frame(tidy.searches(self._records), tidy.SEARCHES)

    @cached_property
    def _learned(self) -> Learned:
        return Learned(read_learning(self.folder).records)

    @cached_property
    def _records(self) -> Records:
        return read_experiment(self.folder).records


@checked
def experiment(folder: str | Path) -> Experiment:
    """Return the experiment in a folder such as `results/paper`.

    Raises `InputError` with the file if it is not the folder of an experiment; the tables do where
    records cannot be read.
    """
    return Experiment(folder)


def _frame(rows: Iterable[Row], columns: Sequence[Column]) -> pd.DataFrame:
    """Return a frame: numbers as numbers (NaN where there is none), truths as `boolean`."""
    frame = pd.DataFrame(list(rows), columns=[column.name for column in columns])
    for column in columns:
        if column.kind == "number":
            frame[column.name] = pd.to_numeric(frame[column.name])
        elif column.kind == "truth":
            frame[column.name] = frame[column.name].astype("boolean")
    return frame
