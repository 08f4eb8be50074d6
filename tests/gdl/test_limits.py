"""One budget for all parts of a command: each looks at the clock, and says what it was doing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from types import SimpleNamespace

import pytest
from support.examples import ROOT
from support.games import grid

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.limits import budget as limits
from witness.gdl.filters import analyse as analysing
from witness.gdl.filters.analyse import analyse
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.play.solve import puzzle, solve

GAMES = ROOT / "examples" / "games"


class Counted(Budget):
    """A budget that counts the looks at the clock in each part, and is over at one of them."""

    def __init__(self, part: str = "", most: int = 0) -> None:
        self.looks: Counter[str] = Counter()
        self.over = part, most
        super().__init__(Limits(time_limit=3600))

    def check(self, taken: float = 0, expanded: int | None = None) -> None:
        self.looks[self._part] += 1
        if (self._part, self.looks[self._part]) == self.over:
            raise self.reached("time-limit", "2 s")
        super().check(taken, expanded)


#: The analyses that a search can do without.
LATE = (
    "factors", "invariants", "control propositions", "latches", "extension", "partition",
    "targets",
)  # fmt: skip


@pytest.fixture
def in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all analyses here, where they can be counted."""
    monkeypatch.setattr(analysing, "LARGE_LITERALS", 10**9)
    monkeypatch.setattr(analysing, "LARGE_FLUENTS", 10**9)


class Spent(Counted):
    """A budget that is over from a look at the clock on."""

    def check(self, taken: float = 0, expanded: int | None = None) -> None:
        part, most = self.over
        if self.looks[part] >= most:
            raise self.reached("time-limit", "2 s")
        super().check(taken, expanded)


def test_the_answer_so_far() -> None:
    """With a plan from playouts, a limit in an analysis ends the command with this plan."""
    net = network(read_rulesheet(GAMES / "treasure.kif"))
    found = solve(net, limits=Spent("looking for factors", 3))
    assert (found.status, found.maximal, found.shortest) == ("time-limit", False, False)
    assert found.plan is not None
    found = solve(net, limits=Spent("looking for factors", 3), without=("plans",))
    assert (found.status, found.plan) == ("time-limit", None)
    assert found.limit == "time-limit: 2 s were used up while laying out the network"
    found = solve(net, limits=Spent("laying out the search", 1), without=("plans",))
    assert found.limit == "time-limit: 2 s were used up while laying out the search"
    found = solve(net, limits=Spent("playing at random", 2))
    assert found.limit == "time-limit: 2 s were used up while playing at random"


@pytest.mark.slow
@pytest.mark.usefixtures("in_one_process")
@pytest.mark.parametrize("name", LATE)
def test_an_analysis_that_takes_too_long_is_left_out(name: str) -> None:
    """It has its part of the time; the search has the rest, and its answer is as good."""
    net = network(read_rules(grid(4), "game.kif"))
    exact = solve(net)
    found = solve(net, limits=Counted(f"looking for {name}", 2))
    assert found.left_out == (name,)
    assert name not in found.filters
    assert (found.status, found.score, found.maximal) == ("solved", exact.score, True)
    assert len(found.plan or ()) == len(exact.plan or ())
    assert exact.left_out == ()


class Slow(Budget):
    """A budget with a clock of its own, on which each look in some parts takes a second."""

    def __init__(self, slow: Collection[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.slow, self.now = {f"looking for {name}" for name in slow}, 0.0
        monkeypatch.setattr(limits, "time", SimpleNamespace(perf_counter=lambda: self.now))
        super().__init__(Limits(time_limit=40))

    def check(self, taken: float = 0, expanded: int | None = None) -> None:
        self.now += self._part in self.slow
        super().check(taken, expanded)


@pytest.mark.usefixtures("in_one_process")
@pytest.mark.parametrize("slow", [["invariants"], ["latches", "extension"]])
def test_slow_analyses_leave_time_for_others(
    slow: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is done is used, what is not is left out, and a quarter is left for the search."""
    net = network(read_rulesheet(GAMES / "sudoku4.kif"))
    budget = Slow(slow, monkeypatch)
    found = solve(net, without=("plans",), limits=budget)
    assert found.left_out == tuple(slow)
    assert {"latches", "partition", "targets"} - set(slow) <= set(found.filters)
    assert (found.status, found.score) == ("solved", 100)
    assert budget.seconds_left is not None
    assert budget.seconds_left >= 10


def test_the_seconds_are_all_that_the_command_worked() -> None:
    budget = Budget()
    while budget.seconds < 0.2:
        pass
    found = solve(network(read_rulesheet(GAMES / "corridor.kif")), limits=budget)
    assert found.analysis_seconds >= 0.2
    assert found.seconds + found.analysis_seconds <= budget.seconds


@pytest.mark.slow
def test_analyses_of_large_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made in a process of their own."""
    net = puzzle(network(read_rulesheet(GAMES / "corridor_long.kif")))
    here = analyse(net, 100)
    monkeypatch.setattr(analysing, "LARGE_FLUENTS", 0)
    there = analyse(net, 100)
    assert there.found() == here.found()
    assert there.invariants == here.invariants
    assert there.latches.true
    large = puzzle(network(read_rules(grid(12))))
    message = r"^time-limit: 0.5 s were used up while looking f"
    with pytest.raises(LimitReachedError, match=message), Budget(Limits(time_limit=0.5)).in_force():
        analyse(large, 100)
