"""The cells of tables: numbers rounded for readers, and notes on differences from the paper.

A cell holds a number, a text, or None where there is no value; never NaN. Columns keep their Python
values (dtype object), so that a missing value does not turn integers into floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

NOT_COMPARABLE = "not comparable at this scale"
NOT_KNOWN = "reason not known"
NOT_REPORTED = "not in the paper"


def frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> pd.DataFrame:
    """Return rows as a table with these columns; a column missing from a row is None there."""
    cells = [[row.get(column) for column in columns] for row in rows]
    return pd.DataFrame(cells, columns=list(columns), dtype=object)


def significant(value: float, digits: int = 4) -> float:
    """Return a value rounded to significant digits: tables suggest no greater precision."""
    return float(f"{value:.{digits}g}")


def ratio(over: float, under: float) -> float | None:
    """Return the quotient of two measurements, or None if either is not positive."""
    return significant(over / under) if over > 0 and under > 0 else None


def percent(part: int, whole: int) -> float | None:
    """Return a percentage, or None if `whole` is 0.

    It has one decimal, or as many as are needed so that a part does not read 0 or 100 %.
    """
    if not whole:
        return None
    value = 100 * part / whole
    return next(
        (r for r in (round(value, n) for n in range(1, 9)) if value in (0, 100) or 0 < r < 100),
        value,
    )


def size_name(rows: int, cols: int) -> str:
    """Return the name of a size; m×n and n×m share one (paper, Table 2)."""
    return f"{min(rows, cols)}×{max(rows, cols)}"


def csv_text(table: pd.DataFrame) -> str:
    """Return a table as CSV; a cell without a value is empty."""
    text: str = table.to_csv(index=False, lineterminator="\n")
    return text


def in_words(seconds: float) -> str:
    """Return a time with two significant digits and its unit."""
    rounded = float(f"{seconds:.2g}")
    return f"{1000 * rounded:.4g} ms" if rounded < 1 else f"{rounded:g} s"
