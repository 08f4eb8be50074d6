"""How hard a puzzle is for a player, as one record."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from witness.base.errors import InputError
from witness.base.html import table
from witness.base.limits import Budget, LimitReachedError, Limits, set_up
from witness.base.result import Result
from witness.difficulty.entropy import compiled
from witness.difficulty.entropy.arrays import COMPILED, layout
from witness.difficulty.entropy.compiled import SLICE, DepthFirst, Scores
from witness.difficulty.entropy.listed import listed, muse_below, tree_of
from witness.difficulty.entropy.reference import Entropy, Player, entropy_of
from witness.difficulty.inference import MOST_LOOKAHEAD
from witness.difficulty.rules.thesis import FULL, THESIS
from witness.difficulty.state import panels
from witness.puzzle.frontier import plan
from witness.puzzle.frontier.panel import answers_of, is_fast
from witness.puzzle.grid import path_edges
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path
from witness.searches.predicates.arrays import UntabulatedError

#: The default limit of states visited: some seconds.
MOST_STATES = 2_000_000

#: The first bound of searches for MUSE alone, and by how much it grows: bits.
FIRST_BOUND, BOUND_STEP = 6.0, 2.0

#: On boards of more vertices it takes too long to count the solutions without visiting them; with
#: symbols that ask for regions on those of more than the second number.
MOST_COUNTED, MOST_COUNTED_REGIONS = 121, 64

#: One step of the solver that lists solutions, or one state in plain Python, for so many states in
#: compiled loops.
DEARER = 10

#: The part of the time that listing may take; of the rest, the part for the scores of known
#: solutions; and the number of them whose scores are found whatever time is left.
LISTING, SCORING, FEW = 0.75, 0.5, 100

#: The digits after the point in records.
DIGITS = 9

#: Returns MUSE if it is less than a bound, and else infinity; raises `LimitReachedError`.
Below = Callable[[float], float]

Status = Literal["rated", "unsolvable", "lost", "state-limit", "time-limit", "memory-limit"]


def limit_of(status: str) -> Status:
    """Return what a rating calls the limit that a search met: its expansions are states."""
    return status if status in ("time-limit", "memory-limit") else "state-limit"  # type: ignore[return-value]


@dataclass(frozen=True, kw_only=True)
class Rating(Result):
    """The scores of a puzzle in bits, and what else is known about it.

    `status` is "rated"; "unsolvable" when the puzzle has no solution; "lost" when it has some, or
    may have, but the rules speak against all of them; or the limit that was met. Scores are
    infinite where there are none, and None where they are not known; `bounds` has the least and the
    most that MUSE can be. `solutions` are counted whatever the rules say; they and their average
    length (in edges) are None where they are not known. `states` are those visited (without
    searches for MUSE alone), and `rules` those that have something to say about the puzzle.

    At a limit of states MUSE is searched for alone, which is possible where there are more
    solutions than anybody can visit. `about` is ReMUSE by the solutions that are known at a limit,
    None where there are none: it is no bound.
    """

    status: Status
    muse: float | None
    remuse: float | None = None
    about: float | None = None
    bounds: tuple[float, float]
    solutions: int | None = None
    length: float | None = None
    states: int
    rules: tuple[str, ...]

    def score(self, measure: str) -> float | None:
        """Return MUSE or ReMUSE by its name."""
        return {"muse": self.muse, "remuse": self.remuse}[measure]

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        record = self.to_json()
        return table([(key, cell) for key, cell in record.items() if cell not in ("", None)])

    def to_json(self, identifier: str = "") -> dict[str, Any]:
        """Return the record that `witness rate` writes; null stands for infinite or not known."""
        record: dict[str, Any] = {
            "id": identifier or self.id,
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
        if self.about is not None:
            record["remuse_about"] = _shown(self.about)
        return record


def _shown(value: float | None) -> float | None:
    """Return what JSON can hold, rounded: the last digits of sums of logarithms may differ."""
    return None if value is None or math.isinf(value) else round(value, DIGITS) + 0.0


def rate(
    puzzle: Puzzle,
    player: Player,
    *,
    max_states: int = MOST_STATES,
    time_limit: float | None = None,
    known: Sequence[Path] | None = None,
) -> Rating:
    """Rate a puzzle for a player with inference rules.

    Rules that do not apply to the puzzle are left out. A rating that would visit more than
    `max_states` states, or take more seconds than `time_limit`, ends with a limit as its status.
    Compiled loops visit the states of panels with no more than `COMPILED`, for rules about single
    squares; all others are rated from the list of their solutions, which is not made where all
    are `known`. Raises `InputError` for a lookahead beyond `MOST_LOOKAHEAD`.
    """
    if not 0 <= player.lookahead <= MOST_LOOKAHEAD:
        raise InputError(f"a lookahead of {player.lookahead} is not from 0 to {MOST_LOOKAHEAD}")
    if puzzle.features <= COMPILED:
        compiled.load()
    return _Rater(puzzle, player, Limits(max_states, time_limit), known).rating()


class _Rater:
    """One rating, with what is left of its limits."""

    def __init__(
        self, puzzle: Puzzle, player: Player, limits: Limits, known: Sequence[Path] | None
    ) -> None:
        self.puzzle = puzzle
        self.known = known
        self.panels = panels(puzzle)
        self.rules = tuple(r for r in player.rules if any(map(r.applies, self.panels)))
        self.player = player
        self.limits = limits
        self.whole = Budget()

    def rating(self) -> Rating:
        names = ", ".join(rule.name for rule in self.rules)
        if not self.puzzle.features <= COMPILED:
            return self._by_solutions()
        try:
            with set_up(names, self.limits.time_limit):
                self.sound = all(rule.sound for rule in self.rules)
                searches = self._searches(self.player)
            self.budget = Budget(self.limits)
        except UntabulatedError:
            return self._by_solutions()
        try:
            self._run(searches)
        except LimitReachedError as reached:
            bounds = _bounds(searches)
            if reached.status == "expansion-limit":
                bounds = _closer(*bounds, self._compiled_below())
            return self._at_limit(reached, bounds, _states(searches), "compiled")
        scores = [search.scores for search in searches]
        counted = scores if self.sound else self._counted()
        found = [one.entropy for one in scores]
        return self._finished(found, counted, _states(searches), "compiled")

    def _searches(self, player: Player, bound: float | None = None) -> list[DepthFirst]:
        """Return a search from each start."""
        return [
            DepthFirst(layout(panel, player.on(panel)), panel.graph.starts, bound=bound)
            for panel in self.panels
        ]

    def _run(self, searches: Sequence[DepthFirst], before: int = 0) -> None:
        """Run searches one after another; `before` is the number of states visited before them.

        Raises `LimitReachedError`.
        """
        slices = self.budget.slices(SLICE, lambda: before + _states(searches))
        for search in searches:
            while not search.done:
                search.run(next(slices))

    def _compiled_below(self) -> Below:
        """Return a search for MUSE alone; all its calls together have the limits of one rating."""
        states = 0

        def below(bound: float) -> float:
            nonlocal states
            searches = self._searches(self.player, bound)
            self._run(searches, states)
            states += _states(searches)
            return min(search.scores.entropy.muse for search in searches)

        return below

    def _counted(self) -> list[Scores] | None:
        """Count the solutions with rules that lose none; return None at a limit."""
        searches = self._searches(Player((*THESIS, FULL)))
        with suppress(LimitReachedError):
            self._run(searches)
            return [search.scores for search in searches]
        return None

    def _by_solutions(self) -> Rating:
        """Rate from the list of solutions, or from those that are found within the limits."""
        self.budget = Budget(self.limits)
        paths: list[Path] = []
        try:
            with self.budget.part(LISTING):
                known = self.known
                for path in listed(self.puzzle, self._left()) if known is None else known:
                    paths.append(path)
            scores, states = self._scored(paths, self.budget)
        except LimitReachedError as reached:
            return self._by_some(paths, reached)
        edges = sum(len(path_edges(path)) for path in paths)
        return self._finished(scores, [Scores(scores[0], len(paths), edges)], states, "solutions")

    def _by_some(self, paths: Sequence[Path], reached: LimitReachedError) -> Rating:
        """Return bounds of MUSE where not all solutions are known, and about what ReMUSE is."""
        scores, states = self._scored(paths[:FEW], Budget())
        with suppress(LimitReachedError), self.budget.part(SCORING):
            scores, states = self._scored(paths, self.budget)
        visit = _visits(Budget(self._left()), count())
        starts = [(panel.begin(), self.player.on(panel)) for panel in self.panels]

        def below(bound: float) -> float:
            return min(muse_below(state, player, bound, visit) for state, player in starts)

        bounds = _closer(0.0, min(score.muse for score in scores), below)
        about = min(score.remuse for score in scores)
        known = None if about == math.inf else about
        return self._at_limit(reached, bounds, states, "solutions", about=known)

    def _left(self) -> Limits:
        """Return the limits for what takes longer than a state in compiled loops."""
        most = self.limits.max_expansions or MOST_STATES
        return Limits(1 + most // DEARER, self.budget.seconds_left)

    def _scored(self, paths: Sequence[Path], budget: Budget) -> tuple[list[Entropy], int]:
        """Return the scores from each start if these are all solutions, and the states visited."""
        visited = count()
        visit = _visits(budget, visited)
        return [
            entropy_of(panel.begin(), self.player.on(panel), visit, tree_of(panel, paths))
            for panel in self.panels
        ], next(visited)

    def _finished(
        self,
        scores: Sequence[Entropy],
        counted: Sequence[Scores] | None,
        states: int,
        engine: str,
    ) -> Rating:
        muse = min(score.muse for score in scores)
        solutions = None if counted is None else sum(one.solutions for one in counted)
        edges = 0 if counted is None else sum(one.edges for one in counted)
        status: Status = "rated"
        if muse == math.inf:
            status = "unsolvable" if solutions == 0 else "lost"
        return self._record(
            status,
            states,
            engine,
            muse=muse,
            remuse=min(score.remuse for score in scores),
            bounds=(muse, muse),
            solutions=solutions,
            length=edges / solutions if solutions else None,
        )

    def _at_limit(
        self, reached: LimitReachedError, bounds: tuple[float, float], *found: Any, **more: Any
    ) -> Rating:
        """Return what is known all the same: perhaps MUSE, and the number of solutions."""
        solutions = None
        puzzle = self.puzzle
        if _is_countable(puzzle):
            with suppress(LimitReachedError):
                solutions = answers_of(puzzle, self.budget).count()
        muse = bounds[0] if bounds[0] == bounds[1] else None
        status = limit_of(reached.status)
        more |= {"muse": muse, "bounds": bounds, "solutions": solutions}
        return self._record(status, *found, **more)

    def _record(self, status: Status, states: int, engine: str, **known: Any) -> Rating:
        return Rating(
            status=status,
            seconds=self.whole.seconds,
            engine=engine,
            states=states,
            rules=tuple(rule.name for rule in self.rules),
            **known,
        )


def _visits(budget: Budget, visited: Iterator[int]) -> Callable[[], None]:
    """Return what counts the states that are visited within a budget."""
    return lambda: budget.check(expanded=next(visited))


def _closer(low: float, high: float, below: Below) -> tuple[float, float]:
    """Narrow the bounds of MUSE by searches for it alone; with luck they become equal."""
    bound = max(FIRST_BOUND, math.floor(low) + 1)
    while low < high:
        try:
            muse = below(bound)
        except LimitReachedError:
            return low, high
        if muse < bound:
            return muse, muse
        low = max(low, bound)
        bound += BOUND_STEP
    return high, high


def _states(searches: Sequence[DepthFirst]) -> int:
    """Return the number of states that searches have visited."""
    return sum(search.states for search in searches)


def _bounds(searches: Sequence[DepthFirst]) -> tuple[float, float]:
    """Return bounds of MUSE: the least over the starts, some of which are not finished."""
    lows, highs = [], []
    for search in searches:
        if search.done:
            low = high = search.scores.entropy.muse
        elif search.states:
            low, high = search.bounds
        else:
            low, high = 0.0, math.inf
        lows.append(low)
        highs.append(high)
    return min(lows), min(highs)


def _is_countable(puzzle: Puzzle) -> bool:
    """Whether the frontier counts the solutions of a panel soon."""
    if not puzzle.features <= plan.SUPPORTED:
        return False
    most = MOST_COUNTED_REGIONS if puzzle.regional else MOST_COUNTED
    return len(puzzle.grid.vertices) <= most and is_fast(puzzle)
