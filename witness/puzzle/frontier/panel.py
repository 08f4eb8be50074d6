"""Exact answers about a panel by the frontier algorithm: the way into this package."""

from __future__ import annotations

from witness.base.extras import plain_share
from witness.base.limits import Budget
from witness.puzzle.frontier.answers import Answers
from witness.puzzle.frontier.plan import Plan, plan
from witness.puzzle.model import Puzzle

__all__ = ["SMALL", "answers_of", "is_fast", "is_plain"]

#: Boards of at most this many vertices take milliseconds in the plain engine, too.
SMALL = 16


def answers_of(puzzle: Puzzle, budget: Budget | None = None) -> Answers:
    """Return what answers about a panel; the default budget is the memory of the machine.

    The first few small boards of a process go to the plain engine, and so do those whose states are
    too long for the compiled one: those with more than 13 squares along both sides, and those with
    many colours (`witness.puzzle.frontier.region_table`). Raises `InputError` for features that
    this does not know.
    """
    laid_out, budget = plan(puzzle), budget or Budget()
    if not (laid_out.size <= SMALL and plain_share()):
        from witness.base import machine_code

        if _fits(laid_out) and not machine_code.disabled():
            from witness.puzzle.frontier.compiled import Compiled

            return Compiled(laid_out, budget)
    from witness.puzzle.frontier.plain import Plain

    return Plain(laid_out, budget)


def is_plain(puzzle: Puzzle) -> bool:
    """Whether plain Python would answer the panel now."""
    return plan(puzzle).size <= SMALL and plain_share(asked=True) > 0


def is_fast(puzzle: Puzzle) -> bool:
    """Whether the states of a panel have room in the compiled loops, or are few."""
    laid_out = plan(puzzle)
    return laid_out.size <= SMALL or _fits(laid_out)


def _fits(laid_out: Plan) -> bool:
    """Whether states have room in the loops' integers."""
    from witness.puzzle.frontier import arrays, region_table

    return arrays.fits(laid_out) and (not laid_out.coloured or region_table.fits(laid_out))
