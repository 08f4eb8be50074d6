"""The fewest symbols of a panel with the same solutions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from witness.base.errors import InputError, quoted
from witness.base.limits import Budget, Limits
from witness.puzzle import solvers
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, is_solution
from witness.puzzle.symbol_changes import entries, is_monotone, only

#: The most solutions that a panel may have.
MOST_SOLUTIONS = 1_000

#: The most symbols where some depend on others.
MOST_DEPENDENT = 14


def minimal(puzzle: Puzzle, budget: Budget) -> Iterator[Puzzle]:
    """Yield the panels with the fewest of a panel's symbols that have the same solutions.

    All sets of symbols are tried, the smallest first, but for those that a path solves which is no
    solution of the panel. Where every symbol speaks for itself (`is_monotone`), such a path solves
    all subsets of a set that it solves. Raises `InputError` for a panel with more than
    `MOST_SOLUTIONS`, or with more than `MOST_DEPENDENT` symbols where some depend on others, and
    `LimitReachedError`.
    """
    have, name = entries(puzzle), f"puzzle {quoted(puzzle.id)}"
    wanted = set(islice(solutions(puzzle, budget), MOST_SOLUTIONS + 1))
    if len(wanted) > MOST_SOLUTIONS:
        raise InputError(
            f"{name} has more than {MOST_SOLUTIONS:,} solutions; the fewest symbols with the same "
            "ones are looked for up to that"
        )
    monotone = is_monotone(puzzle)
    if not monotone and len(have) > MOST_DEPENDENT:
        raise InputError(
            f"{name} has {len(have)} symbols, of which some depend on others; up to "
            f"{MOST_DEPENDENT} can be tried"
        )

    def panel_of(kept: frozenset[int]) -> Puzzle:
        return only(puzzle, [have[at] for at in sorted(kept)])

    wrong: list[Path] = []  # solutions of some sets that are none of the panel
    too_few: list[frozenset[int]] = []  # sets of which no subset will do
    found = False
    for size in range(len(have) + 1):
        for kept in map(frozenset, budget.each(combinations(range(len(have)), size))):
            if any(kept <= one for one in too_few):
                continue
            panel = panel_of(kept)
            if not monotone and (
                any(is_solution(panel, path) for path in wrong)
                or not all(is_solution(panel, path) for path in wanted)
            ):
                continue
            path = next((path for path in solutions(panel, budget) if path not in wanted), None)
            if path is None:
                found = True
                yield panel
                continue
            wrong.append(path)
            if monotone:
                for at in range(len(have)):
                    if is_solution(panel_of(kept | {at}), path):
                        kept |= {at}
                too_few.append(kept)
        if found:
            return


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield the solutions of a panel within a budget."""
    budget.check()
    return solvers.solutions(puzzle, limits=Limits(time_limit=budget.seconds_left))
