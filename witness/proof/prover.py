"""Proof or counterexample: can a predicate fire on a path that can still become a solution?

Each clause is decided by itself; a hypothesis is proved when all of its clauses are.

*Proved*: literals that depend on more than the local configuration of the square are dropped
(`witness.proof.weakening`), which can only make the clause fire more often. The rest is evaluated
in every local configuration. If the square can no longer get its number of edges wherever the
clause fires, the predicate has no false positives, on boards of any size and with any other
constraints.

*Refuted*: a search on small boards found a puzzle, a partial path on which the clause fires, and a
solution that extends it (`witness.proof.refutation`).

*Checked*: neither. No counterexample is among what was tried, which the reason names; that proves
nothing.

*Unknown*: it takes too long, as an evaluation has a bound on its steps
(`witness.logic.language.steps`) and a verdict may have a time limit, or it is not plain.

A clause about coloured squares, stars or dots is weakened and decided in the same way; its cases
are those in which it fires for such a symbol (`witness.logic.symbol_cases`).

Clauses that look at live edges, reachable vertices or regions are decided in the same way. What the
cases assume of these is proved once and for all boards (`witness.proof.outlook`); without that they
are checked at best.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, Limits, budget_of, current
from witness.logic.background import Background
from witness.logic.configurations import LocalConfiguration, configurations
from witness.logic.dependence import Dependence, clause_dependence
from witness.logic.language.definitions import beyond_plain, called
from witness.logic.language.order import weakens
from witness.logic.language.steps import TooManyStepsError
from witness.logic.language.terms import (
    Clause,
    clause_in_short,
    clause_text,
)
from witness.logic.language.views import PathView, SymbolView
from witness.logic.symbol_cases import SymbolCase, all_cases
from witness.logic.translate import Condition, Translation, translate
from witness.proof import outlook
from witness.proof.counterexamples import Counterexample
from witness.proof.refutation import find_counterexample
from witness.proof.weakening import weakened

Status = Literal["proved", "checked", "refuted", "unknown"]

#: The statuses, the worst first: that of a hypothesis is the worst of its clauses.
STATUSES: tuple[Status, ...] = ("refuted", "unknown", "checked", "proved")

#: What the cases of other symbols than triangles may assume something of.
_OF_SYMBOLS = Dependence.LIVE | Dependence.REACHABLE


@dataclass(frozen=True)
class Case:
    """A local configuration in which a clause fires."""

    configuration: LocalConfiguration

    def to_json(self) -> dict[str, Any]:
        """Return the case as a certificate holds it, with the features that it has."""
        case = self.configuration
        features = {"gaps": case.gaps or None, "live": case.live, "reachable": case.reachable}
        return {
            "triangles": case.triangles,
            "edges": sorted(case.edges),
            "corners": list(case.corners),
            **{name: sorted(places) for name, places in features.items() if places is not None},
            **({"cut_off": True} if case.cut_off else {}),
            "reachable_counts": sorted(case.reachable_counts),
        }


@dataclass(frozen=True)
class ClauseVerdict:
    """The verdict on one clause; `kept` is the clause without the literals that are not local.

    `cases` are those of squares with triangles, `symbols` those of other symbols: the cases of
    `symbols_kept`, the clause without what they cannot say; None for the whole clause.
    """

    clause: Clause
    status: Status
    kept: Clause
    cases: tuple[Case, ...]
    counterexample: Counterexample | None
    reason: str
    symbols: tuple[SymbolCase, ...] = ()
    symbols_kept: Clause | None = None

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
            **({"symbols": [case.to_json() for case in self.symbols]} if self.symbols else {}),
            **({"symbols_kept": clause_text(self.symbols_kept)} if self.symbols_kept else {}),
        }

    @property
    def rests_on(self) -> Dependence:
        """The features of which the proof assumes something."""
        if self.status != "proved":
            return Dependence.LOCAL
        found = Dependence.LOCAL
        for case in self.cases:
            if case.configuration.live is not None:
                found |= Dependence.LIVE
            if case.configuration.reachable is not None:
                found |= Dependence.REACHABLE
        return found | (_OF_SYMBOLS if self.symbols else Dependence.LOCAL)


@dataclass(frozen=True)
class Verdict:
    """The verdicts on the clauses of a hypothesis."""

    clauses: tuple[ClauseVerdict, ...]

    @property
    def status(self) -> Status:
        """The worst of the statuses of its clauses: proved if all are, refuted if one is."""
        return worst(clause.status for clause in self.clauses)

    @property
    def core(self) -> tuple[Clause, ...]:
        """The proved core of the hypothesis: the clauses that are proved."""
        return tuple(v.clause for v in self.clauses if v.status == "proved")

    def to_json(self) -> dict[str, Any]:
        """Return the verdict, with its certificate, as JSON."""
        found = {"status": self.status, "clauses": [verdict.to_json() for verdict in self.clauses]}
        if any(verdict.rests_on for verdict in self.clauses):
            found["lemmas"] = list(outlook.proofs()[0])
        return found


def worst(statuses: Iterable[str]) -> Status:
    """Return the status of a hypothesis from those of its clauses."""
    known = {*statuses}
    return next((status for status in STATUSES if status in known), "proved")


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
    with budget.in_force():
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
    """Return the verdict on a clause; unknown if that takes longer than its budget has left.

    Raises `LimitReachedError` if another budget in force has nothing left.
    """
    kept = clause
    in_force = current()
    try:
        in_force.check()
        translation = translate([clause], background, file)
        if "triangles" in background.kinds:
            kept = weakened(translation, background, _is_local)
        return _verify_clause(translation, kept, background)
    except TooManyStepsError as error:
        reason = error.reason.removeprefix(f"{clause_in_short(clause)}: ")
    except LimitReachedError:
        if in_force is not budget:
            raise
        reason = f"it is not decided within the time limit of {budget.limits.time_limit:g} s"
    return ClauseVerdict(clause, "unknown", kept, (), None, reason)


def _verify_clause(translation: Translation, kept: Clause, background: Background) -> ClauseVerdict:
    translated = translation.clauses[0]
    clause = translated.clause
    cases, failing, missing = _of_triangles(kept, background, translation.file)
    symbols_kept, symbols = _of_symbols(translation, background)
    lost = symbols is not None and all(case.excluded for case in symbols)
    if symbols and missing is None:
        missing = outlook.missing(_OF_SYMBOLS)
    if symbols is not None and lost and not failing and missing is None:
        reason = _reason(len(cases), len(symbols))
        least = min(len(kept.body), len(symbols_kept.body))
        dropped = len(clause.body) - least
        if dropped:
            reason += f" (even without {dropped} literal{'s' if dropped > 1 else ''})"
        part = symbols_kept if len(symbols_kept.body) < len(clause.body) else None
        return ClauseVerdict(clause, "proved", kept, cases, None, reason, symbols, part)
    fires = watched(translation)
    counterexample, tried = find_counterexample(fires, clause, translated.dependence, background)
    if counterexample is not None:
        return ClauseVerdict(
            clause, "refuted", kept, (), counterexample, "it fires on a path that has a solution"
        )
    excluded = _not_excluded(len(failing), len(cases), "configurations")
    if symbols is None or (not lost and len(symbols_kept.body) < len(clause.body)):
        excluded = "it looks at more than one symbol and its region"
    elif not lost:
        excluded = _not_excluded(sum(not case.excluded for case in symbols), len(symbols), "cases")
    reason = f"{missing or excluded}, and no counterexample was found: {tried} were tried"
    return ClauseVerdict(clause, "checked", kept, (), None, reason)


def _not_excluded(number: int, of: int, what: str) -> str:
    return f"{number} of {of} {what} {'is' if number == 1 else 'are'} not excluded"


def _reason(cases: int, symbols: int) -> str:
    """Return why a clause is proved, from the numbers of its cases."""
    parts = []
    if cases:
        parts.append(f"the square is lost in each of the {cases} configurations it fires in")
    if symbols:
        where = "the one case" if symbols == 1 else f"each of the {symbols} cases"
        parts.append(f"the symbol is lost in {where} it fires in")
    return ", and ".join(parts) or "it never fires"


def _of_symbols(
    translation: Translation, background: Background
) -> tuple[Clause, tuple[SymbolCase, ...] | None]:
    """Return what is kept of a clause for other symbols than triangles, and its cases.

    If cases can say no literal, the whole clause is kept, and there are none (None).
    """
    (whole,) = translation.clauses
    cases = all_cases(translation, background.kinds)
    if cases is not None:
        return whole.clause, cases
    kept = weakened(translation, background, partial(_has_cases, background))
    cases = all_cases(translate([kept], background, translation.file), background.kinds)
    # What changes nothing is left out, too, such as a length that no literal looks at any more.
    for literal in reversed(kept.body if cases else ()):
        part = replace(kept, body=tuple(own for own in kept.body if own is not literal))
        if weakens(part, whole.clause, background.bias, background.program.defines):
            try:
                shorter = translate([part], background, translation.file)
            except InputError:
                continue
            if all_cases(shorter, background.kinds) == cases:
                kept = part
    return (kept, cases) if kept.body else (whole.clause, None)


def _has_cases(background: Background, translation: Translation) -> bool:
    return all_cases(translation, background.kinds) is not None


def _is_local(translation: Translation) -> bool:
    return translation.dependence.finite


def _of_triangles(
    kept: Clause, background: Background, file: str
) -> tuple[tuple[Case, ...], list[Case], str | None]:
    """Return the cases of squares with triangles, those not excluded, and what proves nothing."""
    if "triangles" not in background.kinds:
        return (), [], None
    cases = _cases(kept, background, file)
    failing = [case for case in cases if case.configuration.completable]
    features = _features(translate([kept], background, file), background)
    return cases, failing, None if failing else outlook.missing(features)


def _cases(kept: Clause, background: Background, file: str) -> tuple[Case, ...]:
    """Return the configurations in which a clause without other than local literals fires."""
    translation = translate([kept], background, file)
    condition = watched(translation)
    return tuple(
        Case(configuration)
        for configuration in configurations(_features(translation, background))
        if condition(*configuration.views())
    )


#: What each primitive looks at besides the plain configuration of a square.
_LOOKS_AT = {
    ("gap", 2): Dependence.GAPS,
    ("live", 2): Dependence.LIVE,
    ("cut_off", 1): Dependence.LIVE,
    ("reachable", 2): Dependence.REACHABLE,
}


def _features(translation: Translation, background: Background) -> Dependence:
    """Return the features that a clause can look at, whether or not its answer depends on them.

    A certificate lists cases by these, as they can be read off the clause.
    """
    (translated,) = translation.clauses
    reached = called(translated.clause, background.program)
    return clause_dependence(own for key, own in _LOOKS_AT.items() if key in reached)


def proved_cases(clause: Clause, background: Background) -> tuple[Case, ...] | None:
    """Return the configurations that the proof of a clause lists; None if it is not proved.

    Counterexamples are not looked for. Raises `InputError` as `translate` does, and
    `LimitReachedError` at the limit of the budget in force.
    """
    translation = translate([clause], background)
    kept = weakened(translation, background, _is_local)
    cases = _cases(kept, background, translation.file)
    features = _features(translate([kept], background), background)
    if outlook.missing(features) or any(case.configuration.completable for case in cases):
        return None
    return cases


def watched(translation: Translation) -> Condition:
    """Return the condition of a clause, with bounds on all of its evaluations together.

    It raises `TooManyStepsError` or `LimitReachedError` when they have taken too long.
    """
    condition = translation.together(translation.fires)
    budget = current()
    if budget.limits.time_limit is None:
        return condition

    def timed(path: PathView, symbol: SymbolView) -> bool:
        budget.check()
        return condition(path, symbol)

    return timed
