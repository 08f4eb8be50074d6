"""Exact solvers: one interface, and a registry of what is behind it.

A solver is a module with `SUPPORTED` (the features that panels may have, by their names in
`witness.puzzle.model.FEATURES`), `prepare(puzzle)` (loads what is needed once), `solve(puzzle,
budget, shortest)`, `solutions(puzzle, budget)`, perhaps `skip()` (why it cannot be used here, or
None), perhaps `count(puzzle, budget)`, and perhaps `slow(puzzle, listing)` (whether others that
know all of a panel are faster to decide it, or to list its solutions). The modules `by_…` are here,
and A* is in `witness.searches.as_solver`. None reports a path that the rule checker rejects.
`answer` is what this module returns.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from witness.base.errors import InputError, quoted
from witness.base.limits import Budget, LimitReachedError, Limits, Status
from witness.base.meant import none_such
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.rules import Path, violations
from witness.puzzle.solvers.answer import Answer

_log = logging.getLogger(__name__)

#: The solvers: the module of each, which is imported when it is asked for. A new solver is a module
#: and a line here. "auto" takes the first in this order that knows all of a panel and is not `slow`
#: at it.
SOLVERS: dict[str, str] = {
    "frontier": "witness.puzzle.solvers.by_frontier",
    "clingo": "witness.puzzle.solvers.by_clingo",
    "z3": "witness.puzzle.solvers.by_z3",
    "astar": "witness.searches.as_solver",
}

#: Solvers of former versions, in whose place there is clingo.
FORMER = ("sat", "turns")


def solver(name: str, puzzle: Puzzle, *, listing: bool = False) -> Any:
    """Return the module of a solver; for "auto", of the fastest that knows all of a panel.

    That is the fastest to decide, or with `listing` the fastest to list all solutions.

    Raises `InputError` when there is none of that name, when something is missing here, or when it
    does not know what the panel has, naming those that do.
    """
    fitting = _fitting(puzzle, listing)
    if name == "auto":
        # Where none fits, the one that knows most says what it does not know.
        first = next(fitting, None) or max(SOLVERS, key=lambda name: len(_module(name).SUPPORTED))
        found = _module(first)
    else:
        found = named(name)
    if not puzzle.features <= found.SUPPORTED:
        others = " or ".join(fitting)
        use = f"use {others}" if others else "nor does any other solver that is here"
        puzzle.require(found.SUPPORTED, f"{found.NAME} does not know that; {use}")
    return found


def _prepared(name: str, puzzle: Puzzle, *, listing: bool = False) -> Any:
    """Return the module of a solver, ready for a panel; raise `InputError` as `solver` does."""
    found = solver(name, puzzle, listing=listing)
    found.prepare(puzzle)
    _log.debug("puzzle %s: solver %s", puzzle.id, found.NAME)
    return found


def named(name: str) -> Any:
    """Return the module of a solver.

    Raises `InputError` when there is none of that name, or when something is missing here.
    """
    if name in FORMER:
        raise InputError(f"there is no solver {quoted(name)} any more; use clingo")
    if name not in SOLVERS:
        raise none_such("solver", name, (*SOLVERS, "auto"))
    found = _module(name)
    reason = why_not(found)
    if reason is not None:
        raise InputError(reason)
    return found


def solve(
    puzzle: Puzzle, name: str = "auto", *, shortest: bool = False, limits: Limits | None = None
) -> Answer:
    """Find a solution of a panel (with `shortest`, one with as few edges as possible).

    The status is `solved`, `unsolvable`, or the limit that was reached. For a shortest one, "auto"
    lets A* search for a moment before the solver that it would take. Raises `InputError` as
    `solver` does.
    """
    found = _prepared(name, puzzle)
    soon = _module("astar") if name == "auto" and shortest else None
    if soon is not None and not soon.may_be_quick(puzzle):
        soon = None
    budget = Budget(limits)
    status: Status
    try:
        with budget.in_force():
            answered = None if soon is None else soon.shortest_soon(puzzle, budget)
            if answered is not None:
                found = soon
            path, engine = answered or found.solve(puzzle, budget, shortest)
            if path is not None:
                _check(puzzle, path, found.NAME)
        status = "unsolvable" if path is None else "solved"
    except LimitReachedError as reached:
        path, engine, status = None, None, reached.status
    except MemoryError:
        path, engine, status = None, None, "memory-limit"
    return Answer(
        status=status, path=path, seconds=budget.seconds, solver=found.NAME, engine=engine
    )


def solutions(
    puzzle: Puzzle, name: str = "auto", *, limits: Limits | None = None
) -> Iterator[Path]:
    """Yield the solutions of a panel, each once, in the solver's own order.

    Raises `LimitReachedError` when there may be more, and `InputError` as `solver` does.
    """
    found = _prepared(name, puzzle, listing=True)
    budget = Budget(limits)
    paths = found.solutions(puzzle, budget)
    while True:
        with budget.in_force():
            path = next(paths, None)
            if path is None:
                return
            _check(puzzle, path, found.NAME)
        yield path


def count(
    puzzle: Puzzle,
    name: str = "auto",
    *,
    most: int | None = None,
    limits: Limits | None = None,
) -> tuple[int, str]:
    """Count the solutions of a panel: (number, status).

    The status is "exact"; or "limit" when there are more than `most`; or the limit that was
    reached. Then the number is only what was counted until then. The frontier solver counts all
    at once, the others one by one.
    """
    found = _prepared(name, puzzle, listing=True)
    budget = Budget(limits)
    number = 0
    try:
        with budget.in_force():
            if hasattr(found, "count") and most is None:
                return found.count(puzzle, budget), "exact"
            for _ in found.solutions(puzzle, budget):
                if number == most:
                    return number, "limit"
                number += 1
    except LimitReachedError as reached:
        return number, reached.status
    except MemoryError:
        return number, "memory-limit"
    return number, "exact"


def is_unique(puzzle: Puzzle) -> bool:
    """Whether a panel has exactly one solution.

    Raises `LimitReachedError` when the machine's memory does not suffice to know.
    """
    return len(list(islice(solutions(puzzle), 2))) == 1


def feature_table() -> dict[str, dict[str, bool]]:
    """Return for each solver which features it knows."""
    return {
        name: {feature: feature in _module(name).SUPPORTED for feature in FEATURES}
        for name in SOLVERS
    }


def _module(name: str) -> Any:
    return import_module(SOLVERS[name])


def why_not(module: Any) -> str | None:
    """Return why the solver of a module cannot be used here, None if it can."""
    return module.skip() if hasattr(module, "skip") else None


def _fitting(puzzle: Puzzle, listing: bool) -> Iterator[str]:
    """Yield the solvers that know all of a panel, the fastest first; modules come as asked for."""
    slow = []
    for name in SOLVERS:
        module = _module(name)
        if not puzzle.features <= module.SUPPORTED or why_not(module) is not None:
            continue
        if hasattr(module, "slow") and module.slow(puzzle, listing):
            slow.append(name)
        else:
            yield name
    yield from slow


def _check(puzzle: Puzzle, path: Path, name: str) -> None:
    broken = violations(puzzle, path)
    if broken:
        raise RuntimeError(
            f"{name} gave a wrong path for {quoted(puzzle.id)}, which is an error in this program: "
            f"{'; '.join(map(str, broken))}"
        )
