"""Popper's answer: read from its output, and evaluated on all examples of the task."""

from __future__ import annotations

import re
from dataclasses import replace

from witness.base.errors import InputError, UnsupportedError, quoted, shortened
from witness.base.limits.child import Finished
from witness.learners.programs import Answer, counted, unusable
from witness.learners.rendering import variable_name
from witness.learners.task import LearningTask
from witness.logic.language.bias import INVENTION, RECURSION
from witness.logic.language.definitions import why_not_plain
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import Atom, Clause, Compound, ListTerm, Literal, Term, Variable

_SOLUTION = re.compile(r"^\*+ SOLUTION \*+\n(.*?)^\*+$", re.MULTILINE | re.DOTALL)
_SCORE = re.compile(r"\bTP:(\d{1,18}) FN:\d+ TN:\d+ FP:(\d{1,18})\b")
_OUT_OF_TIME = re.compile(r"^.*TIMEOUT OF \S+ SECONDS EXCEEDED", re.MULTILINE)
_OUT_OF_MEMORY = re.compile(
    r"MemoryError|bad_alloc|Cannot allocate memory|resource_error\(.*memory"
)


def read_answer(finished: Finished) -> Answer:
    """Return the SOLUTION block of Popper's output, or an answer that says why there is none."""
    if finished.ended == "timeout":
        return Answer(status="timeout", reason=f"ended after {finished.seconds:.0f} seconds")
    if finished.ended == "memory-limit":
        return Answer(
            status="memory-limit", reason=f"ended at {finished.peak_memory:.0f} MB of memory"
        )
    both = f"{finished.stdout}\n{finished.stderr}"
    late = "timeout" if _OUT_OF_TIME.search(both) else None
    block = _SOLUTION.search(finished.stdout)
    if block is not None:
        try:
            return replace(_solution(block.group(1)), status=late)
        except InputError as error:
            return Answer(status="failed", reason=f"its answer cannot be read: {error.reason}")
    if re.search(r"^NO SOLUTION$", finished.stdout, re.MULTILINE) or late:
        return Answer(status=late)
    if _OUT_OF_MEMORY.search(finished.stderr):
        return Answer(status="memory-limit", reason=_last_line(finished.stderr))
    last = _last_line(finished.stderr) or _last_line(finished.stdout) or "it printed nothing"
    return Answer(status="failed", reason=f"ended with status {finished.returncode}: {last}")


def _solution(block: str) -> Answer:
    score, _, text = block.partition("\n")
    counts = _SCORE.search(score)
    if counts is None:
        raise InputError(f"no numbers of covered examples in {quoted(score)}")
    clauses = tuple(_renamed(clause) for clause in parse_clauses(text, "Popper's output"))
    if not clauses:
        raise InputError("there are no clauses in it")
    return Answer(clauses, (int(counts.group(1)), int(counts.group(2))))


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return shortened(lines[-1], 300) if lines else ""


def _renamed(clause: Clause) -> Clause:
    """Return a clause with variables A, B, C, … in order of occurrence; Popper has V0, V1, V2."""
    names: dict[str, str] = {}

    def term(value: Term) -> Term:
        if isinstance(value, Variable):
            return Variable(names.setdefault(value.name, variable_name(len(names))))
        if isinstance(value, Compound):
            return Compound(value.functor, tuple(map(term, value.args)))
        if isinstance(value, ListTerm):
            tail = None if value.tail is None else term(value.tail)
            return ListTerm(tuple(map(term, value.items)), tail)
        assert isinstance(value, Atom | int)
        return value

    return Clause(
        clause.name,
        tuple(map(term, clause.args)),
        tuple(Literal(li.name, tuple(map(term, li.args)), li.negated) for li in clause.body),
    )


def evaluated(
    answer: Answer, task: LearningTask, seconds: float | None, megabytes: float | None
) -> Answer:
    """Return an answer with its coverage of all examples of the task, as `counted`.

    Programs that only Popper can run keep the numbers that it printed.
    """
    head = task.bias.head
    if not answer.clauses:
        return replace(answer, covered=(0, 0))
    if head.key not in {clause.key for clause in answer.clauses}:
        return unusable(f"it says nothing about {head.name}/{len(head.types)}")
    beyond = why_not_plain(answer.clauses, head.key) is not None
    if beyond and any(task.bias.asks_for(kind) for kind in (RECURSION, INVENTION)):
        return answer
    try:
        return counted(answer, task, seconds, megabytes)
    except UnsupportedError:
        return answer
