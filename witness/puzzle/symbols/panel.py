"""A panel as symbols see it; `witness.puzzle.model.Puzzle`, which is made of symbols, is one."""

from __future__ import annotations

from typing import Any, Protocol, Self, TypeVar

from witness.puzzle.grid import Edge, Grid, Place, Square
from witness.puzzle.second_line import Images


class Panel(Protocol):
    """A board with starts and goals, and a field for each symbol."""

    @property
    def grid(self) -> Grid:
        """The board."""

    @property
    def starts(self) -> tuple[Place, ...]:
        """The starts."""

    @property
    def goals(self) -> tuple[Place, ...]:
        """The goals."""

    @property
    def barred(self) -> dict[Edge, str]:
        """The edges that no path may cross."""

    @property
    def missing(self) -> tuple[Square, ...]:
        """The squares that are not there."""

    @property
    def open_halves(self) -> bool:
        """Whether half edges at the ends of lines do not divide regions."""

    @property
    def walls(self) -> int:
        """The bit set of the edges of missing squares."""

    def changed(self, **changes: Any) -> Self:
        """Return the panel with other values of some fields."""

    @property
    def images(self) -> Images | None:
        """Where the second line is, None if there is one line."""


#: The class of a panel: with more symbols it is one of the same class.
P = TypeVar("P", bound=Panel)
