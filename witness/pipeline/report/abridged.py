"""Tables as the page shows them: without rows and columns that say nothing new.

The files of the tables keep everything. The template of the page writes the cells.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd

from witness.pipeline.report.render import Shown, cells, duration, shown
from witness.pipeline.report.speedups import NOT_TIMED
from witness.pipeline.report.table import NOT_COMPARABLE, NOT_REPORTED, Table, significant

#: Tables with fewer columns fit on any screen; they keep all of them.
_WIDE = 6

#: How many digits of a number readers see.
DIGITS = 3


class Abridged(NamedTuple):
    """A table, the frame of it that is shown, and sentences about what is not."""

    table: Table
    frame: pd.DataFrame
    sentences: tuple[str, ...] = ()

    def cells(self) -> tuple[list[Shown], list[list[Shown]]]:
        """Return the heads and the rows as cells: numbers of three digits, times with units."""
        digits = {one.title: min(one.digits or DIGITS, DIGITS) for one in self.table.columns}
        whole = {n for n in self.frame if not any(v % 1 for v in self.frame[n] if _is_float(v))}

        def show(value: Any, column: str) -> Shown:
            if not _is_float(value) or value in (0, 100):
                return shown(value, column)
            if column.endswith(" seconds"):
                return Shown(duration(value, DIGITS), "number")
            rounded, most = significant(value, DIGITS), digits.get(column, DIGITS)
            if rounded == 100 or column in whole or abs(rounded) >= 10**most:
                return shown(value if rounded == 100 else rounded, column)  # almost all is not all
            return Shown(f"{rounded:#.{most}g}".removesuffix("."), "number")

        return cells(self.frame, show=show)


def _is_float(value: Any) -> bool:
    return isinstance(value, float)


def abridged(table: Table, frame: pd.DataFrame) -> Abridged:
    """Return rows of a table as the page shows them.

    Only the first `most` of a table stay, and a row without a value of ours is left out.
    A wide table loses the columns that say the same in all rows. Sentences say so.
    """
    said = []
    if table.most is not None:
        first = frame.head(table.most)
        said += [f"{len(frame) - len(first):,} more are in the file."] * (len(first) < len(frame))
        frame = first
    if ours := [name for name in table.titles("ours") if name in frame]:
        left_out = frame[frame[ours].isna().all(axis=1)]
        frame = frame.drop(left_out.index)
        if not left_out.empty:
            names = left_out[table.named].unique() if table.named else [f"{len(left_out)} rows"]
            said.append(f"Nothing here compares with {'; '.join(map(str, names))}.")
    # These the page says once; a row without anything else goes.
    frame = frame.mask(frame.isin([NOT_REPORTED, NOT_COMPARABLE]), "")
    frame = frame.mask(frame.isin(list(NOT_TIMED)), None)
    if ours:
        frame = frame.dropna(subset=ours, how="all")
    if len(frame) > 1 and len(frame.columns) >= _WIDE:
        kept = table.titles("stay")
        same = [n for n in frame if n not in kept and frame[n].nunique(dropna=False) == 1]
        values = {name: frame[name].iloc[0] for name in same}
        facts = [f"{name}: {shown(v).text}" for name, v in values.items() if v not in (None, "")]
        said += [f"The same in all rows: {'; '.join(facts)}."] if facts else []
        frame = frame.drop(columns=same)
    return Abridged(table, frame, tuple(said))
