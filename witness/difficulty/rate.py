"""How hard a puzzle is for a player, as one record."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.difficulty.entropy import compiled
from witness.difficulty.entropy.arrays import UnratableError, layout
from witness.difficulty.entropy.compiled import SLICE, Found, Search
from witness.difficulty.entropy.reference import Entropy, Player, entropy_of
from witness.difficulty.rules.thesis import FULL, THESIS
from witness.difficulty.state import panels
from witness.frontier import plan
from witness.frontier.panel import Frontier
from witness.puzzle.model import Puzzle

#: States visited when a rating gives up, if nothing else is said: some seconds.
MOST_STATES = 2_000_000

#: The farthest that a player can look ahead.
MOST_LOOKAHEAD = 10

#: The first bound of searches for MUSE alone, and by how much it grows: bits.
FIRST_BOUND, BOUND_STEP = 6.0, 2.0

#: Boards of more vertices take too long to count solutions without visiting them.
MOST_COUNTED = 121

#: Digits after the point that records have.
DIGITS = 9

Limit = Literal["state-limit", "time-limit"]
Status = Literal["rated", "unsolvable", "lost", "state-limit", "time-limit", "memory-limit"]


@dataclass(frozen=True)
class Rating:
    """The scores of a puzzle in bits, and what else is known about it.

    `status` is "rated"; "unsolvable" when the puzzle has no solution; "lost" when it has some, or
    may have, but the rules speak against all of them; or the limit that was met. Scores are
    infinite where there are none, and None where they are not known; `bounds` has the least and
    the most that MUSE can be. `solutions` are counted whatever the rules say; they and their
    average length (in edges) are None where they are not known. `states` are those visited (but
    for searches for MUSE alone), and `rules` those that have something to say about the puzzle.

    At a limit of states MUSE is searched for alone, which is possible where there are more
    solutions than anybody can visit.
    """

    status: Status
    muse: float | None
    remuse: float | None
    bounds: tuple[float, float]
    solutions: int | None
    length: float | None
    states: int
    seconds: float
    rules: tuple[str, ...]

    def score(self, measure: str) -> float | None:
        """Give MUSE or ReMUSE by its name."""
        return {"muse": self.muse, "remuse": self.remuse}[measure]

    def to_json(self, identifier: str) -> dict[str, Any]:
        """Give the record that `witness rate` writes; null stands for infinite and not known."""
        record: dict[str, Any] = {
            "id": identifier,
            "status": self.status,
            "muse": _shown(self.muse),
            "remuse": _shown(self.remuse),
            "solutions": self.solutions,
            "length": self.length,
            "states": self.states,
            "seconds": round(self.seconds, 6),
            "rules": list(self.rules),
        }
        if self.muse is None:
            record["muse_bounds"] = [_shown(bound) for bound in self.bounds]
        return record


def _shown(value: float | None) -> float | None:
    """Give what JSON can hold; sums of logarithms differ in their last digits only."""
    return None if value is None or math.isinf(value) else round(value, DIGITS) + 0.0


def rate(
    puzzle: Puzzle,
    player: Player,
    *,
    max_states: int = MOST_STATES,
    time_limit: float | None = None,
) -> Rating:
    """Rate a puzzle for a player with inference rules.

    Rules that do not apply to the puzzle are left out. A rating that would visit more than
    `max_states` states, or take more seconds than `time_limit`, ends with a limit as its status.
    Rules about more than one square go to the plain engine, with a warning. Raises `InputError`
    for a lookahead beyond `MOST_LOOKAHEAD`.
    """
    if player.lookahead > MOST_LOOKAHEAD:
        raise InputError(f"a lookahead of {player.lookahead} is beyond {MOST_LOOKAHEAD} steps")
    compiled.load()
    return _Rater(puzzle, player, max_states, Budget(Limits(time_limit=time_limit))).rating()


class _Rater:
    """One rating, with what is left of its limits."""

    def __init__(self, puzzle: Puzzle, player: Player, most: int, budget: Budget) -> None:
        self.puzzle = puzzle
        self.panels = panels(puzzle)
        self.rules = tuple(r for r in player.rules if any(map(r.applies, self.panels)))
        self.player = player
        self.most = most
        self.budget = budget

    def rating(self) -> Rating:
        try:
            searches = self._searches(self.player)
        except UnratableError as error:
            warnings.warn(f"{error}: the plain engine is used", RuntimeWarning, stacklevel=4)
            return self._plainly()
        limit = self._run(searches)
        states = sum(search.states for search in searches)
        if limit is not None:
            bounds = _bounds(searches)
            if limit == "state-limit":
                bounds = self._closer(*bounds)
            return self._at_limit(limit, bounds, states)
        found = [search.found for search in searches]
        scores = [one.entropy for one in found]
        if all(rule.sound for rule in self.rules):
            return self._finished(scores, found, states)
        return self._finished(scores, self._counted(), states)

    def _searches(self, player: Player, bound: float | None = None) -> list[Search]:
        """Give a search from each start."""
        arrays = [layout(panel, player.on(panel)) for panel in self.panels]
        return [Search(one, one.starts, (), bound) for one in arrays]

    def _run(self, searches: Sequence[Search], most: int | None = None) -> Limit | None:
        """Run searches one after another; give the limit that ended them, None for none."""
        left = self.most if most is None else most
        for search in searches:
            while not search.done:
                if left <= 0:
                    return "state-limit"
                try:
                    self.budget.check()
                except LimitReachedError:
                    return "time-limit"
                before = search.states
                search.run(min(SLICE, left))
                left -= search.states - before
        return None

    def _closer(self, low: float, high: float) -> tuple[float, float]:
        """Narrow the bounds of MUSE by searches for it alone; with luck they become equal."""
        left = self.most
        bound = max(FIRST_BOUND, math.floor(low) + 1)
        while left > 0:
            searches = self._searches(self.player, bound)
            stopped = self._run(searches, left)
            left -= sum(search.states for search in searches)
            if stopped:
                break
            muse = min(search.found.entropy.muse for search in searches)
            if muse < bound:
                return muse, muse
            low = max(low, bound)
            if low >= high:
                return high, high
            bound += BOUND_STEP
        return low, high

    def _counted(self) -> list[Found] | None:
        """Count the solutions with rules that are known to lose none; None at a limit."""
        searches = self._searches(Player((*THESIS, FULL)))
        return None if self._run(searches) else [search.found for search in searches]

    def _plainly(self) -> Rating:
        """Rate without compiled loops."""
        states = 0

        def visit() -> None:
            nonlocal states
            if states >= self.most:
                raise _StateLimitError
            self.budget.check()
            states += 1

        try:
            scores = [entropy_of(p.begin(), self.player.on(p), visit) for p in self.panels]
        except (_StateLimitError, LimitReachedError) as reached:
            limit: Limit = "state-limit" if isinstance(reached, _StateLimitError) else "time-limit"
            return self._at_limit(limit, (0.0, math.inf), states)
        return self._finished(scores, self._counted(), states)

    def _finished(
        self, scores: Sequence[Entropy], counted: Sequence[Found] | None, states: int
    ) -> Rating:
        muse = min(score.muse for score in scores)
        remuse = min(score.remuse for score in scores)
        status: Status = "rated"
        if muse == math.inf:
            none = counted is not None and not any(found.solutions for found in counted)
            status = "unsolvable" if none else "lost"
        number = None if counted is None else sum(found.solutions for found in counted)
        edges = 0 if counted is None else sum(found.edges for found in counted)
        length = edges / number if number else None
        return self._record(status, muse, remuse, (muse, muse), number, length, states)

    def _at_limit(self, limit: Limit, bounds: tuple[float, float], states: int) -> Rating:
        """Give what is known all the same: perhaps MUSE, and the number of solutions."""
        low, high = bounds
        number = None
        puzzle = self.puzzle
        if puzzle.features <= plan.SUPPORTED and len(puzzle.grid.vertices) <= MOST_COUNTED:
            with suppress(LimitReachedError):
                number = Frontier(puzzle, self.budget).count()
        muse = low if low == high else None
        return self._record(limit, muse, None, bounds, number, None, states)

    def _record(
        self,
        status: Status,
        muse: float | None,
        remuse: float | None,
        bounds: tuple[float, float],
        number: int | None,
        length: float | None,
        states: int,
    ) -> Rating:
        names = tuple(rule.name for rule in self.rules)
        seconds = self.budget.seconds
        return Rating(status, muse, remuse, bounds, number, length, states, seconds, names)


class _StateLimitError(Exception):
    """The plain engine has visited as many states as it may."""


def _bounds(searches: Sequence[Search]) -> tuple[float, float]:
    """Give bounds of MUSE: the least over the starts, some of which are not finished."""
    lows, highs = [], []
    for search in searches:
        if search.done:
            low = high = search.found.entropy.muse
        elif search.states:
            low, high = search.bounds
        else:
            low, high = 0.0, math.inf
        lows.append(low)
        highs.append(high)
    return min(lows), min(highs)
