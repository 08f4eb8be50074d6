"""Popper's answer: read from its output, and evaluated on all examples of the task."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from witness.base.errors import InputError, UnsupportedError, quoted, shortened
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.base.limits.child import Finished
from witness.clauses.language.bias import INVENTION, RECURSION
from witness.clauses.language.definitions import why_not_plain
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, indicator
from witness.clauses.language.variants import renamed
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.rendering import variable_name
from witness.clauses.learners.task import LearningTask

#: Versions 4 print the answer on standard output; version 5 logs it on standard error, where each
#: line begins with the seconds (in version 4: the time of day).
_TIME = re.compile(r"^(?:\d+\.\ds|\d\d:\d\d:\d\d) ", re.MULTILINE)
_SOLUTION = re.compile(r"^\*+ SOLUTION \*+\n(.*?)^\*+$", re.MULTILINE | re.DOTALL)
_SO_FAR = re.compile(r"^New best hypothesis:\n(.*?)^\*+$", re.MULTILINE | re.DOTALL)
_COUNT = r"(\d{1,18})"
_SCORE = re.compile(rf"(?i)\bTP:{_COUNT} FN:{_COUNT} TN:{_COUNT} FP:{_COUNT}\b")
_OUT_OF_TIME = re.compile(r"^.*TIMEOUT OF \S+ SECONDS EXCEEDED", re.MULTILINE)
_OUT_OF_MEMORY = re.compile(
    r"MemoryError|bad_alloc|Cannot allocate memory|resource_error\(.*memory"
)


@dataclass(frozen=True)
class Answer:
    """The clauses that Popper printed, and the numbers of examples that they cover.

    `status` is None for a run that was not cut short, and `reason` says why it was.
    """

    clauses: tuple[Clause, ...] = ()
    covered: tuple[int, int] = (0, 0)
    status: str | None = None
    reason: str | None = None


def read_answer(finished: Finished) -> Answer:
    """Return Popper's SOLUTION, or at a limit its best hypothesis so far.

    An answer without clauses says why there is none.
    """
    both = _TIME.sub("", f"{finished.stdout}\n{finished.stderr}")
    late = "timeout" if _OUT_OF_TIME.search(both) else None
    reason = None
    if finished.ended == "timeout":
        late, reason = "timeout", "ended at its time limit"
    elif finished.ended == "memory-limit":
        late, reason = "memory-limit", f"ended at {finished.peak_memory:.0f} MB of memory"
    blocks = _SOLUTION.findall(both) or (_SO_FAR.findall(both) if reason else [])
    if blocks:
        try:
            return replace(_solution(blocks[-1]), status=late, reason=reason)
        except InputError as error:
            return Answer(status="failed", reason=f"its answer cannot be read: {error.reason}")
    if re.search(r"^NO SOLUTION$", both, re.MULTILINE) or late:
        return Answer(status=late, reason=reason)
    if _OUT_OF_MEMORY.search(finished.stderr):
        return Answer(status="memory-limit", reason=_last(finished.stderr.split("\n")))
    why = _why(finished)
    return Answer(status="failed", reason=f"ended with status {finished.returncode}: {why}")


_ERROR = re.compile(r"(?:[A-Za-z_][\w.]*)?(?:Error|ERROR|Exception|Exit|error)\b|.*\berror: ")
_WARNING = re.compile(r"(?i).*\bwarn(?:ing)?\b")


def _why(finished: Finished) -> str:
    """Return the line that says why there is no answer.

    It is the last error on standard error, if there is one; else the last line of standard output
    or standard error that is no warning.
    """
    lines = [_TIME.sub("", text).split("\n") for text in (finished.stderr, finished.stdout)]
    errors = [line for line in lines[0] if _ERROR.match(line) and not _WARNING.match(line)]
    # Python prints a line of the program below a warning, indented.
    said = [line for line in [*lines[0], *lines[1]] if not _WARNING.match(line)]
    plain = [line for line in said if line[:1] != " "]
    return _last(errors) or _last(plain) or _last(said) or _last(lines[0]) or "it printed nothing"


def _solution(block: str) -> Answer:
    score, _, text = block.partition("\n")
    counts = _SCORE.search(score)
    if counts is None:
        raise InputError(f"no numbers of covered examples in {quoted(score)}")
    # Popper has V0, V1, V2.
    read = parse_clauses(text, "Popper's output")
    clauses = tuple(renamed(clause, variable_name) for clause in read)
    if not clauses:
        raise InputError("there are no clauses in it")
    right, _, _, wrong = map(int, counts.groups())
    return Answer(clauses, (right, wrong))


def _last(lines: Sequence[str]) -> str:
    """Return the last line that is not empty."""
    found = [line.strip() for line in lines if line.strip()]
    return shortened(found[-1], 300) if found else ""


def evaluated(
    answer: Answer, task: LearningTask, seconds: float | None, megabytes: float | None
) -> tuple[Answer, str | None]:
    """Return an answer with its coverage of all examples of the task.

    One that cannot be evaluated, or not within the limits, becomes a failure. Programs that only
    Popper can run, or that take too long here, keep the numbers that it printed; then the second
    value says so, for the record.
    """
    head = task.bias.head
    if not answer.clauses:
        return answer, None
    if head.key not in {clause.key for clause in answer.clauses}:
        return _unusable(f"it says nothing about {indicator(head.key)}"), None
    try:
        found = limited(lambda: coverage(answer.clauses, task), seconds, megabytes)
        return replace(answer, covered=found), None
    except UnsupportedError:
        return answer, "popper"
    except InputError as error:
        failed = _unusable(error.reason)
    except LimitReachedError as error:
        lacking = "much memory" if error.status == "memory-limit" else "long"
        failed = _unusable(f"it takes too {lacking} on all examples")
    asked = any(task.bias.asks_for(kind) for kind in (RECURSION, INVENTION))
    if asked and why_not_plain(answer.clauses, head.key) is not None:
        return answer, "popper"
    return failed, None


def _unusable(reason: str) -> Answer:
    return Answer(status="failed", reason=f"its answer cannot be used: {reason}")
