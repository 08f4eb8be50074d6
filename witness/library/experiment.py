"""The results of an experiment as tidy tables."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from witness.base.errors import InputError
from witness.base.extras import optional
from witness.base.files import write_text
from witness.base.html import code, table
from witness.base.meant import none_such
from witness.library.expected import checked, checked_class
from witness.library.progress import progress
from witness.pipeline.report import experiment as reader
from witness.pipeline.report.records import Records
from witness.studio.server.notebook import frame

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = optional("pandas", "pandas", "report")


@checked_class
class Experiment(reader.Experiment):
    """The experiment in a folder such as `results/paper`, as pandas frames with one row a thing.

    docs/formats.md describes the columns. The tables are made when they are first asked for:
    `hypotheses` and `clauses` of what has been learned so far, `triage` and `searches` once the
    experiment is finished; so are the figures of its report, with `plot`.
    """

    def plot(self, name: str = "figure_4") -> Plot:
        """Return a figure of the report, of a finished experiment; a notebook shows it.

        It is `figure_4` (speedups by size) or `figure_5` (large puzzles solved within budgets).
        Raises `InputError` for another, and where records are missing.
        """
        optional("matplotlib", "matplotlib", "report")
        from witness.pipeline.report.figures import FIGURES  # matplotlib takes long to import

        if name not in FIGURES:
            raise none_such("figure", name, FIGURES)
        return Plot(FIGURES[name](self.records), name)

    @cached_property
    def training(self) -> Records:
        """What has been learned so far; looking at it moves a progress bar in a notebook."""
        return replace(super().training, step=lambda: self._step())

    def _frame(self, name: str, records: Records) -> Frame:

        with progress(None, "clause") as self._step:
            return Frame(super()._frame(name, records))

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows: how far it is, and what it has learned."""
        done, most = self.training.learning, 5
        rows: list[tuple[object, ...]] = [
            ("name", self.name),
            ("bias", self.config.get("bias", "")),
            ("training puzzles", f"{len(done)} of {self.planned} are finished"),
            ("hypotheses", f"{sum(bool(run.clauses) for run in done)}"),
        ]
        for _, row in self.clauses.head(most).iterrows():
            words = f"in {row['hypotheses']}, {row['status']}"
            rows.append((words, code(row["clause"])))
        return table(rows)

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

    It has its results as pandas frames, `hypotheses`, `clauses`, `triage` and `searches`, its
    configuration as `config`, and figures with `plot()`.

    Raises `InputError` with the file if it is not the folder of an experiment; the tables do where
    records cannot be read.
    """
    return Experiment(folder)


@checked
def compare(*experiments: Experiment | str | Path) -> Frame:
    """Return what came of experiments, or of those in some folders: one row for each.

    After the name come the keys of the configurations that differ, then coverage, proved
    hypotheses, winners, and speedups with their intervals. The column `notes` says what does not
    compare; an experiment that is not finished lacks what it has not measured.

    Raises `InputError` without any, and where records cannot be read.

    >>> compare("results/small", "results/extended")["winner"]  # doctest: +SKIP
    """
    from witness.pipeline.report.compare import compared

    if not experiments:
        raise InputError("no experiment is given; name their folders, such as results/small")
    found = compared(
        [o if isinstance(o, reader.Experiment) else Experiment(o) for o in experiments]
    )
    rows = [{**row, "notes": " ".join(row["notes"])} for row in found.rows]
    return Frame(rows, columns=[column.name for column in found.columns])


@checked_class
class Explorable:
    """The page of `witness lab explore` for a notebook; its `text` needs no network."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Explorable({len(self.text):,} letters of HTML)"

    def write(self, file: str | Path) -> None:
        """Write the page to a file (`.html`)."""
        write_text(file, self.text)

    def _repr_html_(self) -> str:
        """Return the frame that a notebook shows."""
        return frame(f'srcdoc="{escape(self.text)}"')


@checked
def explore(
    experiment: Experiment | str | Path, other: Experiment | str | Path | None = None
) -> Explorable:
    """Return the page to play with what an experiment has learned, or two of them side by side.

    A folder stands for the experiment in it. Raises `InputError` where records cannot be read.

    >>> explore("results/small").write("explore.html")  # doctest: +SKIP
    """
    from witness.studio.explore.page import Explored, page

    given = [experiment] if other is None else [experiment, other]
    several = [one if isinstance(one, Experiment) else Experiment(one) for one in given]
    return Explorable(page([Explored.of(one) for one in several]))


class Frame(pd.DataFrame):
    """A frame of pandas that a notebook shows with its clauses and sentences in full."""

    @property
    def _constructor(self) -> type[Frame]:
        return Frame

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows; long ones are shortened as pandas does it."""
        with pd.option_context("display.max_colwidth", None):
            found: str = pd.DataFrame(self)._repr_html_()  # type: ignore[operator]
        return found


@checked_class
class Plot:
    """A figure of an experiment: `figure` is that of matplotlib, and a notebook shows it."""

    def __init__(self, figure: Any, name: str = "figure") -> None:
        self.figure = figure
        self.name = name

    def __repr__(self) -> str:
        return f"Plot({self.name!r})"

    def write(self, file: str | Path) -> None:
        """Write the figure to a file. Raises `InputError` unless that is `.svg` or `.png`."""
        if Path(file).suffix.lower() not in (".svg", ".png"):
            raise InputError("a figure is an .svg or a .png file", file=file)
        from witness.pipeline.report.figures import save

        save(self.figure, file)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        with TemporaryDirectory(prefix="witness-") as folder:
            file = Path(folder, "figure.svg")
            self.write(file)
            return file.read_text(encoding="utf-8")
