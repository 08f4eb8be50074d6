"""How hard the puzzle of a game is for a player, as one record."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from witness.base.limits import Budget, LimitReachedError, Limits, budget_of
from witness.difficulty.entropy.reference import Player
from witness.difficulty.games.players import LOST, analysed, rules_of
from witness.difficulty.games.plays import Aimed, Plays, Position
from witness.difficulty.inference import Rule, allowed
from witness.difficulty.rate import Rating, Status, limit_of
from witness.gdl.network.network import Network
from witness.gdl.play.solve import puzzle, solve

#: The default limit of positions visited: some minutes.
MOST_STATES = 500_000

#: Numbers of solutions of more bits than this are left out: some 3,000 digits.
MOST_BITS = 10_000


@dataclass(frozen=True, kw_only=True)
class GameRating(Rating):
    """The scores of a game's puzzle: what `Rating` says, and more.

    A solution is a play of `role` that ends with `aim` points or more; its length is its number of
    moves. `aim` is None where a limit was met before it was known what can be had. `cyclic` says
    whether some position that can be solved comes back after some moves: then there are infinitely
    many plays, and ReMUSE is not defined; None where that is not known.
    """

    role: str
    aim: int | None
    cyclic: bool | None
    horizon: int | None

    def to_json(self, identifier: str) -> dict[str, Any]:
        """Return the record that `witness game rate` writes."""
        record = super().to_json(identifier)
        head = {"id": record.pop("id"), "role": self.role, "score": self.aim}
        return {**head, **record, "cyclic": self.cyclic, "horizon": self.horizon}


def rate(
    network: Network,
    rules: Collection[str] | None = (),
    *,
    score: int | None = None,
    measure: str | None = None,
    lookahead: int = 0,
    horizon: int | None = None,
    limits: Limits | Budget | None = None,
) -> GameRating:
    """Rate the puzzle of a game for a player with some of `players.RULES`; None for all of them.

    It is that of the game's first role; `witness.gdl.play.solve.puzzle` returns the game of
    another. A solution ends with `score` points or more, by default with the most that any play
    has, which is found and proved by `witness.gdl.play.solve`. A player with a `horizon` has that
    many moves. With the measure "muse" nothing else is looked for. A rating that would visit more
    positions than the limits allow expansions (by default `MOST_STATES`), or take more seconds or
    most of the machine's memory, ends with that limit as its status. The limits may be a budget of
    which a part is spent. Raises `InputError` for a game that is no puzzle, and for a score that
    the rules do not have.
    """
    budget = budget_of(limits or Limits(MOST_STATES))
    with budget.in_force():
        rater = _Rater(network, budget, horizon, score)
        try:
            return rater.rating(rules, measure, lookahead)
        except LimitReachedError as reached:  # before the positions are visited
            return rater.record(limit_of(reached.status))


@dataclass
class _Rater:
    """One rating, with what is left of its limits and what is known so far."""

    network: Network
    budget: Budget
    horizon: int | None
    aim: int | None
    #: A plan for the aim, if one was looked for.
    plan: Sequence[int] = ()
    known: dict[str, Any] = field(default_factory=dict)

    def rating(
        self, names: Collection[str] | None, measure: str | None, lookahead: int
    ) -> GameRating:
        self.network = puzzle(self.network)
        if self.aim is not None:
            self.network.require_score(self.aim)
        else:
            most = max(self.budget.limits.max_expansions or 0, MOST_STATES)
            seconds = self.budget.seconds_left
            left = Limits(most, None if seconds is None else max(0.0, seconds))
            found = solve(self.network, limits=left)
            if found.status == "never-ends" or (found.maximal and not found.score):
                return self.unsolvable()
            if not found.maximal or found.plan is None:
                return self.record(limit_of(found.status))
            assert found.score is not None
            self.aim, self.plan = found.score, found.plan
        analysis = analysed(self.network, self.aim, names)
        rules = rules_of(analysis, names)
        player = Player(cast("tuple[Rule, ...]", rules), lookahead)
        start = Aimed(self.network, self.aim).begin(self.horizon)
        lost = [rule.lost for rule in rules_of(analysis) if rule.name in LOST]

        def hopeless(state: int) -> bool:
            return any(says(state) for says in lost)

        def plays_of(player: Player) -> Plays:
            return Plays(start, player, hopeless if lost else None)

        plays = plays_of(player)
        self.known["rules"] = tuple(rule.name for rule in rules)
        try:
            plays.run(self.budget, lambda: measure == "muse" or plays.turns_back)
        except LimitReachedError as reached:
            bounds = plays.low, _cost(self.plan, start, player)
            return self.record(limit_of(reached.status), plays, bounds=bounds)
        if not plays.done:
            return self.record("rated", plays, cyclic=None if measure == "muse" else True)
        if plays.muse == math.inf:
            return self.unsolvable(plays)
        backwards = plays.backwards()
        if backwards is None:
            return self.record("rated", plays, cyclic=True)
        self.known["cyclic"], self.known["remuse"] = False, backwards[0]
        if "partition" in self.known["rules"]:
            return self.record("rated", plays)
        if lookahead:
            everything = plays_of(Player())
            try:
                everything.run(self.budget)
            except LimitReachedError:
                return self.record("rated", plays)
            backwards = everything.backwards()
        if backwards is not None:
            _, number, moves = backwards
            self.known["solutions"] = number if number.bit_length() <= MOST_BITS else None
            self.known["length"] = moves / number
        return self.record("rated", plays)

    def unsolvable(self, plays: Plays | None = None) -> GameRating:
        """Return the record of a puzzle that no play solves."""
        none: dict[str, Any] = {"muse": math.inf, "remuse": math.inf, "solutions": 0}
        return self.record("unsolvable", plays, cyclic=False, **none)

    def record(self, status: Status, plays: Plays | None = None, **known: Any) -> GameRating:
        """Return what is known as a record."""
        muse = plays.muse if plays is not None and plays.muse < math.inf else None
        found: dict[str, Any] = {
            "muse": muse, "remuse": None, "solutions": None, "length": None, "rules": (),
            "states": 0 if plays is None else plays.visited, "cyclic": None,
            "bounds": (0.0, math.inf), **self.known, **known,
        }  # fmt: skip
        if found["muse"] is not None:
            found["bounds"] = (found["muse"],) * 2
        return GameRating(
            status=status, role=self.network.roles[0], aim=self.aim, horizon=self.horizon,
            seconds=self.budget.seconds, **found,
        )  # fmt: skip


def _cost(plan: Sequence[int], start: Position, player: Player) -> float:
    """Return what a plan costs a player, infinite if it is none for them: MUSE is at most that."""
    position, bits = start, 0.0
    for move in plan:
        if player.sees(position) is not None:
            break
        moves = allowed(player.rules, position, player.lookahead)
        if move not in moves:
            return math.inf
        bits += math.log2(len(moves))
        position = position.after(move)
    return bits if player.sees(position) is not None else math.inf
