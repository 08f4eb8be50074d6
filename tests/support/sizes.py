"""How many random cases a test has: some in every run, all of them behind the marker `long`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def seeds(few: int, all_of_them: int) -> list[Any]:
    """Return the seeds of a test whose cases are independent, the first few for every run."""
    return some(few, range(all_of_them))


def some(few: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a test, the first few for every run; a tuple has several arguments."""
    listed = [case if isinstance(case, tuple) else (case,) for case in cases]
    rest = (pytest.param(*case, marks=pytest.mark.long) for case in listed[few:])
    return [*(pytest.param(*case) for case in listed[:few]), *rest]


def rounds(few: int, many: int) -> Any:
    """Draw `rounds` cases in a test whose cases hang together: few in every run."""
    return pytest.mark.parametrize("rounds", [few, pytest.param(many, marks=pytest.mark.long)])
