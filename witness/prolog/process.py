"""Asking SWI-Prolog in a process of its own, which can be ended.

An evaluation may never end, or take all memory. In the process of `worker.py` it has limits, and
whatever becomes of that process, this one goes on.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.limits.child import CrashedError, Server
from witness.prolog.swi import missing

#: Seconds for an answer. Inferences are limited as well; this is for single ones that take long.
SECONDS = 10.0


class Process(Server):
    """A process of SWI-Prolog."""

    def __init__(self) -> None:
        super().__init__([sys.executable, "-P", str(Path(__file__).with_name("worker.py"))])

    def ask(self, predicate: str, *given: Any) -> Any:
        """Return the answer of a predicate, "module:name": its last argument, after those given.

        Raises `InputError` if Prolog raises an error, takes too long or ends; in the latter cases
        this process has ended.
        """
        line = json.dumps([predicate, *given]).encode()
        try:
            found = self.answer(line, Budget(Limits(time_limit=SECONDS)))
        except LimitReachedError:
            raise InputError(f"SWI-Prolog gave no answer within {SECONDS:g} s") from None
        except CrashedError:
            reason = "SWI-Prolog has ended: it ran out of memory, or crashed"
            raise InputError(reason) from None
        proved, answer = json.loads(found)
        if not proved:
            raise InputError(f"SWI-Prolog: {' '.join(answer.split())}")
        return answer


_shared: list[Process] = []


def process() -> Process:
    """Return a process that can be asked, which all share; start it if there is none.

    Raises `InputError`, which says how to install SWI-Prolog, if it is missing.
    """
    if not _shared or not _shared[0].alive:
        reason = why_missing()
        if reason is not None:
            raise InputError(reason)
        _shared[:] = [Process()]
    return _shared[0]


@cache
def why_missing() -> str | None:
    """Return why SWI-Prolog cannot be used, as `missing`; it is looked for once."""
    return missing()
