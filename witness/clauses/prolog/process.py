"""SWI-Prolog in a process of its own, which can be asked and ended.

An evaluation may never end, or take all memory. In its own process it has limits, and whatever
becomes of that process, this one goes on. `worker.pl` is the program there.
"""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import psutil

from witness.base.errors import InputError
from witness.base.extras import executable
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.limits.child import CrashedError, Server

HOW_TO_GET = "apt-get install swi-prolog-nox, or see docs/prolog.md"

#: Seconds for an answer. Inferences are limited as well; this is for single ones that take long.
SECONDS = 10.0

#: Megabytes of Prolog's stacks, and of the whole process.
STACKS = 256
MEMORY = 2000

FOLDER = Path(__file__).parent
REFEREE = FOLDER / "referee.pl"


class Process(Server):
    """A process of SWI-Prolog, which has loaded some files.

    Raises `InputError`, which says how to install SWI-Prolog, if it is missing.
    """

    def __init__(self, *files: Path) -> None:
        reason = why_missing()
        if reason is not None:
            raise InputError(reason)
        super().__init__(_command(*files))
        with suppress(AttributeError, OSError, ValueError, psutil.Error):  # not on all systems
            limit = (MEMORY * 10**6,) * 2
            psutil.Process(self._program.pid).rlimit(psutil.RLIMIT_AS, limit)

    def ask(self, predicate: str, *given: Any, limited: bool = True) -> Any:
        """Return the answer of a predicate, "module:name": its last argument, after those given.

        Raises `InputError` if Prolog raises an error, takes more than `SECONDS` (unless not
        `limited`) or ends; in the latter cases this process has ended.
        """
        # SWI-Prolog 9.0.4 takes a pair of escapes, as JSON writes an emoji, for two letters.
        line = json.dumps([predicate, *given], ensure_ascii=False).encode()
        try:
            answered = self.answer(line, Budget(Limits(time_limit=SECONDS if limited else None)))
        except LimitReachedError as error:
            if type(error) is not LimitReachedError:
                raise  # a limit of who asks
            raise InputError(f"SWI-Prolog gave no answer within {SECONDS:g} s") from None
        except CrashedError:
            reason = "SWI-Prolog has ended: it ran out of memory, or crashed"
            raise InputError(reason) from None
        proved, answer = json.loads(answered)
        if not proved:
            raise InputError(f"SWI-Prolog: {' '.join(answer.split())}")
        return answer


_shared: list[Process] = []


def process() -> Process:
    """Return the process that referees share; start it if there is none.

    Raises `InputError`, which says how to install SWI-Prolog, if it is missing.
    """
    if not _shared or not _shared[0].alive:
        _shared[:] = [Process(REFEREE)]
    return _shared[0]


@cache
def why_missing() -> str | None:
    """Return why SWI-Prolog cannot be used, and how to install it; None if it can be used."""
    if executable("swipl") is None:
        reason = "there is no executable swipl"
    else:
        tried = subprocess.run(
            _command(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        lines = [line.strip() for line in tried.stderr.split("\n") if line.strip()]
        if tried.returncode == 0:
            return None
        reason = f"swipl does not start: {lines[-1] if lines else 'no message'}"
    return f"{reason}. To install SWI-Prolog: {HOW_TO_GET}"


def version() -> str:
    """Return the version of SWI-Prolog, such as 9.2.9."""
    return str(process().ask("witness_worker:version"))


def _command(*files: Path) -> list[str]:
    """Return the command that starts a worker with some files; the worker ends with its input."""
    words = [str(executable("swipl")), "-q", "-f", "none", f"--stack-limit={STACKS}m"]
    worker = FOLDER / "worker.pl"
    return [*words, "-g", "witness_worker:main", "-t", "halt", *map(str, (worker, *files))]
