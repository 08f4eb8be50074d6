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

*Unknown*: a limit was met, of the steps of an evaluation (`witness.clauses.language.steps`) or of
time; or the clause is not plain, and what is left of it without calls of the hypothesis's own
predicates is not proved.

A clause about other symbols than triangles is weakened and decided in the same way; its cases are
those in which it fires for such a symbol (`witness.puzzle.views.symbol_cases`).

Clauses that look at live edges, reachable vertices or regions are decided in the same way. What the
cases assume of these is proved once and for all boards (`witness.proof.lemmas`); without that they
are checked at best.

`witness.puzzle.proof_scope` says which panels a proof is about. Clauses with a guard
(`is_guarded`) are decided for panels with elimination marks, too: what proves them are cases of
their own symbol, of which the guard says that it must be satisfied. `witness.proof.verdicts`
decides whether the same cases also prove a clause for two lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, Limits, budget_of, current
from witness.clauses.background import Background, is_guarded
from witness.clauses.language.builtins import BUILTINS
from witness.clauses.language.definitions import beyond_plain, needs, plain_part
from witness.clauses.language.order import weakens
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import (
    Clause,
    clause_in_short,
    clause_text,
)
from witness.proof import lemmas
from witness.proof.clause_cases import cases_of, local_part
from witness.proof.counterexamples import Counterexample
from witness.proof.refutation import find_counterexample
from witness.puzzle.proof_scope import PANELS, ClauseScope
from witness.puzzle.views.configurations import LocalConfiguration
from witness.puzzle.views.symbol_cases import SymbolCase
from witness.puzzle.views.translate import Translation, translate

Status = Literal["proved", "checked", "refuted", "unknown"]

#: The statuses, the worst first: that of a hypothesis is the worst of its clauses.
STATUSES: tuple[Status, ...] = ("refuted", "unknown", "checked", "proved")


@dataclass(frozen=True)
class ClauseVerdict:
    """The verdict on one clause; `kept` is the clause without the literals that are not local.

    `cases` are the configurations of squares with triangles in which it fires, `symbols` the cases
    of other symbols: those of `symbols_kept`, the clause without what they cannot say; None for the
    whole clause. One that is not `plain` is proved or unknown. With `marks` it is proved for panels
    with elimination marks, too. `two_lines` says, after `for_two_lines`, that its cases prove it
    for two lines as well.
    """

    clause: Clause
    status: Status
    kept: Clause
    cases: tuple[LocalConfiguration, ...]
    counterexample: Counterexample | None
    reason: str
    symbols: tuple[SymbolCase, ...] = ()
    symbols_kept: Clause | None = None
    plain: bool = True
    marks: bool = False
    two_lines: bool = False

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
            **({"marks": True} if self.marks else {}),
            **({"two_lines": True} if self.two_lines else {}),
        }

    @property
    def looks_ahead(self) -> bool:
        """Whether the proof assumes something of live edges, reachable vertices or regions."""
        ahead = (case.live is not None or case.reachable is not None for case in self.cases)
        return self.status == "proved" and (bool(self.symbols or self.marks) or any(ahead))


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
        """The proved core of the hypothesis: the plain clauses that are proved."""
        return tuple(v.clause for v in self.clauses if v.status == "proved" and v.plain)

    def to_json(self) -> dict[str, Any]:
        """Return the verdict, with its certificate, as JSON."""
        found: dict[str, Any] = {
            "status": self.status,
            "panels": PANELS,
            "clauses": [verdict.to_json() for verdict in self.clauses],
        }
        if any(verdict.looks_ahead for verdict in self.clauses):
            found["lemmas"] = list(lemmas.proofs()[0])
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
    progress: Callable[[], object] = lambda: None,
) -> Verdict:
    """Decide whether a hypothesis can have false positives. An empty hypothesis is proved.

    `progress` is called after each clause that is decided.

    The time limit of `limits`, or what is left of a budget, holds for all clauses together; those
    that it leaves undecided are unknown. So are those that are not plain (`beyond_plain`), unless
    what is plain of them is proved. Raises `InputError` for plain ones that cannot be translated.
    """
    budget = budget_of(limits)

    def decide(clause: Clause) -> ClauseVerdict:
        found = _verdict(clause, background, file, budget)
        progress()
        return found

    with budget.in_force():
        return each_plain(clauses, background, decide)


def each_plain(
    clauses: Sequence[Clause], background: Background, decide: Callable[[Clause], ClauseVerdict]
) -> Verdict:
    """Return the verdicts on the clauses of a hypothesis, of which `decide` is asked if plain.

    Others are proved if `decide` says so of what is plain of them; else they are unknown. What they
    call is a definition, which says nothing of a path: it goes with the clauses about the head.
    """
    head = background.bias.head.key
    reasons = beyond_plain(clauses, head)
    own = {clause.key for clause in clauses}
    known = any(background.program.defines(k) or k in PRIMITIVES or k in BUILTINS for k in own)
    found = []
    for clause, reason in zip(clauses, reasons, strict=True):
        if reason is None:
            found.append(decide(clause))
        else:
            verdict = replace(undecided(clause, reason), plain=False)
            found.append(verdict if known else _without(verdict, clauses, background, decide))
    open_ = [one.clause for one in found if one.clause.key == head and one.status != "proved"]
    needed = {key for clause in open_ for key in needs(clause, clauses)}
    return Verdict(
        tuple(
            replace(one, status="proved", reason=f"{one.reason}, and no proof depends on it")
            if not (one.plain or known or one.clause.key in {head, *needed})
            else one
            for one in found
        )
    )


def _without(
    unknown: ClauseVerdict,
    clauses: Sequence[Clause],
    background: Background,
    decide: Callable[[Clause], ClauseVerdict],
) -> ClauseVerdict:
    """Return the verdict on a clause that is not plain: proved if what is plain of it is."""
    clause = unknown.clause
    part = plain_part(clause, clauses)
    if clause.key != background.bias.head.key or not weakens(
        part, clause, background.bias, background.program.defines
    ):
        return unknown
    try:
        found = decide(part)
    except InputError:
        return unknown
    if found.status != "proved":
        return unknown
    return replace(
        found,
        clause=clause,
        reason=f"{found.reason} (even without what is not plain: {unknown.reason})",
        kept=found.kept if "triangles" in background.kinds else clause,
        symbols_kept=found.symbols_kept or (part if background.kinds - {"triangles"} else None),
        plain=False,
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
            kept = local_part(translation, background)
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
    cases = cases_of(translation, kept, background)
    marks = is_guarded(clause, background)
    if cases.left is None:
        reason = _reason(len(cases.triangles), len(cases.symbols))
        least = min(len(kept.body), len(cases.symbols_kept.body))
        dropped = len(clause.body) - least
        if dropped:
            reason += f" (even without {dropped} literal{'s' if dropped > 1 else ''})"
        part = cases.symbols_kept if len(cases.symbols_kept.body) < len(clause.body) else None
        return ClauseVerdict(
            clause, "proved", kept, cases.triangles, None, reason, cases.symbols, part, marks=marks
        )
    fires = translation.watched()
    counterexample, tried = find_counterexample(fires, clause, translated.dependence, background)
    if counterexample is not None:
        assert counterexample.why_not(ClauseScope(marks), background.kinds) is None, (
            "it refutes nothing"
        )
        return ClauseVerdict(
            clause, "refuted", kept, (), counterexample, "it fires on a path that has a solution"
        )
    reason = f"{cases.left}, and no counterexample was found: {tried} were tried"
    return ClauseVerdict(clause, "checked", kept, (), None, reason)


def _reason(cases: int, symbols: int) -> str:
    """Return why a clause is proved, from the numbers of its cases."""
    parts = []
    if cases:
        parts.append(f"the square is lost in each of the {cases} configurations it fires in")
    if symbols:
        where = "the one case" if symbols == 1 else f"each of the {symbols} cases"
        parts.append(f"the symbol is lost in {where} it fires in")
    return ", and ".join(parts) or "it never fires"
