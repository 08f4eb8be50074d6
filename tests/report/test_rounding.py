"""Numbers as tables show them."""

from __future__ import annotations

import pytest

from witness.report.rounding import percent, ratio


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [
        (0, 0, None),
        (0, 5, 0),
        (5, 5, 100),
        (1, 3, 33.3),
        (1, 15_000, 0.01),
        (14_999, 15_000, 99.99),
    ],
)
def test_percentages_do_not_round_some_to_none(part: int, whole: int, shown: float | None) -> None:
    assert percent(part, whole) == shown


def test_ratio_of_nothing_is_nothing() -> None:
    assert ratio(0, 5) is None
    assert ratio(5, 0) is None
    assert ratio(2, 3) == 0.6667
