"""A* as a solver (paper, Algorithm 1), pruned by the paper's predicate, which is proved.

It is not for elimination marks: panels with these are searched without a predicate. Nor is it for
two lines: these are searched with π_baseline.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.base.limits import ANSWERED, Budget, LimitReachedError, Limits
from witness.puzzle.frontier.panel import SMALL
from witness.puzzle.graph import path_graph
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.puzzle.proof_scope import beyond_proofs
from witness.puzzle.rules import Path, goal_test
from witness.searches import reference, request
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER

NAME = "astar"

#: Expansions that take a few milliseconds, in which most shortest solutions up to 8×8 are found.
QUICK = 20_000

SUPPORTED = request.SUPPORTED


def prepare(puzzle: Puzzle) -> None:
    """Load the machine code; its first call takes a moment, too."""
    from witness.searches import compiled

    if not puzzle.symmetry:
        compiled.solve(puzzle, _predicate(puzzle), limits=Limits(max_expansions=1))


def _predicate(puzzle: Puzzle) -> Predicate:
    """Return the strongest predicate whose proof speaks of a panel."""
    return next((one for one in (PAPER, BASELINE) if not beyond_proofs(puzzle, one)), NONE)


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any, and the engine. A* finds a shortest one anyway."""
    from witness.searches import compiled  # not at the top, where it would bring Numba

    del shortest
    search = reference.solve if puzzle.symmetry else compiled.solve
    result = search(puzzle, _predicate(puzzle), limits=budget.limits)
    if result.status != "solved" and result.status != "unsolvable":
        raise LimitReachedError(result.status)
    return result.path, result.engine


def may_be_quick(puzzle: Puzzle) -> bool:
    """Whether A* may find a shortest solution in a moment; its machine code is loaded then."""
    small = (puzzle.rows + 1) * (puzzle.cols + 1) <= SMALL
    known = puzzle.features <= SUPPORTED and not puzzle.symmetry and _predicate(puzzle) is PAPER
    chances = known and not small
    if chances:
        prepare(puzzle)
    return chances


def shortest_soon(puzzle: Puzzle, budget: Budget) -> tuple[Path | None, str | None] | None:
    """Return what `solve` does if some `QUICK` expansions are enough, else None."""
    from witness.searches import compiled

    limits = Limits(QUICK, budget.seconds_left, budget.limits.memory_limit)
    result = compiled.solve(puzzle, PAPER, heuristic="needs", limits=limits)
    return (result.path, result.engine) if result.status in ANSWERED else None


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions: A* stops at the first, so that this is brute force."""
    satisfied = goal_test(puzzle)
    graph = path_graph(puzzle)
    starts = tuple(graph.places[start] for start in graph.open_starts)
    for path, at_goal in walk(puzzle.changed(starts=starts)):
        budget.check()  # there may be no path to a goal for a long time
        if at_goal and satisfied(*path_masks(puzzle, path)):
            yield path
