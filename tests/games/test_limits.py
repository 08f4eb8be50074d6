"""One budget for all parts of a command: each looks at the clock, and says what it was doing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from types import SimpleNamespace

import pytest
from support.examples import ROOT
from support.games import grid

from witness.base.errors import InputError
from witness.base.limits import UNLIMITED, Budget, LimitReachedError, Limits
from witness.base.limits import budget as limits
from witness.games.filters import analyse as analysing
from witness.games.filters.analyse import analyse
from witness.games.language.rulesheet import read_rules
from witness.games.language.wellformed import check, read_rulesheet
from witness.games.network.construction import network
from witness.games.network.network import Network
from witness.games.play.solve import puzzle, solve

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


def parts(text: str, budget: Budget) -> Network:
    """Do all that `witness game solve` does before it plays and searches."""
    with budget.in_force():
        with budget.during("reading the rules"):
            sheet = read_rules(text, "game.kif")
            check(sheet)
        net = puzzle(network(sheet))
        analyse(net, 100)
        return net


#: How often each part looks at the clock in a game of 64 fluents and 500 literals, at least.
LOOKS = {
    "reading the rules": 10,
    "grounding": 10,
    "building the network": 100,
    "looking for what does not matter": 3,
    "laying out the network": 50,
    "looking for factors": 200,
    "looking for invariants": 50,
    "looking for control propositions": 40,
    "looking for traps": 100,
    "looking for latches": 100,
    "looking for extension": 20,
    "looking for partition": 50,
    "looking for targets": 3,
}


#: Those that a search can do without.
LATE = [part for part in LOOKS if part.startswith("looking for ") and "does not" not in part]


@pytest.fixture
def in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all analyses here, where they can be counted."""
    monkeypatch.setattr(analysing, "LARGE_LITERALS", 10**9)
    monkeypatch.setattr(analysing, "LARGE_FLUENTS", 10**9)


@pytest.mark.slow
@pytest.mark.usefixtures("in_one_process")
def test_every_part_looks_at_the_clock() -> None:
    budget = Counted()
    parts(grid(4), budget)
    assert {part: budget.looks[part] for part in LOOKS if budget.looks[part] < LOOKS[part]} == {}
    for part in LOOKS:
        # Not only at its beginning, and at its end.
        late = Counted(part, max(2, budget.looks[part] // 2))
        message = f"time-limit: 2 s were used up while {part}"
        with pytest.raises((LimitReachedError, InputError), match=message):
            parts(grid(4), late)


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
@pytest.mark.parametrize("name", [part.removeprefix("looking for ") for part in LATE])
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
@pytest.mark.parametrize("slow", [["invariants"], ["traps", "latches", "extension"]])
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


def test_analyses_have_a_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    budget = Budget(Limits(time_limit=100))
    clock[0] = 20
    with budget.part(0.5):
        assert budget.seconds_left == 40
        clock[0] = 60
        with pytest.raises(LimitReachedError):
            budget.check()
    assert budget.seconds_left == 40
    budget.check()
    with UNLIMITED.part(0.5):
        assert UNLIMITED.seconds_left is None


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
    asked = []
    real = analysing.call_limited
    monkeypatch.setattr(
        analysing, "call_limited", lambda work, **limits: asked.append(work) or real(work, **limits)
    )
    there = analyse(net, 100)
    assert len(asked) == 7
    assert there.found() == here.found()
    assert there.invariants == here.invariants
    assert there.trap.true
    large = puzzle(network(read_rules(grid(12))))
    message = r"^time-limit: 0.5 s were used up while looking f"
    with pytest.raises(LimitReachedError, match=message), Budget(Limits(time_limit=0.5)).in_force():
        analyse(large, 100)
