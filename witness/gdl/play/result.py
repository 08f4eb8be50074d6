"""What searches of a game answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from witness.base.limits import Status
from witness.base.result import Result
from witness.gdl.network.network import Network

#: How a search ends. "sealed": the points are certain, but the game has not ended yet.
Outcome = Status | Literal["sealed", "interrupted"]

#: The order in which a search takes nodes (see `witness.gdl.play.compiled`).
Order = Literal["shortest", "greedy", "turns"]


@dataclass(frozen=True, kw_only=True)
class PlanSearch(Result):
    """What one search for a plan found.

    `plan` leads to the best score among the states in which the game ended, None if it never did;
    where the search is "sealed", to the state from which on the points are certain.
    `bound` is the most that a state which was cut off could have had, -1 if none was. `least` says
    that no node which is still open promises a plan with fewer moves.
    """

    status: Outcome
    plan: tuple[int, ...] | None = None
    score: int | None = None
    expansions: int = 0
    least: bool = False
    #: Nodes at which the game ended, nodes cut off, nodes without a legal move.
    ended: int = 0
    cut: int = 0
    bound: int = -1
    stuck: int = 0


@dataclass(frozen=True, kw_only=True)
class Solution(Result):
    """The answer to a puzzle.

    `puzzle` is the game of the role alone, which numbers the moves. `status` is "solved" when the
    best score is known and reached, "never-ends" when no play ends the game, "interrupted", or the
    limit that was met; `plan` has the numbers of its moves, None if no play was found that ends the
    game. `maximal` says that no play has more points, `shortest` that no plan with that score has
    fewer moves. `seconds`, of the processor, are of playouts and searches, `analysis_seconds` all
    others since the budget was made.
    """

    puzzle: Network
    plan: tuple[int, ...] | None
    score: int | None
    maximal: bool
    shortest: bool
    expansions: int
    analysis_seconds: float
    filters: tuple[str, ...]
    #: Analyses that took too long, and were left out.
    left_out: tuple[str, ...] = ()
    #: Where a limit was met before any search: the limit, and what was being done.
    limit: str = ""

    @property
    def moves(self) -> list[str] | None:
        """The moves of the plan by their names."""
        return None if self.plan is None else [str(self.puzzle.moves[move]) for move in self.plan]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `found` is what it had found by then."""

    def __init__(self, found: PlanSearch | Solution) -> None:
        super().__init__()
        self.found = found
