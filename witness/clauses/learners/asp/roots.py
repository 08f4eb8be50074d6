"""The roots of components, and the table of values that they may have."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from witness.clauses.learners.asp.columns import Column, Rows
from witness.clauses.learners.asp.joins import (
    Joined,
    Table,
    TooManyRowsError,
    join,
    projected,
)

Flags = NDArray[np.bool_]


class Roots:
    """Variables of given types, and what they may be: examples, or any constants.

    `heads` has a row of values for each example; without it the only root may be any constant.
    `may_help` says of a bit set of examples, or of constants, whether it can be of use.
    """

    def __init__(
        self,
        types: tuple[str, ...],
        constants: int,
        heads: Rows | None,
        may_help: Callable[[int], bool],
    ) -> None:
        self.types = types
        self.constants = constants
        self.heads = heads
        self.may_help = may_help
        #: How often there were too many rows to find values.
        self.left_out = 0
        #: Odd numbers, by which sets of rows are told apart.
        self.weights = np.random.default_rng(1).integers(1 << 40, size=constants) * 2 + 1
        self._tables: dict[tuple[int, ...], tuple[Table, Column]] = {}

    def table(self, touched: tuple[int, ...]) -> tuple[Table, Column]:
        """Return the different values of some roots, and which of them each example has."""
        known = self._tables.get(touched)
        if known is None:
            assert self.heads is not None
            rows, entry = np.unique(self.heads[:, list(touched)], axis=0, return_inverse=True)
            known = self._tables[touched] = Table(rows, self.constants), entry.reshape(-1)
        return known

    def tables(self, touched: tuple[int, ...]) -> list[Joined]:
        """Return the literals that say what some roots may be."""
        return [] if self.heads is None else [(self.table(touched)[0], touched)]

    def restricted(
        self, columns: dict[int, Column], touched: tuple[int, ...], most: int
    ) -> dict[int, Column] | None:
        """Return the rows in which some roots have values that they may have.

        None if there are more than `most`.
        """
        try:
            return join(self.tables(touched), columns, most)
        except TooManyRowsError:
            return None

    def values(self, literals: list[Joined], touched: tuple[int, ...]) -> dict[int, Column] | None:
        """Return the values of some roots for which literals can be satisfied.

        None if there are too many rows on the way, which is counted.
        """
        try:
            return projected([*literals, *self.tables(touched)], touched, self.constants)
        except TooManyRowsError:
            self.left_out += 1
            return None

    def targets(self, columns: dict[int, Column]) -> tuple[Column, int, Column | None]:
        """Return to which values each row belongs, how many there are, and which an example has."""
        if self.heads is None:
            return columns[0], self.constants, None
        touched = tuple(v for v in range(len(self.types)) if v in columns)
        table, expand = self.table(touched)
        index = table.index(tuple(range(len(touched))))
        size = len(columns[touched[0]])
        _, targets = index.matches([columns[v] for v in touched], size)
        return targets, len(table.rows), expand

    def bits(self, columns: dict[int, Column]) -> int:
        """Return the examples, or the constants, to which rows belong."""
        targets, count, expand = self.targets(columns)
        flags = np.zeros(count, np.bool_)
        flags[targets] = True
        return bits_of((flags if expand is None else flags[expand])[None, :])[0]


def flags_of(bits: int, size: int) -> Flags:
    """Return a bit set as an array of flags."""
    raw = np.frombuffer(bits.to_bytes((size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little").astype(np.bool_)


def bits_of(flags: Flags) -> list[int]:
    """Return each row of flags as a bit set."""
    packed = np.packbits(flags, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]
