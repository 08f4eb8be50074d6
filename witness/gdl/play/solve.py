"""Solving a puzzle: the best score, a plan for it, and what is proved of both.

First come random playouts, then searches for any plan, which take nodes greedily and by the fewest
moves in turns, and at last a search for a shortest plan. Whatever ends this, the best plan so far
is kept; who wants any plan with the best score (`first`) stops before the last search, and so never
has a better one after as many expansions.

The first aim is the best score that the rules know. If the search shows that it is out of reach,
the next aim is the best score that any state which was cut off could still have had, and so on: the
score found then is maximal. Parts of the game that do not touch one another are searched one by
one.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from math import inf
from typing import cast

from witness.base import clock
from witness.base.errors import InputError, quoted, shortened
from witness.base.limits import Budget, LimitReachedError, Limits, budget_of, current
from witness.gdl.analyses.factors import Factors, factors
from witness.gdl.analyses.roles import puzzle_of
from witness.gdl.filters import FILTERS, filter_class
from witness.gdl.filters.analyse import EACH, analyse, chosen, in_time
from witness.gdl.filters.analysis import Analysis
from witness.gdl.filters.control import control
from witness.gdl.network.network import Network
from witness.gdl.network.playable import check_end
from witness.gdl.network.state_machine import StateMachine, played
from witness.gdl.play import compiled
from witness.gdl.play.plans import Plans, final_score
from witness.gdl.play.result import Interrupted, Order, PlanSearch, Solution

#: The part of the time left that analyses may take together; the rest is for the search.
SHARE = 0.75


def puzzle(
    network: Network,
    role: str | None = None,
    reduced: bool = True,
) -> Network:
    """Return the game of one role, by default the first.

    If `reduced`, it has no roles and fluents that do not matter. Raises `InputError` if other roles
    matter, or there is no such role, and `LimitReachedError`.
    """
    if role is None:
        number = 0
    elif role in network.roles:
        number = network.roles.index(role)
    else:
        raise InputError(
            f"there is no role {quoted(role)}; the game has {shortened(', '.join(network.roles))}",
            file=network.file,
        )
    if not reduced and len(network.roles) > 1:
        raise InputError(
            "a game of several roles can only be solved with the filter roles", file=network.file
        )
    with current().during("looking for what does not matter"):
        found = puzzle_of(network, number) if reduced else network
    if found is None:
        others = ", ".join(name for name in network.roles if name != network.roles[number])
        raise InputError(
            f"this is no puzzle: what the other roles ({shortened(others)}) do matters to "
            f"{shortened(network.roles[number])}",
            file=network.file,
        )
    if not any(goal.score for goal in found.goals):
        raise InputError(
            f"no state that the rules can reach has points for {shortened(network.roles[number])}",
            file=network.file,
        )
    return found


def solve(
    network: Network,
    role: str | None = None,
    *,
    without: Collection[str] = (),
    first: bool = False,
    score: int | None = None,
    limits: Limits | Budget | None = None,
    seed: int = 0,
) -> Solution:
    """Solve the puzzle of a role, with all filters that apply but those in `without`.

    With a `score`, a plan with at least that score is enough; else the best score is the aim.
    `first` stops at any plan with the best score, without a search for a shortest one. Random
    playouts use `seed`. The limits may be a budget of which a part is spent. Raises `InputError`
    for a game that is not a puzzle, `LimitReachedError` where the time is over before playouts and
    searches can begin, and `Interrupted` at Ctrl-C once a plan is known.
    """
    budget = budget_of(limits)
    with budget.in_force():
        alone = puzzle(network, role, "roles" not in without)
        solver = _Solver(alone, without, first, budget)
        scores = alone.scores(0)
        wanted = scores[0]
        if score is not None:
            alone.require_score(score)
            wanted = min(known for known in scores if known >= score)
        solver.run(wanted, seed)
    found = solver.solution()
    if found.plan is not None:
        check_end(solver.plans.machine, found.plan)
    if alone is not network:
        found = replace(found, filters=("roles", *found.filters))
    if found.status == "interrupted":
        raise Interrupted(found) if found.plan is not None else KeyboardInterrupt
    return found


class _Solver:
    """The searches for a solution, one aim after another."""

    def __init__(
        self,
        network: Network,
        without: Collection[str],
        first: bool,
        budget: Budget,
    ) -> None:
        self.network = network
        self.without = without
        self.first = first
        self.budget = budget
        with current().during("laying out the network"):
            self.plans = Plans(StateMachine(network))
        self.status, self.limit = "solved", ""
        #: Whether the searches for the present aim have found shortest plans.
        self.least = True
        #: What is known of the game for the present aim: its parts, and its analysis and theirs.
        self.aim: int | None = None
        self.apart: Factors | None = None
        self.analyses: dict[int, Analysis] = {}
        self.maximal = self.shortest = False
        self.expansions, self.searched = 0, 0.0
        self.names: list[str] = []
        #: Analyses that were left out, as they took too long.
        self.left_out: list[str] = []

    def run(self, wanted: int, seed: int) -> None:
        """Search until it is known how near to the wanted score one comes, or a limit is met.

        Then search for a shortest plan with that score.
        """
        best = self.network.scores(0)[0]
        try:
            self._any_plan(wanted, seed)
            if self.status == "solved" and self.plans.score >= 0:
                self._shortest_plan()
        except LimitReachedError as reached:
            self.status = reached.status
            if not self.expansions:
                self.limit = str(reached)
        except KeyboardInterrupt:
            self.status = "interrupted"
        # Where the wanted score was reached nobody looked for more.
        looked = wanted == best or self.plans.score < wanted
        self.maximal = self.plans.score >= best or (self.maximal and looked)
        if self.plans.score < 0 and self.status == "solved":
            self.status = "never-ends"

    def _any_plan(self, wanted: int, seed: int) -> None:
        """Search for any plan with a score as near to the wanted one as there is."""
        if "plans" not in self.without:
            self._play(wanted, random.Random(seed))
        aim: int | None = wanted
        while aim is not None and self.plans.score < aim:
            aim = self._search(aim, "shortest" if "greedy" in self.without else "turns")
        if aim is not None:
            self.maximal = True  # More points than `aim` are out of reach.

    def _play(self, wanted: int, rng: random.Random) -> None:
        begun = clock.worked()
        try:
            with current().during("playing at random"):
                self.plans.play_at_random(rng, wanted)
                self.plans.play_narrowly(rng, wanted)
        finally:
            self.searched += clock.worked() - begun

    def _shortest_plan(self) -> None:
        """Search for a shortest plan with the best score, if one is wanted and not yet known."""
        terminal = self.network.terminal
        # Where the clock alone ends the game any plan is as short as any other.
        if not self.shortest:
            with current().during("looking for control propositions"):
                self.shortest = control(self.network, terminal, terminal).fixed
        if not (self.shortest or self.first):
            self._search(self.plans.score, "shortest")

    def _search(self, aim: int, order: Order) -> int | None:
        """Search for `aim` points; return the next aim, None if there is none."""
        if aim != self.aim:
            self.aim, self.apart, self.analyses = aim, None, {}
            if "factors" not in self.without:
                look = partial(factors, self.network, aim)
                self.apart = in_time("factors", look, None, SHARE * EACH, self.left_out)
        # Where any plans of the parts make none of the whole game, shortest ones still may.
        orders: tuple[Order, ...] = (order, "shortest") if self.apart is not None else ()
        for each in dict.fromkeys(orders):
            self.names, self.least = [], True
            found = self._parts(aim, each)
            if found is not None:
                self.names = ["factors", *self.names]
                return self._next(aim, found)
        self.names, self.least = [], True
        found = self._one(self.network, aim, order)
        if found.stuck and found.status != "solved":
            raise self.network.without_moves()
        return self._next(aim, found)

    def _analysis(self, network: Network, aim: int) -> Analysis:
        """Return the analysis of the game, or of a part of it, without what takes too long."""
        found = analyse(network, aim, {*self.without, "factors"}, SHARE)
        self.left_out += found.left_out
        return found

    def _one(self, network: Network, aim: int, order: Order) -> PlanSearch:
        """Search a game, or a part of it, for `aim` points."""
        analysis = self.analyses.get(id(network))
        if analysis is None:
            analysis = self._analysis(network, aim)
            self.analyses[id(network)] = analysis
        names = chosen(analysis, self.without)
        self.names = [name for name in FILTERS if name in names or name in self.names]
        admissible = "targets" not in names or analysis.heuristic.admissible
        if analysis.impossible:
            found = PlanSearch(status="unsolvable", seconds=0.0, bound=analysis.lower)
        else:
            order = "greedy" if analysis.control.fixed else order
            known = network is self.network and self.plans.score >= aim
            fewer = len(self.plans.plan) if known and order == "shortest" and admissible else inf
            found = self._run(analysis, names, order, fewer=fewer)
            if found.status == "sealed":
                sealed = self._to_the_end(network, aim, found)
                if sealed is None:
                    names = [name for name in names if name != "control"]
                    sealed = self._run(analysis, names, order, seal=False)
                found = sealed
        least = admissible and (found.least or found.status == "unsolvable")
        self.least &= analysis.control.fixed or least
        # The search has seen all scores below the aim, unless a filter is right for the aim only.
        narrow = any(filter_class(name).narrow for name in names)
        return replace(found, bound=max(found.bound, analysis.lower if narrow else -1))

    def _run(
        self,
        analysis: Analysis,
        names: Collection[str],
        order: Order,
        seal: bool = True,
        fewer: float = inf,
    ) -> PlanSearch:
        """Search within what is left of the limits; Ctrl-C is like a limit."""
        try:
            found = compiled.search(analysis, names, self._left(), order, seal, fewer)
        except Interrupted as stopped:
            found = cast(PlanSearch, stopped.found)
        self.expansions += found.expansions
        self.searched += found.seconds
        return found

    def _to_the_end(self, network: Network, aim: int, found: PlanSearch) -> PlanSearch | None:
        """Go on to any end from a state in which the points are certain; None if none is met."""
        state = played(StateMachine(network), found.plan or ())
        assert state is not None
        begun = replace(network, initial=state)
        analysis = self._analysis(begun, 0)
        names = [name for name in chosen(analysis, self.without) if name != "control"]
        rest = replace(self._run(analysis, names, "greedy"), least=False)
        if rest.status == "unsolvable":
            return None
        if rest.plan is None:
            return replace(rest, score=None)
        return replace(rest, plan=(*(found.plan or ()), *rest.plan), score=aim)

    def _parts(self, aim: int, order: Order) -> PlanSearch | None:
        """Search the parts one by one; None if that is no answer for the whole game."""
        plan: list[int] = []
        for part in self.apart.parts if self.apart is not None else ():
            found = self._one(part.network, aim, order)
            if found.status == "unsolvable":
                # There is no win without this part.
                return replace(found, bound=max(0, self._below(aim)))
            if found.plan is None or found.status != "solved":
                return replace(found, plan=None)  # A limit was met.
            plan += [part.moves[move] for move in found.plan]
        score = final_score(self.plans.machine, plan)
        if score is None or score < aim:
            return None
        return replace(found, plan=tuple(plan), score=score)

    def _below(self, aim: int) -> int:
        return max((score for score in self.network.scores(0) if score < aim), default=0)

    def _next(self, aim: int, found: PlanSearch) -> int | None:
        """Keep the plan of a search for `aim` points; return the next aim, None for none."""
        if found.plan is not None:
            self.plans.keep(found.plan)
        if found.status == "solved":
            self.maximal = True
            self.shortest = self.least
            return None
        if found.status != "unsolvable":
            self.status = found.status
            return None
        if self.plans.score >= aim:
            # No plan has fewer moves than the one so far.
            self.shortest = self.least
            return None
        if self.plans.score < found.bound and aim > 0:
            return min(found.bound, self._below(aim))
        self.maximal = True
        return None

    def _left(self) -> Limits:
        """Return what is left of the limits."""
        left = self.budget.limits
        if self.budget.seconds_left is not None:
            left = replace(left, time_limit=max(0.0, self.budget.seconds_left))
        if left.max_expansions is not None:
            left = replace(left, max_expansions=max(0, left.max_expansions - self.expansions))
        return left

    def solution(self) -> Solution:
        """Return what was found."""
        plans, ended = self.plans, self.plans.score >= 0
        return Solution(
            status=self.status,
            seconds=self.searched,
            puzzle=self.network,
            plan=plans.plan if ended else None,
            score=plans.score if ended else None,
            maximal=ended and self.maximal,
            shortest=self.shortest,
            expansions=self.expansions,
            limit=self.limit,
            analysis_seconds=self.budget.seconds - self.searched,
            filters=tuple(self.names),
            left_out=tuple(dict.fromkeys(self.left_out)),
        )
