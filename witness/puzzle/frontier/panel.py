"""Exact answers about a panel by the frontier algorithm: the way into this package."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from witness.base.extras import plain_share
from witness.base.limits import Budget
from witness.puzzle.frontier.answers import Answers, decode
from witness.puzzle.frontier.plan import Plan, plan
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path

__all__ = ["SMALL", "Frontier", "is_fast", "is_plain"]

#: Boards of at most this many vertices take milliseconds in the plain engine, too.
SMALL = 16


class Frontier:
    """A panel with any symbols, starts and goals anywhere.

    Every method raises `LimitReachedError` when the budget (by default: the machine's memory) does
    not suffice. The first few small boards of a process go to the plain engine, and so do those
    whose states are too long for the compiled one: those with more than 13 squares along both
    sides, and those with many colours (`witness.puzzle.frontier.region_table`).
    """

    def __init__(self, puzzle: Puzzle, budget: Budget | None = None) -> None:
        """Lay out a panel; raises `InputError` for features that this does not know."""
        self._plan = plan(puzzle)
        self.engine, self._answers = _answers(self._plan, budget or Budget())

    def solutions(self) -> Iterator[Path]:
        """Yield all solutions, without ever following a path that leads to none."""
        return map(self._path, self._answers.solutions())

    def count(self) -> int:
        """Return the exact number of solutions."""
        return self._answers.count()

    def shortest(self) -> Path | None:
        """Return a solution with as few edges as possible, None if there is no solution."""
        found = self._answers.shortest()
        return None if found is None else self._path(found)

    def sampler(self) -> tuple[int, Callable[[random.Random], Path]]:
        """Return the number of solutions, and a function that draws one, all equally probable.

        It can draw any number of times, if there are solutions.
        """
        number, draw = self._answers.sampler()
        return number, lambda rng: self._path(draw(rng))

    def _path(self, labels: list[int]) -> Path:
        return decode(self._plan, labels)


def is_plain(puzzle: Puzzle) -> bool:
    """Whether plain Python would answer the panel now."""
    return plan(puzzle).size <= SMALL and plain_share(asked=True) > 0


def is_fast(puzzle: Puzzle) -> bool:
    """Whether the states of a panel have room in the compiled loops, or are few."""
    laid_out = plan(puzzle)
    return laid_out.size <= SMALL or _fits(laid_out)


def _answers(laid_out: Plan, budget: Budget) -> tuple[str, Answers]:
    """Return the engine for a panel, by its name in records and as what answers."""
    if not (laid_out.size <= SMALL and plain_share()):
        from witness.base import machine_code

        if _fits(laid_out) and not machine_code.disabled():
            from witness.puzzle.frontier.compiled import Compiled

            return "compiled", Compiled(laid_out, budget)
    from witness.puzzle.frontier.plain import Plain

    return "reference", Plain(laid_out, budget)


def _fits(laid_out: Plan) -> bool:
    """Whether states have room in the loops' integers."""
    from witness.puzzle.frontier import arrays, region_table

    return arrays.fits(laid_out) and (not laid_out.coloured or region_table.fits(laid_out))
