"""Verdicts on the clauses of many hypotheses, of which most have clauses in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.logic.background import Background
from witness.logic.language.terms import Clause
from witness.proof.prover import (
    ClauseVerdict,
    Verdict,
    each_plain,
    undecided,
    verify,
)
from witness.proof.two_lines import for_two_lines


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
