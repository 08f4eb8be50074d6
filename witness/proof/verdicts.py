"""Verdicts on the clauses of many hypotheses, of which most have clauses in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.clauses.background import Background
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import Clause
from witness.proof.clause_cases import cases_of, local_part
from witness.proof.prover import (
    ClauseVerdict,
    Verdict,
    each_plain,
    undecided,
    verify,
)
from witness.puzzle.views.translate import translate


def proved_for_two_lines(clause: Clause, background: Background) -> bool:
    """Whether the cases of a clause prove it for panels with two lines, and so for all panels.

    Raises `InputError` as `translate` does, and `LimitReachedError` at the limit of the budget in
    force.
    """
    translation = translate([clause], background)
    try:
        kept = local_part(translation, background) if "triangles" in background.kinds else clause
        return cases_of(translation, kept, background, two_lines=True).left is None
    except TooManyStepsError:
        return False


def for_two_lines(verdict: Verdict, background: Background) -> Verdict:
    """Return a verdict that says which clauses are proved for panels with two lines as well.

    Raises `LimitReachedError` at the limit of the budget in force.
    """

    def found(one: ClauseVerdict) -> bool:
        proved = one.status == "proved" and one.plain
        return proved and proved_for_two_lines(one.clause, background)

    return Verdict(tuple(replace(one, two_lines=found(one)) for one in verdict.clauses))


class Verdicts:
    """The verdicts on clauses over one background; each clause is decided once."""

    def __init__(self, background: Background) -> None:
        self.background = background
        self._known: dict[Clause, ClauseVerdict] = {}

    def on(self, clauses: Sequence[Clause], late: str | None = None) -> Verdict:
        """Return the verdict on a hypothesis, as `verify` and `for_two_lines` without limits.

        A clause that cannot be translated, or has no value in some configuration, is unknown, for
        the reason given. So is one that the budget in force does not suffice for, for the reason
        `late`; without that, `LimitReachedError` is raised.
        """
        return each_plain(clauses, self.background, partial(self._decided, late))

    def _decided(self, late: str | None, clause: Clause) -> ClauseVerdict:
        if clause not in self._known:
            try:
                verdict = verify([clause], self.background)
                (found,) = for_two_lines(verdict, self.background).clauses
            except InputError as error:
                found = undecided(clause, error.reason)
            except LimitReachedError:
                if late is None:
                    raise
                return undecided(clause, late)
            self._known[clause] = found
        return self._known[clause]
