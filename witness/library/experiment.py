"""The results of an experiment as tidy tables."""

from __future__ import annotations

from html import escape
from pathlib import Path

from witness.base.errors import InputError
from witness.library.expected import checked, checked_class
from witness.library.studio.notebook import frame
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


class Explorable:
    """The page of `witness explore` for a notebook; `text` is the page, which needs no network."""

    def __init__(self, text: str) -> None:
        self.text = text

    def _repr_html_(self) -> str:
        """Return the frame that a notebook shows."""
        return frame(f'srcdoc="{escape(self.text)}"')


@checked
def explore(experiment: Experiment, other: Experiment | None = None) -> Explorable:
    """Return the page to play with what an experiment has learned, or two of them side by side.

    Raises `InputError` where records cannot be read.
    """
    from witness.report.explore.page import Explored, page

    several = [one for one in (experiment, other) if one is not None]
    return Explorable(page([Explored.of(one) for one in several]))
