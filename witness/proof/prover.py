"""Proof or counterexample: can a predicate fire on a path that can still become a solution?

Each clause is decided by itself; a hypothesis is proved when all of its clauses are.

*Proved*: literals that depend on more than the local configuration of the square are dropped,
which can only make the clause fire more often. The rest is evaluated in every local configuration.
If the square can no longer get its number of edges wherever the clause fires, the predicate has no
false positives, on boards of any size and with any other constraints.

*Refuted*: a search on small boards found a puzzle with one constraint, a partial path on which the
clause fires, and a solution that extends it (`witness.proof.counterexamples`).

*Unknown*: neither, or it takes too long: an evaluation has a bound on its steps
(`witness.logic.language.steps`), and a verdict may have a time limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, Limits, budget_of
from witness.logic.background import Background
from witness.logic.configurations import LocalConfiguration, configurations
from witness.logic.language.definitions import beyond_plain
from witness.logic.language.primitives import PathView, SquareView
from witness.logic.language.steps import TooManyStepsError
from witness.logic.language.terms import (
    Clause,
    clause_in_short,
    clause_text,
    literal_variables,
    variables,
)
from witness.logic.locality import Dependence
from witness.logic.translate import Condition, TranslatedClause, Translation, translate
from witness.proof.counterexamples import BOARDS, Counterexample, find_counterexample

#: The most literals that are not local of which the prover tries whether two of them are.
MOST_PAIRED = 20

Status = Literal["proved", "refuted", "unknown"]


@dataclass(frozen=True)
class Case:
    """A local configuration in which a clause fires."""

    configuration: LocalConfiguration

    def to_json(self) -> dict[str, Any]:
        """Return the case as a certificate holds it."""
        return {
            "triangles": self.configuration.triangles,
            "edges": sorted(self.configuration.edges),
            "corners": list(self.configuration.corners),
            "reachable_counts": sorted(self.configuration.reachable_counts),
        }


@dataclass(frozen=True)
class ClauseVerdict:
    """The verdict on one clause; `kept` is the clause without the literals that are not local."""

    clause: Clause
    status: Status
    kept: Clause
    cases: tuple[Case, ...]
    counterexample: Counterexample | None
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as JSON; a proved clause has its cases, the certificate."""
        return {
            "clause": clause_text(self.clause),
            "status": self.status,
            "reason": self.reason,
            "kept": clause_text(self.kept),
            "cases": [case.to_json() for case in self.cases] if self.status == "proved" else [],
            "counterexample": None
            if self.counterexample is None
            else self.counterexample.to_json(),
        }


@dataclass(frozen=True)
class Verdict:
    """The verdicts on the clauses of a hypothesis."""

    clauses: tuple[ClauseVerdict, ...]

    @property
    def status(self) -> Status:
        """Proved if all clauses are, refuted if one is, else unknown."""
        found = {clause.status for clause in self.clauses}
        if "refuted" in found:
            return "refuted"
        return "unknown" if "unknown" in found else "proved"

    @property
    def core(self) -> tuple[Clause, ...]:
        """The proved core of the hypothesis: the clauses that are proved."""
        return tuple(v.clause for v in self.clauses if v.status == "proved")

    def to_json(self) -> dict[str, Any]:
        """Return the verdict, with its certificate, as JSON."""
        return {"status": self.status, "clauses": [verdict.to_json() for verdict in self.clauses]}


def verify(
    clauses: Sequence[Clause],
    background: Background,
    file: str = "<hypothesis>",
    limits: Limits | Budget | None = None,
) -> Verdict:
    """Decide whether a hypothesis can have false positives. An empty hypothesis is proved.

    The time limit of `limits`, or what is left of a budget, holds for all clauses together; those
    that it leaves undecided are unknown. So are those that are not plain (`beyond_plain`), whatever
    they say. Raises `InputError` for other clauses that cannot be translated.
    """
    budget = budget_of(limits)
    reasons = beyond_plain(clauses, background.bias.head.key)
    return Verdict(
        tuple(
            _verdict(clause, background, file, budget)
            if reason is None
            else undecided(clause, reason)
            for clause, reason in zip(clauses, reasons, strict=True)
        )
    )


def undecided(clause: Clause, reason: str) -> ClauseVerdict:
    """Return the verdict on a clause of which nothing can be said, with the reason."""
    return ClauseVerdict(clause, "unknown", clause, (), None, reason)


def _verdict(clause: Clause, background: Background, file: str, budget: Budget) -> ClauseVerdict:
    """Return the verdict on a clause; unknown if that takes too long."""
    kept = clause
    try:
        budget.check()
        translation = translate([clause], background, file)
        kept = generalised(translation.clauses[0], background, budget)
        return _verify_clause(translation, kept, background, budget)
    except TooManyStepsError as error:
        reason = error.reason.removeprefix(f"{clause_in_short(clause)}: ")
    except LimitReachedError:
        reason = f"it is not decided within the time limit of {budget.limits.time_limit:g} s"
    return ClauseVerdict(clause, "unknown", kept, (), None, reason)


def _verify_clause(
    translation: Translation, kept: Clause, background: Background, budget: Budget
) -> ClauseVerdict:
    translated = translation.clauses[0]
    clause = translated.clause
    cases = _cases(kept, background, translation.file, budget)
    failing = [case for case in cases if case.configuration.completable]
    if not failing:
        dropped = len(clause.body) - len(kept.body)
        reason = (
            f"the square is lost in each of the {len(cases)} configurations it fires in"
            if cases
            else "it never fires"
        )
        if dropped:
            reason += f" (even without {dropped} literal{'s' if dropped > 1 else ''})"
        return ClauseVerdict(clause, "proved", kept, cases, None, reason)
    fires = watched(translation, budget)
    counterexample = find_counterexample(fires, translated.dependence)
    if counterexample is not None:
        return ClauseVerdict(
            clause, "refuted", kept, (), counterexample, "it fires on a path that has a solution"
        )
    reason = (
        f"{len(failing)} of {len(cases)} configurations are not excluded, and there is no "
        f"counterexample on boards up to {BOARDS[-1][0]}×{BOARDS[-1][1]}"
    )
    return ClauseVerdict(clause, "unknown", kept, (), None, reason)


def _cases(kept: Clause, background: Background, file: str, budget: Budget) -> tuple[Case, ...]:
    """Return the configurations in which a clause without other than local literals fires."""
    condition = watched(translate([kept], background, file), budget)
    return tuple(
        Case(configuration)
        for configuration in configurations()
        if condition(*configuration.views())
    )


def proved_cases(clause: Clause, background: Background, budget: Budget) -> tuple[Case, ...] | None:
    """Return the configurations that the proof of a clause lists; None if it is not proved.

    Counterexamples are not looked for. Raises `InputError` as `translate` does, and
    `LimitReachedError` at the limit of the budget.
    """
    translation = translate([clause], background)
    kept = generalised(translation.clauses[0], background, budget)
    cases = _cases(kept, background, translation.file, budget)
    return None if any(case.configuration.completable for case in cases) else cases


def watched(translation: Translation, budget: Budget) -> Condition:
    """Return the condition of a clause, with bounds on all of its evaluations together.

    It raises `TooManyStepsError` or `LimitReachedError` when they have taken too long.
    """
    condition = translation.together(translation.fires)
    if budget.limits.time_limit is None:
        return condition

    def timed(path: PathView, square: SquareView) -> bool:
        budget.check()
        return condition(path, square)

    return timed


def generalised(
    translated: TranslatedClause, background: Background, budget: Budget | None = None
) -> Clause:
    """Return the clause with only those literals that depend on the local configuration alone.

    A literal may not be local by itself, but local together with another one that uses its output:
    `member(V,L), corner(S,V)`, where L are the vertices of a path. Of a clause with many literals
    that are not local, the first `MOST_PAIRED` are tried. Raises `LimitReachedError` at the limit
    of a budget.
    """
    whole = translated.clause
    known = {v for argument in whole.args for v in variables(argument)}
    places = [n for n, d in enumerate(translated.dependences) if d is Dependence.LOCAL]

    def local(wanted: Sequence[int]) -> bool:
        """Whether some literals are local, with the same variables bound as in the clause."""
        if budget is not None:
            budget.check()
        given, before = set(known), set(known)
        for place, literal in enumerate(translated.ordered):
            own = set(literal_variables(literal))
            if place in wanted:
                if not own & before <= given:
                    return False
                given |= own
            before |= own
        body = tuple(translated.ordered[place] for place in wanted)
        try:
            (found,) = translate([replace(whole, body=body)], background).clauses
        except InputError:
            return False
        return found.dependence is Dependence.LOCAL

    others = [n for n, d in enumerate(translated.dependences) if d is not Dependence.LOCAL]
    others = others[:MOST_PAIRED]
    for place in others:
        for partner in (place, *others):
            wanted = sorted({*places, place, partner})
            if wanted != places and local(wanted):
                places = wanted
                break
    body = tuple(translated.ordered[place] for place in places)
    return replace(whole, body=body)
