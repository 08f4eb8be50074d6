"""What the records of an experiment say of each clause: its verdict, and a counterexample.

People may have edited the records: a counterexample that is none counts as not being there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witness.base.errors import InputError
from witness.experiments.training import LearningRun
from witness.proof.counterexamples import Counterexample
from witness.puzzle.rules import violations
from witness.report.learned import Learned


def statuses(learned: Learned) -> dict[str, str]:
    """Return the verdict on each clause of a hypothesis or of a proved core, by its text."""
    found = {text: known.status for text, known in learned.clauses.items()}
    for run in learned.runs:
        for text in run.core:
            found.setdefault(text, "proved")
    return found


def counterexamples(learned: Learned) -> dict[str, Counterexample]:
    """Return the counterexamples to clauses, by the texts of the clauses.

    Each has a partial path that its solution extends; what is not so on record is left out.
    """
    found: dict[str, Counterexample] = {}
    for run in learned.runs:
        for text, record in _on_record(run):
            if text in found:
                continue
            try:
                example = Counterexample.from_json(record)
                solved = not violations(example.puzzle, example.solution)
            except (InputError, LookupError, StopIteration, TypeError, ValueError):
                continue
            begun = example.partial_path
            if solved and begun == example.solution[: len(begun)]:
                found[text] = example
    return found


def _on_record(run: LearningRun) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for one in run.verdict.get("clauses") or ():
        if one.get("counterexample") is not None:
            yield one["clause"], one["counterexample"]
