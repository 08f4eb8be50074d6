"""Numbers rounded for readers: tables suggest no greater precision than there is."""

from __future__ import annotations


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
