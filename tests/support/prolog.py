"""Goals that SWI-Prolog proves, in a process of its own, for comparing its answers with ours."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.clauses.prolog.process import Process

Answers = list[dict[str, Any]]


@cache
def _process() -> Process:
    return Process(Path(__file__).with_name("goals.pl"))


def consult(name: str, text: str) -> None:
    """Load a text into the module of a name."""
    _process().ask("goals:consult", name, text)


def query(goal: str, given: dict[str, Any] | None = None, module: str = "user") -> Answers:
    """Return all answers of a goal, without the variables that begin with an underscore.

    Raises `InputError` where Prolog raises an error, and where a value has a variable.
    """
    found: Answers = _process().ask("goals:answers", module, goal, given or {}, limited=False)
    return found


def once(goal: str, given: dict[str, Any] | None = None, module: str = "user") -> dict[str, Any]:
    """Return the first answer of a goal."""
    return query(f"once(({goal}))", given, module)[0]


def query_or_error(goal: str, given: dict[str, Any] | None = None) -> Answers | str:
    """Return all answers of a goal, or "error"."""
    try:
        return query(goal, given)
    except InputError:
        return "error"
