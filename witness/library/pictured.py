"""A panel with a path, as text in a shell and as a picture in a notebook."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from witness.base.errors import InputError
from witness.base.files import write_text
from witness.library.expected import WORDS, checked_class
from witness.puzzle import model, svg, text
from witness.puzzle.model import Place
from witness.puzzle.rules import Path, path_from_json
from witness.puzzle.solvers.answer import Answer
from witness.puzzle.svg_parts import save_picture


@checked_class
class Pictured:
    """What can be shown: it has a `puzzle`, and a `path` that may be None."""

    puzzle: model.Puzzle
    path: Path | None

    def svg(self, scale: float = 80) -> str:
        """Return the picture as an SVG document; `scale` is the side of a square in pixels."""
        return svg.svg(self.puzzle, self.path, scale=scale)

    def write(self, file: str | pathlib.Path) -> None:
        """Write the picture to a file: `.svg`, or `.txt` with the panel as text.

        Raises `InputError` for another ending.
        """
        if pathlib.Path(file).suffix.lower() == ".txt":
            write_text(file, f"{self}\n")
        else:
            save_picture(file, self.svg())

    def __str__(self) -> str:
        return text.text(self.puzzle, self.path)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()


WORDS[Pictured] = "a solution"


class PicturedAnswer(Pictured):
    """What a search or a solver answers; printed, it has its `status` where there is no path."""

    status: str

    def __repr__(self) -> str:
        shown = f"{self.puzzle.id!r}, status={self.status!r}"
        if self.path is not None:
            shown += f", length={len(self.path) - 1}"
        made = getattr(self, "expansions", None)
        return f"{type(self).__name__}({shown}{'' if made is None else f', expansions={made}'})"

    def __str__(self) -> str:
        panel = super().__str__()
        return panel if self.path is not None else f"{panel}\n{self.status}"


@checked_class
@dataclass(frozen=True)
class Drawing(Pictured):
    """A panel and a path on it, which may end anywhere and may break the rules."""

    puzzle: model.Puzzle
    path: Path | None = None


#: Places in order, as tuples, lists or an array; or what has a path, such as a solution.
PathLike = Sequence[Place] | Sequence[Sequence[int]] | Pictured


def path_of(places: PathLike) -> Path:
    """Return a path, of tuples.

    Raises `InputError` for anything else than [row, column] vertices with edges at the ends, and
    for a solution without a path.
    """
    if isinstance(places, Pictured):
        if places.path is None:
            raise InputError("there is no path to draw")
        return places.path

    def lists(value: Any) -> Any:
        if hasattr(value, "tolist"):  # of NumPy
            value = value.tolist()
        return [lists(part) for part in value] if isinstance(value, tuple | list) else value

    plain = lists(places)
    if not isinstance(plain, list):
        raise InputError("a path is a sequence of vertices such as [(0, 0), (0, 1)]")
    return path_from_json(plain)


@dataclass(frozen=True, kw_only=True)
class Solution(Answer, PicturedAnswer):
    """What a solver says of a panel; a notebook shows the path on it.

    `status` is `solved`, `unsolvable`, or the limit that was reached; without a solution `path` and
    `length` (in edges) are None.
    """

    puzzle: model.Puzzle
    __repr__ = PicturedAnswer.__repr__
