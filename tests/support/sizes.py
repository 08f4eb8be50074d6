"""How many random cases a test has: some in every run, all of them behind the marker `long`."""

from __future__ import annotations

from typing import Any

import pytest


def seeds(few: int, all_of_them: int) -> list[Any]:
    """Return the seeds of a test whose cases are independent, the first few for every run."""
    rest = range(few, all_of_them)
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.long) for seed in rest)]
