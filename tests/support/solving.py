"""Solvers and what each knows."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from witness.base.limits import Budget
from witness.puzzle import solvers
from witness.puzzle.frontier.compiled import Compiled
from witness.puzzle.frontier.plain import Plain
from witness.puzzle.frontier.plan import Plan
from witness.puzzle.model import Puzzle

#: The two engines of the frontier.
ENGINES: dict[str, Callable[[Plan, Budget], Any]] = {
    "plain": Plain,
    "compiled": Compiled,
}


#: The solvers that are here: two are extras.
HERE = [
    name for name, place in solvers.SOLVERS.items() if solvers.why_not(import_module(place)) is None
]


def knows(name: str, puzzle: Puzzle) -> bool:
    return puzzle.features <= {f for f, known in solvers.feature_table()[name].items() if known}
