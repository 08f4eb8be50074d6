"""Limits on a learner: an alarm comes once, in its thread, and never after its work."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from witness.base.collector import without_collector
from witness.base.limits import LimitReachedError, alarm
from witness.base.limits.alarm import limited


@pytest.fixture(autouse=True)
def nothing_stays_armed() -> Iterator[None]:
    yield
    assert not alarm._armed
    assert not alarm._held


def busy(seconds: float) -> None:
    """Take time, between instructions of Python."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def endless(cleaned: list[bool]) -> None:
    """Take memory and time; at an exception, take some time more."""
    taken = bytearray()
    try:
        while True:
            taken.extend(bytes(100_000))
    finally:
        busy(0.02)
        cleaned.append(True)


@pytest.mark.parametrize("limits", [(0.01, None), (None, 1e-9), (0.01, 1e-9), (0.0, None)])
def test_an_alarm_comes_once(
    limits: tuple[float | None, float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the work takes long to end after it."""
    monkeypatch.setattr(alarm, "INTERVAL", 0.001)
    cleaned: list[bool] = []
    with pytest.raises(LimitReachedError):
        limited(lambda: endless(cleaned), *limits)
    assert cleaned or limits[0] == 0


def test_the_error_names_the_limit() -> None:
    for limits, status in (((0.01, None), "time-limit"), ((600, 1e-9), "memory-limit")):
        with pytest.raises(LimitReachedError) as met:
            limited(lambda: endless([]), *limits)
        assert met.value.status == status


def test_work_that_ends_in_time_returns_its_value() -> None:
    assert limited(lambda: len(alarm._armed), 600, 100_000) == 1
    assert limited(lambda: len(alarm._armed), None) == 0
    with pytest.raises(ZeroDivisionError):
        limited(lambda: 1 // 0, 600)


def test_threads_have_limits_of_their_own() -> None:
    """The others go on; each error comes in the thread of its work, and in no other."""

    def work(seconds: float) -> tuple[str, float]:
        begun = time.perf_counter()
        status = "finished"
        try:
            limited(lambda: busy(1.5), seconds)
        except LimitReachedError as error:
            status = error.status
        return status, time.perf_counter() - begun

    limits = [0.1, 600.0, 0.4, 600.0, 0.2]
    with ThreadPoolExecutor(len(limits)) as pool:
        found = list(pool.map(work, limits))
    for (status, seconds), limit in zip(found, limits, strict=True):
        assert status == ("finished" if limit == 600 else "time-limit")
        assert seconds >= min(limit, 1.5)


def test_an_outer_limit_holds_in_inner_work() -> None:
    with pytest.raises(LimitReachedError):
        limited(lambda: limited(lambda: endless([]), 600), 0.1)
    with pytest.raises(LimitReachedError):
        limited(lambda: [meet_one(0.001, 0.01) for _ in range(3)] + [busy(10)], 0.5)


def meet_one(seconds: float, work: float) -> bool:
    """Do work that ends at about its limit; return whether the limit was met."""
    met = False
    try:
        limited(lambda: busy(work), seconds)
    except LimitReachedError:
        met = True
    for _ in range(50):
        pass  # here nothing may come
    return met


def test_an_alarm_never_comes_after_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of alarms in several threads that switch often, at the moment that work ends."""
    monkeypatch.setattr(alarm, "INTERVAL", 1e-4)
    # If one came late, or stayed armed, it would come again soon.
    monkeypatch.setattr(alarm, "PATIENCE", 0.05)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)

    def many(first: int) -> list[bool]:
        found = [
            meet_one(1e-6 * (number % 700), 1e-6 * (number % 700 + number % 40))
            for number in range(first, first + 1500)
        ]
        busy(0.2)
        return found

    try:
        with ThreadPoolExecutor(3) as pool:
            found = [met for part in pool.map(many, (0, 100, 200)) for met in part]
    finally:
        sys.setswitchinterval(before)
    assert any(found)
    assert len(found) == 4500


def test_threads_can_be_started_in_limited_work_elsewhere() -> None:
    """While alarms come in one thread, another one starts threads and works within its limit."""

    def start_threads() -> int:
        number = 0
        end = time.perf_counter() + 1.0
        while time.perf_counter() < end:
            thread = threading.Thread(target=int)
            thread.start()
            thread.join(10)
            number += 1
        return number

    with ThreadPoolExecutor(2) as pool:
        alarms = pool.submit(lambda: [meet_one(0.002, 0.01) for _ in range(100)])
        assert pool.submit(start_threads).result(timeout=60) > 0
        assert any(alarms.result(timeout=60))


def test_an_alarm_waits_while_it_is_held() -> None:
    reached = []

    def work() -> None:
        alarm.held(lambda: busy(0.5))
        reached.append(True)
        endless([])

    with pytest.raises(LimitReachedError):
        limited(work, 0.05)
    assert reached


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*use of fork.*:DeprecationWarning")
def test_a_forked_process_has_alarms_of_its_own() -> None:
    """The thread that looks around is not there, and is started anew."""
    assert meet_one(0.01, 10)
    pid = os.fork()
    if not pid:
        os._exit(0 if meet_one(0.01, 10) else 1)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_the_collector_is_as_it_was() -> None:
    assert gc.isenabled()
    with without_collector():
        assert not gc.isenabled()
    assert gc.isenabled()


class Finalized:
    """What takes time when it is removed."""

    def __del__(self) -> None:
        time.sleep(0.5)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_that_a_finalizer_swallowed_comes_again() -> None:
    def work() -> None:
        Finalized()
        busy(30)

    with pytest.raises(LimitReachedError):
        limited(work, 0.05)
