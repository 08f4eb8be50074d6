"""Limits on a learner: an alarm comes once, in its thread, and never after its block."""

from __future__ import annotations

import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from witness.base import alarm
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


def meet_limits() -> None:
    """Meet limits of inner blocks until that of an outer one comes between them."""
    while True:
        with suppress(LimitReachedError), limited(0.02):
            endless(bytearray(), [])


def watches() -> list[threading.Thread]:
    """The threads that still look around for a block."""
    return [thread for thread in threading.enumerate() if thread.name == "witness alarm"]


def wait_for_watches() -> None:
    for thread in watches():
        thread.join(10)
    assert not watches()


@pytest.mark.parametrize("limits", [(0.01, None), (None, 1e-9), (0.01, 1e-9), (0.0, None)])
def test_an_alarm_comes_once(
    limits: tuple[float | None, float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a block takes long to be left after it."""
    monkeypatch.setattr(time_limit, "INTERVAL", 0.001)
    cleaned: list[bool] = []
    with pytest.raises(LimitReachedError), limited(*limits):
        endless(bytearray(), cleaned)
    assert cleaned or limits[0] == 0
    wait_for_watches()


def test_the_error_names_the_limit() -> None:
    for limits, status in (((0.01, None), "time-limit"), ((600, 1e-9), "memory-limit")):
        with pytest.raises(LimitReachedError) as met, limited(*limits):
            endless(bytearray(), [])
        assert met.value.status == status


def test_a_block_that_ends_in_time_has_no_alarm() -> None:
    with limited(600, 100_000):
        assert watches()
    wait_for_watches()


def test_blocks_in_threads_have_limits_of_their_own() -> None:
    """The others go on; each error comes in the thread of its block, and in no other."""

    def work(seconds: float) -> tuple[str, float]:
        begun = time.perf_counter()
        try:
            with limited(seconds):
                end = time.perf_counter() + 1.5
                while time.perf_counter() < end:
                    pass
        except LimitReachedError as error:
            return error.status, time.perf_counter() - begun
        return "finished", time.perf_counter() - begun

    limits = [0.1, 600.0, 0.4, 600.0, 0.2]
    with ThreadPoolExecutor(len(limits)) as pool:
        found = list(pool.map(work, limits))
    assert [status for status, _ in found] == [
        "finished" if seconds == 600 else "time-limit" for seconds in limits
    ]
    assert all(
        seconds >= limit for (_, seconds), limit in zip(found, limits, strict=True) if limit < 600
    )


def test_an_outer_limit_holds_in_an_inner_block(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitReachedError), limited(0.1), limited(600):
        endless(bytearray(), [])
    # The outer one also comes where the inner one has been met.
    monkeypatch.setattr(alarm, "PATIENCE", 0.05)
    with pytest.raises(LimitReachedError), limited(0.1):
        meet_limits()


def test_an_alarm_never_comes_after_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks that end at about the moment of their alarm, thousands of them."""
    monkeypatch.setattr(time_limit, "INTERVAL", 1e-4)
    met = 0
    for number in range(2000):
        seconds = 1e-6 * (number % 400)
        end = time.perf_counter() + seconds
        try:
            with limited(seconds):
                while time.perf_counter() < end:
                    pass
        except LimitReachedError:
            met += 1
        for _ in range(100):
            pass  # here nothing may come
    assert met
    end = time.perf_counter() + 0.2
    while time.perf_counter() < end:
        pass


def test_an_alarm_waits_while_it_is_held() -> None:
    reached = []

    def work() -> None:
        with alarm.held():
            end = time.perf_counter() + 0.5
            while time.perf_counter() < end:
                pass
            reached.append(True)
        endless(bytearray(), [])

    with pytest.raises(LimitReachedError), limited(0.05):
        work()
    assert reached


def test_the_collector_is_as_it_was() -> None:
    assert gc.isenabled()
    with time_limit.without_collector():
        assert not gc.isenabled()
    assert gc.isenabled()
