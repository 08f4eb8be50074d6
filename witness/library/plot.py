"""The figures of an experiment, in notebooks and in files."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from witness.base.errors import InputError
from witness.library.expected import checked_class
from witness.puzzle.png import ENDINGS


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
        if Path(file).suffix.lower() not in ENDINGS:
            raise InputError("a figure is an .svg or a .png file", file=file)
        from witness.report.figures import save

        save(self.figure, file)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        with TemporaryDirectory(prefix="witness-") as folder:
            file = Path(folder, "figure.svg")
            self.write(file)
            return file.read_text(encoding="utf-8")
