"""Limits on a learner: an alarm comes once, and never after its block."""

from __future__ import annotations

import signal
import time

import pytest

from witness.base.limits import LimitReachedError
from witness.learn import time_limit
from witness.learn.time_limit import limited


def endless(held: bytearray, cleaned: list[bool]) -> None:
    """Take memory and time; at an exception, take some time more."""
    try:
        while True:
            held.extend(bytes(100_000))
    finally:
        end = time.perf_counter() + 0.02
        while time.perf_counter() < end:
            pass
        cleaned.append(True)


@pytest.mark.parametrize("limits", [(0.01, None), (None, 1e-9), (0.01, 1e-9), (0.0, None)])
def test_an_alarm_comes_once(
    limits: tuple[float | None, float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a block takes long to be left after it."""
    monkeypatch.setattr(time_limit, "INTERVAL", 0.001)
    before = signal.getsignal(signal.SIGALRM)
    cleaned: list[bool] = []
    with pytest.raises(LimitReachedError), limited(*limits):
        endless(bytearray(), cleaned)
    assert cleaned or limits[0] == 0
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) == before


def test_a_block_that_ends_in_time_has_no_alarm() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with limited(600, 100_000):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) == before
