"""Limits: slices add up to the limit on expansions, and what is met is said once."""

from __future__ import annotations

import time
from itertools import count

import pytest

from witness.base.errors import InputError
from witness.base.limits import (
    UNLIMITED,
    Budget,
    LimitReachedError,
    Limits,
    budget_of,
    current,
    set_up,
)


def expand(limits: Limits, size: int, work: int) -> tuple[list[int], str]:
    """Expand `work` nodes in slices; return the slices and how it ended."""
    done: list[int] = []
    slices = []
    try:
        for most in Budget(limits).slices(size, lambda: sum(done)):
            slices.append(most)
            done.append(min(most, work - sum(done)))
            if sum(done) == work:
                return slices, "done"
    except LimitReachedError as reached:
        return slices, reached.status
    raise AssertionError


@pytest.mark.parametrize(
    ("limits", "work", "slices", "end"),
    [
        (Limits(), 25, [10, 10, 10], "done"),
        (Limits(max_expansions=25), 100, [10, 10, 5, 0], "expansion-limit"),
        (Limits(max_expansions=25), 25, [10, 10, 5], "done"),
        (Limits(max_expansions=0), 1, [0], "expansion-limit"),
        (Limits(time_limit=0), 1, [0], "time-limit"),
        (Limits(time_limit=0), 0, [0], "done"),
        (Limits(max_expansions=0, time_limit=0), 1, [0], "expansion-limit"),
    ],
)
def test_slices(limits: Limits, work: int, slices: list[int], end: str) -> None:
    assert expand(limits, 10, work) == (slices, end)


def test_slices_end_when_the_time_is_over() -> None:
    found = []
    slices = Budget(Limits(time_limit=0.01)).slices(10, lambda: 0)
    for most in slices:
        found.append(most)
        if most == 0:
            break
    assert found[-1] == 0
    assert set(found[:-1]) <= {10}
    with pytest.raises(LimitReachedError, match="time-limit"):
        next(slices)


def test_slices_of_what_has_no_expansions_to_limit() -> None:
    slices = Budget(Limits(max_expansions=5)).slices(10)
    assert [next(slices) for _ in range(3)] == [10, 10, 10]
    slices = Budget(Limits(time_limit=0)).slices(10)
    assert next(slices) == 0
    with pytest.raises(LimitReachedError, match="time-limit"):
        next(slices)


def test_check_looks_at_expansions_first() -> None:
    budget = Budget(Limits(max_expansions=5, time_limit=0, memory_limit=0))
    with pytest.raises(LimitReachedError, match="expansion-limit"):
        budget.check(1, expanded=5)
    with pytest.raises(LimitReachedError, match="memory-limit"):
        budget.check(1, expanded=4)
    with pytest.raises(LimitReachedError, match="time-limit"):
        budget.check(expanded=4)


def test_each_looks_at_the_clock_now_and_then() -> None:
    assert list(Budget(Limits(time_limit=60)).each("abc", 2)) == ["a", "b", "c"]
    assert list(Budget(Limits(time_limit=0)).each([])) == []
    with pytest.raises(LimitReachedError, match=r"^time-limit$"):
        list(Budget(Limits(time_limit=0)).each("a"))
    numbers = count()
    with pytest.raises(LimitReachedError, match="time-limit"):
        list(Budget(Limits(time_limit=0.01)).each(numbers, 10))
    assert next(numbers) % 10 == 1  # the one after the last look was not yielded


def test_what_was_being_done() -> None:
    """A limit is laid to the part in which the time was used up, also if that did not look."""
    budget = Budget(Limits(time_limit=0.05))

    def think() -> None:
        with budget.during("thinking"):
            with budget.during("looking"):
                budget.check()
            time.sleep(0.1)

    with pytest.raises(
        LimitReachedError, match=r"^time-limit: 0.05 s were used up while thinking$"
    ):
        think()
    with pytest.raises(LimitReachedError, match=r"^time-limit$"):
        budget.check()
    budget = Budget(Limits(memory_limit=3))
    with (
        pytest.raises(LimitReachedError, match=r"^memory-limit: 3 MB were used up while filling$"),
        budget.during("filling"),
    ):
        budget.check(4_000_000)
    budget.fits(4_000_000)
    with pytest.raises(LimitReachedError, match="memory-limit"):
        budget.fits(1e18)


def test_a_budget_that_is_spent_in_part() -> None:
    budget = Budget()
    assert budget_of(budget) is budget
    assert budget_of(Limits(7)).limits == Limits(7)
    assert budget_of(None).seconds_left is None


def test_the_budget_in_force() -> None:
    """The one whose time is over first; that of an outer block again after an inner one."""
    long, short = Budget(Limits(time_limit=100)), Budget(Limits(time_limit=1e-9))
    assert current() is UNLIMITED
    with long.in_force():
        assert current() is long
        with short.in_force(), long.in_force(), Budget().in_force():
            assert current() is short
            with pytest.raises(LimitReachedError):
                current().check()
        assert current() is long
    assert current() is UNLIMITED


def test_what_is_not_set_up_in_time() -> None:
    with set_up("x.pl", None):
        assert current() is UNLIMITED
    for seconds, most in ((0.5, "10"), (60, "60")):
        late = f"^x.pl is not ready within the time limit of {most} s$"
        with pytest.raises(InputError, match=late), set_up("x.pl", seconds):
            raise LimitReachedError("time-limit")
