"""Solvers and what each knows."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from witness import solvers
from witness.base.limits import Budget
from witness.frontier.compiled import Compiled
from witness.frontier.plan import Plan
from witness.frontier.reference import Reference
from witness.puzzle.model import Puzzle

ENGINES: dict[str, Callable[[Plan, Budget], Any]] = {"reference": Reference, "compiled": Compiled}


#: The solvers that are here: Z3 is an extra.
HERE = [name for name in solvers.SOLVERS if name != "z3" or find_spec("z3")]


def knows(name: str, puzzle: Puzzle) -> bool:
    return puzzle.features <= {f for f, known in solvers.feature_table()[name].items() if known}
