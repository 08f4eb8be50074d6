"""The fewest symbols of a panel with the same solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

from witness.base.errors import InputError, quoted
from witness.base.limits import Budget, Limits
from witness.puzzle import solvers
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path, goal_test, is_solution, open_halves, path_masks
from witness.puzzle.symbol_changes import Entry, entries, is_monotone, only
from witness.puzzle.symbols import SYMBOLS

#: The most solutions that a panel may have.
MOST_SOLUTIONS = 1_000

#: The most symbols where some depend on others, and all sets of them are tried.
MOST_DEPENDENT = 14

#: Returns symbols one of which has to be kept, too; None if some are enough, and () if symbols
#: beside them do not help.
_Missing = Callable[[frozenset[int]], frozenset[int] | None]


def minimal(puzzle: Puzzle, budget: Budget) -> Iterator[Puzzle]:
    """Yield the panels with the fewest of a panel's symbols that have the same solutions.

    Raises `InputError` for a panel with more than `MOST_SOLUTIONS`, or with more than
    `MOST_DEPENDENT` symbols where some depend on others, and `LimitReachedError`.

    Where every symbol speaks for itself (`is_monotone`), a path that solves a panel with some
    symbols, but not with all, says that one of those that it breaks has to be kept. So what is
    looked for are the smallest sets that hit all that such paths say, and each set that hits what
    is known so far either is one or brings a new path.
    """
    have = entries(puzzle)
    wanted = set(islice(solutions(puzzle, budget), MOST_SOLUTIONS + 1))
    if len(wanted) > MOST_SOLUTIONS:
        raise InputError(
            f"puzzle {quoted(puzzle.id)} has more than {MOST_SOLUTIONS:,} solutions; the fewest "
            "symbols with the same ones are looked for up to that"
        )
    if not is_monotone(puzzle):
        yield from _tried(puzzle, have, wanted, budget)
        return

    alone = [_alone(puzzle, entry) for entry in have]

    def missing(kept: frozenset[int]) -> frozenset[int] | None:
        panel = only(puzzle, [have[at] for at in sorted(kept)])
        others = (path for path in solutions(panel, budget) if path not in wanted)
        path = next(others, None)
        return None if path is None else _broken(puzzle, have, alone, kept, path)

    known: list[frozenset[int]] = []
    for size in range(len(have) + 1):
        found = False
        for kept in _hitting(known, missing, size, frozenset(), frozenset(), budget):
            found = True
            yield only(puzzle, [have[at] for at in sorted(kept)])
        if found:
            return


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield the solutions of a panel within a budget."""
    budget.check()
    return solvers.solutions(puzzle, limits=Limits(time_limit=budget.seconds_left))


def _alone(puzzle: Puzzle, entry: Entry) -> Callable[[Path], bool]:
    """Return the test of whether a path of the board solves it with one of its symbols alone."""
    panel = only(puzzle, [entry])
    if SYMBOLS[entry.symbol].bars:  # the goal test does not see it
        return lambda path: is_solution(panel, path)
    satisfied = goal_test(panel)
    return lambda path: satisfied(*path_masks(panel, path), open_halves(panel, path))


def _broken(
    puzzle: Puzzle,
    have: Sequence[Entry],
    alone: Sequence[Callable[[Path], bool]],
    kept: frozenset[int],
    path: Path,
) -> frozenset[int]:
    """Return symbols that are not kept, one of which speaks against a path; as few as it can."""
    fine = kept | {at for at, satisfied in enumerate(alone) if satisfied(path)}
    if not is_solution(only(puzzle, [have[at] for at in sorted(fine)]), path):
        # Some speak against it together, such as two squares.
        together, fine = fine, kept
        for at in sorted(together - kept):
            if is_solution(only(puzzle, [have[one] for one in sorted(fine | {at})]), path):
                fine |= {at}
    return frozenset(range(len(have))) - fine


def _hitting(
    known: list[frozenset[int]],
    missing: _Missing,
    left: int,
    kept: frozenset[int],
    banned: frozenset[int],
    budget: Budget,
) -> Iterator[frozenset[int]]:
    """Yield each set with up to `left` more symbols that lacks nothing; `known` grows on the way.

    Of two sets that differ in the order of choices one is left out: what was chosen before at the
    same place is `banned`.
    """
    budget.check()
    unhit = [one for one in known if not one & kept]
    if not unhit:
        new = missing(kept)
        if new is None:
            yield kept
            return
        known.append(new)
        unhit = [new]
    if _apart(unhit) > left:
        return
    fewest = min((one - banned for one in unhit), key=lambda one: len(one))
    for at in sorted(fewest):
        yield from _hitting(known, missing, left - 1, kept | {at}, banned, budget)
        banned |= {at}


def _apart(sets: Sequence[frozenset[int]]) -> int:
    """Return a number of sets that have nothing in common, so that each needs its own symbol."""
    seen: frozenset[int] = frozenset()
    number = 0
    for one in sorted(sets, key=len):
        if not one & seen:
            seen |= one
            number += 1
    return number


def _tried(
    puzzle: Puzzle, have: Sequence[Entry], wanted: set[Path], budget: Budget
) -> Iterator[Puzzle]:
    """Yield the same as `minimal`, by trying all sets of symbols."""
    if len(have) > MOST_DEPENDENT:
        raise InputError(
            f"puzzle {quoted(puzzle.id)} has {len(have)} symbols, of which some depend on others; "
            f"up to {MOST_DEPENDENT} can be tried"
        )
    found = False
    for size in range(len(have) + 1):
        for kept in combinations(have, size):
            panel = only(puzzle, kept)
            same = all(is_solution(panel, path) for path in islice(wanted, 1))
            if same and set(islice(solutions(panel, budget), len(wanted) + 1)) == wanted:
                found = True
                yield panel
        if found:
            return
