"""Columns of tables."""

from __future__ import annotations

import pandas as pd


def column(table: pd.DataFrame, key: str, name: str) -> dict[str, object]:
    return dict(zip(table[key], table[name], strict=True))
