"""Why a clause is not proved: its smallest counterexample, and the literals that would save it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from witness.base.limits import Budget, LimitReachedError
from witness.clauses.background import Background
from witness.clauses.language.steps import TooManyStepsError
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import ClauseVerdict, Verdict
from witness.proof.refutation import looks_beyond
from witness.proof.repairs import Repair, repairs
from witness.proof.smallest import smallest_counterexample
from witness.puzzle.views.translate import translate


@dataclass(frozen=True)
class Why:
    """What is behind the verdict on a clause that is not proved.

    `counterexample` is the smallest one if `smallest` says so (`witness.proof.smallest`), None if
    none is known. `repairs` begin with the one whose proof lists the most configurations, which is
    the weakest clause; they are all if `complete`. What is not finished has met a limit.
    """

    counterexample: Counterexample | None
    smallest: bool
    repairs: tuple[Repair, ...]
    complete: bool

    def to_json(self) -> dict[str, Any]:
        """Return everything but the counterexample, which the verdict holds, as JSON."""
        return {
            "smallest": self.smallest,
            "repairs": [repair.to_json() for repair in self.repairs],
            "complete": self.complete,
        }


def explained(
    verdict: Verdict, background: Background, budget: Budget
) -> tuple[Verdict, tuple[Why | None, ...]]:
    """Return a verdict with the smallest counterexamples, and why each clause is not proved.

    That is None for a proved clause, and for one of which nothing can be said as it is not plain.
    At a limit of the budget, what was found until then counts.
    """
    with budget.in_force():
        reasons = tuple(
            why(found, background) if found.plain and found.status != "proved" else None
            for found in verdict.clauses
        )
    clauses = tuple(
        found if reason is None else replace(found, counterexample=reason.counterexample)
        for found, reason in zip(verdict.clauses, reasons, strict=True)
    )
    return Verdict(clauses), reasons


def why(verdict: ClauseVerdict, background: Background) -> Why:
    """Return why a clause, which can be translated, is not proved."""
    example, smallest = verdict.counterexample, False
    found: list[Repair] = []
    complete = False
    try:
        # Where other constraints matter, too, there are too many puzzles to find the smallest.
        if example is not None and not looks_beyond(verdict.clause, background):
            translation = translate([verdict.clause], background)
            condition = translation.watched()
            dependence = translation.dependence
            example = smallest_counterexample(condition, dependence, example)
            smallest = True
        for repair in repairs(verdict.clause, background):
            found.append(repair)
        complete = True
    except (LimitReachedError, TooManyStepsError):
        pass
    found.sort(key=lambda repair: -len(repair.cases))
    return Why(example, smallest, tuple(found), complete)
